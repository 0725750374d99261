// SPDX-License-Identifier: Apache-2.0
// Opens a part of an open file as an HDF5 file: an entry of an archive that is stored as it is.
#pragma once

#include <cstdint>

#include "app/hdf5/handle.h"

namespace ng::hdf5 {

// `bytes` bytes from `start` on of the file with this descriptor, for reading. No other file is
// ever opened, whatever the content names. Throws std::runtime_error.
Handle open_part(int descriptor, std::uint64_t start, std::uint64_t bytes);

}  // namespace ng::hdf5
