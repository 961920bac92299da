// SPDX-License-Identifier: MIT
#include "answers/text/answer_text.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/mode.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {
namespace {

constexpr int kLabel = 11;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Characters beyond ASCII in the texts of answers, each with the ASCII text that replaces it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kInAscii{{{"\u2713", "ok"},
                                                                                 {"\u2717", "NO"},
                                                                                 {"\u00b0", " deg"},
                                                                                 {"\u2026", ".."},
                                                                                 {"\u00b1", "+-"},
                                                                                 {"\u00b7", "*"},
                                                                                 {"\u00b2", "^2"},
                                                                                 {"\u03c4", "torque"},
                                                                                 {"\u2013", "-"}}};

std::string in_ascii(const std::string& text) {
  std::string result;
  for (std::size_t k = 0; k < text.size();) {
    if (static_cast<unsigned char>(text[k]) < 0x80) {
      result += text[k++];
      continue;
    }
    const auto known = std::find_if(kInAscii.begin(), kInAscii.end(), [&](const auto& pair) {
      return text.compare(k, pair.first.size(), pair.first) == 0;
    });
    result += known != kInAscii.end() ? known->second : "?";
    for (++k; k < text.size() && continues(text[k]); ++k) {
    }
  }
  return result;
}

}  // namespace

