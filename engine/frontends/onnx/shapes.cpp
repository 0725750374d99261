// SPDX-License-Identifier: Apache-2.0
// Ops that rearrange dimensions and elements.
#include <algorithm>
#include <numeric>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

using Integers = std::vector<std::int64_t>;

constexpr std::int64_t most_block = 1 << 20;

std::vector<std::size_t> positions(const NodeContext& n, const Integers& axes, std::int64_t rank) {
  std::vector<std::size_t> found;
  for (const std::int64_t axis : axes) {
    found.push_back(static_cast<std::size_t>(n.position(axis, rank)));
  }
  std::sort(found.begin(), found.end());
  if (std::adjacent_find(found.begin(), found.end()) != found.end()) {
    NodeContext::refuse("it names an axis twice");
  }
  return found;
}

void reshape(NodeContext& n) {
  Shape shape = n.integers(1, "its shape");
  const Shape from = n.shape();
  std::int64_t rest = element_count(from);
  std::ptrdiff_t open = -1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0 && n.integer("allowzero", 0) == 0 && i < from.size()) shape[i] = from[i];
    if (shape[i] == -1 && open >= 0) NodeContext::refuse("its shape has two entries of -1");
    if (shape[i] == -1)
      open = static_cast<std::ptrdiff_t>(i);
    else if (shape[i] > 0)
      rest = rest % shape[i] == 0 ? rest / shape[i] : 0;
  }
  if (open >= 0) shape[static_cast<std::size_t>(open)] = rest;
  n.result(regrouped(n, n.op(0), shape));
}

void flatten_at_axis(NodeContext& n) {
  const Shape from = n.shape();
  const auto rank = std::ssize(from);
  std::int64_t axis = n.integer("axis", 1);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis > rank) NodeContext::refuse("its axis is out of range");
  Shape shape{1, 1};
  for (std::int64_t i = 0; i < rank; ++i)
    shape[i < axis ? 0 : 1] *= from[static_cast<std::size_t>(i)];
  n.result(regrouped(n, n.op(0), shape, "feature"));
}

void squeeze(NodeContext& n) {
  const Op x = n.op(0);
  const Shape shape = n.shape();
  std::vector<std::size_t> dropped = positions(n, listed(n, "axes", 1), n.rank());
  if (!n.has(1) && !n.given("axes")) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 1) dropped.push_back(i);
    }
  }
  for (const std::size_t at : dropped) {
    if (shape[at] != 1)
      NodeContext::refuse("it drops a dimension of length " + std::to_string(shape[at]));
  }
  n.result(without(x, dropped));
}

void unsqueeze(NodeContext& n) {
  const Integers axes = listed(n, "axes", 1);
  n.result(with_ones(n, n.op(0), positions(n, axes, n.rank() + std::ssize(axes))));
}

void transpose_by(NodeContext& n) {
  const Op x = n.op(0);
  Integers order = n.list("perm");
  if (!n.given("perm")) {
    for (std::int64_t i = n.rank(); i-- > 0;) order.push_back(i);
  }
  NodeContext::need_count("its list of axes", order.size(), n.shape().size());
  positions(n, order, n.rank());
  std::vector<Axis> axes;
  for (const std::int64_t at : order) axes.push_back(x.axes()[static_cast<std::size_t>(at)]);
  n.result(axes_with_order(x, Axes(axes)));
}

// To the larger of both shapes; a length of 1 is repeated.
void expand(NodeContext& n) {
  const Op x = n.op(0);
  const Integers wanted = n.integers(1, "its shape");
  const std::size_t rank = std::max(x.axes().size(), wanted.size());
  const std::size_t skipped = rank - x.axes().size();
  std::vector<Axis> axes;
  std::vector<std::size_t> repeated;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t want = i + wanted.size() < rank ? 1 : wanted[i + wanted.size() - rank];
    if (i < skipped) {
      axes.push_back(n.fresh(want, "repeat"));
      continue;
    }
    const Axis own = x.axes()[i - skipped];
    if (own.length() != 1 && want != 1 && own.length() != want) {
      NodeContext::refuse("it expands the length " + std::to_string(own.length()) + " to " +
                          std::to_string(want));
    }
    const bool repeats = own.length() == 1 && want != 1;
    if (repeats) repeated.push_back(i - skipped);
    axes.push_back(repeats ? n.fresh(want, own.name()) : own);
  }
  n.result(over(without(x, repeated), Axes(axes)));
}

