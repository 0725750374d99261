// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/binding/tensor_suggestions.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "engine/documents/binding/tensor_rules.h"

namespace ng {
namespace {

constexpr std::size_t most_suggestions = 3;
constexpr std::size_t most_candidates = 2000;  // compared with one variable
constexpr std::size_t most_permuted_rank = 5;

// Pairs of adjacent characters, sorted; case and the kind of separator do not matter.
std::vector<std::uint16_t> bigrams(const std::string& name) {
  std::string plain = "/";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    plain += std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '/';
  }
  plain += '/';
  std::vector<std::uint16_t> pairs;
  for (std::size_t i = 0; i + 1 < plain.size(); ++i)
    pairs.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(plain[i]) << 8 |
                                               static_cast<unsigned char>(plain[i + 1])));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Dice coefficient.
double similarity(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j)
      ++common, ++i, ++j;
    else if (*i < *j)
      ++i;
    else
      ++j;
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

Shape sorted(Shape shape) {
  std::sort(shape.begin(), shape.end());
  return shape;
}

}  // namespace

std::optional<std::vector<std::size_t>> order_between(const Shape& from, const Shape& to) {
  if (from == to) return std::vector<std::size_t>{};
  if (from.size() != to.size() || from.size() > most_permuted_rank) return std::nullopt;
  std::vector<std::size_t> order(from.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  if (transposed(from, order) == to) return order;
  std::sort(order.begin(), order.end());
  do {
    if (transposed(from, order) == to) return order;
  } while (std::next_permutation(order.begin(), order.end()));
  return std::nullopt;
}

bool is_convertible(const CheckpointEntry& from, DType to) {
  if (!from.fault.empty() || !from.dtype.is_real()) return false;
  const DType values = *from.dtype.values();
  return values == to || (is_float(values) && is_float(to));
}

TensorSuggestions::TensorSuggestions(const std::vector<const CheckpointEntry*>& entries) {
  for (const CheckpointEntry* entry : entries)
    by_lengths_[sorted(entry->shape)].push_back({entry, bigrams(entry->name)});
}

std::vector<TensorSuggestion> TensorSuggestions::similar_to(const VariableBinding& variable) const {
  const auto found = by_lengths_.find(sorted(variable.shape));
  if (found == by_lengths_.end()) return {};
  const auto wanted = bigrams(variable.variable);
  std::vector<TensorSuggestion> all;
  for (const auto& [entry, pairs] : found->second) {
    if (all.size() == most_candidates) break;
    const auto order = order_between(entry->shape, variable.shape);
    if (order && is_convertible(*entry, variable.dtype))
      all.push_back({entry->name, *order, similarity(wanted, pairs)});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.similarity > b.similarity; });
  if (all.size() > most_suggestions) all.resize(most_suggestions);
  return all;
}

}  // namespace ng
