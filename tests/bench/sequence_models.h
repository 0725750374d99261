// SPDX-License-Identifier: Apache-2.0
// ONNX models of sequences as exporters write them: transformer layers and recurrent layers.
#pragma once

#include <vector>

#include "tests/bench/onnx_model.h"

namespace ng::bench {

const std::vector<NamedModel>& sequence_models();

}  // namespace ng::bench
