// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/text/words.h"

namespace pawl::answers {

/// An answer as people read it: the same facts as its JSON document, from that document.
std::string text_for_people(const Json& document, Status status, const TextStyle& style);
/// The same, statement by statement.
TextPage page_for_people(const Json& document, Status status, const TextStyle& style);

// Each writes the text of one command's answer, in NAME_text.cpp. `document`: the whole answer.
void write_check(const Json& document, Status status, TextPage& page);
void write_cones(const Json& document, Status status, TextPage& page);
void write_contacts(const Json& document, Status status, TextPage& page);
void write_forward(const Json& document, Status status, TextPage& page);
void write_lcp(const Json& document, Status status, TextPage& page);
void write_modes(const Json& document, Status status, TextPage& page);
void write_part(const Json& document, Status status, TextPage& page);
void write_plan(const Json& document, Status status, TextPage& page);
void write_simulate(const Json& document, Status status, TextPage& page);
void write_verify(const Json& document, Status status, TextPage& page);

/// That an answer was ended early, or could not be certified, where its results say so.
void write_doubts(const Json& results, TextPage& page);

}  // namespace pawl::answers