int columns_of(const std::string& text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string TextPage::plain(const std::string& text) const {
  const std::string shown = visible(text);
  return style_.unicode ? shown : in_ascii(shown);
}

std::string TextPage::coloured(const char* code, const std::string& text) const {
  return style_.colour ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
}

void TextPage::wrapped(const std::string& shown, int columns, const std::string& text) {
  const std::string hanging(static_cast<std::size_t>(columns), ' ');
  std::string line = shown;
  int used = columns;
  bool fresh = true;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find(' ', begin);
    if (end == std::string::npos) end = text.size();
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    const int width = columns_of(word);
    if (!fresh && used + 1 + width > style_.width) {
      text_ += line + "\n";
      line = hanging;
      used = columns;
      fresh = true;
    }
    if (!fresh) line += ' ';
    used += width + (fresh ? 0 : 1);
    line += word;
    fresh = false;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  text_ += line + "\n";
}

void TextPage::headline(Status status, const std::string& text) {
  statements_.push_back({Statement::Kind::headline, "", text});
  const char* mark = status == kYes ? "\u2713" : status == kNo ? "\u2717" : "?";
  const std::string shown = plain(mark);
  wrapped(coloured(status == kYes  ? "32"
                   : status == kNo ? "31"
                                   : "33",
                   shown) +
              " ",
          columns_of(shown) + 1, plain(text));
}

void TextPage::line(const std::string& text, int indent) {
  statements_.push_back({Statement::Kind::line, "", text});
  wrapped(std::string(static_cast<std::size_t>(indent), ' '), indent, plain(text));
}

void TextPage::hint(const std::string& text) { wrapped(" ", 1, plain(text)); }

void TextPage::field(const std::string& label, const std::string& text) {
  statements_.push_back({Statement::Kind::field, label, text});
  std::string shown = "  " + plain(label);
  shown.resize(std::max<std::size_t>(kLabel, shown.size() + 1), ' ');
  wrapped(shown, columns_of(shown), plain(text));
}

void TextPage::warning(const std::string& text) {
  statements_.push_back({Statement::Kind::warning, "", text});
  wrapped(" " + coloured("33", "!") + " ", 3, plain(text));
}

bool TextPage::fits(const std::vector<Row>& cells, int before_last) const {
  return std::all_of(cells.begin(), cells.end(), [&](const Row& row) {
    int word = 0, longest = 0;
    for (const char c : row.empty() ? std::string() : row.back()) {
      word = c == ' ' ? 0 : word + (continues(c) ? 0 : 1);
      longest = std::max(longest, word);
    }
    return before_last + longest <= style_.width;
  });
}

void TextPage::rows_in_words(const std::vector<Row>& cells) {
  for (std::size_t k = 1; k < cells.size(); ++k) {
    std::string text;
    for (std::size_t column = 0; column < cells[k].size(); ++column) {
      const std::string& heading = column < cells[0].size() ? cells[0][column] : "";
      text += (column > 0 ? ", " : "") + heading + (heading.empty() ? "" : " ") + cells[k][column];
    }
    wrapped("   ", 3, text);
  }
}

void TextPage::table(const std::vector<Row>& rows) {
  std::vector<int> widths;
  std::vector<Row> cells;
  for (const Row& row : rows) {
    Row& shown = cells.emplace_back();
    for (std::size_t k = 0; k < row.size(); ++k) {
      shown.push_back(plain(row[k]));
      if (widths.size() <= k) widths.push_back(0);
      widths[k] = std::max(widths[k], columns_of(shown[k]));
    }
  }
  int needed = 1;
  for (const int width : widths) needed += width + 2;
  if (needed - 2 > style_.width && !cells.empty() && !fits(cells, needed - 2 - widths.back()))
    return rows_in_words(cells);
  for (const Row& row : cells) {
    std::string shown = " ";
    int columns = 1;
    for (std::size_t k = 0; k + 1 < row.size(); ++k) {
      shown += row[k] + std::string(static_cast<std::size_t>(widths[k] - columns_of(row[k]) + 2), ' ');
      columns += widths[k] + 2;
    }
    if (!row.empty()) wrapped(shown, columns, row.back());
  }
}

namespace {

const char* verb_of(char letter) {
  switch (letter) {
    case 'l':
      return "slides left on";
    case 'r':
      return "slides right on";
    case 'n':
      return "sticks on";
    case 's':
      return "off";
    case 'a':
      return "approaches";
    default:
      return "anything at";
  }
}

}  // namespace

std::string rounded(double number, double floor) {
  constexpr double kLeast = 999.95, kMost = 1e15;  // at least 999.95, a number is rounded to 1000 or more; below 1e15,
                                                   // a double represents every whole number
  const double size = std::fabs(number);
  if (size < floor) return "0";
  if (size >= kLeast && size < kMost) return fmt::format("{:.0f}", number);
  const std::string text = fmt::format("{:.4g}", number);
  return text == "-0" ? "0" : text;
}

std::string in_degrees(double degrees) {
  const std::string text = fmt::format("{:.1f}", degrees);
  return (text == "-0.0" ? "0.0" : text) + "\u00b0";
}

std::string vector_in(const Json& vector, double floor) {
  for (std::size_t k = 0; k < count_of(vector); ++k)
    floor = std::max(floor, kNoise * std::fabs(number_in(at(vector, k))));
  std::string text;
  for (std::size_t k = 0; k < count_of(vector); ++k) {
    text += (k > 0 ? ", " : "(") + (is_null(at(vector, k)) ? "any" : rounded(number_in(at(vector, k)), floor));
  }
  return text + ")";
}

double length_floor(const Json& document) {
  constexpr double kShare = 1e-9, kMetres = 1e-12;
  const Json& results = at(document, "results");
  const double gyration = results.members() ? number_in(at(results, "gyration_radius")) : 0;
  if (gyration > 0) return kShare * gyration;
  const std::string unit = length_of(document);
  const double units_per_metre = unit == "mm" ? 1e3 : unit == "cm" ? 1e2 : unit == "in" ? 1 / .0254 : 1;
  return kMetres * units_per_metre;
}

std::string pose_in(const Json& document, const Json& pose) {
  constexpr double kLeastAngle = 1e-12;
  const double least = length_floor(document);
  std::string text;
  for (std::size_t k = 0; k < count_of(pose); ++k) {
    const Json& entry = at(pose, k);
    text += (k > 0 ? ", " : "(") + (is_null(entry) ? "any" : rounded(number_in(entry), k < 2 ? least : kLeastAngle));
  }
  return text + ")";
}

std::string feature_in(const std::string& feature) {
  const std::size_t blank = feature.find(' ');
  if (blank == std::string::npos || feature.starts_with("hole"))
    return feature;  // the text contains no number, or a number that counts from 1
  std::size_t digits = 0;
  const unsigned long number = std::stoul(feature.substr(blank + 1), &digits);
  return feature.substr(0, blank + 1) + std::to_string(number + 1) + feature.substr(blank + 1 + digits);
}

std::string friction_in(const Json& friction) {
  if (has(friction, "static"))
    return "static " + friction_in(at(friction, "static")) + ", kinetic " + friction_in(at(friction, "kinetic"));
  return friction.entries() ? list_in(friction, "\u2013") : rounded(number_in(friction));
}

std::string list_in(const Json& numbers, const char* between) {
  std::string text;
  for (std::size_t k = 0; k < count_of(numbers); ++k)
    text += (k > 0 ? between : "") + rounded(number_in(at(numbers, k)));
  return text;
}

namespace {

/// Returns the verb for one entry of a pattern. `letters` are the letters that the entry permits.
std::string verb_of(const std::string& letters) {
  if (letters.size() == 1) return verb_of(letters[0]);
  if (letters.size() == 5) return verb_of('*');
  if (letters.size() == 3 && letters.find_first_not_of("lnr") == std::string::npos) return "keeps contact on";
  std::string verb;
  for (const char letter : letters) verb += (verb.empty() ? "" : " or ") + std::string(verb_of(letter));
  return verb;
}

/// Returns the different entries of a pattern in the order in which a text names them: single letters, then sets, then
/// `*`.
std::vector<std::string> kinds_of(const std::vector<std::string>& entries) {
  std::vector<std::string> kinds{"l", "r", "n", "s", "a"};
  for (const std::string& entry : entries) {
    if (entry.size() != 5 && std::find(kinds.begin(), kinds.end(), entry) == kinds.end()) kinds.push_back(entry);
  }
  kinds.emplace_back("alnrs");
  return kinds;
}

}  // namespace

std::string in_words(const std::string& mode) {
  std::vector<std::string> entries;
  try {
    entries = letters_in_pattern(mode);
  } catch (const InputError&) {
    return mode;  // a saved answer may contain a text that is not a pattern
  }
  std::string text;
  for (const std::string& kind : kinds_of(entries)) {
    std::string fixels;
    for (std::size_t k = 0; k < entries.size(); ++k) {
      if (entries[k] == kind) fixels += " " + std::to_string(k + 1);
    }
    if (!fixels.empty()) text += (text.empty() ? "" : ", ") + verb_of(kind) + fixels;
  }
  return text.empty() ? "moves freely" : text;
}

std::string margin_in(double degrees) {
  if (degrees >= 180) return "every direction works";
  const char* words = degrees < 1 ? "very narrow" : degrees < 5 ? "narrow" : degrees < 15 ? "fair" : "wide";
  return in_degrees(degrees) + " (" + words + ")";
}

std::string length_of(const Json& document) {
  const std::string unit = text_in(at(at(document, "units"), "length"));
  return unit.empty() ? "m" : unit;
}

std::string angle_of(const Json& document) {
  const std::string unit = text_in(at(at(document, "units"), "angle"));
  return unit.empty() ? "rad" : unit;
}

std::string counted(std::size_t count, const std::string& thing) {
  const bool hisses = thing.ends_with("sh") || thing.ends_with("ch");  // a noun such as "push" or "wrench" has a plural
                                                                       // in "es"
  std::string text = std::to_string(count);
  text += ' ';
  text += thing;
  if (count != 1) text += hisses ? "es" : "s";
  return text;
}

TextPage page_for_people(const Json& document, Status status, const TextStyle& style) {
  using Write = void (*)(const Json&, Status, TextPage&);
  static constexpr std::pair<const char*, Write> kWriters[] = {
      {"check", write_check},     {"cone", write_cones}, {"contacts", write_contacts}, {"fixture", write_fixture},
      {"forward", write_forward}, {"lcp", write_lcp},    {"modes", write_modes},       {"nest", write_nest},
      {"orient", write_orient},
      {"part", write_part},       {"plan", write_plan},  {"report", write_report},     {"simulate", write_simulate},
      {"verify", write_verify}};
  TextPage page(style);
  const std::string file = text_in(at(document, "file"));
  if (!file.empty()) page.line(file + ":", 0);
  const std::string command = text_in(at(document, "command"));
  for (const auto& [name, write] : kWriters) {
    if (command == name) write(document, status, page);
  }
  if (is_true(at(document, "stopped"))) page.line("Stopped early: there are more results than these.");
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
  if (is_true(at(results, "stopped"))) page.line("Stopped early: nothing more is known.");
  if (at(results, "certified").boolean().value_or(true)) return;
  page.line("not certified: " + text_in(at(at(results, "uncertain"), "reason")));
}

namespace {

constexpr std::size_t kMostEntries = 12;

std::string first_of(const Json& z) {
  std::string text;
  for (std::size_t k = 0; k < std::min(count_of(z), kMostEntries); ++k) {
    text += (k > 0 ? " " : "") + rounded(number_in(at(z, k)));
  }
  return text + (count_of(z) > kMostEntries ? " \u2026 (" + std::to_string(count_of(z)) + " in all)" : "");
}

}  // namespace

void write_lcp(const Json& document, Status, TextPage& page) {
  const Json& results = at(document, "results");
  for (std::size_t k = 0; k < count_of(results); ++k) {
    const Json& result = at(results, k);
    const std::string status = text_in(at(result, "status"));
    const std::string words = status == "solved" ? "solved"
                              : status == "none" ? "has no solution: proved"
                                                 : "undecided";
    page.headline(status == "solved" ? kYes
                  : status == "none" ? kNo
                                     : kFailed,
                  text_in(at(result, "file")) + ": " + words);
    if (status == "solved") page.field("z", first_of(at(result, "z")));
    if (at(result, "solutions").entries()) {
      page.field("all",
                 counted(count_of(at(result, "solutions")), "solution") +
                     (is_true(at(result, "complete")) ? "" : "; the search was cut short, so there may be more"));
    }
    page.field("method", text_in(at(result, "method")) + ", " + rounded(number_in(at(result, "pivots"))) +
                             " pivots, residual " + rounded(number_in(at(result, "residual"))));
  }
}

void write_verify(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const bool accepted = is_true(at(results, "accepted"));
  const std::string name = text_in(at(document, "name"));
  const std::string refused = text_in(at(results, "refused"));
  page.headline(status, name + (accepted          ? ": accepted"
                                : refused.empty() ? ": only some fields could be checked; --partial accepts that"
                                                  : ": refused"));
  const Json& checked = at(results, "checked");
  for (std::size_t k = 0; k < count_of(checked); ++k) page.field(k == 0 ? "checked" : "", text_in(at(checked, k)));
  const Json& unchecked = at(results, "unchecked");
  for (std::size_t k = 0; k < count_of(unchecked); ++k)
    page.field(k == 0 ? "unchecked" : "", text_in(at(unchecked, k)));
  if (!refused.empty()) page.field("wrong", refused);
  const Json& part = at(results, "part");
  if (part.members()) page.field("part", text_in(at(part, "name")) + " " + text_in(at(part, "digest")));
  if (at(results, "depth").number())
    page.field("depth",
               rounded(number_in(at(results, "depth"))) + " N times the task's unit of length, for a load of 1 N");
  const Json& region = at(results, "region");
  if (!region.members()) return;
  const auto range = [](const Json& ends) {
    return rounded(number_in(at(ends, 0))) + " to " + rounded(number_in(at(ends, 1)));
  };
  const Json& translation = at(region, "translation");
  page.field("steps", rounded(number_in(at(results, "steps"))));
  page.field("rests", "within " + rounded(number_in(at(results, "displacement"))) +
                          " of the reference pose, in the task's unit of length");
  page.field("region", "x " + range(at(translation, 0)) + ", y " + range(at(translation, 1)) + ", turned by " +
                           range(at(region, "rotation_deg")) + "°");
}

void write_advice(const Json& results, TextPage& page) {
  const Json& advice = at(results, "advice");
  for (std::size_t k = 0; k < count_of(advice); ++k) {
    const Json& one = at(advice, k);
    page.field(k == 0 ? "try" : "or", text_in(at(one, "options")) + ": " + text_in(at(one, "effect")));
  }
}

}  // namespace pawl::answers
