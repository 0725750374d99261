// SPDX-License-Identifier: Apache-2.0
// HDF5 files of tensors, as h5py and Keras write them (.h5, .hdf5, .weights.h5).
#pragma once

#include <string_view>

#include "engine/formats/format.h"

namespace ng {

bool recognises_hdf5(std::string_view first_bytes);
// Does HDF5 begin after a block of the user, as in files of MATLAB? Its length is a power of 2, at
// least 512.
bool has_user_block(const Reader& reader);

// Data sets by their path; texts of the root and of Keras's group of weights, up to 1000 bytes
// each, as metadata.
TensorDirectory list_hdf5(Reader& reader, Notes& notes);

extern const Format hdf5_format;

}  // namespace ng
