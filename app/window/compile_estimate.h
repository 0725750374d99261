// SPDX-License-Identifier: Apache-2.0
// Estimates the time left of a long compilation from its progress.
#pragma once

#include <QString>
#include <optional>

#include "views/core/session/compilations.h"

namespace ng::views {

class CompileEstimate {
 public:
  // `seconds` since the start of the compilation; an earlier time than before starts over.
  void note(const Progress& progress, double seconds);
  // Empty: the compilation is short, or nothing is known yet.
  std::optional<double> secondsLeft(double seconds) const;

 private:
  struct Point {
    double seconds = 0, fraction = 0;
  };
  Point from_, last_;  // of the current phase, which progresses evenly
  bool kernels_ = false;
};

// "about 12 s left"; empty: not known.
QString timeLeftText(std::optional<double> seconds);
// "compiling kernels: 60 of 240", "fuse, 1,024 ops".
QString stageText(const Progress& progress, std::int64_t ops);

}  // namespace ng::views
