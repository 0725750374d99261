// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/arrangement.h"

#include <algorithm>
#include <cstring>

#include "engine/graph/graph.h"
#include "engine/runtime/representable.h"

namespace ng {
namespace {

std::string last_word(const std::string& name) {
  const std::size_t point = name.find_last_of("./");
  return point == name.npos ? name : name.substr(point + 1);
}

std::string batch_text(const Tensor& batch, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + names[i] + " " + std::to_string(batch.shape[i]);
  }
  return text + ")";
}

std::string name_in_data(const Axis& axis) {
  if (axis.is_batch()) return "N";
  return axis.is_recurrent() ? "REC" : last_word(axis.name());
}

// For each placeholder axis the index of the data axis, -1 for an axis of length 1 that the data
// lacks; nullopt if the names do not match.
std::vector<int> order_by_name(const Tensor& batch, const std::vector<std::string>& names,
                               const Axes& axes) {
  std::vector<int> order;
  std::size_t used = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), name_in_data(axes[i]));
    const std::int64_t length = axes[i].known_length().value_or(-1);
    if (found == names.end() && length != 1) return {};
    const auto at = static_cast<std::size_t>(found - names.begin());
    if (found != names.end() && batch.shape[at] != length) return {};
    order.push_back(found == names.end() ? -1 : static_cast<int>(at));
    used += found != names.end();
  }
  return used == names.size() ? order : std::vector<int>();
}

// Transposes `batch` to the order of `axes`; axis i of the result is axis order[i].
Tensor transposed(const Tensor& batch, const std::vector<int>& order) {
  std::vector<std::int64_t> steps(batch.shape.size(), 1);
  for (std::size_t i = steps.size() - 1; i-- > 0;) steps[i] = steps[i + 1] * batch.shape[i + 1];
  Shape shape, strides;
  for (const int axis : order) {
    shape.push_back(axis < 0 ? 1 : batch.shape[static_cast<std::size_t>(axis)]);
    strides.push_back(axis < 0 ? 0 : steps[static_cast<std::size_t>(axis)]);
  }
  Tensor result(batch.dtype, shape);
  const std::size_t size = size_of(batch.dtype);
  std::vector<std::int64_t> at(shape.size(), 0);
  std::int64_t from = 0;
  for (std::int64_t to = 0; to < result.size(); ++to) {
    std::memcpy(result.bytes.data() + static_cast<std::size_t>(to) * size,
                batch.bytes.data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += strides[axis];
      if (++at[axis] < shape[axis]) break;
      from -= strides[axis] * shape[axis];
      at[axis] = 0;
    }
  }
  return result;
}

// Keeps the element order within samples and places the batch axis as in the placeholder. Returns
// an empty order if the number of elements per sample differs.
std::vector<int> order_by_place(Tensor& batch, const Axes& axes) {
  Shape shape = {batch.shape[0]};
  std::vector<int> order;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].is_batch()) {
      order.push_back(0);
      continue;
    }
    order.push_back(static_cast<int>(shape.size()));
    shape.push_back(axes[i].known_length().value_or(0));
  }
  const bool has_batch = std::count(order.begin(), order.end(), 0) == 1;
  if (!has_batch || element_count(shape) != batch.size()) return {};
  batch.shape = shape;
  return order;
}

}  // namespace

TensorPtr arranged(const Tensor& batch, const std::vector<std::string>& names, const Op& parameter,
                   const PlanPlace& place) {
  const Axes& axes = parameter.axes();
  Tensor data = batch;
  std::vector<int> order = order_by_name(batch, names, axes);
  if (order.empty()) order = order_by_place(data, axes);
  if (order.empty()) {
    place.fail("the data does not have the axes of the placeholder it is bound to",
               batch_text(batch, names), describe(parameter.value()),
               "give the placeholder a batch axis and axes of these names and lengths, or the same "
               "number of elements per sample");
  }
  if (!std::is_sorted(order.begin(), order.end()) || order.front() < 0) {
    data = transposed(data, order);
  }
  if (auto fault = unrepresentable(data, parameter.dtype(), describe(parameter.value()))) {
    place.pass_on(std::move(*fault));
  }
  return std::make_shared<const Tensor>(
      broadcast_to(data, parameter.dtype(), axes.lengths(), describe(parameter.value())));
}

}  // namespace ng
