// SPDX-License-Identifier: MIT
#include "answers/text/answer_text.h"

#include <utility>

namespace pawl::answers {

TextPage page_for_people(const Json& document, Status status, const TextStyle& style) {
  using Write = void (*)(const Json&, Status, TextPage&);
  static constexpr std::pair<const char*, Write> kWriters[] = {
      {"check", write_check},       {"cone", write_cones},   {"contacts", write_contacts}, {"forward", write_forward},
      {"lcp", write_lcp},           {"modes", write_modes},  {"part", write_part},         {"plan", write_plan},
      {"simulate", write_simulate}, {"verify", write_verify}};
  TextPage page(style);
  const std::string file = text_in(at(document, "file"));
  if (!file.empty()) page.line(file + ":", 0);
  const std::string command = text_in(at(document, "command"));
  for (const auto& [name, write] : kWriters) {
    if (command == name) write(document, status, page);
  }
  if (is_true(at(document, "stopped"))) page.line("stopped early: there is more than this");
  const Json& warnings = at(document, "warnings");
  for (std::size_t k = 0; k < count_of(warnings); ++k) {
    const std::string pointer = text_in(at(at(warnings, k), "pointer"));
    page.warning(pointer + (pointer.empty() ? "" : ": ") + text_in(at(at(warnings, k), "message")));
  }
  return page;
}

std::string text_for_people(const Json& document, Status status, const TextStyle& style) {
  return page_for_people(document, status, style).text();
}

void write_doubts(const Json& results, TextPage& page) {
  if (is_true(at(results, "stopped"))) page.line("stopped early: nothing more is known");
  if (at(results, "certified").boolean().value_or(true)) return;
  page.line("not certified: " + text_in(at(at(results, "uncertain"), "reason")));
}

}  // namespace pawl::answers
