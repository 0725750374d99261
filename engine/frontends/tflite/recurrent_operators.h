// SPDX-License-Identifier: Apache-2.0
// Recurrent operators of TensorFlow Lite, whose states are tensors that are kept between calls of
// the interpreter. Each run starts them at zero, as a new interpreter does.
#pragma once

#include "engine/frontends/tflite/operator_rows.h"

namespace ng::tflite {

// Of a sequence, in the order of batch and time, or of time and batch.
void sequence_lstm(OperatorNodes& n);
void sequence_rnn(OperatorNodes& n);
// Of one time step (batch, features).
void single_lstm(OperatorNodes& n);
void single_rnn(OperatorNodes& n);

}  // namespace ng::tflite
