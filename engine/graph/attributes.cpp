// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/attributes.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/base/number.h"

namespace ng {
namespace {

bool equal(const Attribute& a, const Attribute& b) {
  if (a.index() != b.index()) return false;
  if (const auto* x = std::get_if<TensorPtr>(&a)) {
    const auto& y = std::get<TensorPtr>(b);
    return *x == y || (*x && y && **x == *y);
  }
  return a == b;
}

// An array counts by its size: its elements may still be in a file, or missing there.
std::size_t hash_of(const Tensor& tensor) {
  const std::string_view bytes(tensor.as<char>(), tensor.shape.empty() ? tensor.bytes.size() : 0);
  return tensor.bytes.size() * 31 + std::hash<std::string_view>{}(bytes);
}

std::size_t hash_of(const Attribute& attribute) {
  return std::visit(
      [](const auto& value) -> std::size_t {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, TensorPtr>) {
          return value ? hash_of(*value) : 0;
        } else {
          return std::hash<T>{}(value);
        }
      },
      attribute);
}

// Different numbers have different texts: 9 digits where they tell a float32, or the number itself.
std::string number(double value) {
  std::string text = to_string(Number(value), 9);
  const bool single = static_cast<double>(static_cast<float>(value)) == value;
  return single || std::isnan(value) || real_from(text) == value ? text : to_string(Number(value));
}

}  // namespace

Attributes::Attributes() = default;
Attributes::Attributes(const Attributes& other) = default;
Attributes::Attributes(Attributes&& other) noexcept = default;
Attributes& Attributes::operator=(const Attributes& other) = default;
Attributes& Attributes::operator=(Attributes&& other) noexcept = default;
Attributes::~Attributes() = default;

Attributes::Attributes(std::initializer_list<std::pair<std::string, Attribute>> items) {
  for (const auto& [key, value] : items) set(key, value);
}

void Attributes::set(std::string key, Attribute value) {
  auto at = std::lower_bound(items_.begin(), items_.end(), key,
                             [](const auto& item, const auto& k) { return item.first < k; });
  if (at != items_.end() && at->first == key) {
    at->second = std::move(value);
  } else {
    items_.insert(at, {std::move(key), std::move(value)});
  }
}

const Attribute* Attributes::find(std::string_view key) const {
  for (const auto& [name, value] : items_) {
    if (name == key) return &value;
  }
  return nullptr;
}

bool Attributes::operator==(const Attributes& other) const {
  return std::equal(
      items_.begin(), items_.end(), other.items_.begin(), other.items_.end(),
      [](const auto& a, const auto& b) { return a.first == b.first && equal(a.second, b.second); });
}

std::size_t Attributes::hash() const {
  std::size_t seed = items_.size();
  for (const auto& [key, value] : items_) {
    seed = seed * 1000003 + std::hash<std::string>{}(key);
    seed = seed * 1000003 + hash_of(value);
  }
  return seed;
}

std::string to_string(const Attribute& attribute) {
  struct Visitor {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return number(value); }
    std::string operator()(const std::string& value) const { return value; }
    std::string operator()(const Axes& value) const { return "(" + value.text() + ")"; }
    std::string operator()(const TensorPtr& value) const {
      if (!value) return "none";
      if (value->size() == 1 && is_integer(value->dtype)) return to_string(value->integer_at(0));
      if (value->size() == 1) return number(value->at(0));
      return std::string(name(value->dtype)) + to_string(value->shape);
    }
  };
  return std::visit(Visitor{}, attribute);
}

}  // namespace ng
