// SPDX-License-Identifier: Apache-2.0
// Turns a graph of TensorFlow into a model that the ONNX importer reads: the same nodes, names and
// attributes, with the ops of tensorflow_ops.h. Calls of functions, branches and loops become those
// of ONNX; nodes that nothing needs are left out.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensorflow/tensorflow_model.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng::tensorflow {

inline constexpr std::string_view op_domain = "tensorflow";
inline constexpr std::string_view function_domain = "tensorflow.function";

// Values of variables by name; empty: the variable has its initial value.
using VariableValues = std::function<std::optional<ng::Tensor>(const std::string& key)>;

struct ConvertOptions {
  std::string signature;     // empty: serving_default, else the first
  VariableValues variables;  // of a checkpoint; null: none
  bool updates = false;      // also assignments and what initialises variables
  bool unread = false;       // without a signature, also GraphIndex::unread()
};

// Throws bad_file Errors for graphs that name nodes twice, that use undefined values, or whose
// functions call themselves; key Errors for an unknown signature. `graph` must outlive the model.
onnx::Model convert(const MetaGraph& graph, const std::string& path, const ConvertOptions& options,
                    Notes& notes);

extern const onnx::Dialect dialect;

}  // namespace ng::tensorflow
