// SPDX-License-Identifier: Apache-2.0
// Creates checkpoints and applies them to computations.
#include "engine/documents/checkpoint.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/documents/same_checkpoint.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "engine/session/computation_state.h"

namespace ng {
namespace {

std::vector<std::string> labels(const Axes& axes) {
  std::vector<std::string> list;
  for (const Axis& axis : axes) list.push_back(axis.label());
  return list;
}

// Removes the numbers from generated axis names, which depend on the order in which a process
// creates axes.
std::vector<std::string> without_numbers(std::vector<std::string> labels) {
  for (std::string& label : labels) {
    for (const std::string_view automatic : {"Axis_", "FlattenedAxis_"}) {
      if (!label.starts_with(automatic)) continue;
      const std::size_t rest = label.find_first_not_of("0123456789", automatic.size());
      label.erase(automatic.size(), rest == std::string::npos ? rest : rest - automatic.size());
    }
  }
  return labels;
}

bool same_axes(const std::vector<std::string>& labels, const std::vector<std::string>& others) {
  return labels == others || without_numbers(labels) == without_numbers(others);
}

// "float32 (C: 4, N: 128)"
std::string shape_text(DType dtype, const std::vector<std::string>& axes, const Shape& lengths) {
  std::string text = std::string(name(dtype)) + " (";
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    text += (i ? ", " : "") + (i < axes.size() ? axes[i] : "?") + ": " + std::to_string(lengths[i]);
  }
  return text + ")";
}

std::map<std::string, const CheckpointTensor*> by_name(const Checkpoint& checkpoint) {
  std::map<std::string, const CheckpointTensor*> tensors;
  for (const CheckpointTensor& tensor : checkpoint.tensors) tensors[tensor.name] = &tensor;
  return tensors;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == 20) return text + "; " + std::to_string(lines.size() - i) + " more";
    text += (i ? "; " : "") + lines[i];
  }
  return text;
}

std::vector<std::string> quoted(std::vector<std::string> names) {
  for (std::string& name : names) name = quote(name);
  return names;
}

void require_fit(const Checkpoint& checkpoint, const std::vector<Op>& state) {
  const CheckpointFit found = fit(checkpoint, state);
  const bool nothing = state.empty() && !checkpoint.tensors.empty();
  if (found.complete() && !nothing) return;
  Diagnostic diagnostic;
  diagnostic.what = "the checkpoint does not fit these computations; nothing was changed";
  auto add = [&](const char* title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + std::string(title) + joined(lines);
  };
  add("missing: ", quoted(found.missing));
  add("mismatched: ", found.mismatched);
  add("extra: ", quoted(found.extra));
  diagnostic.expected = "a tensor with matching axes for every variable";
  diagnostic.action =
      "restore a checkpoint of this document" +
      (checkpoint.document.empty() ? std::string()
                                   : "; this one is of " + quote(checkpoint.document));
  if (nothing) diagnostic.action = "compile a computation with these variables first";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

std::vector<Op> state_of(std::span<const Computation> computations) {
  std::vector<Value> roots;
  for (const Computation& computation : computations) {
    const ComputationParts& parts = computation.compilation().parts;
    for (const Value& result : parts.results) roots.push_back(result);
    for (const NodePtr& parameter : parts.parameters) roots.push_back({parameter, 0});
  }
  std::vector<Op> state;
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
    if (is_state(*node)) state.emplace_back(node);
  }
  std::sort(state.begin(), state.end(),
            [](const Op& a, const Op& b) { return a.name() < b.name(); });
  return state;
}

void read_state(const Transformer& transformer, const std::vector<Op>& state,
                const std::function<void(std::size_t index, std::optional<Tensor> value)>& take) {
  std::vector<std::size_t> order(state.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&state](std::size_t a, std::size_t b) { return state[a].id() < state[b].id(); });
  for (const std::size_t i : order) take(i, transformer.value(state[i]));
}

Checkpoint take_checkpoint(const Transformer& transformer, const std::vector<Op>& state,
                           CheckpointRanks ranks) {
  const bool keeps =
      ranks == CheckpointRanks::all || writes_for_all(transformer.options().ranks.get());
  Checkpoint checkpoint;
  checkpoint.tensors.resize(keeps ? state.size() : 0);
  read_state(transformer, state, [&](std::size_t i, std::optional<Tensor> value) {
    if (!keeps) return;
    const Op& op = state[i];
    checkpoint.tensors[i] = {op.name(), labels(op.axes()), std::string(op.node().def->name),
                             value ? std::move(*value) : initial_contents(op.node())};
  });
  return checkpoint;
}

CheckpointFit fit(const Checkpoint& checkpoint, const std::vector<Op>& state) {
  CheckpointFit result;
  auto tensors = by_name(checkpoint);
  for (const Op& op : state) {
    const auto at = tensors.find(op.name());
    if (at == tensors.end()) {
      result.missing.push_back(op.name());
      continue;
    }
    const CheckpointTensor& tensor = *at->second;
    const bool fits = op.dtype() == tensor.value.dtype &&
                      same_axes(labels(op.axes()), tensor.axes) &&
                      op.axes().lengths() == tensor.value.shape;
    if (!fits) {
      const std::string wanted = shape_text(op.dtype(), labels(op.axes()), op.axes().lengths());
      const std::string found = shape_text(tensor.value.dtype, tensor.axes, tensor.value.shape);
      result.mismatched.push_back(quote(op.name()) + " is " + found + ", not " + wanted);
    }
    tensors.erase(at);
  }
  for (const auto& [name, tensor] : tensors) result.extra.emplace_back(name);
  return result;
}

void apply_checkpoint(const Checkpoint& checkpoint, Transformer& transformer,
                      const std::vector<Op>& state) {
  require_fit(checkpoint, state);
  const auto tensors = by_name(checkpoint);
  for (const Op& op : state) transformer.set_value(op, tensors.at(op.name())->value);
}

std::vector<Op> Transformer::state_ops() const {
  std::vector<Computation> living;
  for (const auto& weak : computations_) {
    if (auto state = weak.lock()) living.emplace_back(std::move(state));
  }
  return state_of(living);
}

void write_state(const std::string& path, const Transformer& transformer,
                 const std::vector<Op>& state) {
  const auto& ranks = transformer.options().ranks;
  const Checkpoint checkpoint = take_checkpoint(transformer, state, CheckpointRanks::writer);
  if (writes_for_all(ranks.get())) write_checkpoint(path, checkpoint);
  if (ranks) ranks->world().barrier("a checkpoint is written");
}

void Transformer::save(const std::string& path) const {
  require_open();
  write_state(path, *this, state_ops());
}

void Transformer::restore(const std::string& path) {
  require_open();
  const Checkpoint checkpoint = read_checkpoint(path);
  check_same_checkpoint(checkpoint, *this);
  apply_checkpoint(checkpoint, *this, state_ops());
}

}  // namespace ng
