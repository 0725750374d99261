// SPDX-License-Identifier: Apache-2.0
// The layers of Keras that are imported: one row a class. A row builds its results from the rows of
// ONNX and TensorFlow, as those of the TensorFlow importer do.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/frontends/onnx/onnx_ops.h"

namespace ng::keras {

using onnx::NodeContext;

// A variable of a layer, in the order in which Keras makes them.
struct Slot {
  std::string role;       // "kernel"; of a layer inside another: "forward_layer.kernel"
  std::string path;       // in a .keras file, below the layer: "vars/0"
  bool trainable = true;  // .h5 files list others last
  bool optional = false;  // may be missing in the file
};

// Of a layer with a kernel and, if it uses one, a bias.
std::vector<Slot> kernel_slots(const onnx::Node& layer);

struct LayerRow {
  onnx::OpRow row;  // its name is the class
  // The variables that a layer of this configuration has; null: none.
  std::vector<Slot> (*variables)(const onnx::Node& layer) = nullptr;
};

// Is it a module of functions of keras.ops?
inline bool is_function(std::string_view module) {
  return module.starts_with("keras.src.ops");
}

// The name of the row of a class. A function of keras.ops or a user's class may be named like a
// layer of Keras: "ops.Average" has a row of its own, and "Custom>Dense" has none.
std::string row_name(const std::string& class_name, std::string_view module,
                     std::string_view registered_name);

// Null if the class is not imported.
const LayerRow* find_layer(std::string_view class_name);
std::span<const LayerRow> all_layers();

// Rows of one family each.
std::span<const LayerRow> activation_layers();
std::span<const LayerRow> attention_layers();
std::span<const LayerRow> convolution_layers();
std::span<const LayerRow> core_layers();
std::span<const LayerRow> merging_layers();
std::span<const LayerRow> normalisation_layers();
std::span<const LayerRow> pooling_layers();
std::span<const LayerRow> recurrent_convolutions();
std::span<const LayerRow> recurrent_layers();
std::span<const LayerRow> shape_layers();

}  // namespace ng::keras
