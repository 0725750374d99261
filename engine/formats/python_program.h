// SPDX-License-Identifier: Apache-2.0
// A document as the Python program that builds it.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/document.h"
#include "engine/formats/tensor_file.h"

namespace ng {

struct PythonProgram {
  std::string text;
  std::vector<NamedTensor> arrays;  // too large for the text, which reads them from `arrays_file`
};

// Axes, ops under their names, and computations on a transformer, through the package's public
// functions alone. The arrays of `model` are loaded. unavailable Error for an op that no function of
// the package builds, such as the step of a loop.
PythonProgram python_program(const DocumentModel& model, const std::string& arrays_file);

}  // namespace ng
