// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// Properties of a terminal.
struct TextStyle {
  int width = 80;  ///< columns
  bool colour = false;
  bool unicode = true;  ///< whether the terminal shows UTF-8; if false, texts are ASCII only, with "ok" in place of a
                        ///< check mark
};

/// A text for people. It is built line by line for a given width. A word is broken only if it is longer than a line.
/// Control characters are replaced by escapes, because a text may come from a file.
class TextPage {
 public:
  explicit TextPage(TextStyle style) : style_(style) {}

  void headline(Status status,
                const std::string& text);  ///< Writes a check mark, a cross or a question mark, depending on the
                                           ///< status, and then the headline.
  void line(const std::string& text, int indent = 1);
  /// Writes an entry of a list of labelled texts. The labels are in one column.
  void field(const std::string& label, const std::string& text);
  void warning(const std::string& text);

  void hint(const std::string& text);  ///< Writes a line about the use of the command, as opposed to a result.

  using Row = std::vector<std::string>;
  /// Writes a table. A column is as wide as its widest cell, except the last column, which is wrapped. The first row is
  /// the heading. If the page is too narrow, writes the rows as text instead.
  void table(const std::vector<Row>& rows);

  const std::string& text() const { return text_; }

  /// A statement of the page, without line breaks, for use in pictures. Tables and hints are not statements.
  struct Statement {
    enum class Kind { headline, line, field, warning };
    Kind kind;
    std::string label, text;  ///< `label` is empty except for a field
  };
  const std::vector<Statement>& statements() const { return statements_; }

 private:
  /// Returns whether every word of the last column fits into the page if the columns before it take `before_last`
  /// columns of text.
  bool fits(const std::vector<Row>& cells, int before_last) const;
  /// Writes a table that is too wide for the page: row by row, each cell after the heading of its column.
  void rows_in_words(const std::vector<Row>& cells);
  /// Writes a wrapped text after the prefix `shown`, which takes `columns` columns. All lines after the first are
  /// indented by this width.
  void wrapped(const std::string& shown, int columns, const std::string& text);
  std::string plain(const std::string& text) const;
  std::string coloured(const char* code, const std::string& text) const;

  TextStyle style_;
  std::string text_;
  std::vector<Statement> statements_;
};

/// Returns the number of columns of a UTF-8 text. Each character counts as one column.
int columns_of(const std::string& text);

// Functions that return parts of a text, for the texts of all commands.

/// An entry of a vector is rounding noise if it is below this fraction of the largest entry.
inline constexpr double kNoise = 1e-12;

/// Returns a number with 4 significant digits. Between 1000 and 1e15, returns all digits before the decimal point
/// instead, so that counts are exact. If the number's absolute value is less than `floor`, returns "0".
std::string rounded(double number, double floor = 0);
std::string in_degrees(double degrees);  ///< "12.3°"
/// Returns a vector such as "(1, -0.5, 0)". An entry is written as 0 if it is below `floor`, or below 1e-12 of the
/// largest entry.
std::string vector_in(const Json& vector, double floor = 0);
/// Returns the length below which a length is rounding noise, in the document's unit: 1e-9 of the radius of gyration if
/// the answer states it, otherwise 1e-12 m.
double length_floor(const Json& document);
/// Returns a pose such as "(1, -0.5, 0)". Rounding noise is written as 0.
std::string pose_in(const Json& document, const Json& pose);
/// Returns the name of a feature of the outline with a number that counts from 1: "edge 1" for "edge 0" in the JSON
/// answer.
std::string feature_in(const std::string& feature);
/// Returns a friction coefficient as text, such as "0.1\u20130.3" or "static 0.3, kinetic 0.2".
std::string friction_in(const Json& friction);
std::string list_in(const Json& numbers, const char* between = " ");  ///< Returns numbers as text, such as "1 2 3".

/// Returns a mode in words: "slides left on 1, slides right on 2, approaches 3" for "lra".
std::string in_words(const std::string& mode);

/// Returns a margin in degrees, with a remark on its size in practice.
std::string margin_in(double degrees);

/// Functions that return the name of a unit of an answer, such as "mm".
std::string length_of(const Json& document);
std::string angle_of(const Json& document);

/// Returns a sentence about the guarantee of a plan for all parts in a profile zone. `length` is the name of the unit
/// of length.
std::string zone_in(const Json& zone, const std::string& length);

/// Returns a count with its noun: "1 thing", "2 things".
std::string counted(std::size_t count, const std::string& thing);

/// Returns an answer as text for people. The text is made from the answer's JSON document and states the same facts.
std::string text_for_people(const Json& document, Status status, const TextStyle& style);
/// Returns the text of text_for_people() as a page, whose statements can be read one by one.
TextPage page_for_people(const Json& document, Status status, const TextStyle& style);

/// Writes the changes that help, each as options to add to the command. Writes nothing if there are none.
void write_advice(const Json& results, TextPage& page);

// Functions that write the text of an answer, one function per command. Their files are named *_texts.cpp; those for
// `lcp` and `verify` are in answer_text.cpp. `document` is the whole answer.
void write_check(const Json& document, Status status, TextPage& page);
void write_cones(const Json& document, Status status, TextPage& page);
void write_contacts(const Json& document, Status status, TextPage& page);
void write_fixture(const Json& document, Status status, TextPage& page);
void write_forward(const Json& document, Status status, TextPage& page);
void write_lcp(const Json& document, Status status, TextPage& page);
void write_modes(const Json& document, Status status, TextPage& page);
void write_nest(const Json& document, Status status, TextPage& page);
void write_orient(const Json& document, Status status, TextPage& page);
void write_part(const Json& document, Status status, TextPage& page);
void write_plan(const Json& document, Status status, TextPage& page);
void write_regions(const Json& document, Status status, TextPage& page);
void write_report(const Json& document, Status status, TextPage& page);
void write_simulate(const Json& document, Status status, TextPage& page);
void write_verify(const Json& document, Status status, TextPage& page);

/// Writes the results of --tolerance, --clamp and --clamp-at. `length` is the name of the answer's unit of length.
void write_fixture_check(const Json& results, const std::string& length, TextPage& page);

/// If the results contain stretches of the outline on which an additional finger has an effect, writes them. `length`
/// is the name of the answer's unit of length.
void write_finger(const Json& results, const std::string& length, TextPage& page);

/// If the results contain wrong placements of the part, writes them.
void write_foolproof(const Json& document, TextPage& page);

/// If the answer was stopped early or could not be certified, writes this.
void write_doubts(const Json& results, TextPage& page);

}  // namespace pawl::answers
