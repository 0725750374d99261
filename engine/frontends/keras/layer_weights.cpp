// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/layer_weights.h"

#include <map>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/frontends/keras/layer_calls.h"
#include "engine/frontends/keras/layer_config.h"

namespace ng::keras {
namespace {

constexpr std::size_t most_nested = 32;

// The variables of a layer, or of all layers of a model in it, in the order of the file.
void add_slots(const PlacedLayer& layer, std::vector<Slot>& slots, std::size_t depth) {
  const JsonField config = layer.field.at("config");
  if (is_network(layer.class_name)) {
    if (depth > most_nested) config.fail("the models are nested too deeply", {}, {});
    for (const PlacedLayer& inner : layers_of(config, layer.place))
      add_slots(inner, slots, depth + 1);
    return;
  }
  const LayerRow* row = find_layer(layer.class_name);
  if (!row || !row->variables) return;
  onnx::Node node;
  node.op_type = layer.class_name;
  add_attributes(config, "", node.attributes);
  for (Slot& slot : row->variables(node)) {
    slot.path = layer.place + "/" + slot.path;
    slots.push_back(std::move(slot));
  }
}

// Keras exports one layer under another name than its class has.
std::string python_name(const std::string& class_name) {
  return class_name == "GroupQueryAttention" ? "GroupedQueryAttention" : class_name;
}

}  // namespace

bool is_network(const std::string& class_name) {
  return class_name == "Sequential" || class_name == "Functional" || class_name == "Model";
}

std::vector<PlacedLayer> layers_of(const JsonField& config, const std::string& place) {
  std::vector<PlacedLayer> layers;
  std::map<std::string, std::size_t> counts;
  // Keras 2.2 wrote the layers of a Sequential without a name of the model.
  const JsonField list = config.is_list() ? config : config.at("layers");
  for (const JsonField& field : list.items()) {
    PlacedLayer layer{field, {}, text_of(field, "name"), field.at("class_name").name()};
    if (layer.name.empty()) layer.name = field.at("config").at("name").name();
    if (!is_function(field)) {
      const std::string name = snake_case(python_name(layer.class_name));
      const std::size_t count = counts[name]++;
      layer.place = (place.empty() ? "" : place + "/") + "layers/" + name +
                    (count == 0 ? "" : "_" + std::to_string(count));
    }
    layer.class_name = row_name(field);
    layers.push_back(std::move(layer));
  }
  return layers;
}

LayerWeights::LayerWeights(const Model& model, Notes& notes) : model_(model) {
  for (const StoredTensor& tensor : model.weights.tensors) {
    (model.named ? by_name_ : by_path_).emplace(tensor.name, &tensor);
  }
  if (!model.named) return;
  for (const PlacedLayer& layer : layers_of(model.config->root().at("config"), {}))
    add_named(layer, notes);
}

const StoredTensor* LayerWeights::find(const std::string& path) const {
  const auto at = by_path_.find(path);
  if (at != by_path_.end()) return at->second;
  // Keras 2 keeps layers inside layers in private members: "attention/_query_dense/vars/0".
  const std::size_t end = path.rfind("/vars/");
  const std::size_t inner = end == path.npos || end == 0 ? path.npos : path.rfind('/', end - 1);
  if (inner == path.npos) return nullptr;
  const auto old = by_path_.find(std::string(path).insert(inner + 1, "_"));
  return old == by_path_.end() ? nullptr : old->second;
}

// The names list trainable weights before others.
void LayerWeights::add_named(const PlacedLayer& layer, Notes& notes) {
  const std::string group = "model_weights/" + layer.name;
  const auto texts = model_.texts.find(group);
  if (layer.place.empty() || texts == model_.texts.end()) return;
  std::vector<std::string> names;
  // Keras divides lists of names over 64 KiB: weight_names0, weight_names1.
  if (const auto whole = texts->second.find("weight_names"); whole != texts->second.end())
    names = whole->second;
  for (std::size_t i = 0;; ++i) {
    const auto part = texts->second.find("weight_names" + std::to_string(i));
    if (part == texts->second.end()) break;
    names.insert(names.end(), part->second.begin(), part->second.end());
  }
  std::vector<Slot> slots, ordered;
  add_slots(layer, slots, 0);
  for (const bool trainable : {true, false}) {
    for (const Slot& slot : slots) {
      if (slot.trainable == trainable) ordered.push_back(slot);
    }
  }
  if (names.size() != ordered.size()) {
    if (!ordered.empty())
      add_note(notes,
               "the layer " + quote(layer.name) + " has " + counted(names.size(), "weight") +
                   ", its configuration " + std::to_string(ordered.size()) + "; they are not read",
               quote(model_.path));
    return;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = by_name_.find(group + "/" + names[i]);
    if (found != by_name_.end()) by_path_.emplace(ordered[i].path, found->second);
  }
}

}  // namespace ng::keras
