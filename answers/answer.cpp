// SPDX-License-Identifier: MIT
#include "answers/answer.h"

#include <algorithm>

namespace pawl::answers {
namespace {

bool is_structured(const Json& value) { return value.entries() || value.members(); }

bool is_empty(const Json& value) { return value.entries() ? value.entries()->empty() : value.members()->empty(); }

bool is_flat(const Json& value) {
  return value.entries() && std::none_of(value.entries()->begin(), value.entries()->end(), is_structured);
}

std::string flat_text(const Json& value) {
  std::string text = "[";
  for (const Json& entry : *value.entries()) text += (text.size() > 1 ? ", " : "") + entry.dump();
  return text + "]";
}

}  // namespace

const char* const kBeyondDoubles = "a number is beyond the range of doubles; the largest double stands for it";

Json to_json(const Eigen::Vector3d& v) { return Json::array({v.x(), v.y(), v.z()}); }

Json to_json(const Eigen::VectorXd& v) {
  Json entries = Json::array();
  for (const double entry : v) entries.push_back(entry);
  return entries;
}

Json to_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json pose_json(const Eigen::Vector3d& pose, const Units& units) {
  return to_json(Eigen::Vector3d(pose.x(), pose.y(), units.angle_of(pose.z())));
}

Json si_pose_json(const Eigen::Vector3d& pose, const Units& units) {
  return pose_json({pose.x() / units.metres(), pose.y() / units.metres(), pose.z()}, units);
}

Json friction_json(const Friction& friction) {
  return friction.is_interval() ? Json::array({friction.low, friction.high}) : Json(friction.low);
}

void add_certainty(const Certainty& certainty, Json& results) {
  results["certified"] = certainty.certified;
  if (certainty.certified) return;
  Json contacts = Json::array();
  for (const int contact : certainty.contacts) contacts.push_back(contact + 1);
  results["uncertain"] = {{"contacts", contacts}, {"reason", certainty.reason}};
}

void append_pretty(const Json& value, const std::string& indent, std::string& out) {
  if (!is_structured(value) || is_empty(value)) {
    out += value.dump();
    return;
  }
  if (is_flat(value)) {
    out += flat_text(value);
    return;
  }
  const std::string inner = indent + "  ";
  std::string before = "\n" + inner;
  const auto append = [&](const std::string& key, const Json& one) {
    out += before + key;
    append_pretty(one, inner, out);
    before = ",\n" + inner;
  };
  out += value.entries() ? "[" : "{";
  if (value.entries()) {
    for (const Json& entry : *value.entries()) append("", entry);
  } else {
    for (const auto& [key, member] : *value.members()) append(Json(key).dump() + ": ", member);
  }
  out += "\n" + indent + (value.entries() ? "]" : "}");
}

std::string text_of(const Json& answer, bool pretty) {
  if (!pretty) return answer.dump() + "\n";
  std::string text;
  append_pretty(answer, "", text);
  return text + "\n";
}

void Answer::stop() {
  results["stopped"] = true;
  status = kFailed;
  message = "stopped: interrupted before the answer was known";
}

void Answer::certify(const Certainty& certainty) {
  add_certainty(certainty, results);
  if (certainty.certified) return;
  status = kFailed;
  message = "not certified: " + certainty.reason;
}

void Answer::require_finite() {
  if (results.make_finite()) certify({false, {}, kBeyondDoubles});
}

}  // namespace pawl::answers
