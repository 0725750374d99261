// SPDX-License-Identifier: Apache-2.0
// Scopes that name the axes assigned to them: ax["C"] = make_axis(4) names the axis "ax.C".
#include <algorithm>

#include "engine/base/error.h"
#include "engine/graph/axis.h"

namespace ng {

NameScope::Slot& NameScope::Slot::operator=(const Axis& axis) {
  axis.named(scope_.name_ + "." + attribute_);
  auto entry = std::find_if(scope_.axes_.begin(), scope_.axes_.end(),
                            [&](const auto& pair) { return pair.first == attribute_; });
  if (entry == scope_.axes_.end()) {
    scope_.axes_.emplace_back(attribute_, axis);
  } else {
    entry->second = axis;
  }
  return *this;
}

NameScope::Slot& NameScope::Slot::operator=(const Slot& other) {
  return *this = static_cast<Axis>(other);
}

NameScope::Slot::operator Axis() const {
  for (const auto& [attribute, axis] : scope_.axes_) {
    if (attribute == attribute_) return axis;
  }
  refuse(ErrorKind::key, "scope " + scope_.name_ + " has no axis " + attribute_);
}

NameScope NameScope::nested(const std::string& attribute) const {
  return NameScope(name_ + "." + attribute);
}

NameScope NameScope::element(std::size_t index) const {
  return NameScope(name_ + "[" + std::to_string(index) + "]");
}

NameScope make_name_scope(std::string name) {
  return NameScope(std::move(name));
}

}  // namespace ng
