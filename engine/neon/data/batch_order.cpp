// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/batch_order.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "engine/base/error.h"
#include "engine/neon/data/mt19937.h"

namespace ng::neon {
namespace {

// Mixes the bits so that neighbouring seeds and epochs give unrelated streams.
std::uint32_t mixed(std::uint32_t seed, std::int64_t epoch) {
  std::uint64_t x = (std::uint64_t{seed} << 32) + static_cast<std::uint64_t>(epoch);
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return static_cast<std::uint32_t>(x ^ x >> 31);
}

}  // namespace

BatchOrder::BatchOrder(std::int64_t count, std::int64_t batch_size, Way way, std::uint32_t seed)
    : count_(count), batch_size_(batch_size), way_(way), seed_(seed) {
  if (batch_size < 1) {
    refuse(ErrorKind::value,
           "a batch needs at least one sample, not " + std::to_string(batch_size));
  }
  if (count < batch_size) {
    Diagnostic diagnostic;
    diagnostic.what = "there are fewer samples than a batch holds";
    diagnostic.found = std::to_string(count) + " samples";
    diagnostic.expected = std::to_string(batch_size) + " or more, the batch size";
    diagnostic.action = "use a smaller batch size";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  batches_ = way == Way::streams ? count / batch_size : (count - 1) / batch_size + 1;
}

BatchOrder::Order BatchOrder::order_of(std::int64_t epoch) const {
  const std::lock_guard lock(mutex_);
  if (epoch == epoch_) return order_;
  auto order = std::make_shared<std::vector<std::int64_t>>(static_cast<std::size_t>(count_));
  std::iota(order->begin(), order->end(), 0);
  RandomState random(mixed(seed_, epoch));
  for (std::size_t i = order->size(); i-- > 1;) {
    const auto other = static_cast<std::size_t>(random.uniform() * static_cast<double>(i + 1));
    std::swap((*order)[i], (*order)[other]);
  }
  order_ = std::move(order);
  epoch_ = epoch;
  return order_;
}

std::int64_t BatchOrder::own_samples(std::int64_t batch) const {
  batch %= batches_;
  return way_ == Way::streams ? batch_size_ : std::min(batch_size_, count_ - batch * batch_size_);
}

std::vector<std::int64_t> BatchOrder::samples(std::int64_t epoch, std::int64_t batch) const {
  batch %= batches_;
  const Order order = way_ == Way::by_chance ? order_of(epoch) : nullptr;
  std::vector<std::int64_t> samples;
  for (std::int64_t row = 0; row < batch_size_; ++row) {
    std::int64_t sample = (batch * batch_size_ + row) % count_;
    if (way_ == Way::streams) sample = row * batches_ + batch;
    samples.push_back(order ? (*order)[static_cast<std::size_t>(sample)] : sample);
  }
  return samples;
}

}  // namespace ng::neon
