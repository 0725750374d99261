// SPDX-License-Identifier: Apache-2.0
// LSTM, GRU and SimpleRNN, and both directions of one of them.
#include <cctype>

#include "engine/base/quote.h"
#include "engine/frontends/keras/layer_config.h"
#include "engine/frontends/keras/layer_context.h"
#include "engine/frontends/keras/recurrent_parts.h"

namespace ng::keras {
namespace {

// Of a cell: its op in ONNX, and which gate of Keras each gate of ONNX is.
struct Cell {
  const char* op;
  Integers gates;
  std::vector<const char*> activations;  // attributes, in the order of ONNX
};

// The gates of the last dimension in the order of ONNX, each transposed: (1, gates × units, …).
ItemPtr by_gate(NodeContext& n, const ItemPtr& kernel, const Integers& gates, std::int64_t units) {
  const Shape shape = kernel->shape();
  if (shape.size() != 2 || shape[1] != std::ssize(gates) * units)
    NodeContext::refuse("its weight has the shape " + to_string(shape));
  const ItemPtr apart =
      reshaped(n, transposed(n, kernel, {1, 0}), {std::ssize(gates), units, shape[0]});
  const ItemPtr ordered = step(n, "Gather", {apart, integers(gates)});
  return reshaped(n, ordered, {1, std::ssize(gates) * units, shape[0]});
}

ItemPtr bias_by_gate(NodeContext& n, const ItemPtr& bias, const Integers& gates,
                     std::int64_t units) {
  const ItemPtr apart = reshaped(n, bias, {std::ssize(gates), units});
  return reshaped(n, step(n, "Gather", {apart, integers(gates)}), {1, std::ssize(gates) * units});
}

// Biases of the input, then those of the recurrent product, which are 0 unless there are two rows.
ItemPtr biases(NodeContext& n, const ItemPtr& bias, const Integers& gates, std::int64_t units) {
  const Attributes along{attribute("axis", std::int64_t{1})};
  if (rank_of(bias) == 2) {
    const std::vector<ItemPtr> rows =
        steps(n, "Split", {bias},
              {attribute("axis", std::int64_t{0}), attribute("num_outputs", std::int64_t{2})}, 2);
    return step(n, "Concat",
                {bias_by_gate(n, rows[0], gates, units), bias_by_gate(n, rows[1], gates, units)},
                along);
  }
  const ItemPtr zeros = ones_like(n, {1, std::ssize(gates) * units}, bias->dtype(), 0);
  return step(n, "Concat", {bias_by_gate(n, bias, gates, units), zeros}, along);
}

// Names of ONNX, and their numbers.
void add_activations(const NodeContext& n, const Cell& cell, Attributes& all) {
  std::vector<std::string> names;
  std::vector<double> alphas, betas;
  for (const char* key : cell.activations) {
    if (!n.given(key) && n.given(std::string(key) + ".class_name"))
      NodeContext::refuse("its " + std::string(key) + " is a function of Python or a layer");
    const std::string given = n.text(key, key[0] == 'r' ? "sigmoid" : "tanh");
    if (given == "hard_sigmoid") {
      names.emplace_back("HardSigmoid");
      alphas.push_back(is_old(n) ? 0.2 : 1.0 / 6);
      betas.push_back(0.5);
    } else if (given == "linear") {
      names.emplace_back("Affine");
      alphas.push_back(1);
      betas.push_back(0);
    } else if (given == "tanh" || given == "sigmoid" || given == "relu" || given == "softsign" ||
               given == "softplus") {
      names.push_back(given);
      names.back()[0] = static_cast<char>(std::toupper(given[0]));
    } else {
      NodeContext::refuse("its activation " + quote(given) + " is not imported");
    }
  }
  all.push_back(texts_attribute("activations", names));
  const auto add = [&](const char* name, const std::vector<double>& numbers) {
    if (numbers.empty()) return;
    onnx::Attribute made;
    made.name = name;
    made.kind = onnx::AttributeKind::numbers;
    made.floats = numbers;
    all.push_back(std::move(made));
  };
  add("activation_alpha", alphas);
  add("activation_beta", betas);
}

// Initial state `i`: (batch, units) as (batch, 1, units); null: 0.
ItemPtr initial_state(NodeContext& n, std::size_t i) {
  const std::vector<ItemPtr> given = arguments(n, "initial_state");
  return i < given.size() && given[i] ? unsqueezed(n, given[i], {1}) : nullptr;
}

// (batch, time) of flags; null: no step is masked.
ItemPtr mask_of(NodeContext& n) {
  const ItemPtr given = argument(n, "mask");
  if (!given) return nullptr;
  const ItemPtr flags = tensorflow::cast(n, given, DType::bool_);
  if (rank_of(flags) == 3 && flags->shape()[2] == 1) return squeezed(n, flags, {2});
  if (rank_of(flags) != 2)
    NodeContext::refuse("its mask does not have the dimensions of a batch and of time");
  return flags;
}

// The output of the last step that is computed, which repeats an earlier one where it is masked.
ItemPtr last_output(NodeContext& n, const ItemPtr& sequence, bool backwards) {
  const std::int64_t at = backwards ? 0 : sequence->shape()[1] - 1;
  return squeezed(
      n, step(n, "Slice", {sequence, integers({at}), integers({at + 1}), integers({1})}), {1});
}

// The sequence or its last output, then the states. The sequence is in the order of the input.
std::vector<ItemPtr> run(NodeContext& n, const Cell& cell, bool backwards) {
  need_arguments(n, {"sequences", "initial_state", "mask"});
  const std::int64_t units = n.integer("units", 0);
  if (units < 1) NodeContext::refuse("it has no units");
  NodeContext::need_short(units);
  Attributes all{attribute("hidden_size", units), attribute("layout", std::int64_t{1}),
                 attribute("direction", backwards ? "reverse" : "forward")};
  add_activations(n, cell, all);
  if (flag(n.node, "reset_after", true) && cell.op[0] == 'G')
    all.push_back(attribute("linear_before_reset", std::int64_t{1}));
  const ItemPtr bias = weight(n, "bias"), mask = mask_of(n), x = argument(n, "sequences");
  if (!x) NodeContext::refuse("it has no sequence");
  const bool has_cell = cell.op[0] == 'L';
  std::vector<ItemPtr> inputs{x,
                              by_gate(n, need_weight(n, "kernel"), cell.gates, units),
                              by_gate(n, need_weight(n, "recurrent_kernel"), cell.gates, units),
                              bias ? biases(n, bias, cell.gates, units) : nullptr,
                              nullptr,
                              initial_state(n, 0),
                              has_cell ? initial_state(n, 1) : nullptr,
                              nullptr};
  if (mask) {
    const bool zero = flag(n.node, "zero_output_for_mask", false);
    all.push_back(attribute("masked_output", zero ? "zero" : "previous"));
    inputs.push_back(mask);
  }
  std::vector<ItemPtr> made = steps(n, cell.op, inputs, all, has_cell ? 3 : 2);
  made[0] = squeezed(n, made[0], {2});
  for (std::size_t i = 1; i < made.size(); ++i) made[i] = squeezed(n, made[i], {1});
  if (!flag(n.node, "return_sequences", false))
    made[0] = mask ? last_output(n, made[0], backwards) : made[1];
  return made;
}

void recurrent(NodeContext& n, const Cell& cell) {
  const bool backwards = flag(n.node, "go_backwards", false);
  std::vector<ItemPtr> made = run(n, cell, backwards);
  if (backwards && flag(n.node, "return_sequences", false)) made[0] = reversed(n, made[0]);
  for (std::size_t i = 0; i < made.size(); ++i) give(n, made[i], i);
}

void lstm(NodeContext& n) {
  recurrent(n, {"LSTM", {0, 3, 1, 2}, {"recurrent_activation", "activation", "activation"}});
}

void gru(NodeContext& n) {
  recurrent(n, {"GRU", {0, 1, 2}, {"recurrent_activation", "activation"}});
}

void simple_rnn(NodeContext& n) {
  recurrent(n, {"RNN", {0}, {"activation"}});
}

// Keras 2 writes one configuration for both layers, that of the forward layer.
const char* backward_config(const onnx::Node& layer) {
  return layer.find("backward_layer.class_name") ? "backward_layer" : "layer";
}

// Of one of both layers: the first half of the initial states is the forward layer's.
std::vector<Argument> arguments_of(NodeContext& n, bool forward, bool from_end) {
  const ItemPtr x = argument(n, "sequences"), mask = mask_of(n);
  const auto turned = [&](const ItemPtr& item) {
    return item && from_end ? reversed(n, item) : item;
  };
  std::vector<Argument> all{{"sequences", turned(x)}, {"mask", turned(mask)}};
  const std::vector<ItemPtr> states = arguments(n, "initial_state");
  const std::size_t half = states.size() / 2, first = forward ? 0 : half;
  for (std::size_t i = 0; i < half; ++i)
    all.push_back({"initial_state." + std::to_string(i), states[first + i]});
  return all;
}

// The backward layer processes the sequence from its end; its outputs are put in the order of the
// input before they are merged.
void bidirectional(NodeContext& n) {
  need_arguments(n, {"sequences", "initial_state", "mask"});
  const std::vector<ItemPtr> forward =
      build_inner(n, "layer", "layer", arguments_of(n, true, false));
  const std::string config = backward_config(n.node);
  const std::vector<ItemPtr> backward =
      build_inner(n, config, "backward_layer", arguments_of(n, false, config == "layer"));
  const bool sequences = flag(n.node, "layer.config.return_sequences", false);
  const ItemPtr last = sequences ? reversed(n, backward[0]) : backward[0];
  const std::string mode = n.text("merge_mode", "none");
  std::size_t at = 1;
  if (mode == "concat")
    give(n, step(n, "Concat", {forward[0], last}, {attribute("axis", std::int64_t{-1})}));
  else if (mode == "sum")
    give(n, step(n, "Add", {forward[0], last}));
  else if (mode == "mul")
    give(n, step(n, "Mul", {forward[0], last}));
  else if (mode == "ave")
    give(n, step(n, "Mul", {step(n, "Add", {forward[0], last}), number(0.5, last->dtype())}));
  else
    give(n, forward[0]), give(n, last, at++);
  for (const std::vector<ItemPtr>* side : {&forward, &backward}) {
    for (std::size_t i = 1; i < side->size(); ++i) {
      if ((*side)[i]) give(n, (*side)[i], at++);
    }
  }
}

std::vector<Slot> both_slots(const onnx::Node& layer) {
  std::vector<Slot> slots = inner_slots(layer, "layer", "layer", "forward_layer");
  for (Slot& slot : inner_slots(layer, backward_config(layer), "backward_layer", "backward_layer"))
    slots.push_back(std::move(slot));
  return slots;
}

constexpr LayerRow rows[] = {
    {{"Bidirectional", 1, 0, bidirectional}, both_slots},
    {{"GRU", 1, 0, gru}, cell_slots},
    {{"LSTM", 1, 0, lstm}, cell_slots},
    {{"SimpleRNN", 1, 0, simple_rnn}, cell_slots},
};

}  // namespace

std::span<const LayerRow> recurrent_layers() {
  return rows;
}

}  // namespace ng::keras
