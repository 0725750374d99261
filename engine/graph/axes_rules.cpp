// SPDX-License-Identifier: Apache-2.0
// Rules for axes of operations: slicing, broadcasting, flattening, reducing, dot pairing, renaming.
#include <algorithm>

#include "engine/base/error.h"
#include "engine/graph/axis.h"

namespace ng {
namespace {

std::string slice_text(std::optional<std::int64_t> start, std::optional<std::int64_t> stop,
                       std::optional<std::int64_t> step) {
  auto part = [](std::optional<std::int64_t> value) {
    return value ? std::to_string(*value) : std::string("None");
  };
  return "slice(" + part(start) + ", " + part(stop) + ", " + part(step) + ")";
}

// Throws if both lengths of an axis are known and differ.
void check_same_length(const Axis& x, const Axis& y, const std::function<std::string()>& what) {
  const auto a = x.known_length(), b = y.known_length();
  if (!a || !b || *a == *b) return;
  Diagnostic diagnostic;
  diagnostic.what = what() + ": the axes " + x.text() + " and " + y.text() +
                    " have the same name but different lengths";
  diagnostic.found = "length " + std::to_string(*a) + " and length " + std::to_string(*b);
  diagnostic.action = "make both operands with the same axis, or give one axis another name";
  refuse(ErrorKind::value, std::move(diagnostic));
}

bool has_dual(const Axis& axis) {
  return axis.dual_level() != 0 ||
         std::any_of(axis.members().begin(), axis.members().end(), has_dual);
}

void check_leaves(const Axes& from, const Axes& to, const char* operation) {
  if (from.leaves() == to.leaves()) return;
  Diagnostic diagnostic;
  diagnostic.what = std::string(operation) + " must keep the unflattened axes and their order";
  diagnostic.found = "axes " + from.text() + " to " + to.text();
  refuse(ErrorKind::value, std::move(diagnostic));
}

void check_out_halves(const Axes& x_rest, const Axes& y_rest, const Axes& x, const Axes& y) {
  const Axes common = x_rest & y_rest;
  if (common.empty()) return;
  Diagnostic diagnostic;
  diagnostic.what =
      "dot: the axes left of the two operands intersect in the output axes: " + common.text();
  diagnostic.found = "axes " + x.text() + " and axes " + y.text();
  diagnostic.action = "pair them by dual level (axis - 1 on the left) or rename one";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

SliceRange slice_range(std::int64_t length, std::optional<std::int64_t> start,
                       std::optional<std::int64_t> stop, std::int64_t step) {
  if (step == 0) refuse(ErrorKind::value, "slice step cannot be zero");
  const std::int64_t low = step > 0 ? 0 : -1, high = step > 0 ? length : length - 1;
  auto bound = [&](std::int64_t value) {
    return std::clamp(value < 0 ? value + length : value, low, high);
  };
  const std::int64_t first = start ? bound(*start) : (step > 0 ? low : high);
  const std::int64_t last = stop ? bound(*stop) : (step > 0 ? high : low);
  const std::int64_t span = step > 0 ? last - first : first - last;
  // Avoids a sum and a sign change, which would overflow for a step near 2^63.
  const std::int64_t steps_after_first = step > 0 ? (span - 1) / step : (1 - span) / step;
  return {first, step, span > 0 ? steps_after_first + 1 : 0};
}

Axis slice_axis(const Axis& axis, std::optional<std::int64_t> start,
                std::optional<std::int64_t> stop, std::optional<std::int64_t> step) {
  if (step.value_or(1) != 1 && *step != -1) {
    refuse(ErrorKind::value,
           "SlicedAxis can't currently handle a step size other than -1, 1 or None.  Was given " +
               std::to_string(*step) + " in slice " + slice_text(start, stop, step));
  }
  return resized(axis, slice_range(axis.length(), start, stop, step.value_or(1)).length);
}

Axes linear_map_axes(const Axes& in, const Axes& out) {
  return out + in.get_dual(-1);
}

void assert_valid_broadcast(const Axes& from, const Axes& to) {
  const Axes missing = from - to;
  if (missing.empty()) return;
  Diagnostic diagnostic;
  diagnostic.what =
      "The new_axes of a broadcast operation must include all of the axes from the "
      "original set of axes.";
  diagnostic.found = "original axes: " + from.text() + "; new axes: " + to.text() +
                     "; missing axes: " + missing.text();
  refuse(ErrorKind::value, std::move(diagnostic));
}

void assert_valid_flatten(const Axes& unflattened, const Axes& flattened) {
  check_leaves(unflattened, flattened, "flattening");
}

void assert_valid_unflatten(const Axes& flattened, const Axes& unflattened) {
  check_leaves(flattened, unflattened, "unflattening");
}

Reduction reduction_axes(const Axes& x, const std::optional<Axes>& reduction,
                         const std::optional<Axes>& out) {
  Reduction result;
  if (reduction) {
    result.reduced = *reduction;
  } else {
    result.reduced = out ? x - *out : x.feature_axes();
  }
  result.kept = out ? *out : x - result.reduced;
  if (!(result.reduced & result.kept).empty()) {
    refuse(ErrorKind::value, "reduction_axes " + result.reduced.text() + " and out_axes " +
                                 result.kept.text() + " must not have common axes");
  }
  if (!(result.reduced | result.kept).is_equal_set(x)) {
    refuse(ErrorKind::value, "union of reduction_axes " + result.reduced.text() + " and out_axes " +
                                 result.kept.text() + " must be x.axes " + x.text());
  }
  if (!((x & result.kept) == result.kept)) {
    refuse(ErrorKind::value,
           "out_axes " + result.kept.text() + " must have same order as x.axes " + x.text());
  }
  return result;
}

Axes broadcast_axes(const Axes& x, const Axes& y, const std::function<std::string()>& what) {
  for (const Axis& axis : x) {
    if (const auto position = y.find(axis)) check_same_length(axis, y[*position], what);
  }
  std::vector<Axis> result = (x.is_sub_set(y) ? y : x | y).list();
  for (Axis& axis : result) {
    if (axis.has_length()) continue;
    const Axes& other = x.is_sub_set(y) ? x : y;
    if (const auto position = other.find(axis)) axis = other[*position];
  }
  return Axes(std::move(result));
}

DotAxes dot_axes(const Axes& x, const Axes& y) {
  const bool by_level =
      std::any_of(x.begin(), x.end(), has_dual) || std::any_of(y.begin(), y.end(), has_dual);
  DotAxes dot;
  for (const Axis& axis : x) {
    const auto partner = y.find(by_level ? axis + 1 : axis);
    if (!partner) continue;
    check_same_length(axis, y[*partner], [] { return "dot"; });
    dot.x_contracted.push_back(axis);
    dot.y_contracted.push_back(y[*partner]);
  }
  const Axes x_rest = x - Axes(dot.x_contracted), y_rest = y - Axes(dot.y_contracted);
  check_out_halves(x_rest, y_rest, x, y);
  dot.out = x_rest + y_rest;
  return dot;
}

AxesMap::AxesMap(std::vector<std::pair<std::string, std::string>> names)
    : names_(std::move(names)) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (names_[i].first == names_[j].first) {
        refuse(ErrorKind::value, "axis " + names_[i].first + " is renamed twice");
      }
      if (names_[i].second != names_[j].second) continue;
      refuse(ErrorKind::duplicate_axes, "axes " + names_[j].first + " and " + names_[i].first +
                                            " would both be named " + names_[i].second);
    }
  }
}

Axes AxesMap::map_axes(const Axes& axes) const {
  std::vector<Axis> mapped;
  for (const Axis& axis : axes) {
    const auto entry = std::find_if(names_.begin(), names_.end(), [&](const auto& pair) {
      return pair.first == axis.name() && !axis.is_flattened();
    });
    if (entry == names_.end() || entry->second == axis.name()) {
      mapped.push_back(axis);
      continue;
    }
    Axis renamed = make_axis(entry->second);
    if (const auto length = axis.known_length()) renamed.set_length(*length);
    mapped.push_back(renamed + axis.dual_level());
  }
  return Axes(std::move(mapped));
}

AxesMap AxesMap::invert() const {
  std::vector<std::pair<std::string, std::string>> inverse;
  for (const auto& [from, to] : names_) inverse.emplace_back(to, from);
  return AxesMap(std::move(inverse));
}

}  // namespace ng
