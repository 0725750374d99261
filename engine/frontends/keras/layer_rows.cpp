// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/layer_rows.h"

#include <unordered_map>

#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {

std::vector<Slot> kernel_slots(const onnx::Node& layer) {
  std::vector<Slot> slots{{"kernel", "vars/0"}};
  if (flag(layer, "use_bias", true)) slots.push_back({"bias", "vars/1"});
  return slots;
}

std::span<const LayerRow> all_layers() {
  static const std::vector<LayerRow> rows = [] {
    std::vector<LayerRow> all;
    for (const auto family : {activation_layers, attention_layers, convolution_layers, core_layers,
                              merging_layers, normalisation_layers, pooling_layers,
                              recurrent_convolutions, recurrent_layers, shape_layers}) {
      const std::span<const LayerRow> some = family();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return rows;
}

std::string row_name(const std::string& class_name, std::string_view module,
                     std::string_view registered_name) {
  if (is_function(module)) {
    std::string name = "ops." + class_name;
    return find_layer(name) ? name : class_name;
  }
  const bool own = module.starts_with("keras.") || module.starts_with("tf_keras.");
  if (own || registered_name.empty()) return class_name;
  return registered_name.find('>') == registered_name.npos ? "Custom>" + class_name
                                                           : std::string(registered_name);
}

const LayerRow* find_layer(std::string_view class_name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const LayerRow*> map;
    for (const LayerRow& layer : all_layers()) map.emplace(layer.row.name, &layer);
    return map;
  }();
  const auto at = by_name.find(class_name);
  return at == by_name.end() ? nullptr : at->second;
}

}  // namespace ng::keras
