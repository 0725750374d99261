// SPDX-License-Identifier: Apache-2.0
// Round positions for the ticks of an axis.
#include "views/widgets/plots/axis_ticks.h"

#include <algorithm>
#include <cmath>

#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// The round step (1, 2 or 5 times a power of ten) nearest to `raw`.
double roundStep(double raw) {
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double part = raw / power;
  const double step = part <= 1.4 ? 1 : part <= 3.2 ? 2 : part <= 7.1 ? 5 : 10;
  return step * power;
}

QString tickLabel(double value, double step) {
  const double size = std::max(std::abs(value), step);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  if (size >= 1e6 || size < 1e-3) {
    const double digits = std::floor(std::log10(size)) - std::floor(std::log10(step)) + 1;
    return QString::number(value, 'g', static_cast<int>(std::clamp(digits, 4.0, 16.0)));
  }
  if (decimals == 0) return countText(static_cast<std::int64_t>(std::llround(value)));
  return QString::number(value, 'f', decimals);
}

std::vector<AxisTick> ticksAt(double low, double high, double step) {
  std::vector<AxisTick> ticks;
  const double slack = step * 1e-6;
  for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k) {
    const double value = k == 0 ? 0.0 : k * step;
    ticks.push_back({value, tickLabel(value, step)});
  }
  return ticks;
}

bool drawable(double low, double high) {
  return std::isfinite(low) && std::isfinite(high) && low <= high;
}

}  // namespace

std::vector<AxisTick> axisTicks(double low, double high, int wanted) {
  if (!drawable(low, high)) return {};
  const double span = high - low;
  if (span <= std::abs(high) * 1e-12) return {{low, valueText(low)}};
  return ticksAt(low, high, roundStep(span / std::max(1, wanted)));
}

std::vector<AxisTick> integerTicks(double low, double high, int wanted) {
  if (!drawable(low, high)) return {};
  if (high == low) return {{low, countText(std::llround(low))}};
  return ticksAt(low, high, std::max(1.0, roundStep((high - low) / std::max(1, wanted))));
}

std::vector<AxisTick> powerTicks(double low, double high, int wanted) {
  constexpr double fewPowers = 0.7;
  if (!drawable(low, high)) return {};
  std::vector<AxisTick> ticks;
  if (high - low < fewPowers) {
    for (AxisTick tick : axisTicks(std::pow(10, low), std::pow(10, high), wanted))
      if (tick.value > 0) ticks.push_back({std::log10(tick.value), tick.label});
    return ticks;
  }
  const bool fine = 3 * (high - low) <= 2 * wanted;
  const double step = std::max(1.0, std::ceil((high - low) / std::max(1, wanted)));
  for (double power = std::floor(low); power <= high; power += step)
    for (const int part : {1, 2, 5}) {
      const double at = power + std::log10(part);
      if (at < low || at > high || (part > 1 && !fine)) continue;
      ticks.push_back({at, QString::number(part * std::pow(10, power), 'g', 3)});
    }
  return ticks;
}

std::vector<AxisTick> byteTicks(double low, double high, int wanted) {
  std::vector<AxisTick> ticks;
  if (!(high > low)) return ticks;
  const double raw = std::max(1.0, (high - low) / std::max(1, wanted));
  const double step = std::exp2(std::ceil(std::log2(raw)));
  constexpr double finest = 0.25;  // of a unit: two decimals are exact
  const DisplayUnit unit = step / byteUnit(high).size < finest ? byteUnit(step) : byteUnit(high);
  const int decimals = std::max(0, static_cast<int>(-std::log2(step / unit.size)));
  for (double at = std::ceil(low / step) * step; at <= high; at += step) {
    ticks.push_back({at, QString::number(at / unit.size, 'f', decimals) + u' ' + unit.name});
  }
  return ticks;
}

}  // namespace ng::views
