// SPDX-License-Identifier: Apache-2.0
// Builds objects of the neon front end for cases.
#pragma once

#include <string>

#include "tests/reference_cases/case_arguments.h"

namespace ng::cases {

// The parameter at one of the original's attribute paths below a layer: "W", "linear.W",
// "layers.0.conv.W", "W_input.i".
Op parameter_at(neon::LayerPtr layer, std::string path);

// Parameters of the layer and all its sublayers.
std::vector<neon::Layer::Parameter> all_parameters(const neon::Layer& layer);

}  // namespace ng::cases
