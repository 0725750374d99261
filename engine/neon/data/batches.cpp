// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/batches.h"

#include <algorithm>

namespace ng::neon {
namespace {

// Copies pieces of `length` elements along the first axis; piece i starts at index starts[i].
void copy_pieces(const Tensor& from, const std::vector<std::int64_t>& starts, std::int64_t length,
                 Tensor& to) {
  const std::int64_t place = std::ssize(from.bytes) / from.shape[0];
  auto out = to.bytes.begin();
  for (const std::int64_t start : starts) {
    out = std::copy_n(from.bytes.begin() + start * place, length * place, out);
  }
}

}  // namespace

Tensor gathered(const Tensor& array, const std::vector<std::int64_t>& places) {
  Shape shape = array.shape;
  shape[0] = std::ssize(places);
  Tensor batch(array.dtype, std::move(shape));
  copy_pieces(array, places, 1, batch);
  return batch;
}

Tensor windows(const Tensor& sequence, const std::vector<std::int64_t>& numbers,
               std::int64_t length, std::int64_t stride) {
  Shape shape = {std::ssize(numbers), length};
  shape.insert(shape.end(), sequence.shape.begin() + 1, sequence.shape.end());
  Tensor batch(sequence.dtype, std::move(shape));
  std::vector<std::int64_t> starts;
  for (const std::int64_t number : numbers) starts.push_back(number * stride);
  copy_pieces(sequence, starts, length, batch);
  return batch;
}

std::int64_t window_count(std::int64_t sequence, std::int64_t length, std::int64_t stride) {
  return sequence < length ? 0 : (sequence - length) / stride + 1;
}

std::vector<double> values_of_samples(const Tensor& value, std::size_t batch_axis,
                                      std::int64_t samples) {
  std::int64_t outer = 1, inner = 1;
  for (std::size_t i = 0; i < value.shape.size(); ++i) {
    if (i < batch_axis) outer *= value.shape[i];
    if (i > batch_axis) inner *= value.shape[i];
  }
  const std::int64_t batch = value.shape[batch_axis];
  std::vector<double> values;
  for (std::int64_t sample = 0; sample < std::min(batch, samples); ++sample) {
    for (std::int64_t i = 0; i < outer * inner; ++i) {
      values.push_back(value.at((i / inner * batch + sample) * inner + i % inner));
    }
  }
  return values;
}

}  // namespace ng::neon
