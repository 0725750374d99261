// SPDX-License-Identifier: Apache-2.0
// Progress line of a run on standard error, redrawn in place if that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ng {

// "[====    ] 50/100  10/s, 0:05 left  L = 0.25": `done` of `total` calls; all but `before` of them
// took `seconds`; `note` is appended.
std::string progress_text(std::int64_t done, std::int64_t total, std::int64_t before,
                          double seconds, const std::string& note);

class ProgressBar {
 public:
  explicit ProgressBar(std::int64_t done_before = 0);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Whether to redraw: at most ten times per second, and not at once, so that short runs show no
  // bar.
  bool is_due() const { return terminal_ && std::chrono::steady_clock::now() >= next_; }
  // Draws the line if it is due.
  void show(std::int64_t done, std::int64_t total, const std::string& note);
  void clear();  // call before printing other text

 private:
  bool terminal_;
  bool drawn_ = false;
  std::int64_t before_;
  std::chrono::steady_clock::time_point start_, next_;
};

}  // namespace ng
