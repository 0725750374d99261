// SPDX-License-Identifier: Apache-2.0
// How far a run is, on a terminal; nothing where standard error is none.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ng::cli {

// "1.2e+03/s, 0:42 left", of `done` in `seconds` and `rest` more.
std::string rateText(std::int64_t done, double seconds, std::int64_t rest);

class ProgressBar {
 public:
  explicit ProgressBar(std::int64_t doneBefore = 0);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Is it time to draw again? At most ten times a second.
  bool isDue() const { return terminal_ && std::chrono::steady_clock::now() >= next_; }
  // Draws the bar, how many are done a second, and how long the rest takes; `note` at the end.
  void show(std::int64_t done, std::int64_t total, const std::string& note);
  void clear();  // before other text is printed

 private:
  bool terminal_;
  bool drawn_ = false;
  std::int64_t first_;  // done before
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace ng::cli
