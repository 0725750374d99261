// SPDX-License-Identifier: Apache-2.0
// How the engine's ops are written: one row an op, by its name in the op table.
#pragma once

#include <span>
#include <string_view>

#include "engine/frontends/onnx_export/graph_writer.h"
#include "engine/graph/node.h"

namespace ng::onnx {

struct ExportContext {
  GraphWriter& graph;
  const ng::Node& node;
  std::vector<Written> operands;
  std::string name;  // wanted for the result

  const Axes& axes() const { return node.results[0].axes; }
  DType dtype() const { return node.results[0].dtype; }
  // Operands over the result's axes, in this type.
  Written alike(std::size_t operand, DType type) const;
  std::vector<Written> alike(DType type) const;
  // A node over the result's axes.
  Written add(const std::string& op_type, const std::vector<Written>& inputs, DType type,
              const std::string& part = {}, std::vector<Attribute> attributes = {}) const;
  // x in the result's type.
  Written result(const Written& x) const;
  [[noreturn]] void refuse(const std::string& why) const;
};

struct ExportRow {
  std::string_view op;
  std::string_view onnx;  // for rows that share a function
  Written (*write)(ExportContext&, std::string_view onnx);
  bool otherwise = false;  // only where the op is not defined by others
};

std::span<const ExportRow> elementwise_export_rows();
std::span<const ExportRow> integer_export_rows();  // quotients, remainders, powers and bits
std::span<const ExportRow> ordering_export_rows();
std::span<const ExportRow> reduction_export_rows();
std::span<const ExportRow> shape_export_rows();
std::span<const ExportRow> window_export_rows();

// Null if there is no row.
const ExportRow* find_export_row(std::string_view op);

}  // namespace ng::onnx
