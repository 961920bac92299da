// SPDX-License-Identifier: MIT
#include "answers/text/text_page.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "answers/visible_text.h"

namespace pawl::answers {
namespace {

constexpr int kLabel = 11;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The characters that texts here are made with, and what stands for them in ASCII.
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

}  // namespace pawl::answers
