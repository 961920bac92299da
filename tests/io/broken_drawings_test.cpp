// SPDX-License-Identifier: MIT
// Tests drawings that are invalid or that attack their reader. The reader must refuse each drawing with a fault that
// states the position of the error, and must use little memory.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/drawing.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "support/drawing_texts.h"

using namespace pawl;
using namespace pawl::drawings;

namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t k = 0; k < count; ++k) all += text;
  return all;
}

/// Returns a drawing with blocks that are nested `levels` deep. Each block inserts the block of the next level ten
/// times, so that a small file describes a huge drawing.
std::string bomb(int levels) {
  std::string blocks = "0 SECTION 2 BLOCKS 0 BLOCK 2 B0 10 0 20 0 0 LINE 8 0 10 0 20 0 11 1 21 0 0 ENDBLK ";
  for (int k = 1; k <= levels; ++k) {
    blocks += fmt::format("0 BLOCK 2 B{} 10 0 20 0 ", k);
    for (int copy = 0; copy < 10; ++copy) blocks += fmt::format("0 INSERT 2 B{} 10 {} 20 0 ", k - 1, copy);
    blocks += "0 ENDBLK ";
  }
  return dxf(fmt::format("0 INSERT 2 B{} 10 0 20 0", levels), blocks + "0 ENDSEC");
}

constexpr const char* kBox =
    "0 LINE 8 A 10 0 20 0 11 4 21 0 0 LINE 8 A 10 4 20 0 11 4 21 3 0 LINE 8 A 10 4 20 3 11 0 21 0 ";

struct Broken {
  const char* name;
  std::function<std::string()> text;
  const char* fault;  ///< the expected fault as "POINTER: ... words": its pointer, and words of its message
  const char* words;
};

