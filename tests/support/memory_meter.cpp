// SPDX-License-Identifier: Apache-2.0
// Counts with the sanitizer's hooks, or with operator new.
#include "tests/support/memory_meter.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define NGRAPH_WITH_HOOKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NGRAPH_WITH_HOOKS
#endif
#endif
#ifdef NGRAPH_WITH_HOOKS
// Part of the runtime of g++, which has no header for them.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*taken)(const volatile void*,
                                                                       std::size_t),
                                                         void (*freed)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void* at);
#endif

namespace ng::testing {
namespace {

std::atomic<bool> measuring = false;
std::atomic<std::ptrdiff_t> held_now = 0, most = 0, limit = 0;
std::atomic<std::size_t> count = 0;

void taken(std::size_t bytes) {
  if (!measuring) return;
  ++count;
  const std::ptrdiff_t now = held_now += static_cast<std::ptrdiff_t>(bytes);
  if (now > most) most = now;
#ifdef NGRAPH_WITH_HOOKS
  if (now <= limit) return;
  measuring = false;
  std::fprintf(stderr, "%td bytes of memory, at most %td\n", now, limit.load());
  std::abort();
#endif
}

void given_back(std::size_t bytes) {
  if (measuring) held_now -= static_cast<std::ptrdiff_t>(bytes);
}

#ifdef NGRAPH_WITH_HOOKS
const bool installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t bytes) { taken(bytes); },
    [](const volatile void* at) {
      if (at) given_back(__sanitizer_get_allocated_size(at));
    });
#endif

}  // namespace

MemoryMeter::MemoryMeter(std::size_t bytes) {
  held_now = most = 0;
  count = 0;
  limit = static_cast<std::ptrdiff_t>(bytes);
  measuring = true;
}

MemoryMeter::~MemoryMeter() {
  measuring = false;
}

std::size_t MemoryMeter::peak() const {
  return static_cast<std::size_t>(most.load());
}

std::size_t MemoryMeter::held() const {
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(held_now.load(), 0));
}

std::size_t MemoryMeter::allocations() const {
  return count;
}

}  // namespace ng::testing

#ifndef NGRAPH_WITH_HOOKS
namespace {

void* counted(void* memory) {
  if (!memory) throw std::bad_alloc();
  ng::testing::taken(malloc_usable_size(memory));
  return memory;
}

void released(void* memory) {
  ng::testing::given_back(malloc_usable_size(memory));
  std::free(memory);
}

std::size_t rounded(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return counted(std::malloc(bytes ? bytes : 1));
}
void* operator new(std::size_t bytes, std::align_val_t align) {
  const auto unit = static_cast<std::size_t>(align);
  return counted(std::aligned_alloc(unit, rounded(bytes ? bytes : 1, unit)));
}
void operator delete(void* memory) noexcept {
  released(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  released(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  released(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  released(memory);
}
#endif
