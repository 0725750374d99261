// SPDX-License-Identifier: Apache-2.0
// A Keras model: its architecture as JSON, and where its weights are. Nothing of it is executed.
#pragma once

#include <memory>
#include <string>

#include "engine/formats/hdf5/hdf5_helper.h"
#include "engine/parsing/json_text.h"

namespace ng::keras {

struct Model {
  std::string path;                  // of the file
  std::string version;               // of Keras: "3.15.1"; empty: unknown
  std::unique_ptr<JsonText> config;  // of the outermost layer: class_name, config
  TensorDirectory weights;           // names are paths inside the HDF5 file
  Hdf5Texts texts;
  // Weights are listed by weight_names of each layer's group (.h5), instead of numbered variables
  // of layers numbered by class (.keras).
  bool named = false;
  std::shared_ptr<const InputFile> file;  // null: the model was read from memory
};

}  // namespace ng::keras
