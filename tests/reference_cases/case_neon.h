// SPDX-License-Identifier: Apache-2.0
// Objects of the neon front end in cases.
#pragma once

#include <string>

#include "tests/reference_cases/case_arguments.h"

namespace ng::cases {

// What the original's attribute path names below a layer: "W", "linear.W", "layers.0.conv.W",
// "W_input.i".
Op parameter_at(neon::LayerPtr layer, std::string path);

// Of the layer and all its parts.
std::vector<neon::Layer::Parameter> all_parameters(const neon::Layer& layer);

}  // namespace ng::cases
