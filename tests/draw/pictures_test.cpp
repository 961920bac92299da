// SPDX-License-Identifier: MIT
// Pictures of tasks and cones: labels must not overlap, repeated runs must give the same bytes, users' text must be
// escaped, and colors must have enough contrast.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/draw/cone_picture.h>
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/warnings.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "draw/wrench_map.h"

using namespace pawl;
using draw::Box;
using draw::Ink;
using draw::Theme;
using Eigen::Vector2d;

namespace {

std::vector<std::string> task_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(PAWL_SOURCE_DIR "/data/tasks")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

ValidTask figure(const std::string& name) { return read_valid_task_file(PAWL_SOURCE_DIR "/data/tasks/" + name); }

/// Checks that every label is on the page, and that no two labels overlap.
void require_apart(const draw::Picture& picture, const std::string& what) {
  CAPTURE(what);
  const draw::Labels labels = place_labels(picture);
  for (std::size_t i = 0; i < labels.placed.size(); ++i) {
    const Box& box = labels.placed[i].box;
    CHECK(box.least.minCoeff() >= -1e-6);
    CHECK((picture.size - box.most()).minCoeff() >= -1e-6);
    for (std::size_t k = i + 1; k < labels.placed.size(); ++k) {
      INFO(labels.placed[i].label.text, " and ", labels.placed[k].label.text);
      CHECK_FALSE(overlap(box, labels.placed[k].box));
    }
  }
}

std::size_t left_out(const draw::Picture& picture) {
  std::size_t sum = 0;
  for (const std::size_t count : place_labels(picture).left_out) sum += count;
  return sum;
}

/// Returns the contrast of two colors by WCAG 2.1: (L1 + .05) / (L2 + .05), where L is the relative luminance, and L1
/// >= L2.
double contrast(const draw::Color& a, const draw::Color& b) {
  const auto luminance = [](const draw::Color& color) {
    const auto linear = [](double c) { return c <= .03928 ? c / 12.92 : std::pow((c + .055) / 1.055, 2.4); };
    return .2126 * linear(color.red) + .7152 * linear(color.green) + .0722 * linear(color.blue);
  };
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + .05) / (std::min(one, other) + .05);
}

draw::Color mixed(const draw::Color& a, const draw::Color& b, double share) {
  return {a.red + share * (b.red - a.red), a.green + share * (b.green - a.green), a.blue + share * (b.blue - a.blue)};
}

draw::ConeRows rows_of(const Cone& cone) { return {cone.rays(), cone.lines(), cone.faces(), cone.equalities()}; }

