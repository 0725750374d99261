// SPDX-License-Identifier: Apache-2.0
// Converts arguments whose type the binding does not check, with a message that names them.
#pragma once

#include <string>

#include "engine/python/handles.h"

namespace ng::python {

// Raises TypeError for an object of another type: "`what`, not 'abc'".
template <class T>
T cast_argument(const py::handle& given, const char* what) {
  try {
    return given.cast<T>();
  } catch (const py::cast_error&) {
    throw py::type_error(std::string(what) + ", not " + py::repr(given).cast<std::string>());
  }
}

}  // namespace ng::python
