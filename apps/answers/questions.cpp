// SPDX-License-Identifier: MIT
#include "answers/questions.h"

#include <algorithm>
#include <cctype>

namespace pawl::answers {
namespace {

using Kind = Parameter::Kind;
constexpr unsigned kCommandLine = Parameter::command_line, kNotPython = Parameter::command_line | Parameter::request,
                   kNotRequest = Parameter::command_line | Parameter::python;

Parameter wrench_parameter(std::optional<Eigen::Vector3d>& wrench, const char* help) {
  return {"wrench", Kind::wrench, &wrench, help};
}

/// Returns the parameter for the time limit. Its Python keyword is "seconds" in all functions.
Parameter limit_parameter(std::optional<double>& limit, const char* help) {
  return {"limit", Kind::seconds, &limit, help, "SECONDS", {}, Parameter::everywhere, "seconds"};
}

Parameters joined(Parameters first, Parameters second) {
  for (Parameter& parameter : second) first.push_back(std::move(parameter));
  return first;
}

}  // namespace

Parameters parameters(FixtureChecks& question) {
  return {{"tolerance", Kind::size, &question.tolerance,
           "Add how far points of the part move if each locator is off by this much along its normal, in the task's "
           "unit of length",
           "LENGTH"},
          {"clamp", Kind::flag, &question.clamp,
           "Add the stretches of each edge where one clamp without friction loads all locators"},
          {"clamp-at", Kind::places, &question.clamp_at,
           "Add the forces with which a clamp at EDGE,SHARE holds the part, with the task's friction; edges count from 1: "
           "3,0.5 is the middle of the third edge; may be given several times"}};
}

Parameters contacts_parameters(FixtureChecks& question) {
  return joined(parameters(question),
                {{"play", Kind::flag, &question.play,
                  "Add the play: how far the part can move at all among its fixels and walls, or that it is not caged"},
                 {"foolproof", Kind::flag, &question.foolproof,
                  "Add the wrong placements: poses of the part, as it is or turned over, that the fixture accepts although "
                  "they are not right; or the proof that none exists"},
                 {"misfit", Kind::size, &question.misfit,
                  "With --foolproof, largest misfit (overlap or missing contact) of an accepted placement, in the task's "
                  "unit of length (default: a 500th of the part's diameter)",
                  "LENGTH"},
                 {"finger", Kind::text, &question.finger,
                  "Add the stretches of the outline where one more finger gives EFFECT: force-closure, form-closure, "
                  "strongly-stable (the part can only rest), or a mode as the only one, with the finger's letter last",
                  "EFFECT"},
                 {"finger-friction", Kind::text, &question.finger_friction,
                  "With --finger, friction coefficient of the finger, or an interval LOW,HIGH; default 0", "MU"},
                 {"finger-replaces", Kind::rank, &question.finger_replaces,
                  "With --finger, number of the contact that the finger replaces; default none", "CONTACT"},
                 {"finger-wrench", Kind::wrench, &question.finger_wrench,
                  "With --finger strongly-stable or a mode, the wrench fx,fy,tau; default the process wrenches of the "
                  "task's fixture"},
                 {"compliance", Kind::flag, &question.compliance,
                  "Add the forces and displacements if every contact is a spring without friction"},
                 {"stiffness", Kind::size, &question.stiffness,
                  "With --compliance, stiffness of each contact in N/m; default 1e7", "STIFFNESS"},
                 {"clamp-force", Kind::size, &question.clamp_force,
                  "With --compliance, force in N with which each clamp of --clamp-at presses before it is locked", "FORCE"},
                 {"load", Kind::wrench, &question.load,
                  "With --compliance, the wrench fx,fy,tau; default the process wrenches of the task's fixture"}});
}

Parameters parameters(CheckQuestion& question) {
  return joined({{"mode", Kind::text, &question.mode,
                  "Mode to check, instead of the task's only mode: letters a l n r s, sets such as [lr], k for [lnr] (keeps "
                  "contact), * for any letter"},
                 wrench_parameter(question.wrench,
                                  "Check wrench fx,fy,tau; with --mode: whether it produces that mode and no other"),
                 limit_parameter(question.limit, "Stop after this many seconds")},
                parameters(question.fixture));
}

Parameters parameters(ForwardQuestion& question) {
  return {wrench_parameter(question.wrench, "External wrench fx,fy,tau (tasks only, where it is required)"),
          {"quasistatic",
           Kind::flag,
           &question.quasistatic,
           "Neglect inertia: forces balance, and the motions are velocities (scenes only)",
           "",
           {},
           kNotRequest},
          limit_parameter(question.limit, "Stop after this many seconds")};
}

Parameters modes_parameters(ConesQuestion& question) {
  return {{"count", Kind::flag, &question.count, "Print only the number of modes"},
          limit_parameter(question.limit, "Stop after this many seconds and print the modes found so far")};
}

Parameters parameters(ConesQuestion& question) {
  return joined(
      joined({{"mode", Kind::text, &question.mode,
               "Mode instead of the task's list: letters a l n r s, sets such as [lr], k for [lnr] (keeps contact), * for "
               "any letter"},
              {"route",
               Kind::word,
               &question.route,
               "Method: sum (in R^3, the default) or enrsv (the published matrices, solved exactly by cddlib)",
               "",
               {"sum", "enrsv"}},
              {"matrices", Kind::flag, &question.matrices, "Add the matrices J A B C E N R S V K P; with --route enrsv also K_F F"},
              {"exact", Kind::flag, &question.exact, "Add the exact integer vectors as strings"}},
             modes_parameters(question)),
      {wrench_parameter(question.wrench, "Add whether wrench fx,fy,tau is consistent with each mode")});
}

Parameters parameters(PlanQuestion& question) {
  return {
      {"require",
       Kind::word,
       &question.require,
       "Minimum guarantee: keeps (no impact makes the part lose a contact that it has) or energy (below some depth of "
       "energy, the part can come to rest only at the goal)",
       "",
       {"keeps", "energy"}},
      {"require-impact-safe",
       Kind::flag,
       &question.require,
       "Same as --require keeps",
       "",
       {},
       kCommandLine,
       "",
       "keeps"},
      {"by-graph", Kind::flag, &question.by_graph,
       "Search only the graph of contact states, not plans with guarantee energy, which must hold from every start; "
       "for "
       "a known start the margins may be wider"},
      {"friction-limit", Kind::flag, &question.friction_limit,
       "Add how far friction may differ from its nominal value, for this plan and for any plan"},
      {"certify", Kind::flag, &question.certify,
       "Add the depth of a plan with guarantee energy: how far from the goal and how fast the part may be"},
      {"certify-depth", Kind::size, &question.certify_depth,
       "Stop once this depth is proved, N times the task's unit of length, for a wrench of size 1 N", "DEPTH"},
      {"from",
       Kind::text,
       &question.from,
       "Prove where the part comes to rest from every start within these half-widths of the seat: T,R for translation "
       "and rotation, as in 1mm,2deg, and a third number for a kinetic energy in J; default the task's start region",
       "T,R",
       {},
       Parameter::everywhere,
       "start_region"},
      {"within", Kind::size, &question.within,
       "With --from, search for wrenches after which every point of the part is within this distance of its position at "
       "the reference pose (the seated pose, or the task's pose if no seat exists), in the task's unit of length",
       "LENGTH"},
      {"plan", Kind::document, &question.plan,
       "With --from, the plan, or answer of `pawl plan`, whose rest regions are proved"},
      {"swept", Kind::flag, &question.swept,
       "With --from, let each wrench change gradually into the next one, at any speed, instead of at once"},
      {"residual-energy", Kind::size, &question.residual_energy,
       "With --from, the kinetic energy in J that the part may have when the next wrench is applied; default: it is at rest",
       "ENERGY"},
      {"tolerance-direction", Kind::size, &question.tolerance_direction,
       "With --from, prove it for forces whose direction is off by up to this angle", "DEGREES"},
      {"tolerance-center", Kind::size, &question.tolerance_center,
       "With --from, prove it for a centre of mass that is off by up to this length, in the task's unit", "LENGTH"},
      {"certificate",
       Kind::file,
       &question.certificate,
       "Write the certificate to this file, for pawl verify",
       "",
       {},
       kNotPython},
      {"limit-boxes", Kind::count, &question.limit_boxes, "Stop --certify, --loadable or a step of --from after this many boxes",
       "COUNT"},
      {"tolerance-friction", Kind::size, &question.tolerance_friction,
       "Certify for friction coefficients larger by up to this much", "MU"},
      {"tolerance-fixels", Kind::size, &question.tolerance_fixels,
       "Certify for errors of the fixels' positions up to this length, in the task's unit", "LENGTH"},
      {"tolerance-outline", Kind::size, &question.tolerance_outline,
       "Certify for errors of the outline up to this length, in the task's unit; at least the part's tolerance", "LENGTH"},
      {"loadable", Kind::flag, &question.loadable,
       "Add whether the part can leave its fixture in the plane: a way out, or a proof that it is caged"},
      limit_parameter(question.limit, "Stop after this many seconds"),
      {"limit-cells", Kind::count, &question.limit_cells, "Stop after this many cells of wrenches", "COUNT"},
      {"graphviz", Kind::file, &question.graphviz,
       "Write the states reached under the first wrench (or the obstacle's wrench) to this file as Graphviz text; - is "
       "standard output"},
      {"whole-graph", Kind::flag, &question.whole_graph,
       "With --graphviz, write every contact state and every move that some wrench causes"},
      {"advice", Kind::flag, &question.advice,
       "If no plan exists or a limit stopped the search, look for changes that give one, after --limit for as long "
       "again; always with --format text"}};
}

Parameters parameters(TrialsQuestion& question) {
  return {{"plan", Kind::document, &question.plan,
           "Plan, or answer of `pawl plan`, to try instead of the task's own (tasks only)"},
          {"replay", Kind::number, &question.replay, "Run only start K, counted from 0 (tasks only)"},
          {"both", Kind::flag, &question.both,
           "Run every start with random and with adversarial choices between solutions (tasks only)"},
          {"trace", Kind::file, &question.trace,
           "Write every time step to this file, one line of JSON per step; - is standard output"},
          limit_parameter(question.limit, "Stop after this many seconds and print the result so far"),
          {"advice", Kind::flag, &question.advice,
           "If starts fail, look for changes of the task with which they end at the goal; always with --format text (tasks "
           "only)"}};
}

Parameters parameters(OrientQuestion& question) {
  return {{"by",
           Kind::word,
           &question.by,
           "squeeze (a parallel-jaw gripper, the default), or fence (pushes by a straight edge)",
           "",
           {"squeeze", "fence"}},
          {"jaw-friction", Kind::text, &question.jaw_friction,
           "Friction coefficient at the jaws, or an interval LOW,HIGH; default 0", "MU"},
          {"angle-step", Kind::size, &question.angle_step,
           "Use only angles that are multiples of this one, which divides 360 degrees; default any angle", "DEGREES"},
          {"to", Kind::degrees, &question.to,
           "Final orientation of the part, from -360 to 360; default that of the task's pose", "DEGREES"},
          {"center-error", Kind::size, &question.center_error,
           "With --by fence, largest error of the centre of mass, in the task's unit of length; default 0", "LENGTH"},
          {"task-out",
           Kind::file,
           &question.task_out,
           "Write the task with the final orientation as its pose to this file, for pawl plan and other commands",
           "",
           {},
           kCommandLine},
          limit_parameter(question.limit, "Stop after this many seconds")};
}

Parameters parameters(ShopQuestion& question) {
  const auto shop = [](const char* name, Kind kind, Parameter::Slot slot, std::string help, const char* placeholder,
                       std::vector<std::string> words = {}) {
    return Parameter{name, kind, slot, std::move(help), placeholder, std::move(words), kNotRequest};
  };
  return {
      shop("plate", Kind::file, &question.plate,
           "Write the fixture plate at scale 1:1 in mm to this file, DXF or SVG by its ending, with the layers PART, "
           "PINS, HOLES, PLATE, CLAMP and TEXT",
           ""),
      shop("plate-margin", Kind::size, &question.plate_margin,
           "Least distance of the part and the pins from the plate's edge; default 10 mm or two pin diameters, whichever "
           "is larger",
           "MM"),
      shop("plate-size", Kind::text, &question.plate_size, "Size of the plate in mm, such as 200x150, instead of a margin",
           "WIDTHxHEIGHT"),
      shop("holes", Kind::file, &question.holes,
           "Write the holes of the pins to this file as CSV: number, x, y, diameter, fit, depth", ""),
      shop("hole-fit", Kind::text, &question.hole_fit, "Fit of the holes for --holes and --sheet; default H7", "TEXT"),
      shop("hole-depth", Kind::size, &question.hole_depth,
           "Depth of the holes for --holes and --sheet; default 1.5 pin diameters", "MM"),
      shop("sheet", Kind::file, &question.sheet,
           "Write a drawing for the workshop to this file, a PDF of one page: the part in its fixture at a standard "
           "scale, dimensions, holes, accuracy, seating and guarantee",
           ""),
      shop("datum", Kind::text, &question.datum,
           "Straight edges A,B of the part from which --holes and --sheet measure: x runs along A, and is 0 where B "
           "meets it; default the task's coordinates",
           "A,B"),
      shop("paper", Kind::word, &question.paper,
           "Paper of --sheet; default A4, or A3 if the scale on A4 is below 1:1 and smaller than on A3", "", {"A4", "A3"}),
      shop("date", Kind::text, &question.date, "Date or other text in the title of documents; default none", "TEXT")};
}

Parameters parameters(DesignQuestion& question) {
  return joined({{"top", Kind::rank, &question.top, "Number of best fixtures to print; default the task's value, otherwise 10",
           "N"},
          {"all",
           Kind::file,
           &question.all,
           "Write every candidate and its outcome to this file, one line of JSON per candidate; - is standard output",
           "",
           {},
           kNotRequest},
          {"task-out",
           Kind::file,
           &question.task_out,
           "Write the task with the best fixture to this file, for pawl plan, simulate and other commands",
           "",
           {},
           kCommandLine},
          {"refine",
           Kind::count,
           &question.refine,
           "Number of best fixtures whose pins are moved along their edges to minimize the pose error; adds a lower "
           "bound of the error on these edges",
           "K",
           {},
           kNotRequest},
          {"optimal",
           Kind::word,
           &question.optimal,
           "Prove how good this measure of three pins can be anywhere on the edges that carry points, within 1 %; the "
           "margin needs a tray",
           "MEASURE",
           {"pose_error", "point_error", "margin"},
           kNotRequest},
          {"limit-plans", Kind::count, &question.limit_plans,
           "Largest number of plans to search for candidates that have no one-step plan with guarantee energy, the "
           "most precise candidates first; default 500, or 100 for points by total",
           "COUNT"},
          limit_parameter(question.limit, "Stop after this many seconds and print the best fixtures so far"),
          {"advice",
           Kind::flag,
           &question.advice,
           "If no fixture exists or --limit stopped the search, look for changes that give a complete answer, after "
           "--limit for as long again; always with --format text",
           "",
           {},
           kNotRequest}},
                parameters(question.shop));
}

Parameters parameters(NestQuestion& question) {
  return {{"clearance", Kind::size, &question.clearance,
           "Distance between the part and the wall of its pocket, in the task's unit; default a 500th of the part's "
           "diameter, or twice its tolerance if that is larger",
           "LENGTH"},
          {"accuracy", Kind::size, &question.accuracy,
           "Choose the clearance so that no point of the part is farther than this from its place, after the tilt or, without "
           "one, anywhere in the play, in the task's unit",
           "LENGTH"},
          {"cutter-radius", Kind::size, &question.cutter_radius,
           "Radius of the cutter that mills the pocket, in the task's unit; default 0, so that corners can be sharp", "LENGTH"},
          {"relief",
           Kind::word,
           &question.relief,
           "Shape of inner corners that the cutter cannot reach: dogbone (a slot along the bisector, the default), tbone (a "
           "slot along the longer wall), round (a wider pocket) or none",
           "",
           {"dogbone", "tbone", "round", "none"}},
          {"open-side",
           Kind::word,
           &question.open_side,
           "Side of the plate on which the pocket is open, so that the part can be moved in within the plane; default none",
           "",
           {"left", "right", "bottom", "top"}},
          {"margin", Kind::size, &question.margin,
           "Least distance between a pocket and the plate's edge or another pocket, in the task's unit; default a tenth of "
           "the part's diameter",
           "LENGTH"},
          {"plate-size", Kind::text, &question.plate_size,
           "Width and height of the plate, in the task's unit, with the pockets in its middle; default as small as the margin permits",
           "WIDTH,HEIGHT"},
          {"lead-in", Kind::size, &question.lead_in,
           "Width of the chamfer around the upper edge of the pocket, in the task's unit; default none", "LENGTH"},
          {"tilt", Kind::degrees, &question.tilt,
           "Direction towards which the tray is tilted, counterclockwise from x: adds where the part comes to rest", "DEGREES"},
          {"array", Kind::text, &question.array, "Number of pockets on the plate, such as 3x2; default 1x1", "COLUMNSxROWS"},
          {"pitch", Kind::text, &question.pitch,
           "Distances between the pockets in x and y, in the task's unit; default as close as the margin permits", "X,Y"},
          {"foolproof", Kind::flag, &question.foolproof,
           "Refuse a nest that also accepts the part in a wrong placement"},
          {"task-out",
           Kind::file,
           &question.task_out,
           "Write the task with the plate as its wall to this file, for pawl plan, simulate and other commands",
           "",
           {},
           kCommandLine},
          {"plate",
           Kind::file,
           &question.shop.plate,
           "Write the plate at scale 1:1 in mm to this file, DXF or SVG by its ending, with the layers POCKET, RELIEF, "
           "LEAD_IN, PLATE, PART and TEXT",
           "",
           {},
           kCommandLine},
          {"sheet",
           Kind::file,
           &question.shop.sheet,
           "Write a drawing for the workshop to this file, a PDF of one page",
           "",
           {},
           kCommandLine},
          {"paper", Kind::word, &question.shop.paper, "Paper of --sheet; default A4, or A3 if the scale on A4 is below 1:1 and "
           "smaller than on A3", "", {"A4", "A3"}, kCommandLine},
          {"date", Kind::text, &question.shop.date, "Date or other text in the title of documents; default none", "TEXT", {}, kCommandLine},
          limit_parameter(question.limit, "Stop after this many seconds")};
}

Parameters parameters(PartQuestion& question) {
  constexpr unsigned kOthers = Parameter::request | Parameter::python;
  return {{"layer", Kind::text, &question.layer,
           "Read only these layers, separated by commas; default all visible layers", "NAMES"},
          {"not-layer", Kind::text, &question.not_layer, "Leave out these layers, separated by commas", "NAMES"},
          {"unit",
           Kind::word,
           &question.unit,
           "Unit of the coordinates; default the unit that the drawing states; a size stated by an SVG is converted to it",
           "",
           {"m", "mm", "cm", "in"}},
          {"join", Kind::size, &question.join,
           "Join ends up to this far apart, and list them; default 1e-6 of the drawing's diameter; 0: equal ends only",
           "LENGTH"},
          {"deviation", Kind::size, &question.deviation,
           "Largest distance of an arc or chord from a spline or an ellipse; default 0.001 of the unit", "LENGTH"},
          {"loop", Kind::count, &question.loop,
           "Number of the closed curve that is the part, from 1 as in the report; default the outer one", "K", {}, kOthers},
          {"loop",
           Kind::text,
           &question.loops,
           "Number of the closed curve that is the part, from 1 as in the report; default the outer one. all: write one "
           "task per part, NAME-1.json and so on, where NAME is that of --out or of the drawing",
           "K",
           {},
           kCommandLine}};
}

Parameters parameters(LcpQuestion& question) {
  return {
      {"all", Kind::flag, &question.all, "List every solution"},
      {"proof", Kind::flag, &question.proof, "If no solution exists, print the proof: a tree with Farkas multipliers"},
      {"method",
       Kind::word,
       &question.method,
       "search (default): pivoting and branch and bound; interior-point: only the feasible interior point method, which "
       "proves nothing",
       "",
       {"search", "interior-point"}},
      limit_parameter(question.limit, "Stop after this many seconds per file")};
}

Parameters parameters(VerifyQuestion& question) {
  return {{"task",
           Kind::text,
           &question.task,
           "Task that the answer belongs to (for lcp: the problem)",
           "",
           {},
           kNotRequest},
          {"partial",
           Kind::flag,
           &question.partial,
           "Accept an answer with fields that only a search could compute again; they are listed",
           "",
           {},
           kNotRequest}};
}

Parameters parameters(DrawQuestion& question) {
  return {{"answer",
           Kind::text,
           &question.answer,
           "Saved answer to the task; drawn as by the options of its command",
           "",
           {},
           kCommandLine}};
}

namespace {

/// Returns the parameters that `list` makes for a question. The question no longer exists when this function returns,
/// so the slots of the parameters are invalid and must not be used.
template <class Question>
Parameters listed(Parameters (*list)(Question&) = parameters) {
  static Question question;
  return list(question);
}

}  // namespace

std::vector<CommandParameters> all_parameters() {
  return {{"contacts", listed<FixtureChecks>(contacts_parameters)},  {"modes", listed<ConesQuestion>(modes_parameters)},
          {"cone", listed<ConesQuestion>()},      {"check", listed<CheckQuestion>()},
          {"forward", listed<ForwardQuestion>()}, {"plan", listed<PlanQuestion>()},
          {"simulate", listed<TrialsQuestion>()}, {"fixture", listed<DesignQuestion>()},
          {"nest", listed<NestQuestion>()},       {"orient", listed<OrientQuestion>()},   {"part", listed<PartQuestion>()},
          {"lcp", listed<LcpQuestion>()},         {"verify", listed<VerifyQuestion>()},   {"draw", listed<DrawQuestion>()}};
}

namespace {

/// Throws InputError if a parameter is given but has no effect. Without this error, the user could believe that a check
/// was made.
void require_effect(const char* option, bool given, bool effective, const char* needs) {
  if (given && !effective) throw InputError(option, "", std::string("has no effect without ") + needs);
}

}  // namespace

void require_consistent(const LcpQuestion& question) {
  const bool search = question.method != "interior-point";
  require_effect("--all", question.all, search, "--method search");
  require_effect("--proof", question.proof, search, "--method search");
}

void require_consistent(const PlanQuestion& question, bool regions) {
  constexpr const char* kDepth = "--certify, --certify-depth, --certificate or --from";
  constexpr const char* kRegion = "a start region (--from)";
  const bool depth = question.asks_depth() || regions;
  require_effect("--swept", question.swept, regions, kRegion);
  require_effect("--residual-energy", question.residual_energy.has_value(), regions, kRegion);
  require_effect("--tolerance-direction", question.tolerance_direction.has_value(), regions, kRegion);
  require_effect("--tolerance-center", question.tolerance_center.has_value(), regions, kRegion);
  require_effect("--tolerance-friction", question.tolerance_friction.has_value(), depth, kDepth);
  require_effect("--tolerance-fixels", question.tolerance_fixels.has_value(), depth, kDepth);
  require_effect("--tolerance-outline", question.tolerance_outline.has_value(), depth, kDepth);
  require_effect("--limit-boxes", question.limit_boxes.has_value(), depth || question.loadable,
                 "--certify, --loadable or --from");
  require_effect("--whole-graph", question.whole_graph, question.graphviz.has_value(), "--graphviz");
  if (question.by_graph && question.require == "energy")
    throw InputError("--by-graph", "", "cannot be combined with --require energy");
}

void require_consistent(const ShopQuestion& question) {
  const auto ends_with = [](const std::string& file, const char* ending) {
    std::string tail = file.substr(file.size() - std::min<std::size_t>(file.size(), 4));
    std::transform(tail.begin(), tail.end(), tail.begin(), [](unsigned char c) { return std::tolower(c); });
    return tail == ending;
  };
  if (question.plate && !ends_with(*question.plate, ".dxf") && !ends_with(*question.plate, ".svg"))
    throw InputError("--plate", *question.plate, "the format follows from the ending; expected FILE.dxf or FILE.svg");
  if (question.plate_margin && question.plate_size)
    throw InputError("--plate-margin", "", "cannot be combined with --plate-size");
  const bool dimensions = question.holes || question.sheet, plate = question.plate || question.sheet;
  require_effect("--plate-margin", question.plate_margin.has_value(), plate, "--plate or --sheet");
  require_effect("--plate-size", question.plate_size.has_value(), plate, "--plate or --sheet");
  require_effect("--hole-fit", question.hole_fit.has_value(), dimensions, "--holes or --sheet");
  require_effect("--hole-depth", question.hole_depth.has_value(), dimensions, "--holes or --sheet");
  require_effect("--datum", question.datum.has_value(), dimensions, "--holes or --sheet");
  require_effect("--paper", question.paper.has_value(), question.sheet.has_value(), "--sheet");
}

}  // namespace pawl::answers
