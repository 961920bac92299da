// SPDX-License-Identifier: MIT
#include "simulation/mechanism.h"

#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "bodies/equations_of_motion.h"
#include "friction/constrained_inertia.h"

namespace pawl::internal::inline simulation {
namespace {

using Members = Mechanism::Members;

constexpr int kMostPredictions = 30;
constexpr double kPredicted = 1e-12;  ///< accuracy to which positions (m and rad) are predicted, relative to 1 plus the
                                      ///< largest coordinate
constexpr double kMet = 1e-10;  ///< largest residual of a step's equations that counts as satisfied, m and rad

/// Returns the solid of the mechanism's subsystem that corresponds to a solid of the system.
Solid solid_in(const Members& members, const Solid& solid) {
  if (solid.kind == Solid::Kind::ground) return solid;
  const std::vector<std::size_t>& list = solid.kind == Solid::Kind::body ? members.bodies : members.joints;
  return {solid.kind, static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), solid.index) - list.begin())};
}

System part_of(const System& system, const Members& members) {
  System part;
  for (const std::size_t i : members.bodies) part.bodies.push_back(system.bodies[i]);
  for (const std::size_t i : members.joints) {
    Joint joint = system.joints[i];
    if (joint.parent >= 0) {
      joint.parent = static_cast<int>(solid_in(members, Solid::link(static_cast<std::size_t>(joint.parent))).index);
    }
    part.joints.push_back(joint);
  }
  for (const std::size_t i : members.pins) {
    Pin pin = system.pins[i];
    pin.a = solid_in(members, pin.a);
    pin.b = solid_in(members, pin.b);
    part.pins.push_back(pin);
  }
  return part;
}

/// Returns the displacement of a frame's origin and the rotation of the frame as one vector.
Eigen::Vector3d triple(const Eigen::Vector2d& shift, double turn) { return {shift.x(), shift.y(), turn}; }

}  // namespace

Mechanism::Mechanism(const System& system, Members members) : part_(part_of(system, members)), members_(members) {
  for (const std::size_t i : members.bodies) links_.push_back(static_cast<int>(i));
  for (const std::size_t i : members.joints) links_.push_back(link_of_joint(system, i));
  const std::vector<int> limited = joints_with_stops(system);
  for (std::size_t k = 0; k < limited.size(); ++k) {
    const std::size_t joint = static_cast<std::size_t>(limited[k]);
    if (!std::binary_search(members.joints.begin(), members.joints.end(), joint)) continue;
    const std::size_t local = solid_in(members, Solid::link(joint)).index;
    const int coordinate = static_cast<int>(3 * members.bodies.size() + local);
    stops_.push_back({static_cast<int>(system.bodies.size() + system.joints.size() + k), coordinate});
    links_.push_back(stops_.back().link);
  }
  start_ = now_ = State(part_);
}

bool Mechanism::drive_works() const {
  for (std::size_t k = 0; k < part_.joints.size(); ++k) {
    if (part_.joints[k].drive != Joint::Drive::acceleration) continue;
    const auto coordinate = static_cast<Eigen::Index>(3 * part_.bodies.size() + k);
    if (start_rates_[coordinate] != 0 || start_loads_.accelerations[k] != 0) return true;
  }
  return false;
}

std::size_t Mechanism::index_of(int link) const {
  const auto found = std::find(links_.begin(), links_.end(), link);
  PAWL_ASSERT(found != links_.end());
  return static_cast<std::size_t>(found - links_.begin());
}

const Eigen::MatrixXd& Mechanism::response(int link) const { return responses_[index_of(link)]; }

Eigen::Vector3d Mechanism::acceleration(int link) const { return rows_[index_of(link)] * acceleration_; }

/// Copies the positions of the members from `motion` to a state of the mechanism.
void Mechanism::load(const Motion& motion, State& state) const {
  for (std::size_t k = 0; k < members_.bodies.size(); ++k) {
    state.pose(k) = motion.q.segment<3>(3 * static_cast<Eigen::Index>(members_.bodies[k]));
  }
  for (std::size_t k = 0; k < members_.joints.size(); ++k) {
    state.position(k) = motion.positions[static_cast<Eigen::Index>(members_.joints[k])];
  }
}