const std::vector<Broken>& all_broken() {
  const auto entities = [](std::string words) { return [words] { return dxf(words); }; };
  const auto with = [](std::string words) { return [words] { return dxf(kBox + words); }; };
  static const std::vector<Broken> kAll = {
      {"empty", [] { return std::string(); }, "line 1", "empty"},
      {"a blank", [] { return std::string("\n\n \n"); }, "line ", "EOF"},
      {"words", [] { return std::string("not a drawing\n"); }, "line 1", "not a group code"},
      {"a picture", [] { return std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16); }, "line 1", "a PNG picture"},
      {"binary DXF", [] { return std::string("AutoCAD Binary DXF\r\n\x1a\0", 22); }, "line 1", "binary form"},
      {"a DWG", [] { return std::string("AC1027\0\0\0\0", 10); }, "line 1", "DWG"},
      {"64 MiB of zeros", [] { return std::string(std::size_t{64} << 20, '\0'); }, "line 1", "not a group code"},
      {"64 MiB of zero digits", [] { return std::string(std::size_t{64} << 20, '0'); }, "line 1", "cut off"},
      {"64 MiB of blank lines", [] { return std::string(std::size_t{64} << 20, '\n'); }, "line 1", "EOF"},
      {"64 MiB of comments", [] { return repeated("999\nx\n", (std::size_t{64} << 20) / 6); }, "line ", "EOF"},
      {"64 MiB of groups", [] { return "0\nSECTION\n2\nENTITIES\n0\nLINE\n" + repeated("8\nA\n", 15 << 20); }, "line ",
       "more than 500000 groups"},
      {"64 MiB of entities",
       [] { return "0\nSECTION\n2\nENTITIES\n" + repeated("0\nLINE\n10\n0\n20\n0\n11\n1\n21\n0\n", 2'000'000); },
       "line ", "more than 50000 curves"},
      {"64 MiB of blocks",
       [] {
         return "0\nSECTION\n2\nBLOCKS\n" +
                repeated("0\nBLOCK\n2\nB\n0\nLINE\n10\n0\n20\n0\n11\n1\n21\n0\n0\nENDBLK\n", 1'000'000);
       },
       "line ", "more than 50000"},
      {"64 MiB of vertices",
       [] { return "0\nSECTION\n2\nENTITIES\n0\nPOLYLINE\n" + repeated("0\nVERTEX\n10\n0\n20\n1\n", 3'000'000); },
       "line ", "more than 10000 vertices"},
      {"more than 64 MiB", [] { return std::string((std::size_t{64} << 20) + 1, ' '); }, "", "more than 67108864"},
      {"no section", [] { return std::string("0\nLINE\n8\nA\n0\nEOF\n"); }, "line 1", "outside of a section"},
      {"no group 0", [] { return std::string("2\nSECTION\n0\nEOF\n"); }, "line 1", "group code 0"},
      {"a group code without a value", [] { return std::string("0\nSECTION\n2\nENTITIES\n0\n"); }, "line 5", "cut off"},
      {"no end of the entities",
       [] { return std::string("0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n10\n0\n20\n0\n40\n1\n"); }, "line 13", "cut off"},
      {"no EOF", [] { return dxf(kBox).substr(0, dxf(kBox).size() - 7); }, "line ", "without EOF"},
      {"EOF within a section", [] { return std::string("0\nSECTION\n2\nENTITIES\n0\nEOF\n"); }, "line 5",
       "does not end"},
      {"a section in a section",
       [] { return std::string("0\nSECTION\n2\nENTITIES\n0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n"); }, "line 5",
       "does not end"},
      {"a group code that is a word", with("ten 0"), "line 51", "not a group code"},
      {"a group code that is a fraction", with("10.5 0"), "line 51", "not a group code"},
      {"a group code that is too large", with("99999999999 0"), "line 51", "not a group code"},
      {"a zero byte in a name",
       [] {
         std::string t = dxf("0 LINE 8 AxB 10 0 20 0 11 1 21 0");
         t[t.find("AxB") + 1] = '\0';
         return t;
       },
       "line 17", "zero byte"},
      {"NaN", with("0 CIRCLE 8 A 10 nan 20 0 40 1"), "line 55", "finite number"},
      {"infinity", with("0 CIRCLE 8 A 10 0 20 inf 40 1"), "line 57", "finite number"},
      {"1e999", with("0 CIRCLE 8 A 10 0 20 0 40 1e999"), "line 59", "finite number"},
      {"a number with a comma", with("0 CIRCLE 8 A 10 0,5 20 0 40 1"), "line 55", "finite number"},
      {"a word for a number", with("0 CIRCLE 8 A 10 abc 20 0 40 1"), "line 55", "finite number"},
      {"hexadecimal", with("0 CIRCLE 8 A 10 0x10 20 0 40 1"), "line 55", "finite number"},
      {"a coordinate beyond the largest length", with("0 CIRCLE 8 A 10 1e10 20 0 40 1"), "line 55", "at most 1e9"},
      {"no y", with("0 CIRCLE 8 A 10 0 40 1"), "line 51", "group 20 is missing"},
      {"a radius of 0", with("0 CIRCLE 8 A 10 0 20 0 40 0"), "line 59", "greater than 0"},
      {"a negative radius", with("0 ARC 8 A 10 0 20 0 40 -1 50 0 51 90"), "line 59", "greater than 0"},
      {"an arc with equal start and end angles", with("0 ARC 8 A 10 0 20 0 40 1 50 90 51 90"), "line 51",
       "it is empty or a whole circle"},
      {"an entity mirrored by its extrusion direction", with("0 CIRCLE 8 A 10 0 20 0 40 1 210 0 220 0 230 -1"),
       "line 61", "extrusion"},
      {"a line that leaves the plane", with("0 LINE 8 A 10 0 20 0 30 0 11 1 21 1 31 5"), "line ", "leaves the plane"},
      {"a wrong number of vertices", with("0 LWPOLYLINE 8 A 90 3 70 1 10 0 20 0 10 1 20 0"), "line 55", "which has 2"},
      {"a vertex without y", with("0 LWPOLYLINE 8 A 70 1 10 0 10 1 20 0"), "line 59", "has no group 20"},
      {"a bulge before all vertices", with("0 LWPOLYLINE 8 A 42 1 10 0 20 0 10 1 20 0"), "line 55",
       "before the first vertex"},
      {"a bulge of 1e7", with("0 LWPOLYLINE 8 A 70 1 10 0 20 0 42 1e7 10 1 20 0"), "line 61", "from 1e-12 to 1e6"},
      {"a polyline without its end", with("0 POLYLINE 8 A 0 VERTEX 10 0 20 0 0 LINE 8 A 10 0 20 0 11 1 21 1"),
       "line 61", "expected SEQEND"},
      {"a mesh", with("0 POLYLINE 8 A 70 64 0 SEQEND"), "line 55", "mesh"},
      {"a spline through points", with("0 SPLINE 8 A 70 8 71 3 11 0 21 0 11 1 21 1"), "line 51", "fit points"},
      {"too few knots", with("0 SPLINE 8 A 71 3 40 0 40 1 10 0 20 0 10 1 20 0 10 1 20 1 10 0 20 1"), "line 51",
       "has 2 knots"},
      {"knots that decrease", with("0 SPLINE 8 A 71 1 40 0 40 1 40 0 40 2 10 0 20 0 10 1 20 0"), "line 51",
       "do not ascend"},
      {"a weight of 0", with("0 SPLINE 8 A 71 1 40 0 40 0 40 1 40 1 41 1 41 0 10 0 20 0 10 1 20 0"), "line 51",
       "weight of 0"},
      {"a degree of 99", with("0 SPLINE 8 A 71 99 40 0 10 0 20 0"), "line 51", "degree 99"},
      {"an ellipse without an axis", with("0 ELLIPSE 8 A 10 0 20 0 11 0 21 0 40 1"), "line 59", "must have a length"},
      {"an ellipse that goes around one and a half times",
       with("0 ELLIPSE 8 A 10 0 20 0 11 10 21 0 40 1 41 0 42 9.42477796076938"), "line 51", "more than once"},
      {"an ellipse with equal start and end parameters", with("0 ELLIPSE 8 A 10 0 20 0 11 10 21 0 40 1 41 0 42 0"),
       "line 51", "it is empty or whole"},
      {"an ellipse from 2 pi to 0", with("0 ELLIPSE 8 A 10 0 20 0 11 10 21 0 40 .5 41 6.283185307179586 42 0"),
       "line 51", "it is empty or whole"},
      {"one knot too many at the start",
       with("0 SPLINE 8 A 71 3 40 0 40 0 40 0 40 0 40 0 40 1 40 1 40 1 40 1 10 0 20 0 10 1 20 5 10 2 20 0 10 3 20 1 "
            "10 4 20 0"),
       "line 51", "loses its end"},
      {"one knot too many at the end", with("0 SPLINE 8 A 71 1 40 0 40 0 40 1 40 1 40 1 10 0 20 0 10 1 20 5 10 2 20 0"),
       "line 51", "loses its end"},
      {"a spline that starts at a later knot than the first",
       with("0 SPLINE 8 A 71 1 40 -1 40 0 40 0 40 1 40 1 10 0 20 0 10 1 20 5 10 2 20 0"), "line 51", "loses its end"},
      {"knots of 1e308", with("0 SPLINE 8 A 71 1 40 -1e308 40 -1e308 40 1e308 40 1e308 10 0 20 0 10 1 20 5"), "line 51",
       "more than 1e9"},
      {"knots that are nearly equal",
       with("0 SPLINE 8 A 71 1 40 0 40 0 40 1e-14 40 1 40 1 10 0 20 0 10 1 20 5 10 2 20 0"), "line 51", "nearly equal"},
      {"a weight of 1e308", with("0 SPLINE 8 A 71 1 40 0 40 0 40 1 40 1 41 1 41 1e308 10 0 20 0 10 1 20 0"), "line 51",
       "weight of 1e+308"},
      {"a weight of 1e-320", with("0 SPLINE 8 A 71 1 40 0 40 0 40 1 40 1 41 1 41 1e-320 10 0 20 0 10 1 20 0"),
       "line 51", "from 1e-9 to 1e9"},
      {"a donut", with("0 LWPOLYLINE 8 A 70 1 43 1 10 0 20 0 42 1 10 1 20 0 42 1"), "line 51", "is a band"},
      {"a control point in a polyline without a curve",
       with("0 POLYLINE 8 A 70 1 0 VERTEX 10 0 20 0 70 16 0 VERTEX 10 1 20 0 0 SEQEND"), "line 63", "control point"},
      {"two radii", with("0 CIRCLE 8 A 10 0 20 0 40 1 40 2"), "line 61", "line 59 has another value"},
      {"two closings", with("0 LWPOLYLINE 8 A 70 1 70 0 10 0 20 0 10 1 20 0"), "line 57", "has another value"},
      {"a vertex with two values of y", with("0 LWPOLYLINE 8 A 70 1 10 0 20 0 20 5 10 1 20 0"), "line 61",
       "twice in a vertex"},
      {"a vertex with two bulges", with("0 LWPOLYLINE 8 A 70 1 10 0 20 0 42 1 42 .5 10 1 20 0"), "line 63",
       "twice in a vertex"},
      {"an exponent that overflows", with("0 CIRCLE 8 A 10 0.0e-2147483647 20 0 40 0"), "line 59", "greater than 0"},
      {"a block that does not exist", with("0 INSERT 8 A 2 X 10 0 20 0"), "line 51", "does not have"},
      {"a block that contains itself",
       [] {
         return dxf("0 INSERT 2 B 10 0 20 0",
                    "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 INSERT 2 b 10 0 20 0 0 ENDBLK 0 ENDSEC");
       },
       "line 23", "contains itself"},
      {"a block in another file",
       [] {
         return dxf("0 INSERT 2 B 10 0 20 0",
                    "0 SECTION 2 BLOCKS 0 BLOCK 2 B 70 4 1 other.dwg 10 0 20 0 0 ENDBLK 0 ENDSEC");
       },
       "line 35", "is in another file"},
      {"a block that is defined twice",
       [] {
         return dxf("0 INSERT 2 B 10 0 20 0",
                    "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 ENDBLK 0 BLOCK 2 b 0 CIRCLE 10 0 20 0 40 1 0 ENDBLK 0 ENDSEC");
       },
       "line 41", "has twice"},
      {"a curve far from the origin, copied 198 000 times",
       [] {
         std::string spline = "0 SPLINE 71 1 40 0 40 0 ";
         for (int k = 1; k < 999; ++k) spline += fmt::format("40 {} ", k);
         spline += "40 999 40 999 ";
         for (int k = 0; k < 1000; ++k) spline += fmt::format("10 {} 20 {} ", 999'999'000 + k, k % 2);
         return dxf("0 INSERT 2 B 10 2000 20 0 70 450 71 440",
                    "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 CIRCLE 10 0 20 0 40 1 " + spline + "0 ENDBLK 0 ENDSEC");
       },
       "line ", "at most 1e9"},
      {"thirty curves that cannot be drawn",
       [] {
         std::string all;
         for (int k = 0; k < 30; ++k) all += fmt::format("0 INSERT 2 B 10 {} 20 0 ", 1'000'000 + k);
         return dxf(all, "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 CIRCLE 10 999999999 20 0 40 1 0 ENDBLK 0 ENDSEC");
       },
       "line ", "last of 20 curves"},
      {"a vertex outside of a polyline", with("0 VERTEX 8 A 10 0 20 0"), "line 51", "outside of a POLYLINE"},
      {"an end outside of a polyline", with("0 SEQEND 8 A"), "line 51", "outside of a POLYLINE"},
      {"layers after the entities",
       [] {
         std::string text = dxf(kBox);
         text.resize(text.size() - 6);
         return text + "0\nSECTION\n2\nTABLES\n0\nENDSEC\n0\nEOF\n";
       },
       "line 53", "stands after ENTITIES, at line 11"},
      {"two units", [] { return dxf(kBox, "", "9 $INSUNITS 70 4 9 $INSUNITS 70 1"); }, "line 11", "is also 4"},
      {"64 MiB of kinds of entities",
       [] {
         std::string text = "0\nSECTION\n2\nENTITIES\n";
         for (int k = 0; text.size() < (std::size_t{64} << 20) - 20; ++k) text += fmt::format("0\n{:x}\n", k);
         return text;
       },
       "line ", "is an entity that is not read"},
      {"64 MiB of hidden layers",
       [] {
         std::string text = "0\nSECTION\n2\nTABLES\n";
         for (int k = 0; text.size() < (std::size_t{64} << 20) - 30; ++k) {
           text += fmt::format("0\nLAYER\n2\n{:x}\n70\n1\n", k);
         }
         return text;
       },
       "line ", "more than 20000 names"},
      {"64 MiB of names of blocks",
       [] {
         std::string text = "0\nSECTION\n2\nBLOCKS\n";
         for (int k = 0; text.size() < (std::size_t{64} << 20) - 30; ++k) {
           text += fmt::format("0\nBLOCK\n2\n{:x}\n0\nENDBLK\n", k);
         }
         return text;
       },
       "line ", "more than 20000 names"},
      {"blocks 17 deep", [] { return bomb(17); }, "line ", "more than 16 deep"},
      {"nested blocks with too many curves", [] { return bomb(12); }, "line ", "more than 50000 curves"},
      {"a billion copies",
       [] {
         return dxf(
             "0 INSERT 2 B 10 0 20 0 70 32000 71 32000 44 1 45 1",
             "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 INSERT 2 C 10 0 20 0 0 ENDBLK 0 BLOCK 2 C 0 ENDBLK 0 ENDSEC");
       },
       "line ", "more than 200000 entities"},
      {"an entity that is not read", with("0 3DSOLID 8 A"), "line 51", "not read"},
      {"an entity that is not read, in a block that is inserted",
       [] { return dxf("0 INSERT 2 B 10 0 20 0", "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 SOLID 8 A 0 ENDBLK 0 ENDSEC"); },
       "line 19", "not read"},
      {"only text", entities("0 TEXT 8 A 10 0 20 0 1 words"), "", "no closed curve"},
      {"XML that ends", [] { return std::string("<svg width='1mm'><g>"); }, "line 1", "not valid XML"},
      {"XML that is not SVG", [] { return std::string("<html></html>"); }, "line 1", "expected svg"},
      {"a zero byte in XML", [] { return std::string("<svg>\n\0</svg>", 13); }, "line 2", "zero byte"},
      {"a million groups deep",
       [] { return "<svg>" + repeated("<g>", 400'000) + repeated("</g>", 400'000) + "</svg>"; }, "line 1",
       "more than 64 deep"},
      {"ten million groups", [] { return "<svg>" + repeated("<g>\n", 10'000'000) + "</svg>"; }, "",
       "more than 1000000 elements"},
      {"ten million attributes", [] { return "<svg " + repeated("a='' ", 10'000'000) + "/>"; }, "",
       "more than 1000000 elements"},
      {"entities of entities",
       [] { return std::string("<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>\n<svg>&b;</svg>"); },
       "line 1", "declares entities"},
      {"path data without a move", [] { return svg_path("L 1 1"); }, "line 2", "must begin with M"},
      {"path data with a reference to no character", [] { return svg_path("M 0 0 L 1 0 L 1 1 z &#0; M 5 5"); },
       "line 2", "not valid XML"},
      {"path data with a hexadecimal reference to no character", [] { return svg_path("M 0 0 L 1 0 &#x00; L 1 1 z"); },
       "line 2", "not valid XML"},
      {"path data with a word", [] { return svg_path("M 0 0 L 1 one"); }, "line 2", "needs a finite number"},
      {"path data that ends too early", [] { return svg_path("M 0 0 C 1 1 2"); }, "line 2", "needs a finite number"},
      {"path data with 1e999", [] { return svg_path("M 0 0 L 1e999 0"); }, "line 2", "needs a finite number"},
      {"path data with an unknown command", [] { return svg_path("M 0 0 B 1 1"); }, "line 2", "no command"},
      {"an arc with a flag of 2", [] { return svg_path("M 0 0 A 1 1 0 2 0 1 1"); }, "line 2", "flag"},
      {"64 MiB of path data", [] { return svg_path("M0 0" + repeated("L1 1", 16'000'000)); }, "line 2",
       "more than 10000 vertices"},
      {"an invalid transform", [] { return svg("<circle r='1' transform='turn(3)'/>"); }, "line 2",
       "not a supported transform"},
      {"a transform without an end", [] { return svg("<circle r='1' transform='rotate(3'/>"); }, "line 2", "transform"},
      {"a scale of zero", [] { return svg("<rect width='1' height='1' transform='scale(0)'/>"); }, "line 2",
       "must change areas by a factor"},
      {"an odd number of coordinates", [] { return svg("<polygon points='0 0 1 0 1'/>"); }, "line 2", "points x,y"},
      {"a viewBox of words",
       [] { return std::string("<svg width='1mm' height='1mm' viewBox='a'><circle r='1'/></svg>"); }, "line 1",
       "viewBox"},
  };
  return kAll;
}

