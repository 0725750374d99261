// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/combine_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/backends/cpu/lanes/half_kernels.h"
#include "engine/base/element_bytes.h"

namespace ng {
namespace {

using kernel::Combine;
using Parts = std::span<const std::byte* const>;

constexpr std::int64_t block = 1024;  // elements that stay in the cache between parts

// f(a, b) for the combination; chosen outside the loops, so that they vectorise.
template <class T, class Body>
void with_float_function(Combine combine, const Body& body) {
  switch (combine) {
    case Combine::add: return body([](T a, T b) { return a + b; });
    case Combine::multiply: return body([](T a, T b) { return a * b; });
    case Combine::maximum: return body([](T a, T b) { return std::isnan(a) || a > b ? a : b; });
    case Combine::minimum: return body([](T a, T b) { return std::isnan(a) || a < b ? a : b; });
  }
}

// In uint64: the low bits of sums and products do not depend on the sign.
template <class T, class Body>
void with_integer_function(Combine combine, const Body& body) {
  switch (combine) {
    case Combine::add:
      return body([](T a, T b) {
        return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
      });
    case Combine::multiply:
      return body([](T a, T b) {
        return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
      });
    case Combine::maximum: return body([](T a, T b) { return a > b ? a : b; });
    case Combine::minimum: return body([](T a, T b) { return a < b ? a : b; });
  }
}

// Block by block: reads the elements of all parts as Accumulator, combines them in the order of the
// parts and writes the results.
template <class Accumulator, class Read, class Function, class Write>
void in_blocks(Parts parts, std::int64_t count, const Read& read, const Function& function,
               const Write& write) {
  std::array<Accumulator, block> sums;
  for (std::int64_t start = 0; start < count; start += block) {
    const std::int64_t length = std::min(block, count - start);
    for (std::int64_t i = 0; i < length; ++i) {
      sums[static_cast<std::size_t>(i)] = read(parts[0], start + i);
    }
    for (const std::byte* part : parts.subspan(1)) {
      for (std::int64_t i = 0; i < length; ++i) {
        auto& sum = sums[static_cast<std::size_t>(i)];
        sum = function(sum, read(part, start + i));
      }
    }
    for (std::int64_t i = 0; i < length; ++i) write(start + i, sums[static_cast<std::size_t>(i)]);
  }
}

template <class T>
void combine_integers(Parts parts, std::int64_t count, Combine combine, std::byte* result) {
  with_integer_function<T>(combine, [&](const auto& function) {
    in_blocks<T>(parts, count, read_as<T>, function,
                 [&](std::int64_t i, T value) { write_as(result, i, value); });
  });
}

template <class T, class Accumulator>
void combine_floats(Parts parts, std::int64_t count, Combine combine, std::byte* result) {
  with_float_function<Accumulator>(combine, [&](const auto& function) {
    in_blocks<Accumulator>(
        parts, count, read_as<T>, function,
        [&](std::int64_t i, Accumulator value) { write_as(result, i, static_cast<T>(value)); });
  });
}

// Rounding the sum or product of two float32 from double is the same as rounding it at once.
void combine_float32(Parts parts, std::int64_t count, Combine combine, std::byte* result) {
  const bool rounds = combine == Combine::add || combine == Combine::multiply;
  rounds&& parts.size() > 2 ? combine_floats<float, double>(parts, count, combine, result)
                            : combine_floats<float, float>(parts, count, combine, result);
}

// In float32, by the conversions of whole arrays.
void combine_halves(Parts parts, std::int64_t count, DType dtype, Combine combine,
                    std::byte* result) {
  const HalfKernels& kernels = half_kernels();
  const auto widen = dtype == DType::f16 ? kernels.from_f16 : kernels.from_bf16;
  const auto narrow = dtype == DType::f16 ? kernels.to_f16 : kernels.to_bf16;
  with_float_function<float>(combine, [&](const auto& function) {
    std::array<float, block> sums = {}, values = {};
    for (std::int64_t start = 0; start < count; start += block) {
      const std::int64_t length = std::min(block, count - start);
      widen(reinterpret_cast<const std::uint16_t*>(parts[0]) + start, length, sums.data());
      for (const std::byte* part : parts.subspan(1)) {
        widen(reinterpret_cast<const std::uint16_t*>(part) + start, length, values.data());
        for (std::size_t i = 0; i < block; ++i) sums[i] = function(sums[i], values[i]);
      }
      narrow(sums.data(), length, reinterpret_cast<std::uint16_t*>(result) + start);
    }
  });
}

void combine_bools(Parts parts, std::int64_t count, Combine combine, std::byte* result) {
  const auto truth = [](const std::byte* part, std::int64_t i) -> std::uint8_t {
    return read_as<std::uint8_t>(part, i) != 0;
  };
  const bool any = combine == Combine::add || combine == Combine::maximum;
  with_integer_function<std::uint8_t>(
      any ? Combine::maximum : Combine::minimum, [&](const auto& function) {
        in_blocks<std::uint8_t>(
            parts, count, truth, function,
            [&](std::int64_t i, std::uint8_t value) { write_as(result, i, value); });
      });
}

}  // namespace

void combine_parts(Parts parts, std::int64_t count, DType dtype, Combine combine,
                   std::byte* result) {
  if (parts.size() == 1) {
    if (count > 0 && result != parts[0]) {
      std::memmove(result, parts[0], static_cast<std::size_t>(count) * size_of(dtype));
    }
    return;
  }
  switch (dtype) {
    case DType::f64: return combine_floats<double, double>(parts, count, combine, result);
    case DType::f32: return combine_float32(parts, count, combine, result);
    case DType::f16:
    case DType::bf16: return combine_halves(parts, count, dtype, combine, result);
    case DType::i8: return combine_integers<std::int8_t>(parts, count, combine, result);
    case DType::i16: return combine_integers<std::int16_t>(parts, count, combine, result);
    case DType::i32: return combine_integers<std::int32_t>(parts, count, combine, result);
    case DType::i64: return combine_integers<std::int64_t>(parts, count, combine, result);
    case DType::u8: return combine_integers<std::uint8_t>(parts, count, combine, result);
    case DType::u16: return combine_integers<std::uint16_t>(parts, count, combine, result);
    case DType::u32: return combine_integers<std::uint32_t>(parts, count, combine, result);
    case DType::u64: return combine_integers<std::uint64_t>(parts, count, combine, result);
    case DType::bool_: return combine_bools(parts, count, combine, result);
  }
}

}  // namespace ng
