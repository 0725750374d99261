// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/onnx/onnx_weights.h"

#include <map>

#include "engine/formats/onnx/onnx_stored_types.h"

namespace ng {
namespace {

// Adds the initializers of one model; files of external data are listed once.
class Weights {
 public:
  Weights(const onnx::Model& model, const std::string& path) : model_(model) {
    directory_.files = {path};
  }

  void add(const onnx::Tensor& tensor) {
    StoredTensor stored;
    stored.name = tensor.name;
    stored.shape = tensor.dims;
    const auto dtype = onnx::dtype_of(tensor.type);
    const bool held = dtype && !onnx::is_small_float(tensor.type);
    stored.dtype = held ? StoredType(*dtype) : onnx::stored_type(tensor.type);
    try {
      place(tensor, stored);
    } catch (const Error& error) {
      stored.fault = error.diagnostic().what;
    }
    directory_.tensors.push_back(std::move(stored));
  }

  // The stored parts of a sparse tensor: all elements may take far more than the file.
  void add_sparse(const onnx::Tensor& tensor) {
    for (auto part : {&onnx::SparseElements::values, &onnx::SparseElements::indices}) {
      onnx::Tensor named = *tensor.sparse.*part;
      named.name = tensor.name + (part == &onnx::SparseElements::values ? "/values" : "/indices");
      add(named);
    }
  }

  TensorDirectory take() { return std::move(directory_); }

 private:
  static std::shared_ptr<const std::vector<std::byte>> elements_of(std::vector<std::byte> bytes) {
    return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  }

  void place(const onnx::Tensor& tensor, StoredTensor& stored) {
    if (onnx::narrow_bits(tensor.type) != 0) {  // packed in the file
      stored.value = elements_of(onnx::contents(tensor, model_).bytes.copy());
    } else if (stored.dtype.bits() == 0) {
      for (const std::string& text : tensor.strings) stored.unsized_bytes += text.size();
      stored.fault = "its elements are no numbers";
    } else if (tensor.external) {
      const std::string path = onnx::external_path(tensor, model_);
      const auto [file, added] =
          files_.emplace(path, static_cast<std::uint32_t>(directory_.files.size()));
      if (added) directory_.files.push_back(path);
      stored.file = file->second;
      stored.offset = tensor.external->offset;
    } else if (!tensor.raw.empty() && tensor.raw.size() == stored.bytes()) {
      stored.offset = static_cast<std::uint64_t>(tensor.raw.data() - model_.bytes->data());
    } else if (stored.dtype.dtype()) {
      stored.value = elements_of(onnx::contents(tensor, model_).bytes.copy());
    } else if (tensor.converted.size() == stored.bytes()) {
      stored.value = elements_of(tensor.converted);
    } else {
      stored.fault = "its data do not fit its shape";
    }
  }

  const onnx::Model& model_;
  TensorDirectory directory_;
  std::map<std::string, std::uint32_t> files_;
};

}  // namespace

TensorDirectory list_onnx(Reader& reader, Notes& notes) {
  const auto model = read_onnx(reader, notes);
  Weights weights(*model, reader.path());
  for (const onnx::Tensor& tensor : model->graph.initializers) {
    if (tensor.sparse)
      weights.add_sparse(tensor);
    else
      weights.add(tensor);
  }
  return weights.take();
}

}  // namespace ng