Loads Mechanism::loads_of(const System& system, const Actuation& actuation, const Motion& motion) const {
  Loads loads(part_);
  for (std::size_t k = 0; k < members_.bodies.size(); ++k) {
    const int body = static_cast<int>(members_.bodies[k]);
    loads.body_wrenches[k] = force_on(system, actuation, body, motion.placements[members_.bodies[k]]);
  }
  const Loads& given = actuation.loads;
  for (std::size_t k = 0; k < members_.joints.size(); ++k) {
    const std::size_t joint = members_.joints[k];
    if (!given.link_wrenches.empty()) loads.link_wrenches[k] = given.link_wrenches[joint];
    loads.link_wrenches[k].head<2>() += part_.joints[k].mass * system.gravity;
    if (!given.efforts.empty()) loads.efforts[k] = given.efforts[joint];
    if (!given.accelerations.empty()) loads.accelerations[k] = given.accelerations[joint];
  }
  return loads;
}

/// Returns the rows of Z for a link: the velocity of its frame's origin and its angular velocity, per unit rate of each
/// coordinate. The rows of a stop contain only the stop's velocity.
Eigen::MatrixXd Mechanism::rows_of(const Kinematics& kinematics, int link) const {
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3, coordinates());
  const std::size_t index = index_of(link), bodies = members_.bodies.size();
  if (index < bodies) {
    rows.middleCols<3>(3 * static_cast<Eigen::Index>(index)).setIdentity();
  } else if (index < bodies + members_.joints.size()) {
    const Solid solid = Solid::link(index - bodies);
    const Eigen::Vector2d origin = kinematics.motion(solid).origin;
    kinematics.add_point_row(solid, origin, Eigen::Vector2d::UnitX(), 1, rows.row(0));
    kinematics.add_point_row(solid, origin, Eigen::Vector2d::UnitY(), 1, rows.row(1));
    for (int j = static_cast<int>(solid.index); j >= 0; j = kinematics.parent(j)) {
      rows(2, kinematics.column(j)) = kinematics.spin_column(j);
    }
  } else {
    rows(0, stops_[index - bodies - members_.joints.size()].coordinate) = 1;
  }
  return rows;
}

/// Returns X, the centres of mass and angles of the members.
std::vector<Eigen::Vector3d> Mechanism::centers(const Kinematics& kinematics) const {
  std::vector<Eigen::Vector3d> found;
  for (std::size_t k = 0; k < part_.bodies.size(); ++k) {
    const SolidMotion& motion = kinematics.motion(Solid::body(k));
    found.push_back(triple(motion.origin, motion.angle));
  }
  for (std::size_t k = 0; k < part_.joints.size(); ++k) {
    found.push_back(triple(kinematics.center_of_mass(k), kinematics.motion(Solid::link(k)).angle));
  }
  return found;
}

/// Computes the mass matrix, the rows of the pins and the responses at a position of the mechanism. Returns false if
/// the mechanism can move without moving any mass.
bool Mechanism::linearise(const State& state, const Loads& loads) {
  kinematics_ = std::make_unique<Kinematics>(part_, state);
  mass_ = mass_matrix(*kinematics_);
  double pivot = 0;
  if (first_massless(mass_, pivot) >= 0) return false;
  bilateral_ = bilateral_rows(*kinematics_, loads);
  force_ = applied_force(*kinematics_, loads);
  inertia_ = std::make_unique<ConstrainedInertia>(mass_, bilateral_);
  rows_.clear();
  responses_.clear();
  for (const int link : links_) {
    rows_.push_back(rows_of(*kinematics_, link));
    responses_.push_back(inertia_->half(rows_.back()));
  }
  return true;
}

void Mechanism::keep_gaps(const Motion& motion) {
  load(motion, start_);
  gap_ = bilateral_rows(Kinematics(part_, start_), Loads(part_)).gap;
}

