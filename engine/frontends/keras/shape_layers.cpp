// SPDX-License-Identifier: Apache-2.0
// Shapes, padding, cropping and enlarging.
#include <algorithm>
#include <numeric>

#include "engine/frontends/keras/layer_calls.h"
#include "engine/frontends/keras/layer_context.h"
#include "engine/frontends/tensorflow/channel_order.h"

namespace ng::keras {
namespace {

// Channels go last first.
void flatten(NodeContext& n) {
  const std::int64_t rank = n.rank();
  const bool moves = !channels_last(n) && rank > 2;
  const ItemPtr x = tensorflow::channels_back(n, n.shared(0), moves);
  const Shape shape = x->shape();
  const std::int64_t rest = std::accumulate(shape.begin() + (rank > 0), shape.end(),
                                            std::int64_t{1}, std::multiplies<>());
  give(n, reshaped(n, x, {rank > 0 ? shape[0] : 1, rest}));
}

// The shape of keras.ops includes the batch.
void reshape(NodeContext& n) {
  if (n.given("newshape")) return give(n, reshaped(n, n.shared(0), n.list("newshape")));
  Integers shape = n.list("target_shape");
  shape.insert(shape.begin(), n.shape(0).at(0));
  give(n, reshaped(n, n.shared(0), shape));
}

void permute(NodeContext& n) {
  Integers order{0};
  for (const std::int64_t each : n.list("dims")) order.push_back(each);
  NodeContext::need_count("its order", order.size(), static_cast<std::size_t>(n.rank()));
  give(n, transposed(n, n.shared(0), order));
}

void transpose(NodeContext& n) {
  Integers order = n.list("axes");
  for (std::int64_t i = n.rank(); order.empty() || std::ssize(order) < n.rank();)
    order.push_back(--i);
  give(n, transposed(n, n.shared(0), order));
}

void repeat_vector(NodeContext& n) {
  const ItemPtr x = n.shared(0);
  if (rank_of(x) != 2) NodeContext::refuse("its input is not a matrix");
  const std::int64_t times = n.integer("n", 1);
  NodeContext::need_short(times);
  const Shape shape = x->shape();
  give(n, step(n, "Expand", {unsqueezed(n, x, {1}), integers({shape[0], times, shape[1]})}));
}

void expand_dims(NodeContext& n) {
  const std::int64_t rank = n.rank() + 1, axis = n.integer("axis", 0);
  give(n, unsqueezed(n, n.shared(0), {axis < 0 ? axis + rank : axis}));
}

void squeeze(NodeContext& n) {
  const onnx::Attribute* axis = n.node.find("axis");
  if (!axis)
    NodeContext::refuse("it has no axis, and the file does not give the shape of its input");
  const bool one = axis->kind == onnx::AttributeKind::integer;
  give(n, squeezed(n, n.shared(0), one ? Integers{axis->i} : axis->ints));
}

// The dimensions that an index of GetItem goes through, and those that it makes and drops.
class Index {
 public:
  Index(const NodeContext& n, const Integers& all) : shape_(n.shape(0)) {
    if (all.empty() || all.size() % 4 != 0) NodeContext::refuse("its index is computed");
    std::size_t counted = 0, ellipses = 0;
    for (std::size_t i = 0; i < all.size(); i += 4) {
      const auto kind = static_cast<IndexKind>(all[i]);
      counted += kind == IndexKind::position || kind == IndexKind::slice;
      ellipses += kind == IndexKind::ellipsis;
    }
    if (counted > shape_.size() || ellipses > 1)
      NodeContext::refuse("its index has more elements than its input has dimensions");
    skipped_ = static_cast<std::int64_t>(shape_.size() - counted);
    for (std::size_t i = 0; i < all.size(); i += 4)
      add(static_cast<IndexKind>(all[i]), all[i + 1], all[i + 2], all[i + 3]);
  }

  ItemPtr of(NodeContext& n, ItemPtr x) const {
    if (!axes_.empty())
      x = step(n, "Slice",
               {x, integers(starts_), integers(stops_), integers(axes_), integers(steps_)});
    return unsqueezed(n, squeezed(n, x, dropped_), made_);
  }

 private:
  void add(IndexKind kind, std::int64_t start, std::int64_t stop, std::int64_t step) {
    switch (kind) {
      case IndexKind::new_axis: made_.push_back(results_++); return;
      case IndexKind::ellipsis:
        at_ += skipped_;
        results_ += skipped_;
        return;
      case IndexKind::position: {
        const std::int64_t length = shape_[static_cast<std::size_t>(at_)];
        if (start < -length || start >= length)
          NodeContext::refuse("its index " + std::to_string(start) + " is not among " +
                              std::to_string(length) + " elements");
        start += start < 0 ? length : 0;
        stop = start + 1;
        dropped_.push_back(at_);
        break;
      }
      case IndexKind::slice: ++results_; break;
    }
    axes_.push_back(at_++);
    starts_.push_back(start);
    stops_.push_back(stop);
    steps_.push_back(step);
  }

