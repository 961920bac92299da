// SPDX-License-Identifier: MIT
// Pieces of an answer in words, for all commands' texts.
#pragma once

#include <string>

#include "answers/json.h"
#include "answers/text/text_page.h"

namespace pawl::answers {

/// A member of an object on the way to a value: null where one is missing.
const Json& at(const Json& object, const std::string& key);
const Json& at(const Json& array, std::size_t k);
std::size_t count_of(const Json& list);  ///< of an array; 0 of anything else

std::string text_in(const Json& value);  ///< of a string; "" of anything else
double number_in(const Json& value);     ///< of a number; 0 of anything else
bool is_true(const Json& value);
bool is_null(const Json& value);

std::string rounded(double number);                                   ///< to 4 digits
std::string in_degrees(double degrees);                               ///< "12.3°"
std::string vector_in(const Json& vector);                            ///< "(1, -0.5, 0)"
std::string list_in(const Json& numbers, const char* between = " ");  ///< "1 2 3"

/// "lra" as "slides left on 1, slides right on 2, approaches 3".
std::string in_words(const std::string& mode);

/// What a margin in degrees is good for.
std::string margin_in(double degrees);

/// Units of an answer: "mm", "N mm".
std::string length_of(const Json& document);
std::string angle_of(const Json& document);

/// "1 thing", "2 things".
std::string counted(std::size_t count, const std::string& thing);

}  // namespace pawl::answers
