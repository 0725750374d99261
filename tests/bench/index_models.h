// SPDX-License-Identifier: Apache-2.0
// ONNX models that sort, accumulate, take and scatter, which both ngraph and ONNX Runtime load.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "tests/bench/onnx_model.h"
#include "tests/bench/prepared.h"

namespace ng::bench {

// Models by the peers' case names.
std::map<std::string, std::function<OnnxModel()>> index_models();

// The model as a computation of ours, with its arguments.
Prepared imported(const OnnxModel& model);

}  // namespace ng::bench
