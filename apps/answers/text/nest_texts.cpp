// SPDX-License-Identifier: MIT
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

/// Returns a range such as "-0.1 to 0.2".
std::string range_in(const Json& ends) {
  return rounded(number_in(at(ends, 0))) + " to " + rounded(number_in(at(ends, 1)));
}

void write_nest_headline(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const std::string length = " " + length_of(document);
  if (text_in(at(results, "status")) == "none") {
    page.headline(status, "no nest: " + text_in(at(results, "reason")));
    const Json& largest = at(results, "largest_cutter_radius");
    if (!is_null(largest)) page.field("try", "--cutter-radius " + rounded(number_in(largest)) + ", which is small enough");
    return;
  }
  if (is_true(at(results, "fits"))) {
    const double tolerance = number_in(at(results, "tolerance"));
    page.headline(status, "a pocket with a clearance of " + rounded(number_in(at(results, "clearance"))) + length + ": " +
                              (tolerance > 0 ? "every part within its tolerance of " + rounded(tolerance) + length + " fits"
                                             : "the part fits") +
                              ", with a gap of " + rounded(number_in(at(results, "gap"))) + length + " or more");
    return;
  }
  page.headline(status, "it is not proved that the part fits: at " + vector_in(at(at(results, "tightest"), "point")) + " on edge " +
                            rounded(number_in(at(at(results, "tightest"), "edge"))) + " the gap to the wall of the pocket is too small");
}

void write_pocket(const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  const std::string length = " " + length_of(document);
  const double radius = number_in(at(results, "cutter_radius"));
  page.field("corners", radius > 0 ? "for a cutter of radius " + rounded(radius) + length + ", with " +
                                         counted(count_of(at(results, "reliefs")), "slot") + " (relief " +
                                         text_in(at(results, "relief")) + ")"
                                   : "as the outline has them; --cutter-radius makes them for a milling cutter");
  const Json& least = at(results, "least_clearance");
  page.field("least", is_null(least) ? "no clearance up to the size of the part lets it fit"
                                         : "the part fits with any clearance above " + rounded(number_in(least)) + length);
  const Json& array = at(results, "array");
  if (whole_in(at(array, 0)) * whole_in(at(array, 1)) > 1)
    page.field("array", rounded(number_in(at(array, 0))) + " x " + rounded(number_in(at(array, 1))) + " pockets, " +
                            vector_in(at(results, "pitch")) + length + " apart");
  page.field("walls", "at least " + rounded(number_in(at(results, "wall_thickness"))) + length + " thick");
}

void write_motion(const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  const std::string length = " " + length_of(document);
  const Json& loading = at(results, "loading");
  const Json& play = at(results, "play");
  if (!play.members()) return;
  const Json& in_plane = at(loading, "in_plane");
  const auto entry_of = [&](const Json& found) {
    const Json& gap = at(at(found, "loading"), "in_plane_gap");
    return is_null(gap) ? std::string()
                        : ", straight in from the " + text_in(at(found, "open_side")) + " with a gap of " + rounded(number_in(gap)) + length;
  };
  page.field("loading", "from above, with a gap of " + rounded(number_in(at(loading, "from_above"))) + length +
                            (is_null(in_plane)   ? "; whether also in the plane is not known"
                             : is_true(in_plane) ? "; also in the plane" + entry_of(results)
                                                 : "; not in the plane"));
  if (is_true(at(play, "caged"))) {
    const Json& cage = at(play, "cage");
    page.field("play", "the part can move by at most " + range_in(at(at(cage, "translation"), 0)) + length + " in x and " +
                           range_in(at(at(cage, "translation"), 1)) + length + " in y, and turn by " +
                           range_in(at(cage, "rotation_deg")) + "\u00b0; no point moves by more than " +
                           rounded(number_in(at(play, "displacement"))) + length);
  } else {
    page.field("play", is_null(at(play, "caged")) ? "not known: the limit on boxes was reached" : "not bounded: the part can leave");
  }
  const Json& rest = at(results, "rest");
  if (rest.members()) {
    page.field("rest", "after a tilt towards " + in_degrees(number_in(at(results, "tilt_deg"))) +
                           ", every point of the part is within " + rounded(number_in(at(rest, "accuracy"))) + length +
                           " of one place, and within " + rounded(number_in(at(rest, "displacement"))) + length +
                           " of its place at the task's pose");
  }
  if (has(results, "no_rest")) page.field("rest", "not known: " + text_in(at(results, "no_rest")));
}

/// If the options exclude wrong placements, but one exists, writes the change of the options with which none exists.
void write_change(const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  if (!is_true(at(results, "foolproof_required")) || count_of(at(at(results, "foolproof"), "wrong")) == 0) return;
  const Json& change = at(results, "change");
  if (!change.members()) {
    page.field("change", "none was found among the other reliefs and smaller clearances that were tried");
    return;
  }
  std::string words;
  if (text_in(at(change, "relief")) != text_in(at(results, "relief"))) words += " --relief " + text_in(at(change, "relief"));
  if (number_in(at(change, "clearance")) != number_in(at(results, "clearance"))) words += " --clearance " + rounded(number_in(at(change, "clearance")));
  if (words.empty()) words = " a closed pocket, without --open-side";
  page.field("change", "with" + words + ", no wrong placement is accepted (near miss " + rounded(number_in(at(change, "near_miss"))) + " " +
                           length_of(document) + ")");
}

}  // namespace

void write_nest(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  write_nest_headline(document, status, page);
  if (at(results, "pocket").members()) write_pocket(document, page);
  write_motion(document, page);
  write_foolproof(document, page);
  write_change(document, page);
  const Json& notes = at(results, "notes");
  for (std::size_t k = 0; k < count_of(notes); ++k) page.field(k == 0 ? "note" : "", text_in(at(notes, k)));
}

}  // namespace pawl::answers
