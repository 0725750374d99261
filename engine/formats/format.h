// SPDX-License-Identifier: Apache-2.0
// The record of a file format: how to recognise, read and write it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/tensors/tensor_directory.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

struct DocumentModel;     // a graph document as plain structs
struct SavedCompilation;  // the record of a compilation
namespace onnx {
struct Model;  // an ONNX model as plain structs
}
namespace tensorflow {
struct Model;  // TensorFlow graphs as plain structs
}
namespace keras {
struct Model;  // the architecture of a Keras model and where its weights are
}
namespace tflite {
struct Model;  // TensorFlow Lite graphs as plain structs
}
namespace pytorch {
struct Program;  // a program of torch.export as plain structs
}
namespace stablehlo {
struct Module;  // functions of StableHLO as plain structs
}

// Contents of a file: arrays, a document, a compilation, or a model of another framework.
using FileModel =
    std::variant<TensorFile, std::shared_ptr<const DocumentModel>,
                 std::shared_ptr<const SavedCompilation>, std::shared_ptr<const onnx::Model>,
                 std::shared_ptr<const tensorflow::Model>, std::shared_ptr<const keras::Model>,
                 std::shared_ptr<const tflite::Model>, std::shared_ptr<const pytorch::Program>,
                 std::shared_ptr<const stablehlo::Module>>;

// What a file is opened as. `data`: by none of the views, such as arrays that a run plan names.
enum class FileRole { document, compilation, checkpoint, data };

struct Format {
  std::string_view name;   // "safetensors"
  std::string_view title;  // "safetensors weights", for dialogs
  FileRole role = FileRole::data;
  std::vector<std::string_view> suffixes;  // ".safetensors"
  // Decides by the first bytes of a file (up to 512).
  bool (*recognises)(std::string_view first_bytes);
  // Reads from the start. Adds notes for unusual content; throws bad_file Errors for invalid
  // content.
  FileModel (*read)(Reader& reader, Notes& notes);
  // Null for read-only formats. Throws a value Error for a model that the format cannot represent.
  void (*write)(const std::string& path, const FileModel& model);
  // Lists the tensors without reading their elements; null for files that hold none. Throws like
  // read.
  TensorDirectory (*list)(Reader& reader, Notes& notes) = nullptr;
  // Writes tensors one by one, with short texts if the format has a place for them; null for files
  // that hold none. Throws like write.
  void (*stream)(const std::string& path, std::span<const TensorToWrite> tensors,
                 const std::map<std::string, std::string>& metadata) = nullptr;
  // Can elements of this type be streamed? Null: those that the engine computes with.
  bool (*holds)(const StoredType& type) = nullptr;
  // Does this checkpoint hold a graph, too, so that it is opened as a document? Null: never.
  bool (*has_graph)(const Reader& reader) = nullptr;
};

// The tensors of a model; throws a value Error for any other model.
const TensorFile& tensors_of(const FileModel& model);
// The only tensor of a model; otherwise throws a value Error that begins with `file` ("an npy
// file").
const Tensor& only_tensor_of(const FileModel& model, std::string_view file);
const TensorToWrite& only_tensor_of(std::span<const TensorToWrite> tensors, std::string_view file);

}  // namespace ng