bool Mechanism::start(const System& system, const Actuation& actuation, const Motion& motion, double h, double part) {
  h_ = h;
  part_of_step_ = part;
  load(motion, start_);
  now_.q = start_.q;
  start_rates_.resize(coordinates());
  for (std::size_t k = 0; k < members_.bodies.size(); ++k) {
    const auto body = static_cast<Eigen::Index>(members_.bodies[k]);
    start_rates_.segment<3>(3 * static_cast<Eigen::Index>(k)) = motion.u.segment<3>(3 * body);
  }
  const Eigen::Index first = 3 * static_cast<Eigen::Index>(members_.bodies.size());
  for (std::size_t k = 0; k < members_.joints.size(); ++k) {
    start_rates_[first + static_cast<Eigen::Index>(k)] = motion.rates[static_cast<Eigen::Index>(members_.joints[k])];
  }
  rates_ = free_ = start_rates_;
  drive_impulses_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(part_.joints.size()));
  pin_impulses_.assign(part_.pins.size(), {0, 0});
  start_loads_ = loads_of(system, actuation, motion);
  if (!linearise(start_, start_loads_)) return false;
  start_centers_ = centers(*kinematics_);
  start_force_ = force_;
  mass_times_start_ = mass_ * start_rates_;
  start_energy_ = energy(start_rates_);
  try {
    acceleration_ = inertia_->motion(force_, inertia_->particular(bilateral_.acceleration, tolerance::kPinClosure));
  } catch (const InputError&) {
    return false;
  }
  return true;
}

/// Returns Z'M (X(now) - X(start)), with the matrix Z of the last linearisation.
Eigen::VectorXd Mechanism::momentum_from_start(const Kinematics& now) const {
  const std::vector<Eigen::Vector3d> reached = centers(now);
  Loads momenta(part_);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const Eigen::Vector3d way = reached[k] - start_centers_[k];
    const bool body = k < part_.bodies.size();
    const std::size_t joint = k - part_.bodies.size();
    const double mass = body ? part_.bodies[k].mass : part_.joints[joint].mass;
    const double inertia = body ? part_.bodies[k].inertia : part_.joints[joint].inertia;
    (body ? momenta.body_wrenches[k] : momenta.link_wrenches[joint]) =
        way.cwiseProduct(Eigen::Vector3d(mass, mass, inertia));
  }
  return applied_force(*kinematics_, momenta);
}

/// Returns the rates that drives and pins prescribe in the drift stage.
Eigen::VectorXd Mechanism::targets() {
  const Eigen::VectorXd moved = now_.q - start_.q;
  const Eigen::VectorXd off = bilateral_rows(Kinematics(part_, now_), start_loads_).gap - gap_;
  pins_off_ = off.size() > 0 ? off.cwiseAbs().maxCoeff() : 0;
  Eigen::VectorXd targets = (bilateral_.rows * moved - off) / h_;
  for (Eigen::Index i = 0; i < bilateral_.size(); ++i) {
    if (!bilateral_.driven[i]) continue;
    targets[i] = bilateral_.rows.row(i).dot(start_rates_) + part_of_step_ * bilateral_.acceleration[i];
  }
  return targets;
}

bool Mechanism::set_free(const Eigen::VectorXd& momentum, const Eigen::VectorXd& targets) {
  const Eigen::VectorXd last = free_;
  try {
    free_ = inertia_->motion(momentum, inertia_->particular(targets, tolerance::kPinClosure / h_));
  } catch (const InputError&) {
    return false;
  }
  change_ = h_ * (free_ - last).cwiseAbs().maxCoeff();
  return std::isfinite(change_);
}

bool Mechanism::update_free() {
  const Eigen::VectorXd moved = now_.q - start_.q;
  const Eigen::VectorXd bent = mass_ * moved - momentum_from_start(Kinematics(part_, now_));
  return set_free(mass_times_start_ + part_of_step_ * start_force_ + bent / h_, targets());
}

bool Mechanism::is_met() const {
  const double rounding = kPredicted * now_.q.cwiseAbs().maxCoeff();
  // `disagree` is the largest amount by which dependent pins contradict each other.
  const double disagree = gap_.size() > 0 ? gap_.cwiseAbs().maxCoeff() : 0;
  return change_ <= kMet + rounding && pins_off_ <= tolerance::kStepResidual + 2 * disagree + rounding;
}

double Mechanism::largest_rotation() const {
  double largest = 0;
  for (const Eigen::MatrixXd& rows : rows_) largest = std::max(largest, h_ * std::fabs(rows.row(2).dot(start_rates_)));
  return largest;
}

bool Mechanism::predict() {
  now_.q = start_.q;
  for (int i = 0; i < kMostPredictions; ++i) {
    if (!update_free()) return false;
    now_.q = start_.q + h_ * free_;
    if (change_ <= kPredicted * (1 + start_.q.cwiseAbs().maxCoeff())) return true;
  }
  return false;
}

