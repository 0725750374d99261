// SPDX-License-Identifier: Apache-2.0
// The networks that the bench trains; peers/torch_networks.py has the same ones.
#pragma once

#include "tests/bench/prepared.h"

namespace ng::bench {

// Parts of training steps: gradient descent of all variables of a loss, which is the first result;
// the cross-entropy of outputs (Y, …) with class indices, averaged over the batch; class indices.
Op descent(const Op& loss, const std::vector<Op>& parameters);
Op cross_entropy_of(const Op& outputs, const Axis& y, const Op& classes);
Tensor classes(const Shape& shape, std::int64_t count);

// 784-1000-10 MLP with ReLU, batch 128: one gradient descent step; the loss is the first result.
Prepared mlp_step();

// Images 3 x 32 x 32: 5 x 5 filters to 16 and to 32 channels, each with padding, ReLU and 2 x 2
// pooling, then layers of 500 and 10: a training step of batch 128, or only the ten outputs.
Prepared convnet_step();
Prepared convnet_forward(std::int64_t batch);

// 30 time steps of one-hot inputs of size 64, an LSTM, 64 outputs per time step: a training step.
Prepared lstm_step(std::int64_t cells, std::int64_t batch);

}  // namespace ng::bench
