// SPDX-License-Identifier: Apache-2.0
// Attributes of a node: a small sorted list of named values.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/axis.h"

namespace ng {

using Attribute = std::variant<bool, std::int64_t, double, std::string, Axes, TensorPtr>;

class Attributes {
 public:
  // Not inline: what a list of variants is made of would be compiled in every file that holds one.
  Attributes();
  Attributes(std::initializer_list<std::pair<std::string, Attribute>> items);
  Attributes(const Attributes& other);
  Attributes(Attributes&& other) noexcept;
  Attributes& operator=(const Attributes& other);
  Attributes& operator=(Attributes&& other) noexcept;
  ~Attributes();

  void set(std::string key, Attribute value);
  bool has(std::string_view key) const { return find(key) != nullptr; }
  const Attribute* find(std::string_view key) const;

  // The attribute as T, or `otherwise` if absent. An attribute of another type is an internal
  // Error, because infer has already checked types.
  template <class T>
  T get(std::string_view key, T otherwise = {}) const {
    const Attribute* attribute = find(key);
    return attribute ? std::get<T>(*attribute) : otherwise;
  }

  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  bool empty() const { return items_.empty(); }

  // Compares axes by identity and tensors by content, so that equal attributes give equal results.
  bool operator==(const Attributes& other) const;
  std::size_t hash() const;

 private:
  std::vector<std::pair<std::string, Attribute>> items_;
};

std::string to_string(const Attribute& attribute);

}  // namespace ng
