// SPDX-License-Identifier: Apache-2.0
// How the layers of a functional model are called: which results of other layers a call reads.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/parsing/json_field.h"

namespace ng::keras {

// A result of a call of a layer.
struct Tensor {
  std::string layer;
  std::int64_t call = 0, index = 0;
  // The shape and type that the file gives; nullopt: none.
  std::optional<onnx::ValueInfo> type = {};

  // "dense", "dense/call_1", "lstm:2"; `prefix` is that of the model.
  std::string value(const std::string& prefix) const;
};

struct Call {
  std::vector<Tensor> inputs;
  // Of inputs: the parameter ("query", "mask.1" in a list), else the position or the keyword.
  std::vector<std::string> names;
  std::vector<std::string> keywords;  // parameters that are given by name, unless they are null
  bool by_key = false;  // Has it tensors in an object? They are in the order of its keys.
  std::vector<onnx::Attribute> constants;  // "constant.1", "call.use_causal_mask"
};

// Of GetItem: the attribute has four integers for each element of the index: kind, start or
// position, stop and step.
inline constexpr const char* index_key = "index";
enum class IndexKind : std::int64_t { position, slice, new_axis, ellipsis };

// Is this entry of the layers a function of keras.ops, which may have the name of a layer?
bool is_function(const JsonField& layer);
// The name of its row (layer_rows.h).
std::string row_name(const JsonField& layer);

// Of the inbound_nodes of a layer, as Keras 2 or 3 writes them. Throws bad_file Errors.
std::vector<Call> calls_of(const JsonField& layer);

// References anywhere in input_layers or output_layers, in order; those of an object, in the order
// of its keys.
std::vector<Tensor> tensors_in(const JsonField& value);

// The name of the value of a result.
std::string call_name(const std::string& prefix, const std::string& layer, std::int64_t call);

onnx::ValueInfo value_info(const std::string& name, const JsonField& shape,
                           const std::string& dtype);

}  // namespace ng::keras