Task block(int fixels) {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  for (int k = 0; k < fixels; ++k) task.fixels.push_back({.at = {-.95 + 1.9 * k / std::max(1, fixels - 1), -.5}});
  return task;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("on a wide and a narrow page, no labels overlap in the picture of any task, and none is left out") {
  for (const std::string& file : task_files()) {
    const ValidTask task = read_valid_task_file(file);
    for (const Vector2d& size : {Vector2d(1280, 800), Vector2d(390, 600)}) {
      const draw::Picture picture = draw::task_picture(task, size, warnings(task));
      require_apart(picture, file);
      CHECK_MESSAGE(left_out(picture) == 0, file);
    }
  }
}

TEST_CASE("no labels overlap in the picture of the cones of any task") {
  for (const std::string& file : task_files()) {
    const ValidTask task = read_valid_task_file(file);
    draw::ConeFigure all;
    for_each_wrench_cone(task.contacts(), [&](const WrenchCone& cone) {
      draw::ModeCone mode;
      mode.mode = cone.mode.str();
      mode.cone = rows_of(cone.cone);
      all.modes.push_back(mode);
    });
    for (const Vector2d& size : {Vector2d(1280, 800), Vector2d(390, 600)}) {
      require_apart(draw::cone_picture(task, all, size), file + ", all modes");
      for (std::size_t k = 0; k < all.modes.size(); k += 5) {
        require_apart(draw::cone_picture(task, draw::ConeFigure{{all.modes[k]}, {}}, size),
                      file + ", mode " + all.modes[k].mode);
      }
    }
  }
}

TEST_CASE("figure 4a's generators lie on the edges of two friction cones and turn the part towards the third fixel") {
  // [BTG02, section 6] states: "g1 and g2 saturate the right edges of the friction cones, and g3 provides the negative
  // torque about the center of rotation". The center of rotation is the intersection of the two normals, here the
  // origin.
  const ValidTask task = figure("figure4a_lla.json");
  const ContactSet& set = task.contacts();
  const Cone cone = wrench_cone(set, Mode("lla")).cone;
  REQUIRE(cone.rays().size() == 3);
  const auto moment = [&](const Eigen::Vector3d& g, const Vector2d& at) {
    const Vector2d arm = at - set.center_of_mass;
    return g.z() - (arm.x() * g.y() - arm.y() * g.x());
  };
  int saturating = 0, turning = 0;
  for (const Eigen::Vector3d& ray : cone.rays()) {
    bool on_edge = false;
    for (int i = 0; i < 2; ++i) {
      const Contact& contact = set.contacts[static_cast<std::size_t>(i)];
      if (std::abs(moment(ray, contact.point)) > 1e-9 * ray.head<2>().norm()) continue;
      // The contact force is -ray: it balances the external force `ray`. The contact slides left, so c_t = -mu c_n.
      CHECK(-ray.head<2>().dot(contact.tangent()) == doctest::Approx(.25 * ray.head<2>().dot(contact.normal)));
      on_edge = true;
    }
    (on_edge ? saturating : turning)++;
    if (!on_edge) CHECK(moment(ray, {0, 0}) < 0);
  }
  CHECK(saturating == 2);
  CHECK(turning == 1);
  const draw::internal::GeneratorFigure drawn(draw::internal::TaskFigure(task), rows_of(cone),
                                              set.radius_of_gyration());
  CHECK(drawn.forces() == 3);
  CHECK(drawn.moments() == 0);
  CHECK(drawn.has_moment_labels());
}

TEST_CASE("figure 4d's cone contains all wrenches; its six generators are four forces and two pure moments") {
  const ValidTask task = figure("figure4d_peg_nn.json");
  const Cone cone = wrench_cone(task.contacts(), Mode("nn")).cone;
  const draw::internal::GeneratorFigure drawn(draw::internal::TaskFigure(task), rows_of(cone),
                                              task.contacts().radius_of_gyration());
  CHECK(cone.is_all());
  CHECK(drawn.forces() == 4);
  CHECK(drawn.moments() == 2);
  CHECK_FALSE(drawn.has_moment_labels());
}

TEST_CASE("labels without room are left out, the least important first, and the number of these labels is stated") {
  draw::Picture picture{{300, 300}, "", "", {}};
  draw::Panel panel;
  panel.page = {{0, 0}, {300, 300}};
  for (int k = 0; k < 200; ++k) {
    panel.items.emplace_back(draw::Label{.at = {.5, .5}, .text = "a label", .priority = k});
  }
  picture.panels.push_back(panel);
  const draw::Labels labels = place_labels(picture);
  require_apart(picture, "200 labels at one point");
  REQUIRE(labels.left_out.size() == 1);
  CHECK(labels.left_out[0] > 100);
  CHECK(labels.left_out[0] + labels.placed.size() == 201);  // one of the placed labels states the number of labels that
                                                            // were left out
  const std::string said = std::to_string(labels.left_out[0]) + " labels left out";
  CHECK(std::count_if(labels.placed.begin(), labels.placed.end(),
                      [&](const draw::PlacedLabel& label) { return label.label.text == said; }) == 1);
  for (const draw::PlacedLabel& label : labels.placed) {
    CHECK((label.label.text == said || label.label.priority >= 200 - static_cast<int>(labels.placed.size())));
  }
}

TEST_CASE("a picture has the same bytes twice, whatever was drawn in between") {
  const draw::Picture picture = draw::task_picture(figure("disc_na.json"));
  const std::string svg = draw::svg(picture), pdf = draw::pdf(picture), png = draw::png(picture);
  draw::svg(draw::task_picture(figure("bracket.json")), Theme::dark);
  CHECK(draw::svg(picture) == svg);
  CHECK(draw::pdf(picture) == pdf);
  CHECK(draw::png(picture) == png);
  CHECK(svg.substr(0, 5) == "<?xml");
  CHECK(pdf.substr(0, 5) == "%PDF-");
  CHECK(png.substr(1, 3) == "PNG");
  CHECK(draw::svg(picture, Theme::dark) != svg);
}

TEST_CASE("text and thin strokes have a contrast of 4.5 : 1 on the background, and on a tinted part") {
  for (const Theme theme : {Theme::light, Theme::dark, Theme::print}) {
    const draw::Color page = draw::background_of(theme);
    for (int k = 0; k < draw::kInkCount; ++k) {
      const Ink ink = static_cast<Ink>(k);
      if (ink == Ink::grid) continue;  // the grid needs no contrast, because it only repeats information
      CAPTURE(k);
      CHECK(contrast(draw::color_of(ink, theme), page) >= 4.5);
      // A label dims the drawing behind it. At most .3 of the opacity of the part's tint (.09) may remain there.
      const draw::Color part = mixed(page, draw::color_of(Ink::part, theme), .09 * .3);
      CHECK(contrast(draw::color_of(ink, theme), part) >= 4.5);
    }
  }
}

TEST_CASE("a user's text is escaped, and bad text causes no harm") {
  Task task = block(2);
  task.name = "<script>alert('1')</script> & \"two\" \x01\x1b[31m \xff\xfe \xed\xa0\x80 \xe2\x80\xae ]]> \xe6\xbc\xa2";
  const draw::Picture picture = draw::task_picture(ValidTask(task), {1280, 800}, {{"code", "/x", "<b>\n\x02"}});
  const std::string svg = draw::svg(picture);
  CHECK_FALSE(contains(svg, "<script"));
  CHECK_FALSE(contains(svg, "<b>"));
  CHECK(contains(svg, "<title>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;two&quot; \xef\xbf\xbd"));
  for (const char c : svg) CHECK((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
  CHECK(draw::clean_text("a\xc0\xaf\tb\xf5") == "a\xef\xbf\xbd\xef\xbf\xbd b\xef\xbf\xbd");
  CHECK(draw::clean_text("\xf0\x9f\x98\x80 \xce\xbc") == "\xf0\x9f\x98\x80 \xce\xbc");
  CHECK(draw::clean_text("\xe2\x80") == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(draw::pdf(picture).size() > 1000);
}

TEST_CASE("degenerate tasks are drawn") {
  std::vector<Task> tasks;
  tasks.push_back(block(0));
  tasks.push_back(block(1));
  tasks.push_back(block(100));
  Task free;
  tasks.push_back(free);
  Task stated;
  stated.contacts.emplace_back();
  tasks.push_back(stated);
  Task same = stated;
  same.contacts.push_back(same.contacts[0]);
  tasks.push_back(same);
  for (const double size : {1e-9, 1e9}) {
    Task scaled = block(2);
    for (Vector2d& vertex : std::get<Polygon>(*scaled.part.outline).vertices) vertex *= size;
    for (Fixel& fixel : scaled.fixels) fixel.at *= size;
    scaled.contact_tolerance = 1e-6 * size;
    tasks.push_back(scaled);
  }
  Task round = block(0);
  round.part.outline = Path{{{0, 0}, {1, 0}}, {1, 1}};
  round.fixels = {{.at = {.5, -.5}, .friction = Friction(.1, .4)}, {.at = {5, 0}, .friction = 3, .radius = 2}};
  round.actuator = PushActuator{{.5, .5}, 3, -3};
  tasks.push_back(round);
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const ValidTask task(tasks[k]);
    for (const Vector2d& size : {Vector2d(1280, 800), Vector2d(390, 600), Vector2d(300, 300)}) {
      const draw::Picture picture = draw::task_picture(task, size);
      require_apart(picture, "task " + std::to_string(k));
      CHECK(contains(draw::svg(picture), "</svg>"));
      CHECK(draw::png(picture).size() > 500);
    }
  }
}

TEST_CASE("the wrenches of a stated plan are drawn as lines of force, one per step") {
  Task task = block(2);
  task.plan = {{{0, -1, .2}, {.5, -1, 0}, {0, 0, -3}}};
  const draw::Picture picture = draw::task_picture(ValidTask(task));
  require_apart(picture, "a plan");
  for (const char* name : {">step 1<", ">step 2<", ">step 3<"}) CHECK(contains(draw::svg(picture), name));
}

TEST_CASE("an invalid picture is refused") {
  CHECK_THROWS_AS(draw::task_picture(ValidTask(block(1)), {299, 600}), InputError);
  CHECK_THROWS_AS(draw::task_picture(ValidTask(block(1)), {600, 1e5}), InputError);
  draw::Picture picture{{300, 300}, "", "", {1, draw::Panel{}}};
  picture.panels[0].items.emplace_back(draw::Mark{{NAN, 0}});
  CHECK_THROWS_AS(draw::svg(picture), InputError);
  picture.panels[0] = {};
  picture.panels[0].world.size = {0, 1};
  CHECK_THROWS_AS(draw::png(picture), InputError);
  CHECK_THROWS_AS(draw::pdf({{0, 5}, "", "", {}}), InputError);
}

TEST_CASE("a point of a panel's world is recovered from its point on the page") {
  draw::Panel panel;
  panel.world = {{-1, 2}, {4, 1}};
  panel.page = {{10, 20}, {300, 500}};
  panel.equal_scale = false;
  const Vector2d at(.3, 2.7);
  CHECK((to_world(panel, to_page(panel, at)) - at).norm() < 1e-12);
  CHECK((to_page(panel, {-1, 3}) - Vector2d(10, 20)).norm() < 1e-12);  // upper left corner of the panel
}

TEST_CASE("arcs are flattened with points on their circle, and the bounding box of a circle is exact") {
  for (const Vector2d& point : draw::flattened(draw::arc({1, 2}, 3, .2, -5), false)) {
    CHECK((point - Vector2d(1, 2)).norm() == doctest::Approx(3));
  }
  const std::optional<Box> box = draw::bounds_of(draw::circle({1, 2}, 3), true);
  REQUIRE(box);
  CHECK((box->least - Vector2d(-2, -1)).norm() < .01);
  CHECK((box->size - Vector2d(6, 6)).norm() < .01);
}
