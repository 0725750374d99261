// SPDX-License-Identifier: Apache-2.0
// Names of PyTorch's element types.
#pragma once

#include <optional>
#include <string_view>

#include "engine/formats/tensors/stored_type.h"

namespace ng {

// Of "float32" and so on; an unknown type for any other name.
StoredType torch_dtype(std::string_view name);
// Of the elements of "torch.FloatStorage" and so on.
StoredType torch_storage_dtype(std::string_view name);

}  // namespace ng
