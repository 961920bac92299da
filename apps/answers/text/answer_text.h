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

// Pieces of an answer in words, for all commands' texts.

/// A member of an object on the way to a value: null where one is missing.
const Json& at(const Json& object, const std::string& key);
const Json& at(const Json& array, std::size_t k);
std::size_t count_of(const Json& list);  ///< of an array; 0 of anything else

std::string text_in(const Json& value);  ///< of a string; "" of anything else
double number_in(const Json& value);     ///< of a number; 0 of anything else
bool is_true(const Json& value);
bool is_null(const Json& value);

std::string rounded(double number);                                   ///< to 4 digits
std::string in_degrees(double degrees);                               ///< "12.3°"
std::string vector_in(const Json& vector);                            ///< "(1, -0.5, 0)"
std::string list_in(const Json& numbers, const char* between = " ");  ///< "1 2 3"

/// "lra" as "slides left on 1, slides right on 2, approaches 3".
std::string in_words(const std::string& mode);

/// What a margin in degrees is good for.
std::string margin_in(double degrees);

/// Units of an answer: "mm", "N mm".
std::string length_of(const Json& document);
std::string angle_of(const Json& document);

/// "1 thing", "2 things".
std::string counted(std::size_t count, const std::string& thing);

/// An answer as people read it: the same facts as its JSON document, from that document.
std::string text_for_people(const Json& document, Status status, const TextStyle& style);
/// The same, statement by statement.
TextPage page_for_people(const Json& document, Status status, const TextStyle& style);

// Each writes the text of one command's answer, in a file *_texts.cpp (of `lcp` and `verify` in answer_text.cpp).
// `document`: the whole answer.
void write_check(const Json& document, Status status, TextPage& page);
void write_cones(const Json& document, Status status, TextPage& page);
void write_contacts(const Json& document, Status status, TextPage& page);
void write_fixture(const Json& document, Status status, TextPage& page);
void write_forward(const Json& document, Status status, TextPage& page);
void write_lcp(const Json& document, Status status, TextPage& page);
void write_modes(const Json& document, Status status, TextPage& page);
void write_part(const Json& document, Status status, TextPage& page);
void write_plan(const Json& document, Status status, TextPage& page);
void write_simulate(const Json& document, Status status, TextPage& page);
void write_verify(const Json& document, Status status, TextPage& page);

/// What --tolerance, --clamp and --clamp-at added to the results of an answer, whose unit of length this is.
void write_fixture_check(const Json& results, const std::string& length, TextPage& page);

/// That an answer was ended early, or could not be certified, where its results say so.
void write_doubts(const Json& results, TextPage& page);

}  // namespace pawl::answers
