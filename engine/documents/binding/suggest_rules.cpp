// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/binding/suggest_rules.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/documents/binding/tensor_suggestions.h"

namespace ng {
namespace {

constexpr std::size_t most_rules = 5;       // of a kind
constexpr std::size_t most_evaluated = 12;  // of a kind

// A name divided at its separators: "encoder.0.weight" is encoder, 0, weight with two dots.
struct NameParts {
  std::vector<std::string> words;
  std::string separators;  // one between two words
};

NameParts parts_of(const std::string& name) {
  NameParts parts;
  parts.words.emplace_back();
  for (const char c : name) {
    if (c == '.' || c == '/' || c == ':') {
      parts.separators += c;
      parts.words.emplace_back();
    } else {
      parts.words.back() += c;
    }
  }
  return parts;
}

// The words before the last `common` ones, with their separators.
std::string prefix(const NameParts& parts, std::size_t common) {
  std::string text;
  for (std::size_t i = 0; i + common < parts.words.size(); ++i) {
    text += parts.words[i];
    if (i < parts.separators.size()) text += parts.separators[i];
  }
  return text;
}

// `stars` of them, between the last separators.
std::string stars(const NameParts& parts, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += parts.separators[parts.separators.size() - count + i];
    text += '*';
  }
  return text;
}

// Renames proposed by the suggestions of variables without a tensor, most frequent first.
std::vector<std::string> proposed_renames(const CheckpointBinding& binding) {
  std::map<std::string, std::size_t> counts;
  for (const VariableBinding& variable : binding.variables) {
    if (variable.state != VariableBinding::State::missing || variable.declined) continue;
    for (const TensorSuggestion& each : variable.suggestions)
      if (const std::string rule = rule_between(each.tensor, variable.variable); !rule.empty())
        ++counts[rule];
  }
  std::vector<std::string> rules;
  for (const auto& [rule, count] : counts) rules.push_back(rule);
  std::stable_sort(rules.begin(), rules.end(),
                   [&](const auto& a, const auto& b) { return counts.at(a) > counts.at(b); });
  if (rules.size() > most_evaluated) rules.resize(most_evaluated);
  return rules;
}

std::string with_order(const std::string& pattern, const std::vector<std::size_t>& order) {
  std::string text;
  bool reversed = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    text += (i ? "," : ":") + std::to_string(order[i]);
    reversed = reversed && order[i] == order.size() - 1 - i;
  }
  return reversed ? pattern : pattern + text;
}

// Transposes that mismatched variables need: of all tensors with the same last word first.
std::vector<std::string> proposed_transposes(const CheckpointContents& contents,
                                             const CheckpointBinding& binding) {
  std::vector<std::string> rules;
  const auto add = [&rules](const std::string& rule) {
    if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
  };
  std::vector<std::string> single;
  for (const VariableBinding& variable : binding.variables) {
    if (!variable.transposable || rules.size() >= most_evaluated) continue;
    const Shape& shape = contents.find(variable.tensor)->shape;
    const auto order = order_between(shape, variable.shape);
    if (!order || order->empty()) continue;
    const NameParts parts = parts_of(variable.tensor);
    if (!parts.separators.empty())
      add(with_order("*" + std::string(1, parts.separators.back()) + parts.words.back(), *order));
    single.push_back(with_order(variable.tensor, *order));
  }
  for (const std::string& rule : single)
    if (rules.size() < most_evaluated) add(rule);
  return rules;
}

bool has_tensor(const VariableBinding& variable) {
  return variable.state == VariableBinding::State::bound || variable.transposable;
}

using Indices = std::set<std::size_t>;  // of variables

// Variables that gain by another binding; none if one loses.
Indices gain(const CheckpointBinding& before, const CheckpointBinding& after,
             bool (*good)(const VariableBinding&)) {
  Indices gained;
  for (std::size_t i = 0; i < before.variables.size(); ++i) {
    const bool was = good(before.variables[i]), is = good(after.variables[i]);
    if (was && !is) return {};
    if (is && !was) gained.insert(i);
  }
  return gained;
}