void tile(NodeContext& n) {
  const Integers repeats = n.integers(1, "its repeats");
  NodeContext::need_count("its list of repeats", repeats.size(), n.shape().size());
  Op x = n.op(0);
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    if (repeats[i] == 1) continue;
    if (repeats[i] < 0) NodeContext::refuse("it repeats a dimension fewer than 0 times");
    if (repeats[i] == 0) {
      x = part(n, x, i, 0, 0);
      continue;
    }
    std::vector<Axis> axes = x.axes().list();
    const Axis own = axes[i], copies = n.fresh(repeats[i], "repeat");
    axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(i), copies);
    const Op repeated = broadcast(x, Axes(axes));
    Shape shape = x.axes().lengths();
    shape[i] *= repeats[i];
    x = regrouped(n, repeated, shape, own.name());
  }
  n.result(x);
}

void concat(NodeContext& n) {
  std::vector<Op> parts;
  const std::int64_t rank = n.rank();
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", 1), rank));
  for (std::size_t i = 0; i < n.count(); ++i) {
    const Op op = n.op(i);
    if (std::ssize(op.axes()) != rank) NodeContext::refuse("its inputs differ in rank");
    if (op.axes()[at].length() > 0) parts.push_back(op);
  }
  if (parts.empty() && n.count() == 0) NodeContext::refuse("it has no input");
  if (parts.empty()) return n.result(n.op(0));
  n.result(joined(n, parts, at));
}

void split(NodeContext& n) {
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank()));
  const std::int64_t length = x.axes()[at].length();
  Integers lengths = listed(n, "split", 1);
  if (lengths.empty()) {
    const std::int64_t count = n.integer("num_outputs", std::ssize(n.node.outputs));
    if (count < 1) NodeContext::refuse("it has no outputs");
    NodeContext::need_short(count);
    const std::int64_t each = (length + count - 1) / count;
    for (std::int64_t first = 0; std::ssize(lengths) < count; first += each) {
      lengths.push_back(std::min(each, length - first));
    }
  }
  if (lengths.size() < n.node.outputs.size() ||
      std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) != length) {
    NodeContext::refuse("its parts do not add up to the length " + std::to_string(length));
  }
  std::int64_t first = 0;
  for (std::size_t i = 0; i < n.node.outputs.size(); ++i) {
    n.result(part(n, x, at, first, lengths[i]), i);
    first += lengths[i];
  }
}

void slice(NodeContext& n) {
  Op x = n.op(0);
  const SliceBounds bounds = slice_bounds(n);
  positions(n, bounds.axes, n.rank());  // refuses an axis named twice
  for (std::size_t i = 0; i < bounds.axes.size(); ++i) {
    const auto at = static_cast<std::size_t>(n.position(bounds.axes[i], n.rank()));
    if (bounds.steps[i] == 0) NodeContext::refuse("its step is 0");
    // With a negative step a start before the first element is the first element.
    const std::int64_t length = x.axes()[at].length(), step = bounds.steps[i],
                       start = step < 0 ? std::max(bounds.starts[i], -length) : bounds.starts[i];
    const SliceRange range = slice_range(length, start, bounds.ends[i], step);
    x = part(n, x, at, range.first, range.length, range.step);
  }
  n.result(x);
}

// The position that each position of a padded dimension repeats.
std::int64_t source_of(std::int64_t at, std::int64_t length, const std::string& mode) {
  if (mode == "edge") return std::clamp<std::int64_t>(at, 0, length - 1);
  if (mode == "wrap") return ((at % length) + length) % length;
  if (length == 1) return 0;
  const std::int64_t period = 2 * (length - 1);
  const std::int64_t place = ((at % period) + period) % period;
  return place < length ? place : period - place;
}

