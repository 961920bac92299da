// SPDX-License-Identifier: MIT
// The questions of the commands, without their input. The members are the parameters on the command line, in requests
// of web pages, and in Python.
#pragma once

#include <pawl/base/stop_token.h>

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/parameter.h"

namespace pawl {
struct DesignProgress;
}

namespace pawl::answers {

/// A question of `contacts` and `check` about a fixture: the precision with which it locates its part, and the
/// positions and forces of clamps.
struct FixtureChecks {
  std::optional<double> tolerance;  ///< error of each locator along its normal, in the task's unit of length, >= 0
  bool clamp = false;               ///< whether to find the positions at which one clamp without friction loads all
                                    ///< locators
  std::vector<GivenPlace> clamp_at;
  bool play = false;  ///< whether to find the limits of the part's motion (`contacts` only)
  bool foolproof = false;        ///< whether to find wrong placements of the part (`contacts` only)
  std::optional<double> misfit;  ///< largest misfit of an accepted placement, in the task's unit of length, > 0

  // The members below are for `contacts` only: where does one more finger have an effect?
  std::optional<std::string> finger;           ///< "force-closure", "form-closure", "strongly-stable", or a mode
  std::optional<std::string> finger_friction;  ///< "MU" or "LOW,HIGH"; default 0
  std::optional<std::size_t> finger_replaces;  ///< number, from 1, of the contact that the finger replaces; default
                                               ///< none
  std::optional<Eigen::Vector3d> finger_wrench;  ///< wrench, world frame; default the process wrenches of the task

  // The members below are for `contacts` only: the forces of contacts that are springs.
  bool compliance = false;
  std::optional<double> stiffness;      ///< stiffness of each contact, N/m, > 0; default 1e7
  std::optional<double> clamp_force;    ///< force of each clamp of `clamp_at` while no wrench is applied, N, >= 0
  std::optional<Eigen::Vector3d> load;  ///< wrench, world frame; default the process wrenches of the task

  [[nodiscard]] bool any() const { return tolerance || clamp || !clamp_at.empty(); }
};
Parameters parameters(FixtureChecks& question);
Parameters contacts_parameters(FixtureChecks& question);

struct CheckQuestion {
  std::optional<std::string> mode;        ///< letters and `*`; default: the task's only mode
  std::optional<Eigen::Vector3d> wrench;  ///< wrench, world frame
  FixtureChecks fixture;
  std::optional<double> limit;  ///< time limit, s
};
Parameters parameters(CheckQuestion& question);

/// The question of `forward`.
struct ForwardQuestion {
  std::optional<Eigen::Vector3d> wrench;  ///< wrench, world frame; required for tasks
  bool quasistatic = false;               ///< true to neglect inertia; for scenes only
  std::optional<double> limit;            ///< time limit, s
};
Parameters parameters(ForwardQuestion& question);

/// The question of `cone` and `modes`. `modes` uses only the members `count` and `limit`.
struct ConesQuestion {
  std::optional<std::string> mode;   ///< letters and `*`; default: the task's list
  std::optional<std::string> route;  ///< "sum" (the default) or "enrsv"
  bool matrices = false;
  bool exact = false;
  bool count = false;           ///< whether to write only the number of modes
  std::optional<double> limit;  ///< time limit, s
  std::optional<Eigen::Vector3d>
      wrench;  ///< the answer states whether this wrench, world frame, is in each cone

  StopToken stop;
};
Parameters parameters(ConesQuestion& question);
Parameters modes_parameters(ConesQuestion& question);

struct PlanQuestion {
  std::optional<std::string> require;  ///< the weakest guarantee accepted: "keeps" or "energy"; default any
  bool by_graph = false;               ///< whether plans are searched for only in the graph of contact states, and not
                                       ///< by means of the energy conditions
  bool friction_limit = false;
  bool certify = false;                      ///< whether to compute the energy depth of a plan with the guarantee
                                             ///< `energy`
  std::optional<double> certify_depth;       ///< depth at which the search may end, N times the task's unit of length,
                                             ///< for a wrench of 1 N
  std::optional<std::string> certificate;    ///< output file of the energy certificate; implies `certify`
  std::optional<std::size_t> limit_boxes;    ///< limit on the number of boxes for the depth, and for the search for a way
                                             ///< out of the fixture
  std::optional<double> tolerance_friction;  ///< amount that is added to the friction coefficients
  std::optional<double> tolerance_fixels;    ///< largest error of a fixel's position, in the task's unit of length
  std::optional<double> tolerance_outline;   ///< largest error of a point of the outline, in the task's unit of length
  bool loadable = false;                     ///< whether to decide if the part can leave its fixture
  std::optional<double> limit;               ///< time limit, s
  std::optional<std::size_t> limit_cells;    ///< limit on the number of cells of wrenches
  std::optional<std::string> graphviz;       ///< output file of the graph of contact states, as Graphviz text
  bool whole_graph = false;                  ///< whether the file of `graphviz` contains the whole graph of contact
                                             ///< states
  bool advice = false;                       ///< whether to find changes that give the task a plan, if it has none

