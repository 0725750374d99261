// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/open_tensors.h"

#include "engine/documents/document_tensors.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensorflow/tensorflow_file.h"

namespace ng {

std::unique_ptr<TensorSource> open_tensors(const std::string& path) {
  const FileRole role = role_of(Reader(model_file_of(path)));
  if (role == FileRole::checkpoint) return std::make_unique<CheckpointSource>(path);
  return std::make_unique<DocumentTensors>(load_document(path));
}

std::unique_ptr<TensorSource> open_stored_tensors(const std::string& path) {
  if (recognise(Reader(model_file_of(path))).list != nullptr)
    return std::make_unique<CheckpointSource>(path);
  return open_tensors(path);
}

}  // namespace ng
