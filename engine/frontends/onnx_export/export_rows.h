// SPDX-License-Identifier: Apache-2.0
// How the engine's ops are written: one row an op, by its name in the op table.
#pragma once

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
  [[noreturn]] void refuse(const std::string& why) const;
};

struct ExportRow {
  std::string_view op;
  std::string_view onnx;  // for rows that share a function
  Written (*write)(ExportContext&, std::string_view onnx);
};

// Null if there is no row.
const ExportRow* find_export_row(std::string_view op);

}  // namespace ng::onnx