  // The parameters below are for rest regions. They apply if one of the first three is given, or if the task has a
  // start region.
  std::optional<std::string> from;            ///< start region: "T,R" with the half-widths of translation and rotation,
                                              ///< "T,R,E" with a kinetic energy, or a JSON object
  std::optional<double> within;               ///< largest displacement at rest, in the task's unit of length
  std::optional<GivenDocument> plan;          ///< the plan whose rest regions are proved; by default, a plan is
                                              ///< searched for
  std::optional<double> residual_energy;      ///< largest kinetic energy of the part when the next wrench is applied,
                                              ///< J; by default the part is then at rest
  std::optional<double> tolerance_direction;  ///< largest error of the force's direction, degrees
  std::optional<double> tolerance_center;     ///< largest error of the centre of mass, in the task's unit of length
  bool swept = false;                         ///< whether each wrench changes gradually into the next one

  StopToken stop;
  /// Function that returns a stop token for a number of seconds. If `limit` ended a search, this token limits the
  /// search for advice. If the function is empty, no advice is searched for in this case.
  std::function<StopToken(double)> more_time;
  std::function<void(const std::string&)> progress;  ///< function that is called with a line of text
  std::function<void(std::size_t)> box_progress;     ///< function that is called with the number of boxes

  [[nodiscard]] bool asks_depth() const { return certify || certify_depth || certificate; }
};
Parameters parameters(PlanQuestion& question);
/// Throws InputError, at "--NAME", for parameters that exclude one another or that would have no effect. `regions`
/// states whether the question may be about rest regions.
void require_consistent(const PlanQuestion& question, bool regions);

/// A question of `simulate` for a task, about trials of its plan.
struct TrialsQuestion {
  std::optional<GivenDocument> plan;  ///< wrenches to try; default: those of the task's plan or, if it has none, those
                                      ///< of a plan that the command finds first
  std::optional<long> replay;         ///< number, from 0, of the only start to simulate
  bool both = false;                  ///< whether to run every start twice, with random and with adversarial choices
                                      ///< between several solutions of a time step, and to report both
  std::optional<std::string> trace;   ///< output file for the data of each time step
  std::optional<double> limit;        ///< time limit, s
  bool advice = false;                ///< whether to find changes with which failed starts end at the goal

  StopToken stop;
  int threads = 0;  ///< limit on the number of threads; 0 means one per core
  std::function<void(const std::string&)> write_trace;  ///< function that is called with the lines of a replay's trace
  /// Function that is called before the first trial, with the number of starts. It returns a function that is called
  /// with the number of finished trials.
  std::function<std::function<void(std::size_t)>(std::size_t)> progress;
};
Parameters parameters(TrialsQuestion& question);

/// The question of `orient`.
struct OrientQuestion {
  std::optional<std::string> by;            ///< "squeeze" (the default) or "fence"
  std::optional<std::string> jaw_friction;  ///< friction coefficient at the jaws, "MU" or "LOW,HIGH"; default 0
  std::optional<double> angle_step;         ///< angle of which all turns are multiples, degrees; default: any angle
  std::optional<double> to;                 ///< final orientation, degrees; default: the angle of the task's pose
  std::optional<double> center_error;       ///< error of the centre of mass, in the task's unit of length; default 0
  std::optional<std::string> task_out;      ///< output file of the task with the final orientation
  std::optional<double> limit;              ///< time limit, s
};
Parameters parameters(OrientQuestion& question);

/// Files for the workshop that makes a fixture (`fixture` and `report`). Lengths are in mm.
struct ShopQuestion {
  std::optional<std::string> plate;  ///< output file of the plate; its ending selects DXF or SVG
  std::optional<std::string> holes;  ///< output file of the pins' holes, CSV
  std::optional<std::string> sheet;  ///< output file of the drawing to print, PDF
  std::optional<double>
      plate_margin;  ///< least distance of part and pins from the plate's edge; default depends on the pins
  std::optional<std::string> plate_size;  ///< "WIDTHxHEIGHT" of the plate
  std::optional<std::string> datum;       ///< "A,B": edges from which coordinates are measured; default: the task's
                                          ///< frame
  std::optional<std::string> hole_fit;    ///< fit of the holes, default "H7"
  std::optional<double> hole_depth;       ///< depth of the holes, default 1.5 diameters
  std::optional<std::string> paper;       ///< "A4" or "A3"; default A4, or A3 if the scale on A4 is below 1:1 and
                                          ///< smaller than on A3
  std::optional<std::string> date;        ///< date on the sheet, any text; default none

