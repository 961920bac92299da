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

/// Returns the exit status of an answer, computed only from its document. It is used for saved answers.
Status status_of_answer(const Json& document);

/// Returns the answer's text, to be written above its picture. The picture itself shows some of the facts; `shown`
/// contains their labels. The fields with these labels are omitted, and so are the fields without a label that follow
/// them. The first note is the headline.
std::vector<draw::Note> answer_notes(const Json& document, const std::vector<std::string>& shown = {});

void add_note(std::vector<draw::Note>& notes, const std::string& text, draw::Ink ink);

std::string title_of(const Json& document);  ///< the task's name, or the command

/// Returns the picture of an answer. It is computed only from the task and the document, so that a saved answer has the
/// same picture as a new answer. Returns nothing for a command without a picture of its own. The page is `width` px
/// wide, and its height follows from the content. Throws InputError for an answer to another task.
std::optional<draw::Picture> answer_picture(const ValidTask& task, const Json& document, double width);

/// Throws InputError if the name or the units in an answer's document differ from the task's. This simple test rejects
/// almost all answers to other tasks.
void require_same_task(const ValidTask& task, const Json& document);

/// Returns the picture that a command's options and `pawl draw --answer` make for an answer. It is computed only from
/// the document. If the command has no picture, returns the picture of the task. `size` is the page size, px. Throws
/// InputError for an answer to another task.
draw::Picture command_picture(const ValidTask& task, const Json& document, const Eigen::Vector2d& size);

/// Returns the player of an answer. If the answer has a plan or trials, the player plays them; for all other answers,
/// it shows the task at rest. If `stop` ends the computation, returns an incomplete page or throws InputError.
draw::Page command_page(const ValidTask& task, const Json& document, bool saved = false, const StopToken& stop = {});

}  // namespace pawl::answers
