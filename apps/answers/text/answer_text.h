// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// Capabilities of a terminal.
struct TextStyle {
  int width = 80;  ///< columns
  bool colour = false;
  bool unicode = true;  ///< whether the terminal shows UTF-8; if false, texts contain only ASCII, such as "ok" for a
                        ///< check mark
};

/// A human-readable text, built line by line for a given width. A word is broken only if it is longer than a line.
/// Control characters in text from files are escaped.
class TextPage {
 public:
  explicit TextPage(TextStyle style) : style_(style) {}

  void headline(Status status,
                const std::string& text);  ///< Writes the headline after a check mark, a cross or a question mark.
  void line(const std::string& text, int indent = 1);
  /// Writes an entry of a list, with labels in a column.
  void field(const std::string& label, const std::string& text);
  void warning(const std::string& text);

  void hint(const std::string& text);  ///< Writes a line about the command, not about the answer.

  using Row = std::vector<std::string>;
  /// Adds a table whose columns are as wide as their widest cell. The first row is the heading, and the last column is
  /// wrapped. If the page is too narrow for the table, the rows are written as text.
  void table(const std::vector<Row>& rows);

  const std::string& text() const { return text_; }

  /// A statement of the page, for use in pictures. Statements are not wrapped; tables and hints are not statements.
  struct Statement {
    enum class Kind { headline, line, field, warning };
    Kind kind;
    std::string label, text;  ///< only a field has a label
  };
  const std::vector<Statement>& statements() const { return statements_; }

 private:
  /// Returns whether each word of the last column fits into the space that is left after the first `before_last`
  /// columns of the page.
  bool fits(const std::vector<Row>& cells, int before_last) const;
  /// Writes a table that is too wide: rows one after another, each cell after its heading.
  void rows_in_words(const std::vector<Row>& cells);
  /// Writes wrapped text. `shown`, which is `columns` wide, precedes the first line. Further lines are indented.
  void wrapped(const std::string& shown, int columns, const std::string& text);
  std::string plain(const std::string& text) const;
  std::string coloured(const char* code, const std::string& text) const;

  TextStyle style_;
  std::string text_;
  std::vector<Statement> statements_;
};

/// Returns the number of columns of a UTF-8 text: one per character.
int columns_of(const std::string& text);

// Functions that return parts of an answer as text, for the texts of all commands.

/// Fraction of the largest of several numbers below which a number is rounding noise.
inline constexpr double kNoise = 1e-12;

/// Returns a number with 4 digits. If it is between 1000 and 1e15, all its digits before the decimal point are written,
/// so that counts are exact. A number with a size less than `floor` is written as 0.
std::string rounded(double number, double floor = 0);
std::string in_degrees(double degrees);  ///< "12.3°"
/// Returns "(1, -0.5, 0)". Entries below `floor`, or below 1e-12 of the largest entry, are written as 0.
std::string vector_in(const Json& vector, double floor = 0);
/// Returns the value below which a length is rounding noise, in the document's unit. This is 1e-9 of the radius of
/// gyration if the answer contains it, otherwise 1e-12 m.
double length_floor(const Json& document);
/// Returns a pose "(1, -0.5, 0)". Rounding noise is written as 0.
std::string pose_in(const Json& document, const Json& pose);
/// Returns a feature of the outline with a number that counts from 1: "edge 1" for "edge 0" of the JSON answer.
std::string feature_in(const std::string& feature);
/// Returns a friction coefficient as text, such as "0.1\u20130.3" or "static 0.3, kinetic 0.2".
std::string friction_in(const Json& friction);
std::string list_in(const Json& numbers, const char* between = " ");  ///< Returns numbers as text, such as "1 2 3".

/// Returns a mode in words: "slides left on 1, slides right on 2, approaches 3" for "lra".
std::string in_words(const std::string& mode);

/// Returns a margin in degrees with its practical meaning.
std::string margin_in(double degrees);

/// Functions that return the units of an answer, such as "mm".
std::string length_of(const Json& document);
std::string angle_of(const Json& document);

/// Returns what a plan guarantees for all parts in a profile zone. `length` is the unit of length.
std::string zone_in(const Json& zone, const std::string& length);

/// Returns a count with its noun: "1 thing", "2 things".
std::string counted(std::size_t count, const std::string& thing);

/// Returns an answer as human-readable text. The text is made from the JSON document of the answer and states the same
/// facts.
std::string text_for_people(const Json& document, Status status, const TextStyle& style);
/// Returns the text that text_for_people() prints, as a list of statements.
TextPage page_for_people(const Json& document, Status status, const TextStyle& style);

/// Writes the changes that help, each as options to add to the command. Writes nothing if no change helps.
void write_advice(const Json& results, TextPage& page);

// Functions that write the text of one command's answer, each in a file *_texts.cpp (`lcp` and `verify` in
// answer_text.cpp). `document` is the whole answer.
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

/// Writes the results of --tolerance, --clamp and --clamp-at. `length` is the unit of length of the answer.
void write_fixture_check(const Json& results, const std::string& length, TextPage& page);

/// Writes the stretches of the outline where one more finger has an effect, if the results contain them. `length` is the
/// unit of length of the answer.
void write_finger(const Json& results, const std::string& length, TextPage& page);

/// Writes the wrong placements of the part, if the results contain them.
void write_foolproof(const Json& document, TextPage& page);

/// Writes that an answer was stopped early or could not be certified, if its results state it.
void write_doubts(const Json& results, TextPage& page);

}  // namespace pawl::answers
