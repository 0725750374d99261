// SPDX-License-Identifier: Apache-2.0
// Running sums and products: each row is added up in order, floats in double, integers modulo 2^64.
#include "engine/backends/axis_steps/axis_steps.h"
#include "engine/backends/axis_steps/element_types.h"

namespace ng {
namespace {

// Elements of a type with arithmetic of its own.
template <class T>
struct Plain {
  using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;
  const T* x;
  T* result;
  Sum read(std::int64_t i) const { return static_cast<Sum>(x[i]); }
  void write(std::int64_t i, Sum value) const { result[i] = static_cast<T>(value); }
};

// Elements of the other types: float16, bfloat16 and bool.
struct Converted {
  using Sum = double;
  DType dtype;
  const std::byte* x;
  std::byte* result;
  double read(std::int64_t i) const { return load(dtype, x, i); }
  void write(std::int64_t i, double value) const { store(dtype, result, i, value); }
};

// `Rows` neighbouring rows at once, so that their sums do not wait for each other.
template <bool product, std::int64_t rows, class Array>
void rows_of(const Cumulation& step, const Array& array, const std::int64_t* first) {
  using Sum = typename Array::Sum;
  Sum totals[rows];
  std::fill_n(totals, rows, product ? Sum(1) : Sum(0));
  const std::int64_t stride = step.reverse ? -step.inner : step.inner;
  std::int64_t at = step.reverse ? (step.length - 1) * step.inner : 0;
  for (std::int64_t i = 0; i < step.length; ++i, at += stride) {
    for (std::int64_t r = 0; r < rows; ++r) {
      const Sum element = array.read(first[r] + at);
      const Sum next = product ? totals[r] * element : totals[r] + element;
      array.write(first[r] + at, step.exclusive ? totals[r] : next);
      totals[r] = next;
    }
  }
}

template <bool product, class Array>
void all_rows(const Cumulation& step, const Array& array) {
  constexpr std::int64_t together = 4;
  if (step.length == 0) return;
  const auto first = [&](std::int64_t row) {
    return row / step.inner * step.length * step.inner + row % step.inner;
  };
  const std::int64_t each = std::max(together, axis_part_elements / step.length);
  in_parts(step.outer * step.inner, each, [&](std::int64_t row, std::int64_t end) {
    for (; row + together <= end; row += together) {
      const std::int64_t starts[] = {first(row), first(row + 1), first(row + 2), first(row + 3)};
      rows_of<product, together>(step, array, starts);
    }
    for (; row < end; ++row) {
      const std::int64_t start = first(row);
      rows_of<product, 1>(step, array, &start);
    }
  });
}

template <class Array>
void cumulated(const Cumulation& step, const Array& array) {
  step.product ? all_rows<true>(step, array) : all_rows<false>(step, array);
}

}  // namespace

void cumulate(const Cumulation& step, const std::byte* x, std::byte* result) {
  const bool plain = with_number_type(step.dtype, [&]<class T>(std::type_identity<T>) {
    cumulated(step, Plain<T>{reinterpret_cast<const T*>(x), reinterpret_cast<T*>(result)});
  });
  if (!plain) cumulated(step, Converted{step.dtype, x, result});
}

}  // namespace ng
