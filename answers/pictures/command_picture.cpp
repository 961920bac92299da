// SPDX-License-Identifier: MIT
#include "answers/pictures/command_picture.h"

#include <pawl/draw/task_picture.h>

#include "answers/pictures/answer_picture.h"
#include "answers/pictures/cone_figure.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

Warnings warnings_in(const Json& document) {
  Warnings warnings;
  const Json& list = at(document, "warnings");
  for (std::size_t k = 0; k < count_of(list); ++k) {
    const Json& warning = at(list, k);
    warnings.push_back(
        {text_in(at(warning, "code")), text_in(at(warning, "pointer")), text_in(at(warning, "message"))});
  }
  return warnings;
}

}  // namespace

draw::Picture command_picture(const ValidTask& task, const Json& document, const Eigen::Vector2d& size) {
  if (std::optional<draw::Picture> own = answer_picture(task, document, size.x())) return std::move(*own);
  if (text_in(at(document, "command")) == "cone") {
    if (count_of(at(document, "results")) > 0) return draw::cone_picture(task, cone_figure(task, document), size);
  }
  return draw::task_picture(task, size, warnings_in(document));
}

}  // namespace pawl::answers
