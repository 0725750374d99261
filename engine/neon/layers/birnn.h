// SPDX-License-Identifier: Apache-2.0
// Bidirectional recurrent layer, and cells unrolled step by step.
#pragma once

#include "engine/neon/layers/affine.h"
#include "engine/neon/layers/recurrent.h"

namespace ng::neon {

struct BiRNNOptions : RecurrentOptions {
  BiRNNOptions() { reset_cells = false; }
  bool sum_out = false;     // sum of both directions
  bool concat_out = false;  // both, concatenated along the feature axis
};

// Two Recurrent layers, "Recurrent" (forward) and "Recurrent_0" (backward).
class BiRNN : public Layer {
 public:
  explicit BiRNN(BiRNNOptions options);  // value Error if sum_out and concat_out are set
  // Results of the forward and the backward layer, each with its input and initial states.
  std::vector<Op> outputs(const Op& forward_in, const Op& backward_in,
                          const std::vector<Op>& forward_init = {},
                          const std::vector<Op>& backward_init = {});
  std::vector<Op> outputs(const Op& in) { return outputs(in, in); }
  bool joins() const { return sum_ || concat_; }
  // The sum or concatenation of both results; throws a value Error if they are not joined.
  Op joined(const std::vector<Op>& both);
  Layers layers() const override { return {forward_, backward_}; }

 protected:
  Op build(const Op& in) override { return joined(outputs(in)); }

 private:
  bool sum_, concat_;
  LayerOf<Recurrent> forward_, backward_;
};
LayerOf<BiRNN> birnn(BiRNNOptions options, Operand::Where line = Operand::Where::current());

struct RNNCellOptions {
  std::int64_t nout = 0;
  Initialiser init = gaussian();
  Initialiser init_h2h = {};   // default: `init`
  Initialiser bias_init = {};  // default: zeros
  Activation activation = {};
  bool batch_norm = false;  // of the input's contribution, over all steps
  std::string name = {};
};

// One step h' = activation(W x + bias + W_h2h h), to be unrolled.
class RNNCell : public Layer {
 public:
  explicit RNNCell(RNNCellOptions options);
  const Axis& axis() const { return i2h_->axes()[0]; }
  // The input's contribution W x + bias, for one step or all steps.
  Op from_input(const Op& in);
  Op step(const Op& brought, const Op& h);
  // The state "h_init" over (F, N), kept across calls.
  Op kept_state(const Axis& batch);
  Layers layers() const override { return {i2h_, h2h_}; }

 protected:
  Op build(const Op& in) override;  // a step from the zero state

 private:
  std::shared_ptr<Affine> i2h_;
  std::shared_ptr<Linear> h2h_;
  Activation activation_;
};
LayerOf<RNNCell> rnn_cell(RNNCellOptions options, Operand::Where line = Operand::Where::current());

struct UnrollOptions {
  std::optional<Op> init_state = {};  // (F, N); default: 0
  bool reset_cells = true;            // false: a call without init_state starts from the last
                                      // state of the previous call
  bool return_sequence = true;
  bool reverse_mode = false;
};
// Unrolls the cell over the `num_steps` elements of the recurrent axis. Result over (F, REC, N), or
// (F, N). Throws a value Error if the axis has another length.
Op unroll(const LayerOf<RNNCell>& cell, std::int64_t num_steps, const Op& inputs,
          const UnrollOptions& options = {});

}  // namespace ng::neon
