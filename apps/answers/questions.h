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

/// A question of `contacts` and `check` about a fixture: the accuracy with which the fixture locates its part, and the
/// positions and forces of clamps.
struct FixtureChecks {
  std::optional<double> tolerance;  ///< error of each locator along its normal, in the task's unit of length, >= 0
  bool clamp = false;               ///< whether to find the positions of a frictionless clamp that loads all locators
  std::vector<GivenPlace> clamp_at;
  bool play = false;  ///< whether to find the limits of the part's motion; only for `contacts`
  bool foolproof = false;        ///< whether to find wrong placements of the part; only for `contacts`
  std::optional<double> misfit;  ///< a placement is accepted if its misfit is at most this, in the task's unit of
                                 ///< length, > 0

  // The members below are for `contacts` only. They ask on which stretches of the outline an additional finger has a
  // given effect.
  std::optional<std::string> finger;           ///< the effect: "force-closure", "form-closure", "strongly-stable", or a
                                               ///< mode
  std::optional<std::string> finger_friction;  ///< friction coefficient of the finger, "MU" or "LOW,HIGH"; default 0
  std::optional<std::size_t> finger_replaces;  ///< number, from 1, of the contact that the finger replaces; default: no
                                               ///< contact is replaced
  std::optional<Eigen::Vector3d> finger_wrench;  ///< applied wrench, world frame; default: the process wrenches of the
                                                 ///< task

  // The members below are for `contacts` only. They ask for the contact forces if the contacts are springs.
  bool compliance = false;
  std::optional<double> stiffness;      ///< stiffness of each contact, N/m, > 0; default 1e7
  std::optional<double> clamp_force;    ///< force with which each clamp of `clamp_at` presses if no wrench is applied,
                                        ///< N, >= 0
  std::optional<Eigen::Vector3d> load;  ///< applied wrench, world frame; default: the process wrenches of the task

  [[nodiscard]] bool any() const { return tolerance || clamp || !clamp_at.empty(); }
};
Parameters parameters(FixtureChecks& question);
Parameters contacts_parameters(FixtureChecks& question);

struct CheckQuestion {
  std::optional<std::string> mode;        ///< mode to check, letters and `*`; default: the task's only mode
  std::optional<Eigen::Vector3d> wrench;  ///< wrench to check, world frame
  FixtureChecks fixture;
  std::optional<double> limit;  ///< time limit, s
};
Parameters parameters(CheckQuestion& question);

/// The question of `forward`.
struct ForwardQuestion {
  std::optional<Eigen::Vector3d> wrench;  ///< applied wrench, world frame; required for a task
  bool quasistatic = false;               ///< whether to neglect inertia; only for a scene
  std::optional<double> limit;            ///< time limit, s
};
Parameters parameters(ForwardQuestion& question);

/// The question of `cone` and `modes`. The command `modes` uses only the members `count` and `limit`.
struct ConesQuestion {
  std::optional<std::string> mode;   ///< modes to answer for, letters and `*`; default: the modes of the task
  std::optional<std::string> route;  ///< method that computes the cones: "sum" (the default) or "enrsv"
  bool matrices = false;
  bool exact = false;
  bool count = false;           ///< whether to write only the number of modes
  std::optional<double> limit;  ///< time limit, s
  std::optional<Eigen::Vector3d>
      wrench;  ///< wrench, world frame; the answer states for each cone whether it contains this wrench

  StopToken stop;
};
Parameters parameters(ConesQuestion& question);
Parameters modes_parameters(ConesQuestion& question);

struct PlanQuestion {
  std::optional<std::string> require;  ///< weakest guarantee to accept, "keeps" or "energy"; default: any guarantee
  bool by_graph = false;               ///< true: search for plans only in the graph of contact states; false: use the
                                       ///< energy conditions, too
  bool friction_limit = false;
  bool certify = false;                      ///< whether to compute the depth of a plan whose guarantee is `energy`
  std::optional<double> certify_depth;       ///< The search for the depth may end at this depth, N times the task's
                                             ///< unit of length, for a wrench of 1 N.
  std::optional<std::string> certificate;    ///< output file of the energy certificate; implies `certify`
  std::optional<std::size_t> limit_boxes;    ///< limit on the number of boxes, for the depth and for the search for a
                                             ///< way out of the fixture
  std::optional<double> tolerance_friction;  ///< amount that is added to the friction coefficients
  std::optional<double> tolerance_fixels;    ///< largest error of a fixel's position, in the task's unit of length
  std::optional<double> tolerance_outline;   ///< largest error of a point of the outline, in the task's unit of length
  bool loadable = false;                     ///< whether to decide the question if the part can leave its fixture
  std::optional<double> limit;               ///< time limit, s
  std::optional<std::size_t> limit_cells;    ///< limit on the number of cells of wrenches
  std::optional<std::string> graphviz;       ///< output file of the graph of contact states, as Graphviz text
  bool whole_graph = false;                  ///< if true, `graphviz` receives the whole graph of contact states
  bool advice = false;                       ///< whether to find changes with which a plan exists, if the task has none

