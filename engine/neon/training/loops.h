// SPDX-License-Identifier: Apache-2.0
// Training and evaluation loops.
#pragma once

#include <map>
#include <string>

#include "engine/neon/training/callbacks.h"

namespace ng::neon {

// Calls the computation with every remaining batch of the source and calls the callbacks in each
// phase. If a call or callback throws, recorded numbers are still written.
void loop_train(BatchSource& data, const BoundComputation& train, CallbackContainer& callbacks);

// Mean of each output over exactly ndata samples, or fewer if the source ends earlier. Resets the
// source. Samples that wrap around in the last batch do not count. An output without a batch axis
// represents its whole batch: throws a value Error if the last batch wraps around.
std::map<std::string, double> loop_eval(BatchSource& data, const BoundComputation& computation);

}  // namespace ng::neon