bool is_bound(const VariableBinding& variable) {
  return variable.state == VariableBinding::State::bound;
}

// What the choices give with one more rule; none if the rule cannot be applied to these names.
Indices gain_of(const RuleSuggestion& rule, const CheckpointContents& contents,
                const std::vector<Op>& state, BindingChoices choices,
                const CheckpointBinding& before) {
  const bool renames = rule.kind == RuleSuggestion::Kind::rename;
  (renames ? choices.renames : choices.transposes).push_back(rule.rule);
  try {
    const CheckpointBinding after = bind_by_names(contents, state, choices);
    return gain(before, after, renames ? has_tensor : is_bound);
  } catch (const Error&) {  // two tensors get one name, or an order does not fit a rank
    return {};
  }
}

struct Evaluated {
  RuleSuggestion rule;
  Indices gained;
};

// Best first, without rules whose variables better rules cover.
std::vector<RuleSuggestion> best_of(std::vector<Evaluated> rules) {
  std::stable_sort(rules.begin(), rules.end(), [](const Evaluated& a, const Evaluated& b) {
    return a.gained.size() > b.gained.size();
  });
  std::vector<RuleSuggestion> best;
  Indices covered;
  for (Evaluated& each : rules) {
    const std::size_t known = covered.size();
    covered.insert(each.gained.begin(), each.gained.end());
    if (covered.size() > known && best.size() < most_rules) best.push_back(std::move(each.rule));
  }
  return best;
}

}  // namespace

std::string rule_between(const std::string& tensor, const std::string& variable) {
  const NameParts from = parts_of(tensor), to = parts_of(variable);
  const auto ends =
      std::mismatch(from.words.rbegin(), from.words.rend(), to.words.rbegin(), to.words.rend());
  auto common = static_cast<std::size_t>(ends.first - from.words.rbegin());
  if (common == 0) return {};
  const std::string before = prefix(from, common), after = prefix(to, common);
  const std::string tail = stars(from, common), new_tail = stars(to, common);
  const bool same_separators = tail == new_tail;
  const std::string rule =
      before + (same_separators ? "*" : tail) + "=" + after + (same_separators ? "*" : new_tail);
  const bool literal_star = before.find('*') != before.npos || after.find('*') != after.npos;
  return literal_star || before.find('=') != before.npos ? std::string() : rule;
}

std::vector<RuleSuggestion> suggest_rules(const CheckpointContents& contents,
                                          const std::vector<Op>& state,
                                          const BindingChoices& choices,
                                          const CheckpointBinding& binding) {
  using Kind = RuleSuggestion::Kind;
  const CheckpointBinding before = bind_by_names(contents, state, choices);
  std::vector<RuleSuggestion> all;
  const auto evaluate = [&](Kind kind, const std::vector<std::string>& rules) {
    std::vector<Evaluated> evaluated;
    for (const std::string& rule : rules) {
      Evaluated each{{kind, rule, 0}, {}};
      each.gained = gain_of(each.rule, contents, state, choices, before);
      each.rule.variables = each.gained.size();
      evaluated.push_back(std::move(each));
    }
    const std::vector<RuleSuggestion> best = best_of(std::move(evaluated));
    all.insert(all.end(), best.begin(), best.end());
  };
  evaluate(Kind::rename, proposed_renames(binding));
  evaluate(Kind::transpose, proposed_transposes(contents, binding));
  return all;
}

CheckpointMatch match_checkpoint(const CheckpointContents& contents, const std::vector<Op>& state,
                                 BindingChoices choices) {
  CheckpointMatch match;
  match.path = contents.path;
  match.binding = bind_checkpoint(contents, state, choices);
  if (!match.binding.complete())
    match.rules = suggest_rules(contents, state, choices, match.binding);
  match.choices = std::move(choices);
  return match;
}

}  // namespace ng
