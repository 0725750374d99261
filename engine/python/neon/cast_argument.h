// SPDX-License-Identifier: Apache-2.0
// Refuses arguments of another type with a message that names them.
#pragma once

#include <string>

#include "engine/python/handles.h"

namespace ng::python {

// Raises TypeError: "`what`, not 'abc'".
[[noreturn]] inline void refuse_type(const std::string& what, const py::handle& given) {
  throw py::type_error(what + ", not " + py::repr(given).cast<std::string>());
}

// Converts an argument whose type the binding does not check.
template <class T>
T cast_argument(const py::handle& given, const char* what) {
  try {
    return given.cast<T>();
  } catch (const py::cast_error&) {
    refuse_type(what, given);
  }
}

}  // namespace ng::python
