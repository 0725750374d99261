// SPDX-License-Identifier: Apache-2.0
// Views of a TensorDescription: the same storage with other axes, strides and offset.
#include <algorithm>
#include <optional>

#include "engine/base/error.h"
#include "engine/graph/tensor_description.h"

namespace ng {
namespace {

struct Place {
  Nested stride, size;
};

// Stride 0 and sizes of a new axis.
Place new_place(const Axis& axis) {
  if (!axis.is_flattened()) return {{0, {}, false}, {axis.length(), {}, false}};
  Place place{Nested::of({}), Nested::of({})};
  for (const Axis& member : axis.members()) {
    Place inner = new_place(member);
    place.stride.members.push_back(std::move(inner.stride));
    place.size.members.push_back(std::move(inner.size));
  }
  return place;
}

// Stride and size of `axis`, if it is among `axes` or inside a flattened axis.
std::optional<Place> find_inside(const Axis& axis, const std::vector<Axis>& axes,
                                 const std::vector<Nested>& strides,
                                 const std::vector<Nested>& sizes) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] == axis) return Place{strides[i], sizes[i]};
    if (!axes[i].is_flattened() || !strides[i].group) continue;
    auto inner = find_inside(axis, axes[i].members(), strides[i].members, sizes[i].members);
    if (inner) return inner;
  }
  return std::nullopt;
}

// Like find_inside, for `description` and the views it is based on that start at the same byte.
std::optional<Place> find_along_views(const Axis& axis, const TensorDescription& description) {
  for (auto* view = &description; view; view = view->next_tensor_description()) {
    if (view->offset() != description.offset()) break;
    auto place = find_inside(axis, view->axes().list(), view->full_strides(), view->full_sizes());
    if (place) return place;
  }
  return std::nullopt;
}

// Like find_along_views, or grouped from the members of a flattened axis.
Place grouped_place(const Axis& axis, const TensorDescription& description) {
  if (auto place = find_along_views(axis, description)) return *place;
  if (!axis.is_flattened()) {
    refuse(ErrorKind::value, "axis " + axis.text() + " is not found in the tensor with axes " +
                                 description.axes().text());
  }
  Place place{Nested::of({}), Nested::of({})};
  for (const Axis& member : axis.members()) {
    Place inner = grouped_place(member, description);
    place.stride.members.push_back(std::move(inner.stride));
    place.size.members.push_back(std::move(inner.size));
  }
  return place;
}

void check_same_set(const Axes& from, const Axes& to) {
  if (from.is_equal_set(to)) return;
  refuse(ErrorKind::value, "reordering must keep the set of axes: found " + to.text() +
                               ", expected those of " + from.text());
}

// The stride of a flattened axis, which exists only if its members are contiguous: each stride is
// the length times the stride of the next member.
std::int64_t even_stride(const Axis& axis, const Nested& stride) {
  if (!axis.is_flattened() || !stride.group) return stride.value;
  const std::vector<Axis>& members = axis.members();
  std::int64_t inner = 0, expected = 0;
  for (std::size_t i = members.size(); i-- > 0;) {
    const std::int64_t own = even_stride(members[i], stride.members[i]);
    if (i + 1 == members.size()) inner = expected = own;
    if (own != expected) {
      refuse(ErrorKind::value, "the flattened axis " + axis.text() +
                                   " has no uniform stride and cannot be sliced as a view");
    }
    expected = own * members[i].length();
  }
  return inner;
}

std::int64_t normalised_index(std::int64_t index, const Axis& axis) {
  const std::int64_t length = axis.length();
  if (index < -length || index >= length) {
    refuse(ErrorKind::value,
           "index " + std::to_string(index) + " is outside the axis " + axis.text());
  }
  return index < 0 ? index + length : index;
}

// The sliced axis: `wanted`, with `length` if its length is unknown.
Axis sliced_axis(const Axis& wanted, std::int64_t length) {
  const std::optional<std::int64_t> known = wanted.known_length();
  if (!known) return resized(wanted, length);
  if (*known == length) return wanted;
  refuse(ErrorKind::value,
         "the slice has " + std::to_string(length) + " elements along the axis " + wanted.text());
}

}  // namespace

TensorDescription TensorDescription::view(const Axes& axes, const char* suffix) const {
  TensorDescription result = *this;
  result.axes_ = axes;
  result.name_ = name_ + "_" + suffix;
  result.previous_ = std::make_shared<const TensorDescription>(*this);
  return result;
}

