// SPDX-License-Identifier: Apache-2.0
// Numbers nodes in the order of their first visit. Every pass visits all nodes several times; this
// table takes a third of the time of a std::unordered_map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ng {

struct Node;

class NodeNumbers {
 public:
  // The node's number, and whether this is its first visit.
  std::pair<std::size_t, bool> number(const Node* node) {
    if (2 * count_ >= slots_.size()) grow();
    Slot& slot = slots_[place_of(node)];
    if (slot.node) return {slot.number, false};
    slot = {node, count_};
    return {count_++, true};
  }

  // Nothing before the first visit.
  std::optional<std::size_t> find(const Node* node) const {
    const Slot& slot = slots_[place_of(node)];
    return slot.node ? std::optional(slot.number) : std::nullopt;
  }

 private:
  struct Slot {
    const Node* node = nullptr;
    std::size_t number = 0;
  };

  // Where the node is, or would be added. Nodes of one page are neighbours in the table, too: most
  // ops follow their operands in memory, and a large table is not in the cache.
  std::size_t place_of(const Node* node) const {
    const auto address = reinterpret_cast<std::uintptr_t>(node);
    const std::size_t page = ((address >> 12) * 0x9E3779B97F4A7C15ull) >> shift_;
    std::size_t at = (page + (address >> 8 & 15)) & (slots_.size() - 1);
    while (slots_[at].node && slots_[at].node != node) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    --shift_;
    for (const Slot& slot : before) {
      if (slot.node) slots_[place_of(slot.node)] = slot;
    }
  }

  int shift_ = 64 - 6;  // maps a 64-bit product to an index in `slots_`
  std::vector<Slot> slots_ = std::vector<Slot>(1 << 6);
  std::size_t count_ = 0;
};

}  // namespace ng
