// SPDX-License-Identifier: MIT
#include <pawl/draw/render.h>

#include <array>
#include <cstdint>

namespace pawl::draw {
namespace {

struct InkColors {
  Ink ink;
  std::uint32_t light, dark, print;  ///< 0xRRGGBB
};

// Okabe and Ito's hues, darkened on white until they reach 4.5 : 1.
constexpr std::uint32_t kBlack = 0x16191d, kWhite = 0xe8eaed;
constexpr std::uint32_t kBlue = 0x0067a3, kSky = 0x56b4e9;
constexpr std::uint32_t kVermillion = 0xb84a00, kOrange = 0xff9a5c;
constexpr std::uint32_t kGreen = 0x007553, kMint = 0x2cc295;
constexpr std::uint32_t kPurple = 0x94447a, kPink = 0xe59bc4;
constexpr std::uint32_t kOchre = 0x7d5800, kYellow = 0xe8d44d;
constexpr std::uint32_t kGrey = 0x5c6570, kSilver = 0xa3adb8;

constexpr std::array<InkColors, kInkCount> kInks = {{
    {Ink::part, 0x3c4650, 0xb9c3ce, 0x303030},
    {Ink::ghost, kGrey, kSilver, 0x6e6e6e},
    {Ink::pin, kBlack, kWhite, 0x000000},
    {Ink::normal, kBlue, kSky, 0x000000},
    {Ink::friction, kOchre, kYellow, 0x505050},
    {Ink::gap, kVermillion, kOrange, 0x000000},
    {Ink::center_of_mass, kBlack, kWhite, 0x000000},
    {Ink::force, kVermillion, kOrange, 0x000000},
    {Ink::moment, kPurple, kPink, 0x000000},
    {Ink::motion, kGreen, kMint, 0x303030},
    {Ink::wanted, kBlue, kSky, 0x000000},
    {Ink::rival, kVermillion, kOrange, 0x505050},
    {Ink::safe, kGreen, kMint, 0x303030},
    {Ink::best, kPurple, kPink, 0x000000},
    {Ink::seated, kGreen, kMint, 0x303030},
    {Ink::failed, kVermillion, kOrange, 0x000000},
    {Ink::axis, kGrey, kSilver, 0x505050},
    {Ink::grid, 0xd3d8de, 0x3a434d, 0xcccccc},
    {Ink::text, kBlack, kWhite, 0x000000},
    {Ink::note, kGrey, kSilver, 0x505050},
    {Ink::warning, kVermillion, kOrange, 0x000000},
}};

Color color(std::uint32_t rgb) { return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0}; }

}  // namespace

Color color_of(Ink ink, Theme theme) {
  const InkColors& colors = kInks[static_cast<std::size_t>(ink)];
  return color(theme == Theme::dark ? colors.dark : theme == Theme::light ? colors.light : colors.print);
}

Color background_of(Theme theme) { return color(theme == Theme::dark ? 0x14181d : 0xffffff); }

}  // namespace pawl::draw