  // The parameters below are for rest regions. The question is about rest regions if the task has a start region, or if
  // `from`, `within` or `plan` is given.
  std::optional<std::string> from;            ///< start region: half-widths of translation and rotation "T,R", with a
                                              ///< kinetic energy "T,R,E", or a JSON object
  std::optional<double> within;               ///< required bound on the displacement of the part at rest, in the task's
                                              ///< unit of length
  std::optional<GivenDocument> plan;          ///< plan whose rest regions are proved; by default, the command searches
                                              ///< for a plan
  std::optional<double> residual_energy;      ///< largest kinetic energy of the part when the next wrench is applied,
                                              ///< J; default: the part is at rest
  std::optional<double> tolerance_direction;  ///< largest error of the direction of an applied force, degrees
  std::optional<double> tolerance_center;     ///< largest error of the centre of mass, in the task's unit of length
  bool swept = false;                         ///< whether each wrench changes gradually into the next one, instead of
                                              ///< at once

  StopToken stop;
  /// A function that returns a stop token for a number of seconds. If `limit` ended the search, the search for advice
  /// gets this token. If the function is empty and `limit` ended the search, no advice is searched for.
  std::function<StopToken(double)> more_time;
  std::function<void(const std::string&)> progress;  ///< if not empty, called with one line of text per report on the
                                                     ///< progress
  std::function<void(std::size_t)> box_progress;     ///< if not empty, called with the number of boxes examined

  [[nodiscard]] bool asks_depth() const { return certify || certify_depth || certificate; }
};
Parameters parameters(PlanQuestion& question);
/// Throws InputError at "--NAME" for a parameter that excludes another one or that would have no effect. `regions`
/// states whether the question may be about rest regions.
void require_consistent(const PlanQuestion& question, bool regions);

/// A question of `simulate` for a task, about trials of its plan.
struct TrialsQuestion {
  std::optional<GivenDocument> plan;  ///< wrenches of the trials; default: those of the task's plan or, without one,
                                      ///< those of a plan that the command finds first
  std::optional<long> replay;         ///< number, from 0, of a start; only this start is simulated
  bool both = false;                  ///< If several solutions of a time step exist, one is chosen. If `both` is true,
                                      ///< every start is run with random choices and with adversarial ones, and both
                                      ///< results are reported.
  std::optional<std::string> trace;   ///< output file with the data of each time step
  std::optional<double> limit;        ///< time limit, s
  bool advice = false;                ///< whether to find changes with which starts that failed end seated

  StopToken stop;
  int threads = 0;  ///< limit on the number of threads; 0: one thread per core
  std::function<void(const std::string&)> write_trace;  ///< called with each line of the trace of a replay
  /// Called before the first trial with the number of starts. Returns a function to be called with the number of
  /// finished trials.
  std::function<std::function<void(std::size_t)>(std::size_t)> progress;
};
Parameters parameters(TrialsQuestion& question);

/// The question of `orient`.
struct OrientQuestion {
  std::optional<std::string> by;            ///< "squeeze" (the default) or "fence"
  std::optional<std::string> jaw_friction;  ///< friction coefficient at the jaws, "MU" or "LOW,HIGH"; default 0
  std::optional<double> angle_step;         ///< all rotations of the part are multiples of this angle, degrees;
                                            ///< default: any angle
  std::optional<double> to;                 ///< final orientation, degrees; default: the angle of the task's pose
  std::optional<double> center_error;       ///< error of the centre of mass, in the task's unit of length; default 0
  std::optional<std::string> task_out;      ///< output file of the task in which the part has the final orientation
  std::optional<double> limit;              ///< time limit, s
};
Parameters parameters(OrientQuestion& question);

/// The question about files for the workshop that makes a fixture, for `fixture` and `report`. Lengths are in mm.
struct ShopQuestion {
  std::optional<std::string> plate;  ///< output file of the plate; a name that ends in .svg selects SVG, any other name
                                     ///< DXF
  std::optional<std::string> holes;  ///< output file of the holes for the pins, CSV
  std::optional<std::string> sheet;  ///< output file of the sheet to print, PDF
  std::optional<double>
      plate_margin;  ///< least distance between the plate's edge and the part or a pin; the default depends on the pins
  std::optional<std::string> plate_size;  ///< size of the plate, "WIDTHxHEIGHT"
  std::optional<std::string> datum;       ///< "A,B": the two edges from which coordinates are measured; default: the
                                          ///< task's frame
  std::optional<std::string> hole_fit;    ///< fit of the holes, default "H7"
  std::optional<double> hole_depth;       ///< depth of the holes, default 1.5 diameters
  std::optional<std::string> paper;       ///< "A4" or "A3"; default: A4, but A3 if it permits a larger scale and the
                                          ///< scale on A4 is below 1:1
  std::optional<std::string> date;        ///< date on the sheet, any text; default none

