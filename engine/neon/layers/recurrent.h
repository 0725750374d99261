// SPDX-License-Identifier: Apache-2.0
// Recurrent layers. Time is a scan over the recurrent axis: one step in the graph
// for any length. The input's contribution is computed for all steps before the scan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "engine/neon/layers/activation.h"
#include "engine/neon/layers/batch_norm.h"

namespace ng::neon {

struct RecurrentOptions {
  std::int64_t nout = 0;
  Initialiser init = gaussian();
  Initialiser init_inner = {};      // of the recurrent weights; default: `init`
  Activation activation = {};       // of the cell
  Activation gate_activation = {};  // of the gates; default: `activation`
  bool batch_norm = false;          // of the input's contribution
  bool reset_cells = true;          // false: a call continues from the last state
  bool return_sequence = true;      // false: only the state after the last step
  bool backward = false;            // from the last element to the first
  std::string name = {};
};

// Base of the three recurrent layers. The input is over feature axes, a recurrent axis and a batch
// axis; the output over (F, REC, N), or (F, N). F has the name of the initial state's feature axis,
// or of the input's if that is the only one. Parameters per gate: an input matrix, a recurrent
// matrix and a bias ("W_in_i", "W_re_i", "bias_i"; "W_in" … for a simple layer). State kept across
// calls: "h_init" (and "c_init").
class RecurrentLayer : public Layer {
 public:
  using Layer::operator();
  // Starts from the given states (F, N): h, and c of an LSTM.
  Op operator()(const Op& in, const std::vector<Op>& init_states);
  // Each state for all steps, or after the last: the output first, then the others.
  std::vector<Op> states(const Op& in, const std::vector<Op>& init_states = {});
  // The output's feature axis F; unset before the first call unless set explicitly.
  const Axis& axis() const { return axis_; }
  void set_axis(const Axis& axis) { axis_ = axis; }
  // The states from which the last call starts.
  const std::vector<Op>& initial_states() const { return first_; }
  Layers layers() const override;

 protected:
  RecurrentLayer(const std::string& kind, RecurrentOptions options, std::vector<std::string> gates,
                 std::vector<std::string> state_names);

  Op build(const Op& in) override { return run(in, {})[0]; }

  // Arguments of one step: the input's contribution to each gate including bias, the previous
  // states, and the recurrent weights of each gate.
  using Gates = std::map<std::string, Op>;
  virtual std::vector<Op> step(const Gates& input, const std::vector<Op>& before) = 0;
  // Product of a gate's recurrent weights and a state.
  Op recur(const std::string& gate, const Op& state) const;
  Op cell(const Op& x) const { return options_.activation ? options_.activation(x) : x; }
  Op gate(const Op& x) const { return options_.gate_activation ? options_.gate_activation(x) : x; }

 private:
  std::vector<Op> run(const Op& in, const std::vector<Op>& init_states);
  void choose_axis(const Op& in, const std::vector<Op>& init_states);
  std::vector<Op> first_states(const Op& in, const std::vector<Op>& init_states);
  Gates weights_from(const Axes& inputs);
  void make_recurrent_weights();
  Op from_input(const std::string& gate, const Op& W, const Op& in);
  std::vector<Op> results_of(const ScanResult& scanned, const std::vector<Op>& first,
                             const Op& in) const;
  std::string of(const std::string& stem, const std::string& gate) const {
    return gate.empty() ? stem : stem + "_" + gate;
  }

  RecurrentOptions options_;
  std::vector<std::string> gates_, state_names_;
  std::map<std::string, std::shared_ptr<BatchNorm>> batch_norms_;
  Axis axis_;
  std::vector<Op> first_;
};

// An initial state over `axes` (F, N): reordered, or renamed if its feature axis has F's length and
// another name.
Op initial_state(const Op& given, const Axes& axes);

// h_t = activation(W_in x_t + W_re h_{t-1} + bias).
class Recurrent : public RecurrentLayer {
 public:
  explicit Recurrent(RecurrentOptions options);

 protected:
  std::vector<Op> step(const Gates& input, const std::vector<Op>& before) override;
};

// Gates i, f, o with the gate activation, g with the cell activation: c_t = f c_{t-1} + i g, h_t =
// o activation(c_t). Hochreiter, Schmidhuber 1997; Gers, Schmidhuber, Cummins 2000. The forget
// gate's bias starts at 0.
class LSTM : public RecurrentLayer {
 public:
  explicit LSTM(RecurrentOptions options);

 protected:
  std::vector<Op> step(const Gates& input, const std::vector<Op>& before) override;
};

// Gates r, z with the gate activation: n = activation(W_in_n x_t + W_re_n (r h_{t-1}) + bias_n),
// h_t = z h_{t-1} + (1 - z) n. Cho et al.: "Learning phrase representations using RNN
// encoder-decoder", 2014.
class GRU : public RecurrentLayer {
 public:
  explicit GRU(RecurrentOptions options);

 protected:
  std::vector<Op> step(const Gates& input, const std::vector<Op>& before) override;
};

LayerOf<Recurrent> recurrent(RecurrentOptions options,
                             Operand::Where line = Operand::Where::current());
LayerOf<LSTM> lstm(RecurrentOptions options, Operand::Where line = Operand::Where::current());
LayerOf<GRU> gru(RecurrentOptions options, Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
