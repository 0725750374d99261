// SPDX-License-Identifier: Apache-2.0
// How far a run is: a line on standard error that is drawn over itself, where that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ng {

// "[====    ] 50/100  10/s, 0:05 left  L = 0.25": `done` of `total`, all but `before` of them in
// `seconds`; `note` at the end.
std::string progress_text(std::int64_t done, std::int64_t total, std::int64_t before,
                          double seconds, const std::string& note);

class ProgressBar {
 public:
  explicit ProgressBar(std::int64_t done_before = 0);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Is it time to draw again? At most ten times a second, and not at once: short runs show none.
  bool is_due() const { return terminal_ && std::chrono::steady_clock::now() >= next_; }
  // Draws the line when it is due.
  void show(std::int64_t done, std::int64_t total, const std::string& note);
  void clear();  // before other text is printed

 private:
  bool terminal_;
  bool drawn_ = false;
  std::int64_t before_;
  std::chrono::steady_clock::time_point start_, next_;
};

}  // namespace ng
