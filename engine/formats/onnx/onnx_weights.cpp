// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/onnx/onnx_weights.h"

#include <map>

#include "engine/base/quote.h"

namespace ng {
namespace {

// Adds the initializers of one model; files of external data are listed once.
class Weights {
 public:
  Weights(const onnx::Model& model, const Reader& reader) : model_(model), reader_(reader) {
    directory_.files = {reader.path()};
  }

  void add(const onnx::Tensor& tensor, Notes& notes) {
    const auto dtype = onnx::dtype_of(tensor.type);
    if (!dtype) {
      add_note(notes,
               "the initializer " + quote(tensor.name) +
                   " is not listed: the engine lacks elements of " +
                   std::string(onnx::name(tensor.type)),
               reader_.where(tensor.file_offset));
      return;
    }
    StoredTensor stored;
    stored.name = tensor.name;
    stored.dtype = *dtype;
    stored.shape = tensor.dims;
    if (onnx::narrow_bits(tensor.type) != 0) {  // packed in the file
      stored.value = std::make_shared<const Tensor>(onnx::contents(tensor, model_));
    } else if (tensor.external) {
      const std::string path = onnx::external_path(tensor, model_);
      const auto [file, added] =
          files_.emplace(path, static_cast<std::uint32_t>(directory_.files.size()));
      if (added) directory_.files.push_back(path);
      stored.file = file->second;
      stored.offset = tensor.external->offset;
    } else if (!tensor.raw.empty() && tensor.raw.size() == stored.bytes()) {
      stored.offset = static_cast<std::uint64_t>(tensor.raw.data() - model_.bytes->data());
    } else {
      stored.value = std::make_shared<const Tensor>(onnx::contents(tensor, model_));
    }
    directory_.tensors.push_back(std::move(stored));
  }

  TensorDirectory take() { return std::move(directory_); }

 private:
  const onnx::Model& model_;
  const Reader& reader_;
  TensorDirectory directory_;
  std::map<std::string, std::uint32_t> files_;
};

}  // namespace

TensorDirectory list_onnx(Reader& reader, Notes& notes) {
  const auto model = read_onnx(reader, notes);
  Weights weights(*model, reader);
  for (const onnx::Tensor& tensor : model->graph.initializers) weights.add(tensor, notes);
  return weights.take();
}

}  // namespace ng
