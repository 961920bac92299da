// SPDX-License-Identifier: MIT
#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pawl::cli {
namespace {

constexpr const char* kWipe = "\r\033[K";

bool turned_off = false;

std::string time_left(double seconds) {
  const long whole = static_cast<long>(std::ceil(std::min(seconds, 1e9)));
  if (whole < 100) return std::to_string(whole) + " s left";
  return whole < 6000 ? std::to_string((whole + 59) / 60) + " min left"
                      : std::to_string((whole + 3599) / 3600) + " h left";
}

}  // namespace

std::string progress_line(const std::string& unit, long done, long total, double seconds) {
  constexpr int kWidth = 20;
  const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1;
  const auto filled = static_cast<std::size_t>(std::clamp(part, 0., 1.) * kWidth);
  std::string line = unit + " " + std::to_string(done) + " of " + std::to_string(total) + " [" +
                     std::string(filled, '#') + std::string(kWidth - filled, ' ') + "]";
  if (done > 0) line += " " + time_left(seconds * (1 / part - 1));
  return line;
}

Progress::Progress(std::string unit, long total)
    : unit_(std::move(unit)),
      total_(total),
      terminal_(!turned_off && isatty(STDERR_FILENO) != 0),
      start_(Clock::now()) {
  next_ = start_ + std::chrono::seconds(1);
}

Progress::~Progress() {
  if (shown_) std::fputs(kWipe, stderr);
}

void Progress::turn_off() { turned_off = true; }

void Progress::show(long done) {
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fprintf(stderr, "%s%s", kWipe, progress_line(unit_, done, total_, seconds).c_str());
  std::fflush(stderr);
}

StatusLine::~StatusLine() {
  if (shown_) std::fputs(kWipe, stderr);
}

void StatusLine::show(const std::string& text) {
  if (turned_off || isatty(STDERR_FILENO) == 0) return;
  shown_ = true;
  std::fprintf(stderr, "%s%s", kWipe, text.c_str());
  std::fflush(stderr);
}

}  // namespace pawl::cli
