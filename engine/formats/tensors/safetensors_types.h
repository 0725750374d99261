// SPDX-License-Identifier: Apache-2.0
// The element types of safetensors.
#pragma once

#include <string_view>

#include "engine/formats/tensors/stored_type.h"

namespace ng {

// "F32", "F8_E4M3"; empty for types that the format lacks.
std::string_view safetensors_name(const StoredType& type);
// Any other name gives an unknown type of that name.
StoredType safetensors_type(std::string_view name);

}  // namespace ng