void pad_by(NodeContext& n) {
  const Integers pads = n.opset < 11 ? n.list("pads") : n.integers(1, "its pads");
  Integers axes(static_cast<std::size_t>(n.rank()));
  std::iota(axes.begin(), axes.end(), 0);
  if (n.has(3)) axes = n.integers(3, "its axes");
  NodeContext::need_count("its list of pads", pads.size(), 2 * axes.size());
  const std::string mode = n.choice("mode", "constant", {"constant", "edge", "reflect", "wrap"});
  Op x = n.op(0);
  const auto rank = static_cast<std::size_t>(n.rank());
  Integers before(rank, 0), after(rank, 0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto at = static_cast<std::size_t>(n.position(axes[i], n.rank()));
    const std::int64_t length = x.axes()[at].length();
    const std::int64_t low = std::max<std::int64_t>(pads[i], 0),
                       high = std::max<std::int64_t>(pads[i + axes.size()], 0);
    const std::int64_t first = low - pads[i], kept = length - first - high + pads[i + axes.size()];
    x = part(n, x, at, first, kept);
    if (mode == "constant") {
      before[at] = low;
      after[at] = high;
    } else if (low != 0 || high != 0) {
      if (kept < 1) NodeContext::refuse("it repeats elements of a dimension without any");
      NodeContext::need_short(std::max({kept, low, high}));
      Integers indices;
      for (std::int64_t k = -low; k < kept + high; ++k) indices.push_back(source_of(k, kept, mode));
      x = taken(n, x, at, indices);
    }
  }
  if (!n.has(2)) return n.result(padded(n, x, before, after, n.number("value", 0)));
  if (!n.known(2)) return n.result(padded(n, x, before, after, regrouped(n, n.op(2), {})));
  const double value = n.known(2)->size() == 0 ? 0 : n.known(2)->item();
  n.result(padded(n, x, before, after, value));
}

// Blocks of channels become blocks of pixels, or the other way round.
void depth_to_space(NodeContext& n) {
  const Shape s = n.shape();
  const std::int64_t b = n.integer("blocksize", 1);
  if (s.size() != 4 || b < 1 || b > most_block || s[1] % (b * b) != 0) {
    NodeContext::refuse("its shape " + to_string(s) + " has no blocks of " + std::to_string(b) +
                        " x " + std::to_string(b) + " channels");
  }
  const std::int64_t c = s[1] / (b * b);
  const bool columns = n.choice("mode", "DCR", {"DCR", "CRD"}) == "CRD";
  const Op x = columns ? regrouped(n, n.op(0), {s[0], c, b, b, s[2], s[3]}, "block")
                       : regrouped(n, n.op(0), {s[0], b, b, c, s[2], s[3]}, "block");
  const std::vector<int> order =
      columns ? std::vector{0, 1, 4, 2, 5, 3} : std::vector{0, 3, 4, 1, 5, 2};
  std::vector<Axis> axes;
  for (const int at : order) axes.push_back(x.axes()[static_cast<std::size_t>(at)]);
  n.result(regrouped(n, over(x, Axes(axes)), {s[0], c, s[2] * b, s[3] * b}, "pixel"));
}

void space_to_depth(NodeContext& n) {
  const Shape s = n.shape();
  const std::int64_t b = n.integer("blocksize", 1);
  if (s.size() != 4 || b < 1 || s[2] % b != 0 || s[3] % b != 0) {
    NodeContext::refuse("its shape " + to_string(s) + " has no blocks of " + std::to_string(b) +
                        " x " + std::to_string(b) + " pixels");
  }
  const Op x = regrouped(n, n.op(0), {s[0], s[1], s[2] / b, b, s[3] / b, b}, "block");
  std::vector<Axis> axes;
  const bool columns = n.choice("mode", "DCR", {"DCR", "CRD"}) == "CRD";
  const std::vector<int> order =
      columns ? std::vector{0, 1, 3, 5, 2, 4} : std::vector{0, 3, 5, 1, 2, 4};
  for (const int at : order) axes.push_back(x.axes()[static_cast<std::size_t>(at)]);
  n.result(regrouped(n, over(x, Axes(axes)), {s[0], s[1] * b * b, s[2] / b, s[3] / b}, "channel"));
}

