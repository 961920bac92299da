// SPDX-License-Identifier: MIT
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

std::string counts_in(const Json& counts) {
  std::string text;
  for (std::size_t k = 0; k < count_of(counts); ++k) {
    text +=
        (k > 0 ? ", " : "") + rounded(number_in(at(at(counts, k), "count"))) + " " + text_in(at(at(counts, k), "what"));
  }
  return text;
}

std::string of_kind(const Json& loops, const std::string& kind) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < count_of(loops); ++k) count += text_in(at(at(loops, k), "kind")) == kind ? 1 : 0;
  return count == 0 ? "" : ", " + counted(count, kind);
}

}  // namespace

void write_part(const Json& document, Status, TextPage& page) {
  const Json& report = at(document, "report");
  const Json& loops = at(report, "loops");
  const std::string length = length_of(document);
  page.headline(kYes, text_in(at(document, "name")) + ": an outline" + of_kind(loops, "hole") + ", in " + length);
  page.field("read", text_in(at(report, "format")) + ": " + counts_in(at(report, "entities")));
  const std::string left_out = counts_in(at(report, "left_out"));
  if (!left_out.empty()) page.field("left out", left_out);
  page.field("area", rounded(number_in(at(report, "area"))) + " " + length + "\u00b2, centroid " +
                         vector_in(at(report, "centroid")) + ", gyration radius " +
                         rounded(number_in(at(report, "gyration_radius"))));
  const double deviation = number_in(at(report, "deviation"));
  page.field("curves", deviation == 0
                           ? "lines and arcs only"
                           : "chords within " + rounded(deviation) + " " + length + " of splines and ellipses");
  const Json& dropped = at(report, "dropped");
  for (const char* what : {"duplicates", "zero_length"}) {
    const double count = number_in(at(dropped, what));
    if (count > 0)
      page.field("dropped", rounded(count) + " " + (std::string(what) == "duplicates" ? what : "without length"));
  }
  std::vector<TextPage::Row> rows{{"loop", "kind", "segments", "area", "begins with"}};
  for (std::size_t k = 0; k < count_of(loops); ++k) {
    const Json& loop = at(loops, k);
    rows.push_back({rounded(number_in(at(loop, "loop"))), text_in(at(loop, "kind")),
                    rounded(number_in(at(loop, "segments"))), rounded(number_in(at(loop, "area"))),
                    text_in(at(loop, "begins"))});
  }
  page.table(rows);
  const Json& joined = at(report, "joined");
  for (std::size_t k = 0; k < count_of(joined); ++k) {
    const Json& one = at(joined, k);
    page.line("joined by " + text_in(at(one, "by")) + " over " + rounded(number_in(at(one, "gap"))) + " at " +
              vector_in(at(one, "at")) + ": " + text_in(at(one, "moved")) + " to " + text_in(at(one, "kept")));
  }
  const Json& notes = at(report, "notes");
  for (std::size_t k = 0; k < count_of(notes); ++k) page.line(text_in(at(notes, k)));
  page.line("--format json prints the part itself");
}

}  // namespace pawl::answers
