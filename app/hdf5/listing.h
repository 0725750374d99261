// SPDX-License-Identifier: Apache-2.0
// The data sets, groups and texts of an HDF5 file as JSON; no elements are read.
#pragma once

#include <string>

#include "app/hdf5/handle.h"

namespace ng::hdf5 {

// {"tensors": [{"name", "shape", "type", "offset" or "read", "swapped"?, "fault"?, "value"?}],
//  "texts": [[object, attribute, text…]], "notes": [text]}: see engine/formats/hdf5/hdf5_helper.h.
// Throws std::exception for files beyond the limits.
std::string listing(const Handle& file);

}  // namespace ng::hdf5
