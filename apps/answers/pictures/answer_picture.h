// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/motions_picture.h>
#include <pawl/draw/page.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <optional>
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

/// The picture of an answer, from its task and its document alone: the same for an answer just found and a saved one.
/// Nothing for a command that has no picture of its own. `width`: of the page, px; its height is what it takes. Throws
/// InputError for an answer that is of another task.
std::optional<draw::Picture> answer_picture(const ValidTask& task, const Json& document, double width);

/// What an answer says of its task beside the answer: cheap to compare, and wrong for nearly all others. Throws
/// InputError.
void require_same_task(const ValidTask& task, const Json& document);

/// The picture that a command's options and `pawl draw --answer` give of an answer to a task, from its document alone;
/// the task's own where the command has none. `size`: of the page, px. Throws InputError for an answer that is of
/// another task.
draw::Picture command_picture(const ValidTask& task, const Json& document, const Eigen::Vector2d& size);

/// The same as a page: a plan and trials are played; else the task as it stands. Stopped, it is not whole, or throws
/// InputError.
draw::Page command_page(const ValidTask& task, const Json& document, bool saved = false, const StopToken& stop = {});

}  // namespace pawl::answers
