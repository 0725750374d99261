// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/c_api/handle_pool.h"

#include <algorithm>

#include "engine/c_api/ngraph.h"

namespace ng::fuzz {

HandlePool::~HandlePool() {
  for (const Live& each : live_)
    if (each.owned) ngraph_release(each.handle);
}

bool HandlePool::is_live(HandleKind kind, const void* handle) const {
  return std::any_of(live_.begin(), live_.end(),
                     [&](const Live& each) { return each.kind == kind && each.handle == handle; });
}

void* HandlePool::draw_invalid(DrawBytes& draws) const {
  static char memory[64];
  switch (draws.below(4)) {
    case 0: return nullptr;
    case 1: return memory + draws.below(sizeof memory);
    case 2: return released_.empty() ? nullptr : released_[draws.below(released_.size())];
    default: return live_.empty() ? nullptr : live_[draws.below(live_.size())].handle;
  }
}

DrawnHandle HandlePool::draw(HandleKind kind, DrawBytes& draws) const {
  std::vector<void*> right;
  for (const Live& each : live_)
    if (each.kind == kind) right.push_back(each.handle);
  void* const handle =
      right.empty() || draws.once_in(24) ? draw_invalid(draws) : right[draws.below(right.size())];
  return {handle, is_live(kind, handle)};
}

void* HandlePool::draw_for_release(DrawBytes& draws) const {
  if (live_.empty()) return nullptr;
  const Live& drawn = live_[draws.below(live_.size())];
  return drawn.owned ? drawn.handle : nullptr;
}

void HandlePool::released(void* handle) {
  std::erase_if(live_, [&](const Live& each) { return each.handle == handle; });
  released_.push_back(handle);
}

}  // namespace ng::fuzz
