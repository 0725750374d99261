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
  using Bits = std::make_unsigned_t<T>;  // may be narrower than the key: sums are cut to it
  return static_cast<Key>(static_cast<Bits>(static_cast<Key>(static_cast<Bits>(x)) + offset));
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

template <class T>
auto item_at(const ArgSort& step, const T* row, std::int64_t i) {
  const auto key = key_of(row[i * step.inner]);
  using Key = decltype(key_of(T()));
  return Item<Key>{step.descending ? static_cast<Key>(~key) : key, static_cast<std::uint32_t>(i)};
}

constexpr std::int64_t block = 32;  // elements that are compared at once

// Whether any element of a block may come before `last`, which precedes them: all that do, and NaN.
template <bool descending, class T>
bool any_before(const T* x, std::int64_t stride, T last) {
  int found = 0;
  const auto compare = [&](T element) {
    found |= descending ? !(element <= last) : !(element >= last);
  };
  if (stride == 1) {  // in vectors
    for (std::int64_t i = 0; i < block; ++i) compare(x[i]);
  } else {
    for (std::int64_t i = 0; i < block; ++i) compare(x[i * stride]);
  }
  return found != 0;
}

// The first ones in order, as many as `heap` has: the last of them is on top. Most elements are
// only compared with it.
template <class T, class Key>
void select(const ArgSort& step, const T* row, std::vector<Item<Key>>& heap) {
  for (std::int64_t i = 0; i < step.count; ++i)
    heap[static_cast<std::size_t>(i)] = item_at(step, row, i);
  std::make_heap(heap.begin(), heap.end());
  const auto before = step.descending ? any_before<true, T> : any_before<false, T>;
  for (std::int64_t i = step.count; i < step.length; i += block) {
    const T last = row[heap.front().position * step.inner];
    const std::int64_t end = std::min(step.length, i + block);
    if (end - i == block && !before(row + i * step.inner, step.inner, last)) continue;
    for (std::int64_t k = i; k < end; ++k) {
      const Item<Key> item = item_at(step, row, k);
      if (!(item < heap.front())) continue;
      std::pop_heap(heap.begin(), heap.end());
      heap.back() = item;
      std::push_heap(heap.begin(), heap.end());
    }
  }
  std::sort_heap(heap.begin(), heap.end());
}

template <class T>
void sort_rows(const ArgSort& step, const T* x, std::int64_t* result, std::int64_t begin,
               std::int64_t end) {
  using Key = decltype(key_of(T()));
  const bool few = step.count <= step.length / 32;
  const auto size = static_cast<std::size_t>(few ? step.count : step.length);
  std::vector<Item<Key>> items(size), spare(few ? 0 : size);
  for (std::int64_t n = begin; n < end; ++n) {
    const std::int64_t block = n / step.inner, column = n % step.inner;
    const T* const row = x + block * step.length * step.inner + column;
    if (few) {
      select(step, row, items);
    } else {
      for (std::size_t i = 0; i < size; ++i)
        items[i] = item_at(step, row, static_cast<std::int64_t>(i));
      radix_sort(items, spare);
    }
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
