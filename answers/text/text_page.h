// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// What a terminal can show.
struct TextStyle {
  int width = 80;  ///< columns
  bool colour = false;
  bool unicode = true;  ///< else ASCII: "ok" for a check mark
};

/// A text for people, line by line, in a width: words are never cut but where one alone is too long. What comes from
/// files is shown without control characters.
class TextPage {
 public:
  explicit TextPage(TextStyle style) : style_(style) {}

  void headline(Status status, const std::string& text);  ///< with a check mark, a cross or a question mark
  void line(const std::string& text, int indent = 1);
  void field(const std::string& label, const std::string& text);  ///< of a list of them: labels in a column
  void warning(const std::string& text);

  void hint(const std::string& text);  ///< a line about the command, not the answer

  using Row = std::vector<std::string>;
  /// Columns as wide as their widest cell; the first row is the heading, the last column is wrapped. Where the
  /// width does not do, rows in words.
  void table(const std::vector<Row>& rows);

  const std::string& text() const { return text_; }

  /// What was said, but tables and hints, unwrapped: for pictures.
  struct Statement {
    enum class Kind { headline, line, field, warning };
    Kind kind;
    std::string label, text;  ///< the label is a field's
  };
  const std::vector<Statement>& statements() const { return statements_; }

 private:
  /// Whether the last column, which begins after so many, has room for each of its words.
  bool fits(const std::vector<Row>& cells, int before_last) const;
  /// A table that is too wide: a row after the other, each cell behind its heading.
  void rows_in_words(const std::vector<Row>& cells);
  /// `shown`, `columns` wide, before the first line; the rest hangs under it.
  void wrapped(const std::string& shown, int columns, const std::string& text);
  std::string plain(const std::string& text) const;
  std::string coloured(const char* code, const std::string& text) const;

  TextStyle style_;
  std::string text_;
  std::vector<Statement> statements_;
};

/// Columns that a UTF-8 text takes: one each character.
int columns_of(const std::string& text);

}  // namespace pawl::answers