TensorDescription TensorDescription::transpose() const {
  std::vector<Axis> reversed(axes_.list().rbegin(), axes_.list().rend());
  TensorDescription result = view(Axes(std::move(reversed)), "rTranspose");
  std::reverse(result.full_strides_.begin(), result.full_strides_.end());
  std::reverse(result.full_sizes_.begin(), result.full_sizes_.end());
  return result;
}

TensorDescription TensorDescription::reorder(const Axes& axes) const {
  check_same_set(axes_, axes);
  return broadcast(axes);
}

TensorDescription TensorDescription::broadcast(const Axes& axes) const {
  assert_valid_broadcast(axes_, axes);
  TensorDescription result = view(axes, "rReorderBroadcast");
  result.full_strides_.clear();
  result.full_sizes_.clear();
  for (const Axis& axis : axes) {
    const auto position = axes_.find(axis);
    Place place =
        position ? Place{full_strides_[*position], full_sizes_[*position]} : new_place(axis);
    result.full_strides_.push_back(std::move(place.stride));
    result.full_sizes_.push_back(std::move(place.size));
  }
  return result;
}

TensorDescription TensorDescription::cast(const Axes& axes) const {
  if (!axes_.empty() && axes_.lengths() != axes.lengths()) {
    refuse(ErrorKind::value, "casting axes " + axes.text() +
                                 " must have the same length as original axes " + axes_.text());
  }
  TensorDescription result = view(axes, "rCast");
  if (!axes_.empty()) return result;
  for (const Axis& axis : axes) {
    Place place = new_place(axis);
    result.full_strides_.push_back(std::move(place.stride));
    result.full_sizes_.push_back(std::move(place.size));
  }
  return result;
}

TensorDescription TensorDescription::regrouped(const Axes& axes, const char* suffix) const {
  TensorDescription result = view(axes, suffix);
  result.full_strides_.clear();
  result.full_sizes_.clear();
  for (const Axis& axis : axes) {
    Place place = grouped_place(axis, *this);
    result.full_strides_.push_back(std::move(place.stride));
    result.full_sizes_.push_back(std::move(place.size));
  }
  return result;
}

TensorDescription TensorDescription::flatten(const Axes& axes) const {
  assert_valid_flatten(axes_, axes);
  return regrouped(axes, "rFlatten");
}

TensorDescription TensorDescription::unflatten(const Axes& axes) const {
  TensorDescription result = regrouped(axes, "rUnflatten");
  if (element_count(result.shape()) != element_count(shape())) {
    refuse(ErrorKind::value, "unflattening " + axes_.text() + " to " + axes.text() +
                                 " changes the number of elements");
  }
  return result;
}

TensorDescription TensorDescription::slice(std::span<const SliceItem> items,
                                           const Axes& axes) const {
  const auto kept = std::count_if(items.begin(), items.end(),
                                  [](const SliceItem& item) { return !item.is_index; });
  if (items.size() != ndim() || static_cast<std::size_t>(kept) != axes.size()) {
    refuse(ErrorKind::value, "a slice needs one item for each of the axes " + axes_.text() +
                                 " and one new axis for each range; found " +
                                 std::to_string(items.size()) + " items and the axes " +
                                 axes.text());
  }
  TensorDescription result = view(axes, "rSlice");
  result.full_strides_.clear();
  result.full_sizes_.clear();
  std::vector<Axis> new_axes;
  for (std::size_t i = 0; i < ndim(); ++i) {
    const SliceItem& item = items[i];
    if (item.is_index) {
      result.offset_ +=
          normalised_index(item.index, axes_[i]) * even_stride(axes_[i], full_strides_[i]);
      continue;
    }
    const SliceRange range = slice_range(axes_[i].length(), item.start, item.stop, item.step);
    new_axes.push_back(sliced_axis(axes[new_axes.size()], range.length));
    result.full_sizes_.push_back(full_sizes_[i]);
    if (item.takes_all()) {
      result.full_strides_.push_back(full_strides_[i]);
      continue;
    }
    const std::int64_t stride = even_stride(axes_[i], full_strides_[i]);
    if (range.length > 0) result.offset_ += range.first * stride;
    result.full_strides_.push_back({stride * range.step, {}, false});
  }
  result.axes_ = Axes(std::move(new_axes));
  return result;
}

}  // namespace ng
