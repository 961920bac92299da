// SPDX-License-Identifier: MIT
#include "modes/affine_modes.h"

#include <algorithm>

namespace pawl::internal {
namespace {

HomogeneousRow negative(HomogeneousRow row) {
  for (Integer& entry : row) entry = -entry;
  return row;
}

void demand_below(ModeMotions& motions, HomogeneousRow row) {
  motions.accelerations.cut(row);
  motions.strict.push_back(std::move(row));
}

/// The letters that a contact may have, sorted.
std::string_view letters_of(ContactMotion motion) {
  switch (motion) {
    case ContactMotion::resting:
      return "lnrs";
    case ContactMotion::left:
      return "ls";
    case ContactMotion::right:
      return "rs";
    case ContactMotion::apart:
      return "as";
    case ContactMotion::closing:
      return "a";
    case ContactMotion::parting:
    case ContactMotion::opening:
      return "s";
  }
  return "";
}

void add_letter(ModeMotions& motions, const ContactRows& rows, char letter) {
  motions.letters += letter;
  const bool resting = rows.motion == ContactMotion::resting;
  switch (rows.motion) {
    case ContactMotion::parting:
    case ContactMotion::opening:
    case ContactMotion::closing:
      return;
    case ContactMotion::apart:
      if (letter == 'a') return demand_below(motions, rows.normal);
      return motions.accelerations.cut(negative(rows.normal));
    default:
      break;
  }
  if (letter == 's') return demand_below(motions, negative(rows.normal));
  motions.accelerations.restrict_to(rows.normal);
  if (!resting) return;
  if (letter == 'n') return motions.accelerations.restrict_to(rows.tangent);
  demand_below(motions, letter == 'l' ? negative(rows.tangent) : rows.tangent);
}

bool follow(const std::vector<ContactRows>& rows, const ModeMotions& motions,
            const std::function<void(const ModeMotions&)>& visit, const StopToken& stop) {
  const std::size_t contact = motions.letters.size();
  if (stop.stop_requested()) return false;
  if (contact == rows.size()) {
    visit(motions);
    return true;
  }
  for (const char letter : letters_of(rows[contact].motion)) {
    ModeMotions longer = motions;
    add_letter(longer, rows[contact], letter);
    if (longer.feasible() && !follow(rows, longer, visit, stop)) return false;
  }
  return true;
}

}  // namespace

bool ModeMotions::feasible() const {
  return !accelerations.empty() && std::all_of(strict.begin(), strict.end(), [&](const HomogeneousRow& row) {
    return accelerations.reaches_below(row);
  });
}

ModeMotions mode_motions(const std::vector<ContactRows>& rows, std::string_view letters) {
  ModeMotions motions;
  for (std::size_t i = 0; i < rows.size(); ++i) add_letter(motions, rows[i], letters[i]);
  return motions;
}

bool for_each_affine_mode(const std::vector<ContactRows>& rows, const std::function<void(const ModeMotions&)>& visit,
                          const StopToken& stop) {
  return follow(rows, ModeMotions{}, visit, stop);
}

}  // namespace pawl::internal
