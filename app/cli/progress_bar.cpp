// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_bar.h"

#include <unistd.h>

#include <cstdio>

namespace ng::cli {
namespace {

constexpr int width = 32;

}  // namespace

// The first picture waits a little: short runs show none.
ProgressBar::ProgressBar()
    : terminal_(isatty(STDERR_FILENO) == 1),
      next_(std::chrono::steady_clock::now() + std::chrono::milliseconds(200)) {}

void ProgressBar::show(std::int64_t done, std::int64_t total, const std::string& note) {
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
  const auto filled = static_cast<std::size_t>(part * width);
  const std::string bar = std::string(filled, '=') + std::string(width - filled, ' ');
  std::fprintf(stderr, "\r[%s] %lld/%lld %s\033[K", bar.c_str(), static_cast<long long>(done),
               static_cast<long long>(total), note.c_str());
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace ng::cli
