// SPDX-License-Identifier: Apache-2.0
// `ngraph compare` with values that another program computed.
#pragma once

#include <string>

#include "app/cli/arguments.h"
#include "engine/analysis/compare/compare_transformers.h"

namespace ng::cli {

// Does --right name a file of arrays, by its suffix?
bool isFileOfValues(const std::string& right);
// Throws UsageError for options that match arrays to ops, if there are no arrays.
void refuseMatchOptions(const Arguments& arguments);

// Compares a call on request.left with a run of the ONNX model in ONNX Runtime. Throws UsageError
// for a document of another format, and the errors of run_onnxruntime.
int compareWithOnnxRuntime(const Arguments& arguments, CompareRequest request);

// Compares a call on request.left with the arrays in the file request.right. The rest of the
// request is filled in from the command line.
int compareWithFile(const Arguments& arguments, CompareRequest request);

}  // namespace ng::cli
