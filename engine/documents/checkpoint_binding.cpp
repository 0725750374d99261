// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/checkpoint_binding.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>

#include "engine/base/quote.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

constexpr std::size_t most_suggestions = 3;
constexpr std::size_t most_candidates = 2000;  // compared with one variable
constexpr std::size_t most_permuted_rank = 5;

std::vector<std::string> labels(const Axes& axes) {
  std::vector<std::string> list;
  for (const Axis& axis : axes) list.push_back(axis.label());
  return list;
}

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

// An order of axes in which `from` has the lengths `to`: none, reversed, or the first that fits.
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

bool convertible(DType from, DType to) {
  return from == to || (is_float(from) && is_float(to));
}

std::string text_of(DType dtype, const Shape& shape) {
  return std::string(name(dtype)) + " " + to_string(shape);
}

// Tensors that no variable takes, by their lengths in sorted order.
class Candidates {
 public:
  explicit Candidates(const std::vector<const CheckpointEntry*>& entries) {
    for (const CheckpointEntry* entry : entries)
      by_lengths_[sorted(entry->shape)].push_back({entry, bigrams(entry->name)});
  }

  std::vector<TensorSuggestion> similar_to(const VariableBinding& variable) const {
    const auto found = by_lengths_.find(sorted(variable.shape));
    if (found == by_lengths_.end()) return {};
    const auto wanted = bigrams(variable.variable);
    std::vector<TensorSuggestion> all;
    for (const auto& [entry, pairs] : found->second) {
      if (all.size() == most_candidates) break;
      const auto order = order_between(entry->shape, variable.shape);
      if (order && convertible(entry->dtype, variable.dtype))
        all.push_back({entry->name, *order, similarity(wanted, pairs)});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.similarity > b.similarity; });
    if (all.size() > most_suggestions) all.resize(most_suggestions);
    return all;
  }

 private:
  static Shape sorted(Shape shape) {
    std::sort(shape.begin(), shape.end());
    return shape;
  }
  struct Candidate {
    const CheckpointEntry* entry;
    std::vector<std::uint16_t> pairs;
  };
  std::map<Shape, std::vector<Candidate>> by_lengths_;
};

void bind(VariableBinding& variable, const CheckpointEntry& entry, const TensorRules& rules) {
  variable.tensor = entry.name;
  variable.order = rules.order(entry.name, entry.shape.size());
  const Shape shape = transposed(entry.shape, variable.order);
  variable.state = VariableBinding::State::bound;
  if (shape == variable.shape && convertible(entry.dtype, variable.dtype)) return;
  variable.state = VariableBinding::State::mismatched;
  variable.problem = "the tensor is " + text_of(entry.dtype, shape) + ", not " +
                     text_of(variable.dtype, variable.shape);
  if (shape != variable.shape && order_between(entry.shape, variable.shape))
    variable.problem += "; it fits when transposed";
}

Tensor converted(const Tensor& tensor, DType dtype) {
  if (tensor.dtype == dtype) return tensor;
  Tensor result(dtype, tensor.shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) result.set(i, tensor.at(i));
  return result;
}

}  // namespace

bool CheckpointBinding::complete() const {
  return std::all_of(variables.begin(), variables.end(), [](const VariableBinding& variable) {
    return variable.state == VariableBinding::State::bound;
  });
}

std::vector<Op> state_of(const Document& document) {
  std::vector<Op> state;
  for (const Op& op : document.ops)
    if (is_state(op.node())) state.push_back(op);
  std::sort(state.begin(), state.end(),
            [](const Op& a, const Op& b) { return a.name() < b.name(); });
  return state;
}

CheckpointBinding bind_checkpoint(const CheckpointContents& contents, const std::vector<Op>& state,
                                  const TensorRules& rules) {
  std::vector<std::string> names;
  std::map<std::string, const CheckpointEntry*> by_name;
  for (const CheckpointEntry& entry : contents.entries) {
    names.push_back(entry.name);
    const std::string renamed = rules.renamed(entry.name);
    if (!by_name.emplace(renamed, &entry).second)
      refuse(ErrorKind::value, "two tensors would have the name " + quote(renamed));
  }
  rules.require_used(names);
  CheckpointBinding binding;
  std::set<std::string> taken;
  for (const Op& op : state) {
    VariableBinding& variable = binding.variables.emplace_back();
    variable.variable = op.name();
    variable.dtype = op.dtype();
    variable.axes = labels(op.axes());
    variable.shape = op.axes().lengths();
    const auto found = by_name.find(variable.variable);
    if (found == by_name.end()) continue;
    bind(variable, *found->second, rules);
    taken.insert(variable.tensor);
  }
  std::vector<const CheckpointEntry*> extra;
  for (const CheckpointEntry& entry : contents.entries) {
    if (taken.contains(entry.name)) continue;
    extra.push_back(&entry);
    binding.extra.push_back(entry.name);
  }
  const Candidates candidates(extra);
  for (VariableBinding& variable : binding.variables)
    if (variable.state != VariableBinding::State::bound)
      variable.suggestions = candidates.similar_to(variable);
  return binding;
}

void accept_suggestions(CheckpointBinding& binding, double least_similarity) {
  struct Offer {
    double similarity;
    VariableBinding* variable;
    const TensorSuggestion* suggestion;
  };
  std::vector<Offer> offers;
  for (VariableBinding& variable : binding.variables)
    if (variable.state == VariableBinding::State::missing)
      for (const TensorSuggestion& each : variable.suggestions)
        if (each.similarity >= least_similarity)
          offers.push_back({each.similarity, &variable, &each});
  std::stable_sort(offers.begin(), offers.end(),
                   [](const Offer& a, const Offer& b) { return a.similarity > b.similarity; });
  std::set<std::string> taken;
  for (const Offer& offer : offers) {
    if (offer.variable->state == VariableBinding::State::bound) continue;
    if (!taken.insert(offer.suggestion->tensor).second) continue;
    offer.variable->state = VariableBinding::State::bound;
    offer.variable->tensor = offer.suggestion->tensor;
    offer.variable->order = offer.suggestion->order;
  }
  std::erase_if(binding.extra, [&](const std::string& name) { return taken.contains(name); });
}

Checkpoint bound_checkpoint(CheckpointSource& source, const CheckpointBinding& binding,
                            const Document& document, const std::vector<Op>& state) {
  Checkpoint checkpoint;
  checkpoint.document = document.title;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const VariableBinding& variable = binding.variables[i];
    const Node& node = state[i].node();
    const bool bound = variable.state == VariableBinding::State::bound;
    Tensor value =
        bound ? converted(transposed(source.read(variable.tensor), variable.order), variable.dtype)
              : initial_contents(node);
    checkpoint.tensors.push_back(
        {variable.variable, variable.axes, std::string(node.def->name), std::move(value)});
  }
  return checkpoint;
}

}  // namespace ng
