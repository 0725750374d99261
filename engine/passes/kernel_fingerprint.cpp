// SPDX-License-Identifier: Apache-2.0
// Numbers ops and axes in the order in which a kernel meets them, and hashes these numbers.
#include "engine/passes/kernel_fingerprint.h"

#include <algorithm>
#include <unordered_map>
#include <variant>

#include "engine/graph/op_def.h"

namespace ng {
namespace {

class Fingerprint {
 public:
  std::size_t of(std::span<const NodePtr> members) {
    for (const NodePtr& member : members) place_of(member.get());
    for (const NodePtr& member : members) add(*member);
    return hash_;
  }

 private:
  void add(const Node& node) {
    mix(std::hash<const void*>{}(node.def));
    for (const auto& [key, value] : node.attributes) add(value);
    for (const TensorType& result : node.results) add(result);
    for (const Value& operand : node.operands) add(operand);
  }

  void add(const Value& operand) {
    mix(place_of(operand.node.get()));
    mix(static_cast<std::size_t>(operand.result));
    add(operand.type());
    // The kernel's text has a scalar constant as a number.
    if (operand.type().axes.size() == 0) {
      if (const Attribute* value = operand.node->attributes.find("value")) add(*value);
    }
  }

  void add(const TensorType& type) {
    mix(static_cast<std::size_t>(type.dtype));
    add(type.axes);
  }

  void add(const Axes& axes) {
    mix(axes.size());
    for (const Axis& axis : axes) {
      const auto at = std::find(axes_.begin(), axes_.end(), axis);
      mix(static_cast<std::size_t>(at - axes_.begin()));
      if (at == axes_.end()) axes_.push_back(axis);
      mix(static_cast<std::size_t>(axis.known_length().value_or(-1)));
    }
  }

  void add(const Attribute& attribute) {
    std::visit(
        [this](const auto& value) {
          using T = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<T, Axes>) {
            add(value);
          } else if constexpr (std::is_same_v<T, TensorPtr>) {
            if (value && value->shape.empty()) mix(std::hash<double>{}(value->at(0)));
          } else {
            mix(std::hash<T>{}(value));
          }
        },
        attribute);
  }

  std::size_t place_of(const Node* node) {
    return places_.try_emplace(node, places_.size()).first->second;
  }

  void mix(std::size_t value) { hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15u + (hash_ >> 29); }

  std::size_t hash_ = 0;
  std::unordered_map<const Node*, std::size_t> places_;  // members, then what they read
  std::vector<Axis> axes_;                               // in the order seen
};

}  // namespace

std::size_t kernel_fingerprint(std::span<const NodePtr> members) {
  return Fingerprint().of(members);
}

}  // namespace ng
