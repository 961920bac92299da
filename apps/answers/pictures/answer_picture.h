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

/// Returns the exit status of a saved answer, computed from its document alone.
Status status_of_answer(const Json& document);

/// Returns the text above the picture of an answer. The first note is the headline. `shown` contains the labels of
/// fields that the picture shows itself. These fields are omitted, and so are the fields without a label that follow
/// one of them.
std::vector<draw::Note> answer_notes(const Json& document, const std::vector<std::string>& shown = {});

void add_note(std::vector<draw::Note>& notes, const std::string& text, draw::Ink ink);

std::string title_of(const Json& document);  ///< returns the name of the task or, without a name, the command

/// Returns the picture of an answer, or nothing if the command has no picture of its own. The picture depends on the
/// task and the document only, so a saved answer has the same picture as a new one. The page is `width` px wide; its
/// height follows from the content. Throws InputError for an answer to another task.
std::optional<draw::Picture> answer_picture(const ValidTask& task, const Json& document, double width);

/// Throws InputError if the document's name or units differ from those of the task. This simple test rejects almost all
/// answers to other tasks.
void require_same_task(const ValidTask& task, const Json& document);

/// Returns the picture that a command, or `pawl draw --answer`, makes for an answer. The picture depends on the task
/// and the document only. If the command has no picture of its own, returns the picture of the task. `size` is the page
/// size, px. Throws InputError for an answer to another task.
draw::Picture command_picture(const ValidTask& task, const Json& document, const Eigen::Vector2d& size);

/// Returns the player of an answer. It plays the plan or the trials of the answer; if the answer has neither, it shows
/// the task without motion. If `saved` is true, the answer comes from a file, and the page warns about the parts that
/// could not be checked. If `stop` ends the computation, returns an incomplete page or throws InputError.
draw::Page command_page(const ValidTask& task, const Json& document, bool saved = false, const StopToken& stop = {});

}  // namespace pawl::answers
