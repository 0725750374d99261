// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tflite/convert_model.h"

#include <filesystem>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/tensorflow/convert_graph.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"
#include "engine/frontends/tflite/graph_converter.h"

namespace ng::tflite {
namespace {

// An operator that is not imported; the reason is an attribute.
void refuse_operator(onnx::NodeContext& n) {
  onnx::NodeContext::refuse(n.text("reason", "this op is not imported"));
}
constexpr onnx::OpRow refused = {refused_op, 1, 0, refuse_operator};

const onnx::OpRow* row_of(std::string_view op) {
  return op == refused_op ? &refused : tensorflow::find_row(op);
}

}  // namespace

const onnx::Dialect dialect = {tensorflow::op_domain, row_of};

onnx::Model convert(const Model& model, Notes& notes) {
  Conversion shared(model, notes);
  onnx::Model& made = shared.made;
  made.path = model.path;
  made.producer = "TensorFlow Lite";
  made.opsets[""] = onnx::newest_opset;
  shared.location = std::filesystem::path(model.path).filename().string();
  if (model.file) (*made.external)[shared.location] = model.file;
  GraphConverter(shared, 0, made.graph.nodes).convert_main();
  if (made.graph.outputs.empty()) {
    Diagnostic diagnostic;
    diagnostic.what = "the model has no output";
    diagnostic.where = quote(model.path);
    diagnostic.found = counted(model.graphs[0].operators.size(), "operator");
    diagnostic.expected = "an output";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  return std::move(made);
}

}  // namespace ng::tflite
