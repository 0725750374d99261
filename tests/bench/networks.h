// SPDX-License-Identifier: Apache-2.0
// Nets that the bench trains: peers/torch_networks.py holds the same ones.
#pragma once

#include "tests/bench/prepared.h"

namespace ng::bench {

// 784-1000-10, rectified, batch 128: a step of gradient descent; the loss is the first result.
Prepared mlp_step();

// Pictures 3 x 32 x 32, batch 128: 5 x 5 filters to 16 and to 32 channels, each padded, rectified
// and halved, then 500 and 10: a step, or the ten outputs alone.
Prepared convnet_step();
Prepared convnet_forward();

// 30 points of one in 64, an LSTM, 64 outputs at every point: a step.
Prepared lstm_step(std::int64_t cells, std::int64_t batch);

}  // namespace ng::bench
