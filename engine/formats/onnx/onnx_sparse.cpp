// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/onnx/onnx_sparse.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/base/quote.h"
#include "engine/base/stored_bytes.h"
#include "engine/runtime/memory_left.h"

namespace ng::onnx {
namespace {

// Zeros, with elements of `size` bytes at ascending places.
class SparseBytes : public StoredBytes {
 public:
  SparseBytes(std::size_t bytes, std::size_t size, std::vector<std::size_t> places,
              std::vector<std::byte> elements)
      : StoredBytes(bytes),
        size_(size),
        places_(std::move(places)),
        elements_(std::move(elements)) {}

  void read(std::size_t offset, std::span<std::byte> out) const override {
    std::fill(out.begin(), out.end(), std::byte{0});
    const std::size_t end = offset + out.size();
    auto at = std::lower_bound(places_.begin(), places_.end(), offset / size_);
    for (; at != places_.end() && *at * size_ < end; ++at) {
      const std::size_t place = *at * size_;
      const std::size_t first = std::max(place, offset), last = std::min(place + size_, end);
      const auto element = static_cast<std::size_t>(at - places_.begin()) * size_;
      std::memcpy(out.data() + (first - offset), elements_.data() + element + (first - place),
                  last - first);
    }
  }

 private:
  const std::size_t size_;
  const std::vector<std::size_t> places_;
  const std::vector<std::byte> elements_;
};

// Row-major positions, as the file stores them: one number each, or one index per axis.
std::vector<std::size_t> places_of(const Tensor& tensor, const Model& model, std::int64_t count) {
  const ng::Tensor indices = contents(tensor.sparse->indices, model);
  const Shape& shape = tensor.dims;
  const bool linear = indices.shape == Shape{count};
  const Shape by_axis = {count, std::ssize(shape)};
  if (indices.dtype != DType::i64 || !(linear || indices.shape == by_axis)) {
    refuse_tensor(tensor, model, "it has other indices than its elements",
                  std::string(name(indices.dtype)) + to_string(indices.shape),
                  "int64" + to_string(Shape{count}) + " or int64" + to_string(by_axis));
  }
  const auto* index = indices.as<std::int64_t>();
  std::vector<std::size_t> places;
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t place = 0;
    for (std::size_t axis = 0; axis < (linear ? 1 : shape.size()); ++axis) {
      const std::int64_t length = linear ? tensor.size() : shape[axis];
      if (*index < 0 || *index >= length) {
        refuse_tensor(tensor, model, "it has an index outside its shape " + to_string(shape),
                      std::to_string(*index), "0 to " + std::to_string(length - 1));
      }
      place = place * length + *index++;
    }
    places.push_back(static_cast<std::size_t>(place));
  }
  return places;
}

}  // namespace

ng::Tensor sparse_contents(const Tensor& tensor, const Model& model) {
  const ng::Tensor values = contents(tensor.sparse->values, model);
  const std::int64_t count = values.size();
  const std::vector<std::size_t> places = places_of(tensor, model, count);
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  const std::size_t size = size_of(values.dtype);
  std::vector<std::size_t> sorted;
  std::vector<std::byte> elements;
  for (const std::size_t i : order) {
    if (!sorted.empty() && sorted.back() == places[i]) {
      refuse_tensor(tensor, model, "it stores an element twice",
                    "position " + std::to_string(places[i]), "each position once");
    }
    sorted.push_back(places[i]);
    const std::byte* element = values.bytes.data() + i * size;
    elements.insert(elements.end(), element, element + size);
  }
  ng::Tensor dense;
  dense.dtype = values.dtype;
  dense.shape = tensor.dims;
  const auto bytes = static_cast<std::size_t>(tensor.size()) * size;
  require_memory(static_cast<std::int64_t>(bytes), "the sparse tensor " + quote(tensor.name));
  dense.bytes = std::shared_ptr<const StoredBytes>(
      std::make_shared<SparseBytes>(bytes, size, std::move(sorted), std::move(elements)));
  return dense;
}

}  // namespace ng::onnx
