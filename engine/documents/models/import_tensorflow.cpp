// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/import_tensorflow.h"

#include "engine/documents/models/import_onnx.h"
#include "engine/frontends/tensorflow/checkpoint_values.h"
#include "engine/frontends/tensorflow/convert_graph.h"

namespace ng {

DocumentModel tensorflow_document(const tensorflow::Model& model, const LoadOptions& options,
                                  Notes& notes) {
  tensorflow::ConvertOptions convert;
  if (const std::string checkpoint = tensorflow::checkpoint_beside(model); !checkpoint.empty()) {
    convert.variables = tensorflow::values_in(checkpoint, notes);
  }
  const onnx::Model converted =
      tensorflow::convert(tensorflow::graph_to_serve(model), model.path, convert, notes);
  return onnx_document(converted, options, notes, "tensorflow", &tensorflow::dialect);
}

}  // namespace ng
