// SPDX-License-Identifier: Apache-2.0
// Target: the architecture of a Keras model, as JSON, imported without weights.
#include "engine/documents/models/import_onnx.h"
#include "engine/frontends/keras/convert_model.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_keras(Bytes bytes) {
  keras::Model model;
  model.path = "no/such/folder/model.keras";
  model.version = "3.0";
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  model.config = std::make_unique<JsonText>(std::string(text, bytes.size()), "config.json");
  Notes notes;
  onnx_document(keras::convert(model, notes), {}, notes, "keras", &keras::dialect);
}

}  // namespace ng::fuzz
