// SPDX-License-Identifier: Apache-2.0
// How far a run is, on a terminal; nothing where standard error is none.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ng::cli {

class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Drawn at most ten times a second. `note` stands at the end.
  void show(std::int64_t done, std::int64_t total, const std::string& note);
  void clear();  // before other text is printed

 private:
  bool terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace ng::cli
