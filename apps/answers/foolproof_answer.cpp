// SPDX-License-Identifier: MIT
#include "answers/foolproof_answer.h"

#include <pawl/base/angle.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace pawl::answers {
namespace {

void add_placed(const PlacedPart& placed, const Units& units, Json& json) {
  json["turned_over"] = placed.turned_over;
  json["pose"] = pose_json(placed.pose, units);
}

Json placement_json(const WrongPlacement& placement, const Units& units) {
  const auto range = [&](int axis) { return Json::array({placement.extent[0][axis], placement.extent[1][axis]}); };
  Json json = Json::object();
  add_placed(placement.placed, units, json);
  json["misfit"] = placement.misfit;
  json["extent"] = {
      {"translation", Json::array({range(0), range(1)})},
      {"rotation_deg", Json::array({degrees(placement.extent[0].z()), degrees(placement.extent[1].z())})}};
  return json;
}

Json list_of(const std::vector<WrongPlacement>& placements, const Units& units) {
  Json list = Json::array();
  for (const WrongPlacement& placement : placements) list.push_back(placement_json(placement, units));
  return list;
}

Json move_json(const MovedPin& move, const Units& units) {
  return {{"fixel", move.fixel + 1},
          {"at", Json::array({move.pin.at.x(), move.pin.at.y()})},
          {"displacement", move.displacement},
          {"near_miss", foolproof_json(move.after, units)["near_miss"]}};
}

}  // namespace

Json foolproof_json(const WrongPlacements& found, const Units& units) {
  const bool known = found.complete && found.undecided.empty();
  Json json{{"foolproof", !found.wrong.empty() ? Json(false)
                          : known              ? Json(true)
                                               : Json(nullptr)},
            {"accepted_misfit", found.accepted},
            {"complete", found.complete},
            {"wrong", list_of(found.wrong, units)},
            {"undecided", list_of(found.undecided, units)},
            {"near_miss", nullptr},
            {"close", found.close},
            {"play", found.play},
            {"clearance", found.clearance},
            {"symmetry",
             {{"rotations", found.rotations == 0 ? Json(nullptr) : Json(found.rotations)},
              {"reflections", found.rotations == 0 ? Json(nullptr) : Json(found.reflections)}}},
            {"boxes", found.boxes}};
  if (!found.near_miss) return json;
  Json& miss = json["near_miss"];
  miss = Json::object();
  add_placed(found.near_miss->placed, units, miss);
  miss["misfit"] = Json::array({found.near_miss->at_least, found.near_miss->at_most});
  miss["at_limit"] = found.near_miss->at_limit;
  return json;
}

Json pins_json(const FoolproofPins& pins, const Units& units) {
  Json list = Json::array();
  for (const Fixel& pin : pins.pins)
    list.push_back({{"at", Json::array({pin.at.x(), pin.at.y()})}, {"radius", pin.radius}});
  return {{"fixels", list}, {"gap", pins.gap}, {"near_miss", foolproof_json(pins.after, units)["near_miss"]}};
}

void add_foolproof(const ValidTask& task, std::optional<double> misfit, const StopToken& stop, Answer& answer) {
  PlacementOptions options;
  options.accepted = misfit;
  options.stop = stop;
  const ReferencePose reference = reference_pose(task.task());
  const WrongPlacements found = [&] {
    try {
      return find_wrong_placements(task, reference, options);
    } catch (const InputError& error) {
      std::vector<Fault> faults = error.faults();
      for (Fault& fault : faults)
        if (fault.pointer == "/accepted") fault.pointer = "--misfit";
      throw InputError(std::move(faults));
    }
  }();
  Json& json = answer.results["foolproof"];
  json = foolproof_json(found, task.task().units);
  json["remedy"] = json["move"] = json["smallest_change"] = nullptr;
  if (!found.wrong.empty()) {
    options.accepted = found.accepted;
    const std::optional<FoolproofPins> pins = find_foolproof_pins(task, reference, found, options);
    if (pins) json["remedy"] = pins_json(*pins, task.task().units);
    const std::optional<MovedPin> move = find_moved_pin(task, reference, found, options);
    if (move) json["move"] = move_json(*move, task.task().units);
    // If both changes exist, the smallest one is to move a pin rather than to add pins.
    if (pins || move) json["smallest_change"] = move ? "move" : "remedy";
  }
  if (!found.wrong.empty()) {
    answer.status = std::max(answer.status, kNo);
  } else if (!found.foolproof()) {
    answer.status = kFailed;
    answer.message =
        found.complete
            ? "undecided: placements whose misfit is close to the accepted one were neither found nor excluded"
            : "undecided: a limit was reached before all placements were examined";
  }
}

}  // namespace pawl::answers
