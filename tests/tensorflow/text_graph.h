// SPDX-License-Identifier: Apache-2.0
// Graphs of TensorFlow as text, and what running them gives.
#pragma once

#include <string>
#include <vector>

#include "engine/base/atomic_file.h"
#include "engine/documents/document.h"
#include "engine/graph/node.h"
#include "engine/ops/opaque.h"
#include "engine/ops/sequencing.h"
#include "tests/support/run_graph.h"

namespace ng::testing {

inline std::string attr_text(const std::string& key, const std::string& value) {
  return " attr { key: \"" + key + "\" value { " + value + " } }";
}

inline std::string type_text(const std::string& key, const std::string& type) {
  return attr_text(key, "type: " + type);
}

// `field` is that of a graph ("node") or of a function ("node_def").
inline std::string node_text(const std::string& field, const std::string& name,
                             const std::string& op, const std::vector<std::string>& inputs,
                             const std::string& attrs = {}) {
  std::string text = field + " { name: \"" + name + "\" op: \"" + op + "\"";
  for (const std::string& input : inputs) text += " input: \"" + input + "\"";
  return text + attrs + " }\n";
}

// `tensor`: its fields, such as "dtype: DT_INT32 tensor_shape { } int_val: 1".
inline std::string const_text(const std::string& field, const std::string& name,
                              const std::string& tensor) {
  return node_text(field, name, "Const", {}, attr_text("value", "tensor { " + tensor + " }"));
}

inline std::string int_text(int value) {
  return "dtype: DT_INT32 tensor_shape { } int_val: " + std::to_string(value);
}

inline std::string float_text(const std::string& value) {
  return "dtype: DT_FLOAT tensor_shape { } float_val: " + value;
}

inline std::string placeholder_text(const std::string& name, int length) {
  const std::string shape = "shape { dim { size: " + std::to_string(length) + " } }";
  return node_text("node", name, "Placeholder", {},
                   type_text("dtype", "DT_FLOAT") + attr_text("shape", shape));
}

inline std::string function_text(const std::string& name, const std::vector<std::string>& inputs,
                                 const std::string& nodes,
                                 const std::vector<std::string>& returns) {
  std::string type = "name: \"" + name + "\"", results;
  for (const std::string& input : inputs) type += " input_arg { name: \"" + input + "\" }";
  for (std::size_t i = 0; i < returns.size(); ++i) {
    const std::string key = "\"r" + std::to_string(i) + "\"";
    type += " output_arg { name: " + key + " }";
    results += "ret { key: " + key + " value: \"" + returns[i] + "\" }\n";
  }
  return "function { signature { " + type + " }\n" + nodes + results + "}\n";
}

// A SavedModel with one signature; `signature` has its inputs and outputs.
inline std::string saved_model_text(const std::string& graph, const std::string& signature) {
  return "saved_model_schema_version: 1 meta_graphs {\nmeta_info_def { tags: \"serve\" }\n"
         "graph_def {\n" +
         graph + "}\nsignature_def { key: \"serving_default\" value {\n" + signature + "} }\n}\n";
}

inline std::string signature_text(const std::string& field, const std::string& key,
                                  const std::string& tensor) {
  return field + " { key: \"" + key + "\" value { name: \"" + tensor + "\" } }\n";
}

inline Document document_of_text(const std::string& path, const std::string& text) {
  write_file(path, text);
  return load_document(path);
}

// Why it cannot run; empty if it can.
inline std::string reasons_of(const Document& document) {
  std::string reasons;
  for (const Op& op : document.ops) {
    const std::string reason = reason_not_to_run(op.node());
    if (!reason.empty()) reasons += reason + "\n";
  }
  return reasons;
}

// The results, with `value` as all elements of all inputs.
inline std::vector<std::vector<double>> results_of(const Document& document, double value) {
  const ComputationParts parts = parts_of(document.computation().node());
  Feeds feeds;
  for (const NodePtr& parameter : parts.parameters) {
    const TensorType& type = parameter->results[0];
    Tensor fed(type.dtype, type.axes.lengths());
    for (std::int64_t i = 0; i < fed.size(); ++i) fed.set(i, value);
    feeds.emplace_back(Op(parameter), std::move(fed));
  }
  std::vector<std::vector<double>> results;
  for (const auto& found :
       run_once("reference", std::vector<Op>(parts.results.begin(), parts.results.end()), feeds)) {
    results.push_back(found.value().values());
  }
  return results;
}

}  // namespace ng::testing