bool Mechanism::settle(const System& system, const Actuation& actuation, const Motion& motion, double part) {
  settle_part_ = part;
  const Loads loads = loads_of(system, actuation, motion);
  if (!linearise(now_, loads)) return false;
  Eigen::VectorXd targets = Eigen::VectorXd::Zero(bilateral_.size());
  for (Eigen::Index i = 0; i < bilateral_.size(); ++i) {
    if (!bilateral_.driven[i]) continue;
    targets[i] = bilateral_.rows.row(i).dot(start_rates_) + (part_of_step_ + part) * bilateral_.acceleration[i];
  }
  return set_free(momentum_from_start(*kinematics_) / h_ + part * force_, targets);
}

void Mechanism::balance_drift(const std::vector<LinkImpulse>& wrenches) {
  balance(momentum_from_start(Kinematics(part_, now_)) / h_ - mass_times_start_ - part_of_step_ * start_force_,
          wrenches);
}

void Mechanism::balance_settle(const std::vector<LinkImpulse>& wrenches) {
  balance(mass_ * rates_ - momentum_from_start(*kinematics_) / h_ - settle_part_ * force_, wrenches);
}

/// Computes the impulses of drives and pins in the stage, and adds them to their sums. `momentum` is the change of
/// momentum in the stage minus the impulse of the applied forces. It equals B' lambda plus the impulses of contacts and
/// stops.
void Mechanism::balance(Eigen::VectorXd momentum, const std::vector<LinkImpulse>& wrenches) {
  const auto driven = [](const Joint& joint) { return joint.drive == Joint::Drive::acceleration; };
  if (bilateral_.size() == 0) return;
  for (const LinkImpulse& one : wrenches) momentum -= rows_[index_of(one.link)].transpose() * one.wrench;
  const Eigen::VectorXd multipliers = inertia_->multipliers(momentum);
  const std::vector<bool> determined = inertia_->determined();
  Eigen::Index row = 0;
  for (std::size_t k = 0; k < part_.joints.size(); ++k) {
    if (!driven(part_.joints[k])) continue;
    const bool known = determined[static_cast<std::size_t>(row)];
    drive_impulses_[static_cast<Eigen::Index>(k)] +=
        known ? multipliers[row] : std::numeric_limits<double>::quiet_NaN();
    ++row;
  }
  for (Eigen::Vector2d& impulse : pin_impulses_) {
    for (Eigen::Index d = 0; d < 2; ++d, ++row) {
      impulse[d] += determined[static_cast<std::size_t>(row)] ? multipliers[row] : std::numeric_limits<double>::quiet_NaN();
    }
  }
}

void Mechanism::add_pin_impulses(std::vector<Eigen::Vector2d>& impulses) const {
  for (std::size_t k = 0; k < members_.pins.size(); ++k) impulses[members_.pins[k]] += pin_impulses_[k];
}

void Mechanism::add_drive_impulses(std::vector<double>& impulses) const {
  for (std::size_t k = 0; k < members_.joints.size(); ++k) {
    const bool driven = part_.joints[k].drive == Joint::Drive::acceleration;
    impulses[members_.joints[k]] += driven ? drive_impulses_[static_cast<Eigen::Index>(k)] : h_ * start_loads_.efforts[k];
  }
}

double Mechanism::work() const { return (start_force_ + force_).dot(now_.q - start_.q) / 2; }

void Mechanism::write_rates(Motion& motion) const {
  for (std::size_t k = 0; k < links_.size(); ++k) motion.u.segment<3>(3 * links_[k]) = rows_[k] * rates_;
  write_joint_rates(rates_, motion);
}

void Mechanism::write_joint_rates(const Eigen::VectorXd& rates, Motion& motion) const {
  const Eigen::Index first = 3 * static_cast<Eigen::Index>(members_.bodies.size());
  for (std::size_t k = 0; k < members_.joints.size(); ++k) {
    motion.rates[static_cast<Eigen::Index>(members_.joints[k])] = rates[first + static_cast<Eigen::Index>(k)];
  }
}

void Mechanism::write_placements(const State& state, Motion& motion) const {
  const Kinematics kinematics(part_, state);
  const auto place = [&](int link, const Solid& solid) {
    const SolidMotion& frame = kinematics.motion(solid);
    motion.q.segment<3>(3 * link) = triple(frame.origin, frame.angle);
    motion.update_placement(link);
  };
  const std::size_t bodies = members_.bodies.size();
  for (std::size_t k = 0; k < bodies; ++k) place(links_[k], Solid::body(k));
  for (std::size_t k = 0; k < members_.joints.size(); ++k) {
    place(links_[bodies + k], Solid::link(k));
    motion.positions[static_cast<Eigen::Index>(members_.joints[k])] = state.position(k);
  }
  for (const Stop& stop : stops_) {
    motion.q.segment<3>(3 * stop.link) << state.q[stop.coordinate], 0, 0;
    motion.update_placement(stop.link);
  }
}

