// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/foreign_model.h"

#include "engine/documents/models/import_onnx.h"
#include "engine/formats/hdf5/hdf5_file.h"
#include "engine/formats/keras/keras_file.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/formats/pytorch/pt2_file.h"
#include "engine/formats/stablehlo/stablehlo_file.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/formats/tflite/tflite_file.h"
#include "engine/frontends/keras/convert_model.h"
#include "engine/frontends/pytorch/convert_program.h"
#include "engine/frontends/stablehlo/convert_module.h"
#include "engine/frontends/tensorflow/checkpoint_values.h"
#include "engine/frontends/tensorflow/convert_graph.h"
#include "engine/frontends/tflite/convert_model.h"

namespace ng {
namespace {

ForeignModel tensorflow_model(Reader& reader, Notes& notes) {
  const std::shared_ptr<const tensorflow::Model> read = read_tensorflow(reader, notes);
  tensorflow::ConvertOptions convert;
  if (const std::string checkpoint = tensorflow::checkpoint_beside(*read); !checkpoint.empty())
    convert.variables = tensorflow::values_in(checkpoint, notes);
  auto model = std::make_shared<onnx::Model>(
      tensorflow::convert(tensorflow::graph_to_serve(*read), read->path, convert, notes));
  return {std::move(model), "tensorflow", &tensorflow::dialect, read};
}

ForeignModel keras_model(Reader& reader, Notes& notes) {
  return {std::make_shared<onnx::Model>(keras::convert(*read_keras(reader, notes), notes)), "keras",
          &keras::dialect};
}

ForeignModel pytorch_model(Reader& reader, Notes& notes) {
  const std::shared_ptr<const pytorch::Program> program = read_pt2(reader, notes);
  return {std::make_shared<onnx::Model>(pytorch::convert(*program, reader, notes)), "pytorch",
          &pytorch::dialect};
}

ForeignModel stablehlo_model(Reader& reader, Notes& notes) {
  const std::shared_ptr<const stablehlo::Module> module = read_stablehlo(reader, notes);
  return {std::make_shared<onnx::Model>(stablehlo::convert(*module, notes)), "stablehlo",
          &stablehlo::dialect};
}

ForeignModel tflite_model(Reader& reader, Notes& notes) {
  return {std::make_shared<onnx::Model>(tflite::convert(*read_tflite(reader, notes), notes)),
          "tflite", &tflite::dialect};
}

}  // namespace

std::optional<ForeignModel> read_foreign_model(Reader& reader, Notes& notes) {
  const std::string first = reader.first_bytes(512);
  if (reader.size() > 0 && onnx_format.recognises(first.substr(0, 64)))
    return ForeignModel{read_onnx(reader, notes)};
  if (recognises_stablehlo(first)) return stablehlo_model(reader, notes);
  if (recognises_tflite(first)) return tflite_model(reader, notes);
  if (recognises_tensorflow(first)) return tensorflow_model(reader, notes);
  if (is_pt2_archive(first)) return pytorch_model(reader, notes);
  if (is_keras_archive(first) || recognises_hdf5(first)) return keras_model(reader, notes);
  return std::nullopt;
}

DocumentModel foreign_document(const ForeignModel& model, const LoadOptions& options,
                               Notes& notes) {
  return onnx_document(*model.model, options, notes, model.framework, model.dialect);
}

}  // namespace ng
