// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/checkpoint_values.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <unordered_map>

#include "engine/base/stored_bytes.h"
#include "engine/formats/tensorflow/tensor_bundle.h"
#include "engine/formats/tensors/tensor_files.h"

namespace ng::tensorflow {
namespace {

constexpr std::uint64_t most_at_once = 1 << 20;  // bytes of a value that is read at opening

struct Checkpoint {
  explicit Checkpoint(const std::string& path) : files(path) {}
  TensorFiles files;
  std::mutex reading;  // of `files`
};

// The elements of a plain tensor, whose checksum the first reading verifies.
class ElementsLater : public StoredBytes {
 public:
  ElementsLater(std::shared_ptr<Checkpoint> checkpoint, const StoredTensor& tensor)
      : StoredBytes(static_cast<std::size_t>(tensor.bytes())),
        checkpoint_(std::move(checkpoint)),
        tensor_(tensor) {}

  void read(std::size_t offset, std::span<std::byte> out) const override {
    const std::lock_guard lock(checkpoint_->reading);
    const auto element = static_cast<std::size_t>(tensor_.dtype.bits() / 8);
    if (verified_ && offset % element == 0 && out.size() % element == 0) {
      const Tensor part =
          checkpoint_->files.read_part(tensor_, static_cast<std::int64_t>(offset / element),
                                       static_cast<std::int64_t>(out.size() / element));
      part.bytes.read(0, out);
      return;
    }
    const std::vector<std::byte> all = checkpoint_->files.read_elements(tensor_);
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
    verified_ = true;
  }

 private:
  const std::shared_ptr<Checkpoint> checkpoint_;
  const StoredTensor& tensor_;  // of the checkpoint
  mutable bool verified_ = false;
};

bool is_read_later(const TensorDirectory& directory, const StoredTensor& tensor) {
  return is_plain(directory, tensor) && tensor.dtype.dtype() && tensor.dtype != DType::bool_ &&
         tensor.bytes() > most_at_once;
}

}  // namespace

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
  const auto checkpoint = std::make_shared<Checkpoint>(bundle_index_of(path));
  const TensorFiles& files = checkpoint->files;
  notes.insert(notes.end(), files.notes().begin(), files.notes().end());
  auto by_name = std::make_shared<std::unordered_map<std::string, const StoredTensor*>>();
  for (const StoredTensor& tensor : files.directory().tensors) {
    if (tensor.is_real()) by_name->emplace(tensor.name, &tensor);
  }
  return [checkpoint, by_name](const std::string& key) -> std::optional<ng::Tensor> {
    const auto at = by_name->find(bundle_name(key));
    if (at == by_name->end()) return std::nullopt;
    const StoredTensor& stored = *at->second;
    if (!is_read_later(checkpoint->files.directory(), stored)) {
      const std::lock_guard lock(checkpoint->reading);
      return checkpoint->files.read(stored);
    }
    ng::Tensor value;
    value.dtype = *stored.dtype.dtype();
    value.shape = stored.shape;
    value.bytes =
        std::shared_ptr<const StoredBytes>(std::make_shared<ElementsLater>(checkpoint, stored));
    return value;
  };
}

}  // namespace ng::tensorflow
