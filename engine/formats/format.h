// SPDX-License-Identifier: Apache-2.0
// The record of a file format: how it is recognised, read and written.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/reader.h"
#include "engine/formats/note.h"
#include "engine/formats/tensor_file.h"

namespace ng {

struct DocumentModel;  // a graph document as plain structs

// What a file holds: arrays, or a document.
using FileModel = std::variant<TensorFile, std::shared_ptr<const DocumentModel>>;

struct Format {
  std::string_view name;                   // "safetensors"
  std::string_view title;                  // "safetensors weights", for dialogs
  std::vector<std::string_view> suffixes;  // ".safetensors"
  // By the first bytes of a file (up to 64).
  bool (*recognises)(std::string_view first_bytes);
  // Reads from the start. Notes tell what is odd but readable; bad_file Errors refuse.
  FileModel (*read)(Reader& reader, Notes& notes);
  // Null for formats that are only read. Value Error for a model that the format cannot hold.
  void (*write)(const std::string& path, const FileModel& model);
};

// The tensors of a model that must hold tensors; value Error for a document.
const TensorFile& tensors_of(const FileModel& model);
// The tensor of a model that must hold one alone; value Error that begins with `file` ("an npy file")
// for others.
const Tensor& only_tensor_of(const FileModel& model, std::string_view file);

}  // namespace ng
