// SPDX-License-Identifier: MIT
#include "base/spelling.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>

namespace pawl::internal::inline base {
namespace {

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Returns the least number of typing errors that change one word into the other. A typing error changes, inserts or
/// deletes a letter, or swaps two neighbouring letters.
std::size_t typing_errors(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> errors(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        errors[i][j] = i + j;
        continue;
      }
      const std::size_t changed = errors[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      errors[i][j] = std::min({changed, errors[i - 1][j] + 1, errors[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) errors[i][j] = std::min(errors[i][j], errors[i - 2][j - 2] + 1);
    }
  }
  return errors[a.size()][b.size()];
}

}  // namespace

std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& words) {
  constexpr std::size_t kMostErrors = 2;
  constexpr std::size_t kLongest = 80;  // bytes; nearest() returns nothing for a longer word
  std::vector<std::string> near;
  if (word.size() > kLongest) return near;
  std::size_t least = std::min(kMostErrors, std::max<std::size_t>(word.size(), 1) - 1);
  for (const std::string& one : words) {
    const std::size_t errors = typing_errors(in_small_letters(word), in_small_letters(one));
    if (errors < least) near.clear();
    if (errors <= least) near.push_back(one);
    least = std::min(least, errors);
  }
  return near;
}

namespace {

constexpr const char* kTrace = "trace the outline, for example in Inkscape, and save it as SVG or DXF";
constexpr const char* kExport = "export the flat face or its outline as DXF or SVG";
constexpr const char* kUnpack = "unpack it";

struct Beginning {
  std::string_view bytes;
  const char* kind;
  const char* remedy;
};

using namespace std::string_view_literals;

constexpr Beginning kBeginnings[] = {
    {"\x89PNG"sv, "a PNG picture", kTrace},
    {"\xff\xd8\xff"sv, "a JPEG picture", kTrace},
    {"GIF8"sv, "a GIF picture", kTrace},
    {"BM"sv, "a BMP picture", kTrace},
    {"II*\0"sv, "a TIFF picture", kTrace},
    {"MM\0*"sv, "a TIFF picture", kTrace},
    {"%PDF"sv, "a PDF document", "save its drawing as SVG or DXF, for example in Inkscape"},
    {"%!PS"sv, "a PostScript file", "save its drawing as SVG or DXF, for example in Inkscape"},
    {"ISO-10303-21"sv, "a STEP file", kExport},
    {"AC10"sv, "a DWG file", "save it as DXF in text form"},
    {"AutoCAD Binary DXF"sv, "a DXF file in binary form", "save it as DXF in text form"},
    {"PK\x03\x04"sv, "a ZIP archive", kUnpack},
    {"\x1f\x8b"sv, "a file compressed with gzip", kUnpack},
    {"\xd0\xcf\x11\xe0"sv, "a SolidWorks or office file", kExport},
    {"G04 "sv, "a Gerber file", "give the KiCad board or its DXF"},
    {"%FSLA"sv, "a Gerber file", "give the KiCad board or its DXF"},
};

/// Returns whether a text is an STL file. In text form, it starts with "solid" and has the word "facet" in its first
/// 1024 bytes. In binary form, its length must agree with its count of triangles, which is at least 1.
bool is_stl(std::string_view text) {
  constexpr std::size_t kHeader = 84, kTriangle = 50;
  if (text.starts_with("solid") && text.substr(0, 1024).find("facet") != std::string_view::npos) return true;
  if (text.size() < kHeader) return false;
  std::uint64_t count = 0;
  for (std::size_t k = 0; k < 4; ++k) count |= std::uint64_t{static_cast<unsigned char>(text[80 + k])} << (8 * k);
  return count > 0 && text.size() == kHeader + kTriangle * count;
}

/// Returns whether a text is an IGES file: columns 73 to 80 of its first line contain the section letter S and the line
/// number 1.
bool is_iges(std::string_view text) { return text.size() >= 80 && text.substr(72, 8) == "S      1"; }

}  // namespace

std::optional<OtherFile> other_file(std::string_view text) {
  for (const Beginning& one : kBeginnings) {
    if (text.starts_with(one.bytes)) return OtherFile{one.kind, one.remedy};
  }
  if (is_stl(text)) return OtherFile{"an STL file", kExport};
  if (is_iges(text)) return OtherFile{"an IGES file", kExport};
  return std::nullopt;
}

}  // namespace pawl::internal::inline base
