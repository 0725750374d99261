// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/export_rows.h"

#include "engine/base/error.h"
#include "engine/frontends/onnx_export/arithmetic.h"

namespace ng::onnx {

Written ExportContext::alike(std::size_t operand, DType type) const {
  return graph.aligned(converted(graph, operands[operand], type), axes());
}

std::vector<Written> ExportContext::alike(DType type) const {
  std::vector<Written> all;
  for (std::size_t i = 0; i < operands.size(); ++i) all.push_back(alike(i, type));
  return all;
}

Written ExportContext::add(const std::string& op_type, const std::vector<Written>& inputs,
                           DType type, const std::string& part,
                           std::vector<Attribute> attributes) const {
  return graph.add(op_type, inputs, axes(), type, name + part, std::move(attributes));
}

Written ExportContext::result(const Written& x) const {
  return converted(graph, x, dtype());
}

void ExportContext::refuse(const std::string& why) const {
  Diagnostic diagnostic;
  diagnostic.what = "the op cannot be written as ONNX: " + why;
  diagnostic.where = ng::describe(node);
  diagnostic.ops = {node.id};
  ng::refuse(ErrorKind::value, std::move(diagnostic));
}

const ExportRow* find_export_row(std::string_view op) {
  for (const auto rows : {elementwise_export_rows(), integer_export_rows(), ordering_export_rows(),
                          reduction_export_rows(), shape_export_rows(), window_export_rows()}) {
    for (const ExportRow& row : rows) {
      if (row.op == op) return &row;
    }
  }
  return nullptr;
}

}  // namespace ng::onnx