/// Returns whether the drawing is refused with the expected fault, and the number and the texts of the faults are
/// bounded. Stores the faults in `report`, up to about 1000 characters.
bool refused(const Broken& broken, std::string& report) {
  try {
    const Drawing drawing = read_drawing(broken.text());
    part_of(drawing);
  } catch (const InputError& error) {
    bool found = false;
    for (const Fault& fault : error.faults()) {
      if (report.size() < 1000) report += fault.pointer + ": " + fault.value + ": " + fault.message + "\n";
      found =
          found || (fault.pointer.starts_with(broken.fault) && fault.message.find(broken.words) != std::string::npos);
      if (fault.pointer.size() > 80 || fault.value.size() > 600 || fault.message.empty() || fault.message.size() > 2000)
        return false;
    }
    return found && error.faults().size() <= 1001;
  }
  report = "no fault";
  return false;
}

}  // namespace

TEST_CASE("a broken drawing is refused with a fault that names its line") {
  CHECK(all_broken().size() >= 60);
  for (const Broken& broken : all_broken()) {
    CAPTURE(std::string(broken.name));
    std::string report;
    const bool as_expected = refused(broken, report);
    CAPTURE(report);
    CHECK(as_expected);
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__EMSCRIPTEN__)
TEST_CASE("reading a broken drawing takes less than 300 MB, including the drawing's own bytes") {
  for (const Broken& broken : all_broken()) {
    const std::string name = broken.name;
    // To read a small drawing, little memory must suffice.
    if (name.find("64 MiB") == std::string::npos && name.find("million") == std::string::npos &&
        name.find("bomb") == std::string::npos) {
      continue;
    }
    const pid_t child = fork();
    if (child == 0) {
      std::string report;
      refused(broken, report);
      _exit(0);
    }
    REQUIRE(child > 0);
    int status = 0;
    rusage used{};
    REQUIRE(wait4(child, &status, 0, &used) == child);
    CAPTURE(name);
    CHECK(WIFEXITED(status));
    CHECK(used.ru_maxrss < 300'000);
  }
}
#endif
