// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/binding/tensor_rules.h"

#include <algorithm>
#include <charconv>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

[[noreturn]] void refuse_rule(const std::string& rule, std::string what, std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what = "the rule " + quote(rule) + " " + std::move(what);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The numbers of "2,0,1"; empty for any other text.
std::vector<std::size_t> numbers(std::string_view text) {
  std::vector<std::size_t> list;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + comma, value);
    if (error != std::errc() || end != text.data() + comma) return {};
    list.push_back(value);
    if (comma == text.size()) return list;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::optional<std::vector<std::string>> match_pattern(std::string_view pattern,
                                                      std::string_view name) {
  constexpr std::size_t none = std::string_view::npos;
  std::vector<std::pair<std::size_t, std::size_t>> stars;  // begin and end in `name`
  std::size_t p = 0, n = 0, after_star = none;
  while (n < name.size() || p < pattern.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      stars.emplace_back(n, n);
      after_star = ++p;
    } else if (p < pattern.size() && n < name.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (after_star != none && stars.back().second < name.size()) {
      // The last star takes one more character.
      n = ++stars.back().second;
      p = after_star;
    } else {
      return std::nullopt;
    }
  }
  std::vector<std::string> texts;
  for (const auto& [begin, end] : stars) texts.emplace_back(name.substr(begin, end - begin));
  return texts;
}

void TensorRules::rename(const std::string& rule) {
  const std::size_t equals = rule.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == rule.size())
    refuse_rule(rule, "has no name on both sides", "PATTERN=NAME, such as encoder.*=enc/*");
  Rename parts{rule.substr(0, equals), rule.substr(equals + 1)};
  if (std::count(parts.replacement.begin(), parts.replacement.end(), '*') >
      std::count(parts.pattern.begin(), parts.pattern.end(), '*'))
    refuse_rule(rule, "has more '*' after than before the '='", "at most as many");
  renames_.push_back(std::move(parts));
}

void TensorRules::transpose(const std::string& rule) {
  Transpose parts{rule, {}};
  const std::size_t colon = rule.rfind(':');
  if (colon != std::string::npos) {
    const auto order = numbers(std::string_view(rule).substr(colon + 1));
    if (!order.empty()) parts = {rule.substr(0, colon), order};
  }
  if (!lists_each_axis(parts.order))
    refuse_rule(rule, "does not list each axis once", "an order such as 1,0");
  if (parts.pattern.empty()) refuse_rule(rule, "names no tensor", "NAME or NAME:1,0");
  transposes_.push_back(std::move(parts));
}

std::string TensorRules::renamed(const std::string& name) const {
  for (const Rename& rule : renames_) {
    const auto texts = match_pattern(rule.pattern, name);
    if (!texts) continue;
    std::string result;
    std::size_t star = 0;
    for (const char c : rule.replacement) {
      if (c == '*')
        result += (*texts)[star++];
      else
        result += c;
    }
    return result;
  }
  return name;
}

bool TensorRules::applies(const Transpose& rule, const std::string& name) const {
  return match_pattern(rule.pattern, name) || match_pattern(rule.pattern, renamed(name));
}

std::vector<std::size_t> TensorRules::order(const std::string& name, std::size_t rank) const {
  for (const Transpose& rule : transposes_) {
    if (!applies(rule, name)) continue;
    std::vector<std::size_t> order = rule.order;
    if (order.empty())
      for (std::size_t axis = rank; axis-- > 0;) order.push_back(axis);
    if (order.size() == rank) return order;
    refuse_rule(rule.pattern, "orders another number of axes than " + quote(name) + " has",
                std::to_string(rank) + " axes");
  }
  return {};
}

void TensorRules::require_used(const std::vector<std::string>& names) const {
  for (const Rename& rule : renames_) {
    if (std::none_of(names.begin(), names.end(), [&](const std::string& name) {
          return match_pattern(rule.pattern, name).has_value();
        }))
      refuse_rule(rule.pattern, "matches no tensor", "the names that 'ngraph checkpoint' lists");
  }
  for (const Transpose& rule : transposes_) {
    if (std::none_of(names.begin(), names.end(),
                     [&](const std::string& name) { return applies(rule, name); }))
      refuse_rule(rule.pattern, "matches no tensor", "the names that 'ngraph checkpoint' lists");
  }
}

bool lists_each_axis(const std::vector<std::size_t>& order) {
  for (std::size_t axis = 0; axis < order.size(); ++axis)
    if (std::count(order.begin(), order.end(), axis) != 1) return false;
  return true;
}

std::optional<std::vector<std::size_t>> axis_order(std::string_view text) {
  std::vector<std::size_t> order = numbers(text);
  if (order.empty() || !lists_each_axis(order)) return std::nullopt;
  return order;
}

std::string order_text(const std::vector<std::size_t>& order) {
  std::string text;
  for (const std::size_t axis : order) text += (text.empty() ? "" : ",") + std::to_string(axis);
  return text;
}

}  // namespace ng
