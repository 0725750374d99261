// SPDX-License-Identifier: Apache-2.0
// The element types of HDF5 by the names of NumPy.
#pragma once

#include <string>

#include "app/hdf5/handle.h"

namespace ng::hdf5 {

struct ElementType {
  std::string name;      // "float32"; of a type without numbers: "string", "compound" and so on
  bool swapped = false;  // big endian
  bool numbers = false;  // elements can be read
};

ElementType element_type(hid_t type);
// The same type in little endian, for reading.
Handle little_endian(hid_t type);

}  // namespace ng::hdf5
