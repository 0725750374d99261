// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/checkpoint_values.h"

#include <filesystem>
#include <unordered_map>

#include "engine/formats/tensorflow/tensor_bundle.h"
#include "engine/formats/tensors/tensor_files.h"

namespace ng::tensorflow {

std::string checkpoint_beside(const Model& model) {
  const std::filesystem::path file(model.path);
  std::filesystem::path index;
  if (model.kind == ModelKind::saved_model)
    index = file.parent_path() / "variables" / "variables.index";
  else if (file.extension() == ".meta")
    index = std::filesystem::path(file).replace_extension(".index");
  std::error_code ignored;
  return std::filesystem::is_regular_file(index, ignored) ? index.string() : std::string();
}

VariableValues values_in(const std::string& path, Notes& notes) {
  const auto files = std::make_shared<TensorFiles>(bundle_index_of(path));
  notes.insert(notes.end(), files->notes().begin(), files->notes().end());
  auto by_name = std::make_shared<std::unordered_map<std::string, const StoredTensor*>>();
  for (const StoredTensor& tensor : files->directory().tensors) {
    if (tensor.is_real()) by_name->emplace(tensor.name, &tensor);
  }
  return [files, by_name](const std::string& key) -> std::optional<ng::Tensor> {
    const auto at = by_name->find(bundle_name(key));
    if (at == by_name->end()) return std::nullopt;
    return files->read(*at->second);
  };
}

}  // namespace ng::tensorflow