  [[nodiscard]] bool any() const { return plate || holes || sheet; }
};
Parameters parameters(ShopQuestion& question);
/// Throws InputError, at "--NAME", for values that cannot be read and for parameters without effect.
void require_consistent(const ShopQuestion& question);

/// The question of `fixture`.
struct DesignQuestion {
  std::optional<std::size_t> top;       ///< number of fixtures in the answer; default: the number that the task states,
                                        ///< or 10 if it states none
  std::optional<std::string> all;       ///< output file of all candidates
  std::optional<std::string> task_out;  ///< output file of the task with the best fixture
  std::optional<std::size_t> refine;    ///< number of best fixtures to refine; default 0
  std::optional<std::string> optimal;   ///< "pose_error", "point_error" or "margin": the measure whose best value over
                                        ///< all positions of three pins is bounded
  std::optional<std::size_t> limit_plans;  ///< limit on the number of candidates for which a plan is searched for; default:
                                           ///< see DesignRequest::plans
  std::optional<double> limit;             ///< time limit, s
  bool advice = false;                     ///< whether to search for changes that help, if no fixture was found or
                                           ///< `limit` ended the search
  ShopQuestion shop;                       ///< files of the best fixture

  StopToken stop;
  /// Function that returns a stop token for a number of seconds, which may be infinite. Each search for advice gets
  /// such a token. If the function is empty, `stop` limits these searches.
  std::function<StopToken(double)> more_time;
  std::function<void(const DesignProgress&)> progress;
  std::function<void(const std::string&)> write_candidate;  ///< function that is called with one line per candidate
  int threads = 0;  ///< limit on the number of threads; 0 means one per core
};
Parameters parameters(DesignQuestion& question);

/// The question of `nest`. Each option replaces the key of the same name in the task's "nest". Lengths are in the
/// task's unit.
struct NestQuestion {
  std::optional<double> clearance, accuracy, cutter_radius;
  std::optional<std::string> relief;    ///< "dogbone", "tbone", "round" or "none"
  std::optional<std::string> open_side;  ///< "left", "right", "bottom" or "top"
  std::optional<double> margin, lead_in;
  std::optional<double> tilt;           ///< direction of the tray's tilt, degrees
  std::optional<std::string> array;     ///< "COLUMNSxROWS"
  std::optional<std::string> pitch;     ///< "X,Y"
  std::optional<std::string> plate_size;  ///< "WIDTH,HEIGHT"
  bool foolproof = false;               ///< whether a nest with wrong placements counts as a failure
  std::optional<std::string> task_out;  ///< output file of the task with the plate as its wall
  ShopQuestion shop;                    ///< files for the workshop; only the plate, the sheet, the paper and the date
                                        ///< are used
  std::optional<double> limit;          ///< time limit, s
};
Parameters parameters(NestQuestion& question);

/// The question of `part`.
struct PartQuestion {
  /// Layers to read and to leave out, separated by commas; default all visible layers.
  std::optional<std::string> layer, not_layer;
  std::optional<std::string> unit;  ///< "m", "mm", "cm" or "in"; default: the unit that the drawing states
  std::optional<double> join;  ///< maximum distance between ends of curves that are joined, in that unit; default: 1e-6
                               ///< of the drawing's size
  std::optional<double> deviation;   ///< maximum distance of a chord from the curve that it replaces, in that unit;
                                     ///< default 0.001
  std::optional<long> loop;          ///< number, from 1, of the closed curve that is the part; default: the outer curve
  std::optional<std::string> loops;  ///< the same number as text, or "all" for one task per closed curve; command line
                                     ///< only
};
Parameters parameters(PartQuestion& question);

struct LcpQuestion {
  bool all = false;    ///< whether to list every solution
  bool proof = false;  ///< whether to print the proof if no solution exists
  std::optional<std::string> method;  ///< "search" (the default) or "interior-point"
  std::optional<double> limit;  ///< time limit per problem, s; default 20
};
Parameters parameters(LcpQuestion& question);

/// Throws InputError for options that have no effect with the method of the question.
void require_consistent(const LcpQuestion& question);

struct VerifyQuestion {
  std::optional<std::string> task;  ///< file of the task, or of the problem of `lcp`, to which the answer belongs
  bool partial = false;             ///< whether to accept an answer with fields that only a search could recompute
};
Parameters parameters(VerifyQuestion& question);

/// The question of `draw`.
struct DrawQuestion {
  std::optional<std::string> answer;  ///< file of a saved answer; without it, only the task is drawn
};
Parameters parameters(DrawQuestion& question);

/// A command and its parameters, for lists only: their slots must not be written to.
struct CommandParameters {
  const char* command;
  Parameters parameters;
};
/// Returns all commands that have parameters, in the order of docs/options.md.
std::vector<CommandParameters> all_parameters();

}  // namespace pawl::answers
