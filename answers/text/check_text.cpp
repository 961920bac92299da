// SPDX-License-Identifier: MIT
#include <algorithm>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kMostShown = 8;

std::string list_of(const Json& modes) {
  std::string text;
  for (std::size_t k = 0; k < count_of(modes); ++k) {
    const std::string mode = text_in(at(modes, k));
    text += (k > 0 ? "; or " : "") + mode + ": " + in_words(mode);
  }
  return text;
}

std::string distance_in(double degrees) {
  return degrees >= 180 ? "no other wrench gives another answer"
                        : "another answer is " + in_degrees(degrees) + " away in direction";
}

void write_wrench(const Json& results, Status status, TextPage& page) {
  const std::string wrench = "wrench " + vector_in(at(results, "wrench"));
  const Json& modes = at(results, "modes");
  const std::string wanted = text_in(at(results, "mode"));
  const bool jam = is_true(at(results, "jam"));
  if (!wanted.empty()) {
    const bool desired = is_true(at(results, "desired"));
    page.headline(status, wrench + (desired ? " gives " : " may not give ") + wanted + (desired ? ", as wanted" : ""));
  } else if (text_in(at(results, "verdict")) == "undecided") {
    page.headline(status, wrench + ": undecided within the rounding of the input");
  } else if (count_of(modes) == 1) {
    page.headline(status, wrench + (jam ? " holds the part: nothing moves" : " does one thing"));
  } else {
    page.headline(status, wrench + " may do " + std::to_string(count_of(modes)) + " things" +
                              (jam ? ", one of them nothing: it may jam" : ""));
  }
  page.field(count_of(modes) == 1 ? "does" : "may do", list_of(modes));
  page.field("margin", distance_in(number_in(at(results, "distance_deg"))));
}

std::string covers_in(const Json& rival) {
  const std::string covers = text_in(at(rival, "covers"));
  return covers == "all" ? "covers all of it" : covers == "part" ? "covers part of it" : "touches its boundary only";
}

void write_rivals(const Json& rivals, TextPage& page) {
  for (std::size_t k = 0; k < std::min(count_of(rivals), kMostShown); ++k) {
    const Json& rival = at(rivals, k);
    const std::string mode = text_in(at(rival, "mode"));
    page.field(k == 0 ? "rival" : "",
               mode + (is_true(at(rival, "jam")) ? " JAM: " : ": ") + in_words(mode) + "; " + covers_in(rival));
  }
  if (count_of(rivals) > kMostShown) page.field("", "and " + std::to_string(count_of(rivals) - kMostShown) + " more");
}

void write_safe(const Json& safe, TextPage& page) {
  for (std::size_t k = 0; k < std::min(count_of(safe), kMostShown); ++k) {
    const Json& piece = at(safe, k);
    page.field(k == 0 ? "safe" : "",
               vector_in(at(piece, "wrench")) + ", margin " + margin_in(number_in(at(piece, "margin_deg"))));
  }
}

void write_closure(const Json& results, TextPage& page) {
  const Json& wedges = at(results, "wedging");
  for (std::size_t k = 0; k < count_of(wedges); ++k) {
    page.field(k == 0 ? "cause" : "",
               "wedge between " + list_in(at(wedges, k), " and ") + ": each lies in the other's friction cone");
  }
  const auto held = [&](const char* key, const char* contacts) {
    return is_true(at(results, key)) ? "yes (" + list_in(at(results, contacts), ", ") + ")" : std::string("no");
  };
  page.field("closure", "force: " + held("force_closure", "closure_contacts") +
                            "   form: " + held("form_closure", "form_closure_contacts"));
}

std::string headline_of(const Json& results) {
  const std::string verdict = text_in(at(results, "verdict"));
  if (verdict == "undecided") return "undecided within the rounding of the input";
  if (verdict == "infeasible") return "impossible: no motion has these letters (infeasible)";
  if (verdict == "determinate") return "every wrench inside its cone gives it alone (determinate)";
  if (verdict == "partly ambiguous") return "some of its wrenches are safe (partly ambiguous)";
  return verdict.empty() ? "not known" : "no wrench is safe (wholly ambiguous)";
}

}  // namespace

void write_check(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const auto finish = [&] {
    write_fixture_check(results, length_of(document), page);
    write_doubts(results, page);
  };
  if (at(results, "wrench").entries()) {
    write_wrench(results, status, page);
    return finish();
  }
  const std::string mode = text_in(at(results, "mode")), verdict = text_in(at(results, "verdict"));
  if (mode.empty()) {
    page.headline(status, is_null(at(results, "clamps")) ? "the fixture, without a mode or a wrench"
                          : count_of(at(at(results, "clamps"), "edges")) > 0
                              ? "one clamp without friction can load all locators"
                              : "no single clamp without friction loads all locators");
    return finish();
  }
  page.headline(status, mode + ": " + headline_of(results));
  page.field("wanted", in_words(mode));
  if (verdict != "infeasible") {
    write_rivals(at(results, "rivals"), page);
    write_safe(at(results, "safe"), page);
  }
  if (!verdict.empty()) write_closure(results, page);
  if (verdict == "wholly ambiguous") {
    const bool wedge = count_of(at(results, "wedging")) > 0;
    page.field("try",
               wedge ? "less friction, or contacts further apart" : "less friction, or other places for the pins");
  }
  finish();
}

}  // namespace pawl::answers