  const Shape shape_;
  std::int64_t skipped_ = 0, at_ = 0, results_ = 0;
  Integers axes_, starts_, stops_, steps_, dropped_, made_;
};

void get_item(NodeContext& n) {
  give(n, Index(n, n.list(index_key)).of(n, n.shared(0)));
}

struct Sides {
  Integers before, after;
};

// A number, a number per dimension, or two per dimension; lists of lists arrive as one list.
Sides sides(const NodeContext& n, const char* key) {
  const std::size_t rank = spatial_rank(n);
  const onnx::Attribute* found = n.node.find(key);
  if (found && found->kind == onnx::AttributeKind::integers && found->ints.size() == 2 * rank) {
    Sides both;
    for (std::size_t i = 0; i < rank; ++i) {
      both.before.push_back(found->ints[2 * i]);
      both.after.push_back(found->ints[2 * i + 1]);
    }
    return both;
  }
  const Integers equal = lengths(n, key, rank);
  return {equal, equal};
}

void zero_padding(NodeContext& n) {
  const Sides by = sides(n, "padding");
  const auto rank = static_cast<std::size_t>(n.rank());
  const std::size_t first = channels_last(n) ? 1 : 2;
  Integers pads(2 * rank, 0);
  for (std::size_t i = 0; i < by.before.size(); ++i) {
    pads[first + i] = by.before[i];
    pads[rank + first + i] = by.after[i];
  }
  give(n, step(n, "Pad", {n.shared(0), integers(pads)}));
}

void cropping(NodeContext& n) {
  const Sides by = sides(n, "cropping");
  const Shape shape = n.shape(0);
  const std::size_t first = channels_last(n) ? 1 : 2;
  Integers starts, ends, axes;
  for (std::size_t i = 0; i < by.before.size(); ++i) {
    axes.push_back(static_cast<std::int64_t>(first + i));
    starts.push_back(by.before[i]);
    ends.push_back(shape[first + i] - by.after[i]);
    if (by.before[i] < 0 || by.after[i] < 0 || starts[i] >= ends[i])
      NodeContext::refuse("its cropping leaves nothing of the length " +
                          std::to_string(shape[first + i]));
  }
  give(n, step(n, "Slice", {n.shared(0), integers(starts), integers(ends), integers(axes)}));
}

void up_sampling(NodeContext& n) {
  const std::size_t rank = spatial_rank(n);
  const bool last = channels_last(n);
  const Integers factors = lengths(n, "size", rank, 2);
  for (const std::int64_t factor : factors) {
    if (factor < 1) NodeContext::refuse("its size is below 1");
    NodeContext::need_short(factor);
  }
  const std::string kind = n.text("interpolation", "nearest");
  ItemPtr x = n.shared(0);
  if (kind == "bilinear" && rank == 2 && last) {
    const Shape shape = x->shape();
    const ItemPtr size = integers({shape[1] * factors[0], shape[2] * factors[1]});
    return give(n, tensorflow_step(n, "ResizeBilinear", {x, size},
                                   {attribute("half_pixel_centers", std::int64_t{1})}));
  }
  if (kind != "nearest") NodeContext::refuse("its interpolation " + kind + " is not imported");
  for (std::size_t i = 0; i < rank; ++i) x = repeated(n, x, i + (last ? 1 : 2), factors[i]);
  give(n, x);
}

// Into equal parts, or at the begin of each part but the first.
void split(NodeContext& n) {
  const onnx::Attribute* given = n.node.find("indices_or_sections");
  if (!given) NodeContext::refuse("its places to split at are not numbers");
  const std::int64_t axis = n.position(n.integer("axis", 0), n.rank());
  const std::int64_t length = n.shape(0)[static_cast<std::size_t>(axis)];
  Integers parts;
  if (given->kind == onnx::AttributeKind::integer) {
    if (given->i < 1 || length % given->i != 0)
      NodeContext::refuse("it splits the length " + std::to_string(length) + " into " +
                          std::to_string(given->i) + " parts");
    NodeContext::need_short(given->i);
    parts.assign(static_cast<std::size_t>(given->i), length / given->i);
  } else {
    std::int64_t begin = 0;
    Integers ends = listed(*given);
    ends.push_back(length);
    for (const std::int64_t end : ends) {
      if (end < begin || end > length)
        NodeContext::refuse("its places to split at do not ascend within " +
                            std::to_string(length) + " elements");
      parts.push_back(end - begin);
      begin = end;
    }
  }
  const std::vector<ItemPtr> made =
      steps(n, "Split", {n.shared(0), integers(parts)}, {attribute("axis", axis)}, parts.size());
  for (std::size_t i = 0; i < std::min(made.size(), n.results.size()); ++i) give(n, made[i], i);
}

void swap_axes(NodeContext& n) {
  Integers order(static_cast<std::size_t>(n.rank()));
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](const char* key) {
    return static_cast<std::size_t>(n.position(n.integer(key, 0), n.rank()));
  };
  std::swap(order.at(at("axis1")), order.at(at("axis2")));
  give(n, transposed(n, n.shared(0), order));
}

void roll(NodeContext& n) {
  const onnx::Attribute *shift = n.node.find("shift"), *axis = n.node.find("axis");
  if (!shift) NodeContext::refuse("its shift is not a number");
  ItemPtr x = axis ? n.shared(0) : reshaped(n, n.shared(0), {-1});
  const Integers by = listed(*shift), axes = axis ? listed(*axis) : Integers{0};
  NodeContext::need_count("its shift", by.size(), axes.size());
  x = tensorflow_step(n, "Roll", {x, integers(by), integers(axes)});
  give(n, axis ? x : reshaped(n, x, n.shape(0)));
}

void take(NodeContext& n) {
  const ItemPtr indices = argument(n, "1");
  if (!indices) NodeContext::refuse("its indices are not a tensor");
  const auto [x, axis] = along_axis(n);
  give(n, step(n, "Gather", {x, indices}, {attribute("axis", axis)}));
}

// With fewer repeats than dimensions, the first ones stay; more repeats make dimensions.
void tile(NodeContext& n) {
  const onnx::Attribute* given = n.node.find("repeats");
  if (!given) NodeContext::refuse("its repeats are not numbers");
  Integers repeats = listed(*given);
  Shape shape = n.shape(0);
  if (repeats.size() < shape.size())
    repeats.insert(repeats.begin(), shape.size() - repeats.size(), 1);
  if (shape.size() < repeats.size()) shape.insert(shape.begin(), repeats.size() - shape.size(), 1);
  give(n, step(n, "Tile", {reshaped(n, n.shared(0), shape), integers(repeats)}));
}

void repeat(NodeContext& n) {
  const Integers times = lengths(n, "repeats", 1);
  NodeContext::need_short(times[0]);
  const auto [x, axis] = along_axis(n);
  give(n, repeated(n, x, static_cast<std::size_t>(axis), times[0]));
}

void one_hot(NodeContext& n) {
  if (flag(n.node, "sparse", false)) NodeContext::refuse("its result is sparse");
  const DType dtype = dtype_from_name(n.text("dtype", "float32")).value_or(DType::f32);
  give(n, tensorflow_step(n, "OneHot",
                          {n.shared(0), integers({n.integer("num_classes", 1)}), number(1, dtype),
                           number(0, dtype)},
                          {attribute("axis", n.integer("axis", -1))}));
}

constexpr LayerRow rows[] = {
    {{"Cropping1D", 1, 0, cropping}},
    {{"Cropping2D", 1, 0, cropping}},
    {{"Cropping3D", 1, 0, cropping}},
    {{"ExpandDims", 1, 0, expand_dims}},
    {{"Flatten", 1, 0, flatten}},
    {{"GetItem", 1, 0, get_item}},
    {{"OneHot", 1, 0, one_hot}},
    {{"Permute", 1, 0, permute}},
    {{"Repeat", 1, 0, repeat}},
    {{"RepeatVector", 1, 0, repeat_vector}},
    {{"Reshape", 1, 0, reshape}},
    {{"Roll", 1, 0, roll}},
    {{"Split", 1, 0, split}},
    {{"Squeeze", 1, 0, squeeze}},
    {{"Swapaxes", 1, 0, swap_axes}},
    {{"Take", 1, 0, take}},
    {{"Tile", 1, 0, tile}},
    {{"Transpose", 1, 0, transpose}},
    {{"UpSampling1D", 1, 0, up_sampling}},
    {{"UpSampling2D", 1, 0, up_sampling}},
    {{"UpSampling3D", 1, 0, up_sampling}},
    {{"ZeroPadding1D", 1, 0, zero_padding}},
    {{"ZeroPadding2D", 1, 0, zero_padding}},
    {{"ZeroPadding3D", 1, 0, zero_padding}},
};

}  // namespace

std::span<const LayerRow> shape_layers() {
  return rows;
}

}  // namespace ng::keras
