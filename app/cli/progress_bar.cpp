// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_bar.h"

#include <unistd.h>

#include <cstdio>

namespace ng::cli {
namespace {

constexpr int width = 32;

}  // namespace

std::string rateText(std::int64_t done, double seconds, std::int64_t rest) {
  if (done <= 0 || seconds <= 0) return {};
  const double rate = static_cast<double>(done) / seconds;
  const auto left = static_cast<long long>(static_cast<double>(rest) / rate + 0.5);
  char text[96];
  if (left >= 3600) {
    std::snprintf(text, sizeof text, "%.*f/s, %lld:%02lld:%02lld left", rate < 10 ? 1 : 0, rate,
                  left / 3600, left / 60 % 60, left % 60);
  } else {
    std::snprintf(text, sizeof text, "%.*f/s, %lld:%02lld left", rate < 10 ? 1 : 0, rate, left / 60,
                  left % 60);
  }
  return text;
}

// The first picture waits a little: short runs show none.
ProgressBar::ProgressBar(std::int64_t doneBefore)
    : terminal_(isatty(STDERR_FILENO) == 1),
      first_(doneBefore),
      start_(std::chrono::steady_clock::now()),
      next_(start_ + std::chrono::milliseconds(200)) {}

void ProgressBar::show(std::int64_t done, std::int64_t total, const std::string& note) {
  if (!isDue()) return;
  const auto now = std::chrono::steady_clock::now();
  next_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
  const auto filled = static_cast<std::size_t>(part * width);
  const std::string bar = std::string(filled, '=') + std::string(width - filled, ' ');
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fprintf(stderr, "\r[%s] %lld/%lld  %s  %s\033[K", bar.c_str(), static_cast<long long>(done),
               static_cast<long long>(total),
               rateText(done - first_, seconds, total - done).c_str(), note.c_str());
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace ng::cli