void Mechanism::take_free(Motion& motion) {
  rates_ = free_;
  write_rates(motion);
}

void Mechanism::push(const Eigen::VectorXd& g, Motion& motion) {
  rates_ += inertia_->spread(g);
  write_rates(motion);
}

void Mechanism::move(Motion& motion) {
  now_.q = start_.q + h_ * rates_;
  write_placements(now_, motion);
}

void Mechanism::restore_joints(Motion& motion) {
  rates_ = start_rates_;
  write_joint_rates(start_rates_, motion);
  for (std::size_t k = 0; k < members_.joints.size(); ++k) {
    motion.positions[static_cast<Eigen::Index>(members_.joints[k])] = start_.position(k);
  }
}

double Mechanism::mass() const {
  double mass = 0;
  for (const Body& body : part_.bodies) mass += body.mass;
  for (const Joint& joint : part_.joints) mass += joint.mass;
  return mass;
}

std::vector<Mechanism> mechanisms_of(const System& system) {
  const int bodies = static_cast<int>(system.bodies.size()), joints = static_cast<int>(system.joints.size());
  DisjointSets sets(bodies + joints);
  const auto number = [&](const Solid& solid) {
    return static_cast<int>(solid.index) + (solid.kind == Solid::Kind::link ? bodies : 0);
  };
  std::vector<char> held(static_cast<std::size_t>(bodies + joints), 0);
  const auto hold = [&](const Solid& a, const Solid& b) {
    for (const Solid* one : {&a, &b}) {
      if (one->kind != Solid::Kind::ground) held[number(*one)] = 1;
    }
    if (a.kind != Solid::Kind::ground && b.kind != Solid::Kind::ground) sets.join(number(a), number(b));
  };
  for (int j = 0; j < joints; ++j) {
    const int parent = system.joints[j].parent;
    hold(Solid::link(static_cast<std::size_t>(j)),
         parent < 0 ? Solid::ground() : Solid::link(static_cast<std::size_t>(parent)));
  }
  for (const Pin& pin : system.pins) {
    if (!pin.stiffness) hold(pin.a, pin.b);
  }

  std::map<int, Members> members;  // for each mechanism, identified by its lowest link, its members
  for (int i = 0; i < bodies + joints; ++i) {
    if (!held[i]) continue;
    Members& one = members[sets.root(i)];
    if (i < bodies) one.bodies.push_back(static_cast<std::size_t>(i));
    if (i >= bodies) one.joints.push_back(static_cast<std::size_t>(i - bodies));
  }
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    if (system.pins[i].stiffness) continue;
    const Solid& solid = system.pins[i].a.kind == Solid::Kind::ground ? system.pins[i].b : system.pins[i].a;
    members[sets.root(number(solid))].pins.push_back(i);
  }
  std::vector<Mechanism> mechanisms;
  for (auto& [lowest, one] : members) mechanisms.emplace_back(system, std::move(one));
  return mechanisms;
}

namespace {

using Vector = Eigen::Vector2d;

}  // namespace

Eigen::Vector3d force_on(const System& system, const Actuation& actuation, int body, const Placement& place) {
  const std::size_t index = static_cast<std::size_t>(body);
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  force.head<2>() = system.bodies[index].mass * system.gravity;
  if (!actuation.loads.body_wrenches.empty()) force += actuation.loads.body_wrenches[index];
  const auto add = [&](const Vector& arm, const Vector& part, double torque) {
    force += Eigen::Vector3d(part.x(), part.y(), moment(arm, part) + torque);
  };
  for (const PointForce& one : actuation.forces) {
    if (one.body == index) add(place.direction(one.at), one.force, one.torque);
  }
  for (const SpringPull& one : actuation.springs) {
    if (one.body != index) continue;
    const Vector way = one.anchor - place.point(one.at);
    const double length = way.norm();
    if (length > 0) add(place.direction(one.at), (one.tension / length + one.stiffness) * way, 0);
  }
  return force;
}

}  // namespace pawl::internal::inline simulation
