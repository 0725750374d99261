// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/log_sums.h"

#include <unordered_map>

namespace ng::stablehlo {
namespace {

// The ops of a block by their only result.
class Definitions {
 public:
  explicit Definitions(const Block& block) {
    for (const Operation& op : block.operations)
      if (op.results.size() == 1) ops_.emplace(op.results[0], &op);
  }

  // Null if another op defines the value, or one with another number of operands.
  const Operation* find(const std::string& value, std::string_view name,
                        std::size_t operands = 1) const {
    const auto at = ops_.find(value);
    const bool found = at != ops_.end() && at->second->name == name;
    return found && at->second->operands.size() == operands ? at->second : nullptr;
  }

  // The operand of an op of one; empty if another op defines the value.
  std::string inside(std::string_view name, const std::string& value) const {
    const Operation* op = find(value, name);
    return op ? op->operands[0] : std::string();
  }

  // The value without a constant factor, by which log(1 + exp) has another base than e.
  std::string without_factor(const std::string& value) const {
    const Operation* product = find(value, "stablehlo.multiply", 2);
    if (!product) return value;
    for (std::size_t i = 0; i < 2; ++i)
      if (is_constant(product->operands[i])) return product->operands[1 - i];
    return value;
  }

  bool is_same(const std::string& a, const std::string& b) const {
    if (a == b) return true;
    const Operation *p = find(a, broadcast), *q = find(b, broadcast);
    return p && q && p->operands == q->operands && is_constant(a);
  }

 private:
  static constexpr std::string_view broadcast = "stablehlo.broadcast_in_dim";

  bool is_constant(const std::string& value) const {
    const std::string whole = inside(broadcast, value);
    return find(whole.empty() ? value : whole, "stablehlo.constant", 0) != nullptr;
  }

  std::unordered_map<std::string, const Operation*> ops_;
};

// The a - b of log(1 + exp(-|a - b|)); null if the value is another.
const Operation* difference_in(const Definitions& all, std::string value) {
  value = all.inside("stablehlo.log_plus_one", all.without_factor(value));
  value = all.inside("stablehlo.exponential", value);
  value = all.inside("stablehlo.negate", all.without_factor(value));
  return all.find(all.inside("stablehlo.abs", value), "stablehlo.subtract", 2);
}

}  // namespace

std::unordered_set<std::string> maxima_of_log_sums(const Block& block) {
  std::unordered_set<std::string> maxima;
  const Definitions all(block);
  for (const Operation& op : block.operations) {
    if (op.name != "stablehlo.add" || op.operands.size() != 2) continue;
    const Operation* largest = all.find(op.operands[0], "stablehlo.maximum", 2);
    const Operation* apart = largest ? difference_in(all, op.operands[1]) : nullptr;
    if (apart && all.is_same(apart->operands[0], largest->operands[0]) &&
        all.is_same(apart->operands[1], largest->operands[1]))
      maxima.insert(op.operands[0]);
  }
  return maxima;
}

}  // namespace ng::stablehlo
