// SPDX-License-Identifier: Apache-2.0
#include "app/window/compile_estimate.h"

#include <cmath>

#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

constexpr double shortSeconds = 2;

bool compilesKernels(const Progress& progress) {
  return progress.stage.startsWith("compiling");
}

}  // namespace

void CompileEstimate::note(const Progress& progress, double seconds) {
  if (seconds < last_.seconds) *this = {};
  const double fraction = progress.fraction.value_or(0);
  const bool kernels = compilesKernels(progress) && fraction > 0;
  if (kernels != kernels_) from_ = last_ = {seconds, fraction};
  kernels_ = kernels;
  if (fraction > last_.fraction) last_ = {seconds, fraction};
}

std::optional<double> CompileEstimate::secondsLeft(double seconds) const {
  const double done = last_.fraction - from_.fraction;
  if (seconds < shortSeconds || done <= 0) return std::nullopt;
  const double left = (last_.seconds - from_.seconds) / done * (1 - last_.fraction);
  return std::max(0.0, left - (seconds - last_.seconds));
}

QString timeLeftText(std::optional<double> seconds) {
  if (!seconds) return {};
  if (*seconds < 1) return "less than 1 s left";
  if (*seconds < 90) return QString("about %1 s left").arg(std::lround(*seconds));
  return QString("about %1 min left").arg(std::lround(*seconds / 60));
}

QString stageText(const Progress& progress, std::int64_t ops) {
  if (progress.stage.isEmpty()) return "compile";
  return compilesKernels(progress) && progress.fraction
             ? progress.stage
             : progress.stage + ", " + countText(ops, "op");
}

}  // namespace ng::views
