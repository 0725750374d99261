// SPDX-License-Identifier: Apache-2.0
// Bytes that begin where a cache line does: vectors of 64 bytes that lie across two lines cost twice.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace ng {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), line));
  }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
  bool operator==(const LineAllocator&) const = default;
};

using Bytes = std::vector<std::byte, LineAllocator<std::byte>>;

}  // namespace ng
