// SPDX-License-Identifier: Apache-2.0
// The weights of a Keras model by the layer that they belong to.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/note.h"
#include "engine/formats/keras/keras_model.h"
#include "engine/frontends/keras/layer_rows.h"

namespace ng::keras {

// A layer with the part of the paths of .keras files that names it.
struct PlacedLayer {
  JsonField field;               // class_name, config
  std::string place;             // "layers/dense_1"
  std::string name, class_name;  // the class as its row names it
};

// The layers of a Sequential or Functional model. Functions of keras.ops have no place.
std::vector<PlacedLayer> layers_of(const JsonField& config, const std::string& place);
bool is_network(const std::string& class_name);

class LayerWeights {
 public:
  // Notes layers whose weights are other than their configuration says.
  LayerWeights(const Model& model, Notes& notes);

  // By its path in a .keras file, also for models of .h5 files. Null: not in the file.
  const StoredTensor* find(const std::string& path) const;

 private:
  void add_named(const PlacedLayer& layer, Notes& notes);

  const Model& model_;
  std::unordered_map<std::string, const StoredTensor*> by_path_, by_name_;
};

}  // namespace ng::keras
