// SPDX-License-Identifier: Apache-2.0
// Names of enumerators in files, messages and views. An enum has names if `names_of(E)`, declared
// next to it, returns a table of them in the order of its enumerators.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace ng {

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E value) {
  { names_of(value)[0] } -> std::convertible_to<std::string_view>;
};

template <NamedEnum E>
constexpr std::string_view name(E value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

template <NamedEnum E>
constexpr std::optional<E> from_name(std::string_view text) {
  const auto names = names_of(E{});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == text) return static_cast<E>(i);
  }
  return std::nullopt;
}

// "'graph' or 'program'": the valid names, for messages.
template <NamedEnum E>
std::string expected_names() {
  const auto names = names_of(E{});
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += "'" + std::string(names[i]) + "'";
  }
  return text;
}

}  // namespace ng
