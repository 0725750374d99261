// SPDX-License-Identifier: Apache-2.0
// Names of attributes: the readable form of an op ("dims = [0]") has others than its generic form
// ("broadcast_dimensions"), which the structs have.
#pragma once

#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng::stablehlo {

// Gives the attributes of an op that was read in its readable form their generic names.
void use_generic_names(Operation& operation);

}  // namespace ng::stablehlo
