// SPDX-License-Identifier: MIT
#include "verify/certificate_tree.h"

#include <cmath>

namespace pawl::internal::inline verify {

std::string words_of(const CertificateBox& box) {
  std::string at = "the box around (";
  for (const double c : box.centre) {
    if (at.back() != '(') at += ", ";
    at += std::to_string(c);
  }
  return at + ") ";
}

std::string CertificateTree::read(const CertificateBox& domain, const std::string& letters, std::string_view inside,
                                  const std::function<std::string(const Node&)>& check) {
  letters_ = &letters;
  place_ = 0;
  inside_ = inside;
  check_ = &check;
  nodes_.clear();
  leaves_ = 0;
  const std::string refused = read_node(domain, 0);
  if (!refused.empty()) return refused;
  return place_ == letters.size() ? "" : "the tree continues after its last box";
}

std::string CertificateTree::read_node(const CertificateBox& box, int depth) {
  if (depth > kDeepest || place_ >= letters_->size()) return "the tree ends before all of its boxes are complete";
  const char letter = (*letters_)[place_++];
  const std::size_t mine = nodes_.size();
  nodes_.push_back({box, letter});
  if (letter != 'x' && letter != 'y' && letter != 't') {
    ++leaves_;
    nodes_[mine].inside = inside_.find(letter) != std::string_view::npos;
    return (*check_)(nodes_[mine]);
  }
  const int axis = letter == 't' ? 2 : letter - 'x';
  CertificateBox lower = box, upper = box;
  lower.half[axis] = upper.half[axis] = box.half[axis] / 2;
  lower.centre[axis] -= lower.half[axis];
  upper.centre[axis] += upper.half[axis];
  for (const bool first : {true, false}) {
    const std::size_t half = nodes_.size();
    std::string refused = read_node(first ? lower : upper, depth + 1);
    if (!refused.empty()) return refused;
    (first ? nodes_[mine].lower : nodes_[mine].upper) = static_cast<int>(half);
    nodes_[mine].inside = nodes_[mine].inside || nodes_[half].inside;
  }
  return "";
}

bool CertificateTree::reaches_end(const CertificateBox& box) const {
  const CertificateBox& domain = nodes_[0].box;
  for (int k = 0; k < 3; ++k) {
    if (!(std::fabs(box.centre[k] - domain.centre[k]) + box.half[k] + rounding(k) < domain.half[k])) return true;
  }
  return false;
}

}  // namespace pawl::internal::inline verify
