// SPDX-License-Identifier: Apache-2.0
// NumPy's arrays and scalars in a pickle, read without NumPy.
#pragma once

#include <optional>

#include "engine/formats/pytorch/pickle_data.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng {

// An array or scalar whose pickle calls numpy.core.multiarray._reconstruct, its scalar, or
// numpy.core.numeric._frombuffer. It has no name; it has a fault if its elements cannot be read.
// Empty for any other object.
std::optional<StoredTensor> numpy_array(const PickleData& pickle, PickleData::Id object);

}  // namespace ng
