// SPDX-License-Identifier: Apache-2.0
// The loops that train and evaluate (semantics 7.4).
#pragma once

#include <map>
#include <string>

#include "engine/neon/training/callbacks.h"

namespace ng::neon {

// Calls the computation with every batch that is left in the source, and tells the callbacks of
// each phase. When a call or callback throws, what was recorded so far is written all the same.
void loop_train(BatchSource& data, const BoundComputation& train, CallbackContainer& callbacks);

// Each output's mean over exactly ndata samples, fewer if the source ends before: the source is
// reset, and what wraps around in the last batch does not count. An output without a batch axis
// stands for its whole batch: value Error when the last batch wraps.
std::map<std::string, double> loop_eval(BatchSource& data, const BoundComputation& computation);

}  // namespace ng::neon
