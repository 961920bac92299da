// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <cmath>

using namespace pawl;

namespace {

ContactSet disc() {
  ContactSet set;
  set.contacts = {{{0, -1}, {0, 1}, 0.2, 0, true}, {{1, 0}, {-1, 0}, 0.2, 0.0005, false}};
  return set;
}

std::string refusal(std::string_view letters) {
  try {
    require_mode_fits(letters, disc(), "/modes/0");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the worked example has the published Jacobian [BTG02, section 4]") {
  Eigen::MatrixXd J(3, 4);
  J << 0, -1, -1, 0, 1, 0, 0, -1, 0, 0, -1, -1;
  CHECK(contact_jacobian(disc()) == J);
}

TEST_CASE("wrenches are converted into the world frame and back") {
  ContactSet set = disc();
  CHECK(set.to_world({1, 2, 3}) == Eigen::Vector3d(1, 2, 3));
  set.angle = std::acos(0.0);
  CHECK((set.to_world({1, 0, 3}) - Eigen::Vector3d(0, 1, 3)).norm() < 1e-15);
  CHECK((set.from_world(set.to_world({1, 2, 3})) - Eigen::Vector3d(1, 2, 3)).norm() < 1e-15);
}

TEST_CASE("an invalid contact set is refused with all faults at once") {
  ContactSet set = disc();
  set.mass = -1;
  set.inertia = std::nan("");
  set.contacts[0].normal = {0, 0};
  set.contacts[1].friction = {.5, .1};
  try {
    set.validate();
    FAIL("not refused");
  } catch (const InputError& error) {
    REQUIRE(error.faults().size() == 4);
    CHECK(error.faults()[0].pointer == "/part/mass");
    CHECK(error.faults()[3].pointer == "/contacts/1/friction");
  }
}

TEST_CASE("modes that do not match the contacts are refused, and the reason is stated") {
  CHECK(refusal("na").empty());
  CHECK(refusal("**").empty());
  CHECK(refusal("n") == "/modes/0: \"n\": has 1 letters, but there are 2 fixels");
  CHECK(refusal("aa") == "/modes/0: \"aa\": fixel 1 touches, so its letter must be l, n, r or s");
  CHECK(refusal("nl") == "/modes/0: \"nl\": fixel 2 is across a gap, so its letter must be a or s");
  CHECK(refusal("nq") == "/modes/0: \"nq\": letter 2 must be one of a, l, n, r, s, k or *, or a set such as [lr]");
  CHECK_THROWS_AS(Mode("lx"), InputError);
  CHECK(Mode("lra").str() == "lra");
}
