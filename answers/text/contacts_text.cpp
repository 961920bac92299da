// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

std::string friction_in(const Json& friction) {
  return friction.entries() ? list_in(friction, "\u2013") : rounded(number_in(friction));
}

std::string direction_of(const Json& normal) {
  return in_degrees(std::atan2(number_in(at(normal, 1)), number_in(at(normal, 0))) * 180 / std::numbers::pi);
}

std::string pose_error_in(const Json& error, const std::string& length, const std::string& angle) {
  std::string text = "fixels off by e move it by up to " + rounded(number_in(at(error, "worst"))) + " e (rms " +
                     rounded(number_in(at(error, "rms"))) + " e); each turns it by ";
  const Json& turns = at(error, "dtheta");
  for (std::size_t k = 0; k < count_of(turns); ++k) {
    text += (k > 0 ? ", " : "") + rounded(number_in(at(turns, k)));
  }
  return text + " " + angle + " a " + length;
}

}  // namespace

void write_contacts(const Json& document, Status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& contacts = at(results, "contacts");
  const std::string length = length_of(document);
  const bool located = is_true(at(results, "located"));
  const bool certified = at(results, "certified").boolean().value_or(true);
  const std::string rank = rounded(number_in(at(results, "rank")));
  page.headline(certified ? kYes : kFailed,
                counted(count_of(contacts), "contact") +
                    (!certified ? "; whether the goal locates the part is not certain: it fixes at least " + rank +
                                      " of 3 motions"
                     : located  ? "; the goal locates the part (rank 3)"
                                : "; the goal does not locate the part: it fixes " + rank + " of 3 motions"));
  std::vector<TextPage::Row> rows{{"fixel", "state", "gap " + length, "point " + length, "normal", "on", "friction"}};
  for (std::size_t k = 0; k < count_of(contacts); ++k) {
    const Json& contact = at(contacts, k);
    rows.push_back({rounded(number_in(at(contact, "fixel"))), text_in(at(contact, "state")),
                    rounded(number_in(at(contact, "gap"))), vector_in(at(contact, "point")),
                    direction_of(at(contact, "normal")), text_in(at(contact, "feature")),
                    friction_in(at(contact, "friction"))});
  }
  if (rows.size() > 1) page.table(rows);
  const Json& pose = at(results, "seated_pose");
  if (pose.entries()) page.field("seated", "at " + vector_in(pose) + " " + length + ", " + angle_of(document));
  const Json& error = at(results, "pose_error");
  if (error.members()) page.field("accuracy", pose_error_in(error, length, angle_of(document)));
  page.field("gyration", rounded(number_in(at(results, "gyration_radius"))) + " " + length);
  write_fixture_check(results, length, page);
  write_doubts(results, page);
  page.line("normals from world x, counterclockwise, from the fixel into the part; edges and vertices from 0");
}

}  // namespace pawl::answers
