// SPDX-License-Identifier: MIT
// MuJoCo 2.2: soft contacts with default parameters, Newton's solver, elliptic cones. Each body has two slides and a
// hinge.
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <cstdio>
#include <stdexcept>
#include <string>

#include "peer_world.h"

namespace pawl::peer {
namespace {

std::string text_of(const PeerBody& body) {
  const std::string geom =
      body.radius > 0 ? fmt::format("<geom type='sphere' size='{}' friction='{} 0 0'/>", body.radius, body.friction)
                      : fmt::format("<geom type='box' size='{} {} .5' friction='{} 0 0'/>", body.half_size.x(),
                                    body.half_size.y(), body.friction);
  const std::string place =
      fmt::format("pos='{} {} 0' euler='0 0 {}'", body.pose.x(), body.pose.y(), body.fixed ? body.pose[2] : 0.);
  if (body.fixed) return fmt::format("<body {}>{}</body>", place, geom);
  return fmt::format(
      "<body {0}><inertial pos='0 0 0' mass='{1}' diaginertia='{2} {2} {2}'/><joint type='slide' axis='1 0 0'/>"
      "<joint type='slide' axis='0 1 0'/><joint type='hinge' axis='0 0 1'/>{3}</body>",
      place, body.mass, body.inertia, geom);
}

class MujocoWorld : public PeerWorld {
 public:
  MujocoWorld(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity) : bodies_(bodies) {
    std::string text = fmt::format(
        "<mujoco><compiler angle='radian'/><size nconmax='4000' njmax='12000'/><option gravity='{} {} 0' "
        "timestep='.01' cone='elliptic' solver='Newton' tolerance='0'/><worldbody>",
        gravity.x(), gravity.y());
    for (const PeerBody& body : bodies) text += text_of(body);
    text += "</worldbody></mujoco>";
    mjVFS files;
    mj_defaultVFS(&files);
    const int size = static_cast<int>(text.size());
    if (mj_makeEmptyFileVFS(&files, "scene.xml", size) != 0) throw std::runtime_error("MuJoCo takes no file");
    text.copy(static_cast<char*>(files.filedata[mj_findFileVFS(&files, "scene.xml")]), text.size());
    char error[1000] = "";
    model_ = mj_loadXML("scene.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (model_ == nullptr) throw std::runtime_error(error);
    data_ = mj_makeData(model_);
    int next = 0;
    for (const PeerBody& body : bodies) {
      first_.push_back(body.fixed ? -1 : next);
      if (!body.fixed) {
        data_->qpos[next + 2] = body.pose[2];
        next += 3;
      }
    }
  }
  ~MujocoWorld() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoWorld(const MujocoWorld&) = delete;
  MujocoWorld& operator=(const MujocoWorld&) = delete;

  const char* name() const override { return "MuJoCo"; }
  void step(double h) override {
    model_->opt.timestep = h;
    mj_step(model_, data_);
  }
  Eigen::Vector3d pose(std::size_t body) const override {
    if (first_[body] < 0) return bodies_[body].pose;
    const mjtNum* q = data_->qpos + first_[body];
    return {bodies_[body].pose.x() + q[0], bodies_[body].pose.y() + q[1], q[2]};
  }
  Eigen::Vector3d twist(std::size_t body) const override {
    if (first_[body] < 0) return {0, 0, 0};
    const mjtNum* v = data_->qvel + first_[body];
    return {v[0], v[1], v[2]};
  }

 private:
  std::vector<PeerBody> bodies_;
  std::vector<int> first_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

}  // namespace

std::unique_ptr<PeerWorld> mujoco_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity) {
  return std::make_unique<MujocoWorld>(bodies, gravity);
}

}  // namespace pawl::peer
