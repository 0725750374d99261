// SPDX-License-Identifier: Apache-2.0
// Stable sorting by integer keys that are ordered like the elements: a heap of the first ones if
// few are wanted, else a radix sort.
#include <bit>
#include <utility>
#include <vector>

#include "engine/backends/axis_steps/axis_steps.h"
#include "engine/backends/axis_steps/element_types.h"

namespace ng {
namespace {

// Equal numbers have equal keys, also both zeros; NaN has the largest.
std::uint64_t key_of(double x) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  if (x != x) return ~std::uint64_t{0};
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  return bits & sign ? ~bits : bits | sign;
}
std::uint32_t key_of(float x) {
  constexpr std::uint32_t sign = std::uint32_t{1} << 31;
  if (x != x) return ~std::uint32_t{0};
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0f);
  return bits & sign ? ~bits : bits | sign;
}
template <class T>
  requires std::is_integral_v<T>
auto key_of(T x) {
  using Key = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const Key offset = std::is_signed_v<T> ? Key{1} << (8 * sizeof(T) - 1) : Key{0};
  const auto bits = static_cast<Key>(static_cast<std::make_unsigned_t<T>>(x));
  return static_cast<Key>((bits + offset) & static_cast<Key>(~std::make_unsigned_t<T>{0}));
}

template <class Key>
struct Item {
  Key key;
  std::uint32_t position;
  bool operator<(const Item& other) const {
    return key < other.key || (key == other.key && position < other.position);
  }
};

// One stable pass per byte in which the keys differ. `spare` has as many items.
template <class Key>
void radix_sort(std::vector<Item<Key>>& items, std::vector<Item<Key>>& spare) {
  constexpr std::size_t passes = sizeof(Key);
  std::uint32_t counts[passes][256] = {};
  for (const Item<Key>& item : items) {
    for (std::size_t p = 0; p < passes; ++p) ++counts[p][(item.key >> (8 * p)) & 255];
  }
  for (std::size_t p = 0; p < passes; ++p) {
    std::uint32_t* const count = counts[p];
    if (count[(items[0].key >> (8 * p)) & 255] == items.size()) continue;
    std::uint32_t start = 0;
    for (std::size_t digit = 0; digit < 256; ++digit) start += std::exchange(count[digit], start);
    for (const Item<Key>& item : items) spare[count[(item.key >> (8 * p)) & 255]++] = item;
    items.swap(spare);
  }
}

// The first `count` in order: the largest of them is on top of a heap.
template <class Key>
void select(std::vector<Item<Key>>& items, std::int64_t count) {
  std::partial_sort(items.begin(), items.begin() + count, items.end());
}

template <class T>
void sort_rows(const ArgSort& step, const T* x, std::int64_t* result, std::int64_t begin,
               std::int64_t end) {
  using Key = decltype(key_of(T()));
  const auto length = static_cast<std::size_t>(step.length);
  const bool few = step.count <= step.length / 32;
  std::vector<Item<Key>> items(length), spare(few ? 0 : length);
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t block = row / step.inner, column = row % step.inner;
    const T* from = x + block * step.length * step.inner + column;
    for (std::size_t i = 0; i < length; ++i) {
      const Key key = key_of(from[static_cast<std::int64_t>(i) * step.inner]);
      items[i] = {step.descending ? static_cast<Key>(~key) : key, static_cast<std::uint32_t>(i)};
    }
    few ? select(items, step.count) : radix_sort(items, spare);
    std::int64_t* to = result + block * step.count * step.inner + column;
    for (std::int64_t i = 0; i < step.count; ++i) {
      to[i * step.inner] = items[static_cast<std::size_t>(i)].position;
    }
  }
}

template <class T>
void sort_all(const ArgSort& step, const T* x, std::int64_t* result) {
  if (step.count == 0) return;
  in_parts(step.outer * step.inner, axis_part_elements / 4 / step.length,
           [&](std::int64_t begin, std::int64_t end) { sort_rows(step, x, result, begin, end); });
}

}  // namespace

void argsort(const ArgSort& step, const std::byte* x, std::byte* result) {
  auto* const positions = reinterpret_cast<std::int64_t*>(result);
  const bool plain = with_number_type(step.dtype, [&]<class T>(std::type_identity<T>) {
    sort_all(step, reinterpret_cast<const T*>(x), positions);
  });
  if (plain) return;
  std::vector<float> values(static_cast<std::size_t>(step.outer * step.length * step.inner));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(load(step.dtype, x, static_cast<std::int64_t>(i)));
  }
  sort_all(step, values.data(), positions);
}

}  // namespace ng