// The upper or lower triangle of each matrix.
void triangle(NodeContext& n) {
  const Op x = n.op(0);
  const auto rank = x.axes().size();
  if (rank < 2) NodeContext::refuse("its input is not a matrix");
  const Axis rows = x.axes()[rank - 2], columns = x.axes()[rank - 1];
  const auto k = n.has(1) ? n.integers(1, "its diagonal").at(0) : 0;
  const ScopedResultType type(DType::bool_);
  const Op from = ramp(rows, static_cast<double>(k)), to = ramp(columns);
  const Op inside = n.integer("upper", 1) != 0 ? less_equal(from, to) : greater_equal(from, to);
  const ScopedResultType values(n.dtype());
  n.result(over(where(inside, x, number(0, n.dtype())), x.axes()));
}

// Cut or padded to a shape, as much before as after; the odd element is cut or added after.
void center_crop_pad(NodeContext& n) {
  Op x = n.op(0);
  auto axes = n.list("axes");
  if (!n.given("axes")) {
    for (std::int64_t i = 0; i < n.rank(); ++i) axes.push_back(i);
  }
  const auto wanted = n.integers(1, "its shape");
  if (wanted.size() != axes.size()) NodeContext::refuse("its shape and its axes differ in length");
  std::vector<std::int64_t> before(x.axes().size(), 0), after = before;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto at = static_cast<std::size_t>(n.position(axes[i], n.rank()));
    const std::int64_t length = x.axes()[at].length(), more = wanted[i] - length;
    if (wanted[i] < 1) NodeContext::refuse("its result has no elements");
    if (more < 0) x = part(n, x, at, -more / 2, wanted[i]);
    before[at] = std::max<std::int64_t>(more, 0) / 2;
    after[at] = std::max<std::int64_t>(more, 0) - before[at];
  }
  n.result(padded(n, x, before, after, 0));
}

constexpr OpRow rows[] = {
    {"CenterCropPad", 18, 0, center_crop_pad},
    {"Concat", 4, 0, concat},
    {"DepthToSpace", 1, 0, depth_to_space},
    {"Expand", 8, 0, expand},
    {"Flatten", 1, 0, flatten_at_axis},
    {"Pad", 2, 0, pad_by},
    {"Reshape", 5, 0, reshape},
    {"Slice", 1, 0, slice},
    {"SpaceToDepth", 1, 0, space_to_depth},
    {"Split", 2, 0, split},
    {"Squeeze", 1, 0, squeeze},
    {"Tile", 6, 0, tile},
    {"Transpose", 1, 0, transpose_by},
    {"Trilu", 14, 0, triangle},
    {"Unsqueeze", 1, 0, unsqueeze},
};

}  // namespace

std::span<const OpRow> shape_rows() {
  return rows;
}

Integers listed(const NodeContext& n, std::string_view attribute, std::size_t i) {
  return n.has(i) ? n.integers(i, std::string(attribute).c_str()) : n.list(attribute);
}

SliceBounds slice_bounds(const NodeContext& n) {
  const bool attributes = n.opset < 10;
  SliceBounds bounds;
  bounds.starts = attributes ? n.list("starts") : n.integers(1, "its starts");
  bounds.ends = attributes ? n.list("ends") : n.integers(2, "its ends");
  const std::size_t count = bounds.starts.size();
  if (attributes)
    bounds.axes = n.list("axes");
  else if (n.has(3))
    bounds.axes = n.integers(3, "its axes");
  if (bounds.axes.empty()) {
    bounds.axes.resize(count);
    std::iota(bounds.axes.begin(), bounds.axes.end(), 0);
  }
  bounds.steps = n.has(4) ? n.integers(4, "its steps") : Integers(count, 1);
  if (bounds.ends.size() != count || bounds.axes.size() != count || bounds.steps.size() != count)
    NodeContext::refuse("its bounds differ in number");
  return bounds;
}

}  // namespace ng::onnx
