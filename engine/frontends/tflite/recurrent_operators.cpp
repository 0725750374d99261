// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tflite/recurrent_operators.h"

#include "engine/base/quote.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::tflite {
namespace {

using tensorflow::attribute;
using Attributes = std::vector<onnx::Attribute>;

// Inputs of an LSTM. Gates are in the order input, forget, cell, output.
enum LstmInput : std::size_t {
  lstm_input_weights = 1,
  lstm_recurrent_weights = 5,
  lstm_peepholes = 9,  // of input, forget and output
  lstm_biases = 12,
  lstm_projection = 16,
  lstm_norms = 20
};
constexpr std::size_t gates[] = {0, 3, 1, 2};  // of ONNX: input, output, forget, cell

onnx::Attribute texts(const char* name, std::vector<std::string> strings) {
  onnx::Attribute made;
  made.name = name;
  made.kind = onnx::AttributeKind::texts;
  made.strings = std::move(strings);
  return made;
}

std::string activation_of(const OperatorNodes& n) {
  const std::string& given = n.text("activation");
  if (given == "TANH") return "Tanh";
  if (given == "RELU") return "Relu";
  throw NotConverted{"its activation " + quote(given) + " is not imported"};
}

std::int64_t length(const Shape& shape, std::size_t at) {
  if (shape.size() != 2 || shape[at] < 1) throw NotConverted{"its weights are no matrices"};
  return shape[at];
}

// Matrices (units, features) of gates, one below the other, with a first dimension of length 1.
std::string stacked(OperatorNodes& n, const std::vector<std::string>& parts) {
  const std::string all = parts.size() == 1
                              ? parts[0]
                              : n.add("onnx:Concat", parts, {attribute("axis", std::int64_t{0})});
  return n.add("onnx:Unsqueeze", {all, n.integers({0})});
}

// Biases of the input and of the recurrent product, which are zero.
std::string biases(OperatorNodes& n, std::vector<std::string> parts, std::int64_t units) {
  parts.push_back(n.add("Fill", {n.integers({units * std::ssize(parts)}), n.number(0)}));
  return stacked(n, parts);
}

void refuse_inputs(const OperatorNodes& n, std::size_t first, std::size_t count,
                   const std::string& what) {
  for (std::size_t i = first; i < first + count; ++i) {
    if (n.has(i)) throw NotConverted{"its " + what + " is not imported"};
  }
}

// All results of a layer of ONNX but the sequence are left out. `steps`: the input has time.
void finish_layer(OperatorNodes& n, const char* op, std::vector<std::string> inputs,
                  Attributes attributes, bool steps) {
  const bool time_major = !steps || n.integer("time_major") != 0;
  attributes.push_back(attribute("layout", std::int64_t{!time_major}));
  if (!steps) inputs[0] = n.add("onnx:Unsqueeze", {inputs[0], n.integers({0})});
  const std::string all = n.add(op, std::move(inputs), std::move(attributes));
  const std::int64_t direction = time_major ? 1 : 2;
  if (steps) return n.finish("onnx:Squeeze", {all, n.integers({direction})});
  n.finish("onnx:Squeeze", {all, n.integers({0, direction})});
}

void lstm(OperatorNodes& n, bool steps) {
  if (!n.has(lstm_input_weights)) throw NotConverted{"its input gate is one minus its forget gate"};
  refuse_inputs(n, lstm_projection, 2, "projection");
  refuse_inputs(n, lstm_norms, 4, "normalisation of its gates");
  if (n.integer("diagonal_recurrent_tensors") != 0)
    throw NotConverted{"its recurrent weights are diagonals"};
  const std::int64_t units = length(n.tensor(lstm_input_weights).shape, 0);
  std::vector<std::string> weights, recurrent, bias;
  for (const std::size_t gate : gates) {
    weights.push_back(n.input(lstm_input_weights + gate));
    recurrent.push_back(n.input(lstm_recurrent_weights + gate));
    bias.push_back(n.has(lstm_biases + gate) ? n.input(lstm_biases + gate)
                                             : n.add("Fill", {n.integers({units}), n.number(0)}));
  }
  std::string peepholes;
  if (n.has(lstm_peepholes + 1)) {
    peepholes = stacked(
        n, {n.input(lstm_peepholes), n.input(lstm_peepholes + 2), n.input(lstm_peepholes + 1)});
  }
  const std::string activation = activation_of(n);
  Attributes attributes{attribute("hidden_size", units),
                        texts("activations", {"Sigmoid", activation, activation})};
  if (const double clip = n.real("cell_clip"); clip > 0)
    attributes.push_back(attribute("cell_clip", clip));
  finish_layer(n, "onnx:LSTM",
               {n.input(0), stacked(n, weights), stacked(n, recurrent), biases(n, bias, units), "",
                "", "", peepholes},
               std::move(attributes), steps);
}

void rnn(OperatorNodes& n, bool steps) {
  const std::int64_t units = length(n.tensor(1).shape, 0);
  finish_layer(n, "onnx:RNN",
               {n.input(0), stacked(n, {n.input(1)}), stacked(n, {n.input(2)}),
                biases(n, {n.input(3)}, units)},
               {attribute("hidden_size", units), texts("activations", {activation_of(n)})}, steps);
}

}  // namespace

void sequence_lstm(OperatorNodes& n) {
  lstm(n, true);
}

void sequence_rnn(OperatorNodes& n) {
  rnn(n, true);
}

void single_lstm(OperatorNodes& n) {
  if (n.integer("kernel_type") != 0) throw NotConverted{"its kernel is of the basic kind"};
  lstm(n, false);
}

void single_rnn(OperatorNodes& n) {
  rnn(n, false);
}

}  // namespace ng::tflite
