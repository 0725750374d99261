// SPDX-License-Identifier: Apache-2.0
#include "tests/tensorflow/tensorflow_check.h"

#include <filesystem>

#include "engine/formats/archives/npz.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/frontends/tensorflow/convert_graph.h"

namespace ng {

ModelOutcome check_tensorflow(const std::string& file, const std::string& transformer,
                              double tolerance) {
  Notes notes;
  Reader reader(model_file_of(file));
  const auto model = read_tensorflow(reader, notes);
  const onnx::Model declared =
      tensorflow::convert(tensorflow::graph_to_serve(*model), model->path, {}, notes);
  Reader arrays(std::filesystem::path(file).replace_extension(".npz").string());
  return check_document(file, declared, read_npz(arrays, notes), transformer, tolerance);
}

}  // namespace ng
