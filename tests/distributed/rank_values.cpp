// SPDX-License-Identifier: Apache-2.0
#include "tests/distributed/rank_values.h"

#include <algorithm>
#include <vector>

#include "engine/base/integer.h"
#include "engine/kernels/expr.h"

namespace ng::testing {
namespace {

using kernel::Combine;
using Bytes = std::vector<std::byte>;

// A value that ranks and elements do not share; small enough for every type, but for products and
// sums of the small integers, which wrap.
std::int64_t value_of(int rank, std::int64_t index) {
  const std::uint64_t mixed =
      (static_cast<std::uint64_t>(index) * 31 + static_cast<std::uint64_t>(rank) * 17 + 5) *
      0x9E3779B97F4A7C15u;
  return static_cast<std::int64_t>(mixed >> 57) - 60;
}

Bytes values_of(int rank, std::int64_t count, DType dtype) {
  Bytes values(static_cast<std::size_t>(count) * size_of(dtype));
  for (std::int64_t i = 0; i < count; ++i) {
    if (is_float(dtype)) {
      store(dtype, values.data(), i, static_cast<double>(value_of(rank, i)) / 7);
    } else if (dtype == DType::bool_) {
      store_integer(dtype, values.data(), i, value_of(rank, i) % 2);
    } else {
      // Fills the type, so that sums wrap.
      store_integer(dtype, values.data(), i,
                    static_cast<Integer>(value_of(rank, i)) * 0x0102030405060708);
    }
  }
  return values;
}

// One element at a time, with the functions of the kernels.
Bytes combined(int ranks, std::int64_t count, DType dtype, Combine combine) {
  Bytes result = values_of(0, count, dtype);
  std::vector<double> sums;
  for (std::int64_t i = 0; i < count; ++i) sums.push_back(load(dtype, result.data(), i));
  for (int rank = 1; rank < ranks; ++rank) {
    const Bytes values = values_of(rank, count, dtype);
    for (std::int64_t i = 0; i < count; ++i) {
      auto& sum = sums[static_cast<std::size_t>(i)];
      sum = evaluate(function_of(combine), sum, load(dtype, values.data(), i));
      if (size_of(dtype) == 2) sum = round_to(DType::f32, sum);
      if (is_float(dtype)) continue;
      const Integer a = load_integer(dtype, result.data(), i);
      const Integer b = load_integer(dtype, values.data(), i);
      const auto product = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
      const Integer all[] = {a + b, product, std::max(a, b), std::min(a, b)};
      store_integer(dtype, result.data(), i, all[static_cast<int>(combine)]);
    }
  }
  if (is_float(dtype)) {
    for (std::int64_t i = 0; i < count; ++i) {
      store(dtype, result.data(), i, sums[static_cast<std::size_t>(i)]);
    }
  }
  return result;
}

std::string described(const char* call, const Communicator& communicator, std::int64_t count,
                      DType dtype, int combine) {
  return std::string(call) + " of " + std::to_string(count) + " " + std::string(name(dtype)) +
         ", combination " + std::to_string(combine) + ", on rank " +
         std::to_string(communicator.rank()) + " of " + std::to_string(communicator.size());
}

// A ring: each rank sends to the next one, the even ranks first.
Bytes from_previous(Communicator& communicator, const Bytes& own) {
  const int size = communicator.size(), rank = communicator.rank();
  const auto bytes = static_cast<std::int64_t>(own.size());
  Bytes got(own.size());
  const auto send = [&] { communicator.send(own.data(), bytes, (rank + 1) % size, 5, "ring"); };
  const auto receive = [&] {
    communicator.receive(got.data(), bytes, (rank + size - 1) % size, 5, "ring");
  };
  rank % 2 == 0 ? send() : receive();
  rank % 2 == 0 ? receive() : send();
  return got;
}

}  // namespace

std::string reduction_difference(Communicator& communicator, std::int64_t count, DType dtype,
                                 Combine combine) {
  const int size = communicator.size(), rank = communicator.rank();
  const auto differs = [&](const char* call) {
    return described(call, communicator, count, dtype, static_cast<int>(combine)) + " differs";
  };
  const Bytes expected = combined(size, count, dtype, combine);
  Bytes values = values_of(rank, count, dtype);
  communicator.all_reduce(values.data(), count, dtype, combine, "reduction");
  if (values != expected) return differs("all_reduce");

  values = values_of(rank, count, dtype);
  communicator.start_all_reduce(values.data(), count, dtype, combine, "background")->wait();
  if (values != expected) return differs("start_all_reduce");

  const Bytes whole = combined(size, count * size, dtype, combine);
  const Bytes own = values_of(rank, count * size, dtype);
  communicator.reduce_scatter(own.data(), count, dtype, combine, values.data(), "parts");
  const auto start = whole.begin() + static_cast<std::ptrdiff_t>(values.size()) * rank;
  const auto is_part = [&] { return std::equal(values.begin(), values.end(), start); };
  if (!is_part()) return differs("reduce_scatter");
  values.assign(values.size(), std::byte{});
  communicator
      .start_reduce_scatter(own.data(), count, dtype, combine, values.data(), "parts, background")
      ->wait();
  return is_part() ? std::string() : differs("start_reduce_scatter");
}

std::string movement_difference(Communicator& communicator, std::int64_t bytes) {
  const int size = communicator.size(), rank = communicator.rank();
  const auto differs = [&](const char* call) {
    return described(call, communicator, bytes, DType::u8, 0) + " differs";
  };
  const Bytes own = values_of(rank, bytes, DType::u8);
  Bytes all(own.size() * static_cast<std::size_t>(size)), expected;
  communicator.all_gather(own.data(), bytes, all.data(), "gathered");
  for (int each = 0; each < size; ++each) {
    const Bytes part = values_of(each, bytes, DType::u8);
    expected.insert(expected.end(), part.begin(), part.end());
  }
  if (all != expected) return differs("all_gather");
  all.assign(all.size(), std::byte{});
  communicator.start_all_gather(own.data(), bytes, all.data(), "gathered, background")->wait();
  if (all != expected) return differs("start_all_gather");
  for (int root = 0; root < size; ++root) {
    Bytes values = own;
    communicator.broadcast(values.data(), bytes, root, "from the root");
    if (values != values_of(root, bytes, DType::u8)) return differs("broadcast");
  }
  communicator.barrier("all have compared");
  if (size == 1) return {};
  if (from_previous(communicator, own) != values_of((rank + size - 1) % size, bytes, DType::u8)) {
    return differs("receive");
  }
  return {};
}

}  // namespace ng::testing
