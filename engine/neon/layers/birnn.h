// SPDX-License-Identifier: Apache-2.0
// A recurrent layer in both directions, and cells that are unrolled step by step (semantics 7.2).
#pragma once

#include "engine/neon/layers/affine.h"
#include "engine/neon/layers/recurrent.h"

namespace ng::neon {

struct BiRNNOptions : RecurrentOptions {
  BiRNNOptions() { reset_cells = false; }
  bool sum_out = false;     // the sum of both directions
  bool concat_out = false;  // both, one behind the other along the feature axis
};

// Two Recurrent layers, "Recurrent" and "Recurrent_0", forward and backward.
class BiRNN : public Layer {
 public:
  explicit BiRNN(BiRNNOptions options);  // value Error for both ways of joining
  // Forward and backward.
  std::vector<Op> outputs(const Op& in, const std::vector<Op>& init_states = {});
  bool joins() const { return sum_ || concat_; }
  Layers layers() const override { return {forward_, backward_}; }

 protected:
  Op build(const Op& in) override;  // value Error when the directions are not joined

 private:
  bool sum_, concat_;
  LayerOf<Recurrent> forward_, backward_;
};
LayerOf<BiRNN> birnn(BiRNNOptions options, Operand::Where line = Operand::Where::current());

struct RNNCellOptions {
  std::int64_t nout = 0;
  Initialiser init = gaussian();
  Initialiser init_h2h = {};   // none: `init`
  Initialiser bias_init = {};  // none: zeros
  Activation activation = {};
  bool batch_norm = false;  // of what the input brings, over all steps
  std::string name = {};
};

// h' = activation(W x + bias + W_h2h h): a step, to be unrolled.
class RNNCell : public Layer {
 public:
  explicit RNNCell(RNNCellOptions options);
  const Axis& axis() const { return i2h_->axes()[0]; }
  // What the input brings, for one step or for all at once.
  Op from_input(const Op& in);
  Op step(const Op& brought, const Op& h);
  // The state "h_init" that survives calls, over F, N.
  Op kept_state(const Axis& batch);
  Layers layers() const override { return {i2h_, h2h_}; }

 protected:
  Op build(const Op& in) override;  // a step from the state 0

 private:
  std::shared_ptr<Affine> i2h_;
  std::shared_ptr<Linear> h2h_;
  Activation activation_;
};
LayerOf<RNNCell> rnn_cell(RNNCellOptions options, Operand::Where line = Operand::Where::current());

struct UnrollOptions {
  std::optional<Op> init_state = {};  // (F, N); none: 0
  bool reset_cells = true;            // false: a call starts where the last one ended, unless
                                      // it is given its state
  bool return_sequence = true;
  bool reverse_mode = false;
};
// The cell over the `num_steps` elements of the recurrent axis: over F, REC, N, or F, N. Value
// Error when the axis has another length.
Op unroll(const LayerOf<RNNCell>& cell, std::int64_t num_steps, const Op& inputs,
          const UnrollOptions& options = {});

}  // namespace ng::neon
