// SPDX-License-Identifier: Apache-2.0
// TensorDescription: default strides and derived properties.
#include "engine/graph/tensor_description.h"

#include <algorithm>

#include "engine/base/error.h"

namespace ng {
namespace {

// Row-major strides of `axis`; `stride` is advanced to that of the next slower axis.
Nested row_major(const Axis& axis, std::int64_t& stride) {
  if (!axis.is_flattened()) {
    const std::int64_t own = stride;
    stride *= axis.length();
    return {own, {}, false};
  }
  std::vector<Nested> members;
  for (auto member = axis.members().rbegin(); member != axis.members().rend(); ++member) {
    members.insert(members.begin(), row_major(*member, stride));
  }
  return Nested::of(std::move(members));
}

Nested lengths_of(const Axis& axis) {
  if (!axis.is_flattened()) return {axis.length(), {}, false};
  std::vector<Nested> members;
  for (const Axis& member : axis.members()) members.push_back(lengths_of(member));
  return Nested::of(std::move(members));
}

void collect_leaves(const Nested& nested, std::vector<std::int64_t>& out) {
  if (!nested.group) out.push_back(nested.value);
  for (const Nested& member : nested.members) collect_leaves(member, out);
}

std::vector<std::int64_t> leaves(const std::vector<Nested>& nested) {
  std::vector<std::int64_t> out;
  for (const Nested& item : nested) collect_leaves(item, out);
  return out;
}

// Are `strides` row-major for `shape`, optionally ignoring axes of stride 0?
bool row_major_strides(const std::vector<std::int64_t>& strides, const Shape& shape,
                       std::int64_t element, bool skip_broadcast) {
  for (std::size_t i = strides.size(); i-- > 0;) {
    if (skip_broadcast && strides[i] == 0) continue;
    if (strides[i] != element) return false;
    element *= shape[i];
  }
  return true;
}

}  // namespace

std::int64_t Nested::smallest() const {
  if (!group) return value;
  std::int64_t least = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::int64_t stride = members[i].smallest();
    least = i == 0 ? stride : std::min(least, stride);
  }
  return least;
}

std::int64_t Nested::product() const {
  if (!group) return value;
  std::int64_t product = 1;
  for (const Nested& member : members) product *= member.product();
  return product;
}

TensorDescription::TensorDescription(const Axes& axes, DType dtype, std::string name)
    : axes_(axes), dtype_(dtype), name_(std::move(name)) {
  axes_.element_count();  // throws on unknown lengths and overflow
  std::int64_t stride = static_cast<std::int64_t>(size_of(dtype));
  for (std::size_t i = axes_.size(); i-- > 0;) {
    full_strides_.insert(full_strides_.begin(), row_major(axes_[i], stride));
  }
  for (const Axis& axis : axes_) full_sizes_.push_back(lengths_of(axis));
}

const TensorDescription& TensorDescription::base() const {
  return previous_ ? previous_->base() : *this;
}

std::vector<std::int64_t> TensorDescription::strides() const {
  std::vector<std::int64_t> strides;
  for (const Nested& stride : full_strides_) strides.push_back(stride.smallest());
  return strides;
}

std::vector<std::int64_t> TensorDescription::sizes() const {
  std::vector<std::int64_t> sizes;
  for (const Nested& size : full_sizes_) sizes.push_back(size.product());
  return sizes;
}

std::int64_t TensorDescription::tensor_size() const {
  return element_count(sizes()) * static_cast<std::int64_t>(size_of(dtype_));
}

bool TensorDescription::c_contiguous() const {
  return row_major_strides(strides(), shape(), static_cast<std::int64_t>(size_of(dtype_)), false);
}

bool TensorDescription::broadcast_contiguous() const {
  return row_major_strides(strides(), shape(), static_cast<std::int64_t>(size_of(dtype_)), true);
}

bool TensorDescription::is_dense() const {
  Shape lengths;
  const std::vector<Axis> leaf_axes = axes_.leaves();
  const std::vector<std::int64_t> leaf_strides = leaves(full_strides_);
  if (leaf_axes.size() != leaf_strides.size()) return c_contiguous();
  for (const Axis& axis : leaf_axes) lengths.push_back(axis.length());
  return row_major_strides(leaf_strides, lengths, static_cast<std::int64_t>(size_of(dtype_)),
                           false);
}

std::string TensorDescription::parameter_key() const {
  return std::string(ng::name(dtype_)) + to_string(shape()) + "+" + std::to_string(offset_) + "/" +
         to_string(leaves(full_strides_));
}

std::string TensorDescription::axes_key() const {
  return parameter_key() + "[" + axes_.text() + "]";
}

}  // namespace ng
