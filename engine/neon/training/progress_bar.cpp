// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/base/number.h"

namespace ng {
namespace {

constexpr int width = 32;

// Formats seconds as "0:05" or "1:02:03".
std::string time_text(double seconds) {
  const auto whole = static_cast<long long>(std::lround(std::min(seconds, 359999.0)));
  char text[32];
  if (whole < 3600) {
    std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  }
  return text;
}

// "10/s, 0:42 left".
std::string rate_text(double rate, std::int64_t rest) {
  const std::string text = fixed(rate, rate < 10 ? 1 : 0) + "/s";
  if (rest <= 0) return text;
  return text + ", " + time_text(static_cast<double>(rest) / rate) + " left";
}

}  // namespace

std::string progress_text(std::int64_t done, std::int64_t total, std::int64_t before,
                          double seconds, const std::string& note) {
  const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
  const auto filled = static_cast<std::size_t>(std::clamp(part, 0.0, 1.0) * width);
  std::string text = "[" + std::string(filled, '=') + std::string(width - filled, ' ') + "] " +
                     std::to_string(done) + "/" + std::to_string(total);
  if (done > before && seconds > 0) {
    text += "  " + rate_text(static_cast<double>(done - before) / seconds, total - done);
  }
  return note.empty() ? text : text + "  " + note;
}

ProgressBar::ProgressBar(std::int64_t done_before)
    : terminal_(isatty(STDERR_FILENO) == 1),
      before_(done_before),
      start_(std::chrono::steady_clock::now()),
      next_(start_ + std::chrono::milliseconds(200)) {}

void ProgressBar::show(std::int64_t done, std::int64_t total, const std::string& note) {
  if (!is_due()) return;
  const auto now = std::chrono::steady_clock::now();
  next_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fprintf(stderr, "\r%s\033[K", progress_text(done, total, before_, seconds, note).c_str());
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace ng
