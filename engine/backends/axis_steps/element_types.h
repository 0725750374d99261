// SPDX-License-Identifier: Apache-2.0
// Calls a generic function with the C++ type of an element type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "engine/base/dtype.h"
#include "engine/runtime/thread_pool.h"

namespace ng {

constexpr std::int64_t axis_part_elements = 1 << 13;  // about 20 µs of one thread

// Calls f(std::type_identity<T>) for a type with arithmetic of its own. False for float16,
// bfloat16 and bool.
template <class F>
bool with_number_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::f64: return f(std::type_identity<double>()), true;
    case DType::f32: return f(std::type_identity<float>()), true;
    case DType::i8: return f(std::type_identity<std::int8_t>()), true;
    case DType::i16: return f(std::type_identity<std::int16_t>()), true;
    case DType::i32: return f(std::type_identity<std::int32_t>()), true;
    case DType::i64: return f(std::type_identity<std::int64_t>()), true;
    case DType::u8: return f(std::type_identity<std::uint8_t>()), true;
    case DType::u16: return f(std::type_identity<std::uint16_t>()), true;
    case DType::u32: return f(std::type_identity<std::uint32_t>()), true;
    case DType::u64: return f(std::type_identity<std::uint64_t>()), true;
    case DType::f16:
    case DType::bf16:
    case DType::bool_: break;
  }
  return false;
}

// Calls f(std::type_identity<T>) with the unsigned integer of the type's size, to move elements.
template <class F>
void with_moving_type(DType dtype, F&& f) {
  switch (size_of(dtype)) {
    case 1: return f(std::type_identity<std::uint8_t>());
    case 2: return f(std::type_identity<std::uint16_t>());
    case 4: return f(std::type_identity<std::uint32_t>());
    default: return f(std::type_identity<std::uint64_t>());
  }
}

// Calls f(first, last) for ranges of [0, count) with about `each` elements on the pool.
template <class F>
void in_parts(std::int64_t count, std::int64_t each, F&& f) {
  each = std::max<std::int64_t>(1, each);
  const auto parts = static_cast<int>((count + each - 1) / each);
  if (parts == 0) return;
  if (parts == 1) return f(std::int64_t{0}, count);
  ThreadPool::shared().parallel_for(
      parts, [&](int part) { f(part * each, std::min(count, (part + 1) * each)); });
}

}  // namespace ng
