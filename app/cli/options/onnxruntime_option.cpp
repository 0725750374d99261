// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options/onnxruntime_option.h"

#include "engine/formats/format_table.h"
#include "engine/formats/onnx/onnx_file.h"

namespace ng::cli {

void requireOnnxModel(const Arguments& arguments) {
  const std::string& path = arguments.operand(0);
  if (model_format_at(path) == &onnx_format) return;
  throw UsageError(std::string("--right ") + onnxruntimeName + " requires an ONNX model; '" + path +
                   "' is none");
}

}  // namespace ng::cli
