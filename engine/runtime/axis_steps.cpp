// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/axis_steps.h"

#include <sstream>

#include "engine/base/error.h"

namespace ng {
namespace {

std::string loops_text(std::int64_t outer, std::int64_t length, std::int64_t inner) {
  return "outer " + std::to_string(outer) + " × length " + std::to_string(length) + " × inner " +
         std::to_string(inner);
}

std::string walk_text(const AxisWalk& walk) {
  return "positions " + std::to_string(walk.positions) + " × elements " +
         std::to_string(elements_of(walk));
}

std::int64_t bytes_of(DType dtype) {
  return static_cast<std::int64_t>(size_of(dtype));
}

struct Cost {
  AxisCost operator()(const Cumulation& c) const {
    const std::int64_t count = c.outer * c.length * c.inner;
    return {loops_text(c.outer, c.length, c.inner), count, 2 * count * bytes_of(c.dtype)};
  }
  AxisCost operator()(const ArgSort& s) const {
    const std::int64_t rows = s.outer * s.inner;
    return {loops_text(s.outer, s.length, s.inner), rows * s.length,
            rows * (s.length * bytes_of(s.dtype) + s.count * bytes_of(DType::i64))};
  }
  AxisCost operator()(const Take& t) const { return {walk_text(t.walk), 0, moved(t.walk, 2)}; }
  AxisCost operator()(const Scatter& s) const {
    const bool combines = s.reduction != ScatterReduction::none;
    return {walk_text(s.walk), combines ? elements_of(s.walk) : 0,
            moved(s.walk, combines ? 3 : 2) + 2 * s.walk.table * bytes_of(s.walk.dtype)};
  }
  static std::int64_t moved(const AxisWalk& walk, std::int64_t accesses) {
    return accesses * elements_of(walk) * bytes_of(walk.dtype) +
           walk.positions * bytes_of(walk.position_dtype);
  }
};

}  // namespace

std::int64_t elements_of(const AxisWalk& walk) {
  std::int64_t count = 1;
  for (const AxisWalk::Dimension& dimension : walk.dimensions) count *= dimension.length;
  return count;
}

AxisCost cost_of(const AxisStep& step) {
  return std::visit(Cost(), step);
}

void refuse_position(const AxisWalk& walk, double position) {
  std::ostringstream found;
  found << position;
  Diagnostic diagnostic;
  diagnostic.what = "position out of range";
  diagnostic.where = walk.where;
  diagnostic.found = found.str();
  diagnostic.expected = "0 to " + std::to_string(walk.rows - 1);
  refuse(ErrorKind::index, std::move(diagnostic));
}

}  // namespace ng
