// SPDX-License-Identifier: Apache-2.0
// Graphs that are written as ONNX models with inputs and the values that the reference computes:
// op cases, integers at their limits, sample documents and the models of tests/onnx/models.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/support/run_graph.h"

namespace ng {

struct ExportedCase {
  std::string name;  // usable as a file name, unique
  std::vector<Op> results;
  Feeds inputs;
};

// Passes each case on: models of a real size are not all in memory at once.
void for_each_exported_case(const std::function<void(const ExportedCase&)>& take);

// Writes NAME.onnx and NAME.npz (arrays "in.NAME" and "out.NAME", as model_check.h reads them) into
// `folder`. Returns why the case cannot be written, empty if it was.
std::string write_exported_case(const ExportedCase& exported, const std::string& folder);

}  // namespace ng