  [[nodiscard]] bool any() const { return plate || holes || sheet; }
};
Parameters parameters(ShopQuestion& question);
/// Throws InputError at "--NAME" for a value that cannot be read and for a parameter that would have no effect.
void require_consistent(const ShopQuestion& question);

/// The question of `fixture`.
struct DesignQuestion {
  std::optional<std::size_t> top;       ///< number of fixtures in the answer; default: the number in the task, or 10
  std::optional<std::string> all;       ///< output file with one line per candidate
  std::optional<std::string> task_out;  ///< output file of the task with the best fixture
  std::optional<std::size_t> refine;    ///< number of fixtures to refine, beginning with the best one; default 0
  std::optional<std::string> optimal;   ///< "pose_error", "point_error" or "margin": the answer bounds the best value
                                        ///< of this measure over all positions of three pins
  std::optional<std::size_t> limit_plans;  ///< limit on the number of candidates for which a plan is searched for;
                                           ///< default: that of DesignRequest::plans
  std::optional<double> limit;             ///< time limit, s
  bool advice = false;                     ///< whether to find changes with which the search succeeds, if it found no
                                           ///< fixture or `limit` ended it
  ShopQuestion shop;                       ///< files for the workshop, for the best fixture

  StopToken stop;
  /// A function that returns a stop token for a number of seconds, which may be infinite. Each search for advice gets
  /// such a token. If the function is empty, searches for advice get the token `stop`.
  std::function<StopToken(double)> more_time;
  std::function<void(const DesignProgress&)> progress;
  std::function<void(const std::string&)> write_candidate;  ///< called with one line per candidate
  int threads = 0;  ///< limit on the number of threads; 0: one thread per core
};
Parameters parameters(DesignQuestion& question);

/// The question of `nest`. Each option replaces the key of the same name in the task's key "nest". Lengths are in the
/// task's unit.
struct NestQuestion {
  std::optional<double> clearance, accuracy, cutter_radius;
  std::optional<std::string> relief;    ///< shape at inner corners of the pocket: "dogbone", "tbone", "round" or "none"
  std::optional<std::string> open_side;  ///< side on which the pocket is open: "left", "right", "bottom" or "top"
  std::optional<double> margin, lead_in;
  std::optional<double> tilt;           ///< direction of the tray's tilt, degrees
  std::optional<std::string> array;     ///< "COLUMNSxROWS"
  std::optional<std::string> pitch;     ///< "X,Y"
  std::optional<std::string> plate_size;  ///< "WIDTH,HEIGHT"
  bool foolproof = false;               ///< whether the status is kNo if the nest accepts a wrong placement
  std::optional<std::string> task_out;  ///< output file of the task whose wall is the plate
  ShopQuestion shop;                    ///< files for the workshop; only the members plate, sheet, paper and date are
                                        ///< used
  std::optional<double> limit;          ///< time limit, s
};
Parameters parameters(NestQuestion& question);

/// The question of `part`.
struct PartQuestion {
  /// Names of layers, separated by commas: the layers to read, and those to leave out. Default: all visible layers are
  /// read.
  std::optional<std::string> layer, not_layer;
  std::optional<std::string> unit;  ///< "m", "mm", "cm" or "in"; default: the unit that the drawing states
  std::optional<double> join;  ///< ends of curves are joined up to this distance, in the unit `unit`; default: 1e-6 of
                               ///< the drawing's size
  std::optional<double> deviation;   ///< a chord may replace a curve within this distance, in the unit `unit`; default
                                     ///< 0.001
  std::optional<long> loop;          ///< number, from 1, of the closed curve that bounds the part; default: the outer
                                     ///< curve
  std::optional<std::string> loops;  ///< like `loop`, as text; "all" makes one task per closed curve; command line only
};
Parameters parameters(PartQuestion& question);

struct LcpQuestion {
  bool all = false;    ///< whether to find all solutions instead of one
  bool proof = false;  ///< whether to print a proof if no solution exists
  std::optional<std::string> method;  ///< "search" (the default) or "interior-point"
  std::optional<double> limit;  ///< time limit per problem, s; default 20
};
Parameters parameters(LcpQuestion& question);

/// Throws InputError for an option that has no effect with the method of the question.
void require_consistent(const LcpQuestion& question);

struct VerifyQuestion {
  std::optional<std::string> task;  ///< file of the task, or of the problem of `lcp`, which the answer must fit
  bool partial = false;             ///< whether to accept an answer although some of its fields were not checked,
                                    ///< because only a search could recompute them
};
Parameters parameters(VerifyQuestion& question);

/// The question of `draw`.
struct DrawQuestion {
  std::optional<std::string> answer;  ///< file of a saved answer; without a value, only the task is drawn
};
Parameters parameters(DrawQuestion& question);

/// A command and its parameters, for use in lists only. The slots of the parameters must not be written to.
struct CommandParameters {
  const char* command;
  Parameters parameters;
};
/// Returns all commands that have parameters, in the order of docs/options.md.
std::vector<CommandParameters> all_parameters();

}  // namespace pawl::answers
