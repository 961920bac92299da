// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>

#include <Eigen/Core>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// The exit status that goes with an answer, from its document: of a saved one nothing else is known.
Status status_of_answer(const Json& document);

/// What the answer's text says, for the head of its picture, without the fields of these labels and those that follow
/// them without a label: the picture shows them. Its first note is the headline.
std::vector<draw::Note> answer_notes(const Json& document, const std::vector<std::string>& shown = {});

void add_note(std::vector<draw::Note>& notes, const std::string& text, draw::Ink ink);

Eigen::Vector3d vector3_in(const Json& value);  ///< of three numbers; others count as 0
std::vector<int> numbers_in(const Json& list);  ///< whole numbers
std::size_t whole_in(const Json& value);        ///< of a count; 0 of less, a billion of more
std::string title_of(const Json& document);     ///< the task's name, or the command

}  // namespace pawl::answers
