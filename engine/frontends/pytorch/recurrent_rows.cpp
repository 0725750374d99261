// SPDX-License-Identifier: Apache-2.0
// LSTM, GRU and RNN of several layers.
#include <algorithm>

#include "engine/frontends/pytorch/dropped_out.h"
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

struct Cell {
  const char* op;
  Integers gates;  // of PyTorch, in the order of ONNX
  const char* activation;
};

// The gates of a weight or bias in the order of ONNX, with a dimension of one direction.
ItemPtr by_gate(NodeContext& n, const ItemPtr& weight, const Integers& gates) {
  Integers shape = weight->shape(), apart = shape;
  const std::int64_t count = std::ssize(gates);
  if (shape.empty() || shape[0] % count != 0) NodeContext::refuse("its weights do not fit");
  apart.insert(apart.begin(), count);
  apart[1] = shape[0] / count;
  shape.insert(shape.begin(), 1);
  if (std::is_sorted(gates.begin(), gates.end())) return unsqueezed(n, weight, {0});
  const ItemPtr ordered = step(n, "Gather", {reshaped(n, weight, apart), integers(gates)});
  return reshaped(n, ordered, shape);
}

class Stack {
 public:
  Stack(NodeContext& n, Cell cell)
      : n_(n), cell_(std::move(cell)), has_biases_(flag_of(n, "has_biases", true)) {
    if (has(n, "batch_sizes")) NodeContext::refuse("it reads packed sequences");
    params_ = tensors(n, "params");
    states_ = tensors(n, "hx");
    if (states_.empty()) states_ = {need_tensor(n, "hx")};
    for (const ItemPtr& state : states_)
      if (!state || state->shape().empty()) NodeContext::refuse("its states do not fit");
    sides_ = flag_of(n, "bidirectional", false) ? 2 : 1;
    layers_ = int_of(n, "num_layers", 1);
  }

  void build() {
    const bool first = flag_of(n_, "batch_first", false);
    ItemPtr x = need_tensor(n_, "input");
    const bool single = rank_of(x) == 2;
    if (single)
      x = unsqueezed(n_, x, {1});
    else if (first)
      x = transposed(n_, x, {1, 0, 2});
    const double dropout = flag_of(n_, "train", false) ? real_of(n_, "dropout", 0) : 0;
    for (std::int64_t layer = 0; layer < layers_; ++layer)
      x = add_layer(layer > 0 ? dropped_out(n_, x, dropout, layer) : x, layer, single);
    if (at_ != params_.size()) NodeContext::refuse("its weights do not fit its layers");
    if (single)
      x = squeezed(n_, x, {1});
    else if (first)
      x = transposed(n_, x, {1, 0, 2});
    give(n_, x);
    give_states(hidden_, 1, single);
    if (states_.size() > 1) give_states(cells_, 2, single);
  }

 private:
  ItemPtr next() {
    if (at_ >= params_.size() || !params_[at_]) NodeContext::refuse("it has too few weights");
    return params_[at_++];
  }

  ItemPtr initial(std::size_t which, std::int64_t at, bool single) {
    ItemPtr state = states_.at(which);
    if (single) state = unsqueezed(n_, state, {1});
    return sliced(n_, state, 0, at, at + 1);
  }

  // The output of all sides: (time, batch, sides × units).
  ItemPtr add_layer(const ItemPtr& x, std::int64_t layer, bool single) {
    std::vector<ItemPtr> sides;
    for (std::int64_t side = 0; side < sides_; ++side)
      sides.push_back(add_side(x, layer * sides_ + side, side == 1, single));
    return sides.size() == 1 ? sides[0]
                             : step(n_, "Concat", sides, {attribute("axis", std::int64_t{2})});
  }

  ItemPtr add_side(const ItemPtr& x, std::int64_t at, bool backwards, bool single) {
    const ItemPtr input = by_gate(n_, next(), cell_.gates);
    const ItemPtr recurrent = by_gate(n_, next(), cell_.gates);
    ItemPtr bias;
    if (has_biases_) {
      const ItemPtr first = by_gate(n_, next(), cell_.gates);
      const ItemPtr second = by_gate(n_, next(), cell_.gates);
      bias = step(n_, "Concat", {first, second}, {attribute("axis", std::int64_t{1})});
    }
    const bool cells = states_.size() > 1;
    const std::int64_t units = recurrent->shape().at(2);
    if (initial_length(0) != units || recurrent->shape().at(1) != units * std::ssize(cell_.gates))
      refuse_form("its states are projections (proj_size), which are not imported");
    Attributes attributes{attribute("hidden_size", units),
                          attribute("direction", backwards ? "reverse" : "forward")};
    if (cell_.op == std::string_view("GRU"))
      attributes.push_back(attribute("linear_before_reset", std::int64_t{1}));
    if (cell_.activation) {
      onnx::Attribute names;
      names.name = "activations";
      names.kind = onnx::AttributeKind::texts;
      names.strings = {cell_.activation};
      attributes.push_back(std::move(names));
    }
    std::vector<ItemPtr> inputs{x, input, recurrent, bias, nullptr, initial(0, at, single)};
    if (cells) inputs.push_back(initial(1, at, single));
    const std::vector<ItemPtr> made = steps(n_, cell_.op, inputs, attributes, cells ? 3 : 2);
    hidden_.push_back(made[1]);
    if (cells) cells_.push_back(made[2]);
    return squeezed(n_, made[0], {1});
  }

  std::int64_t initial_length(std::size_t which) const { return states_.at(which)->shape().back(); }

  void give_states(const std::vector<ItemPtr>& all, std::size_t result, bool single) {
    if (!n_.wants(result)) return;
    ItemPtr made =
        all.size() == 1 ? all[0] : step(n_, "Concat", all, {attribute("axis", std::int64_t{0})});
    if (single) made = squeezed(n_, made, {1});
    give(n_, made, result);
  }

  NodeContext& n_;
  const Cell cell_;
  const bool has_biases_;
  std::vector<ItemPtr> params_, states_, hidden_, cells_;
  std::int64_t sides_ = 1, layers_ = 1;
  std::size_t at_ = 0;
};

// PyTorch: input, forget, cell, output; ONNX: input, output, forget, cell.
void lstm(NodeContext& n) {
  Stack(n, {"LSTM", {0, 3, 1, 2}, nullptr}).build();
}
// PyTorch: reset, update, new; ONNX: update, reset, new.
void gru(NodeContext& n) {
  Stack(n, {"GRU", {1, 0, 2}, nullptr}).build();
}
void rnn_tanh(NodeContext& n) {
  Stack(n, {"RNN", {0}, "Tanh"}).build();
}
void rnn_relu(NodeContext& n) {
  Stack(n, {"RNN", {0}, "Relu"}).build();
}

constexpr OpRow rows[] = {
    {"gru", 1, 0, gru},
    {"lstm", 1, 0, lstm},
    {"rnn_relu", 1, 0, rnn_relu},
    {"rnn_tanh", 1, 0, rnn_tanh},
};

}  // namespace

std::span<const OpRow> recurrent_rows() {
  return rows;
}

}  // namespace ng::pytorch
