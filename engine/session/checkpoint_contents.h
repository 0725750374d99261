// SPDX-License-Identifier: Apache-2.0
// What a file of tensors holds, told without reading their values, and how two of them differ,
// tensor by tensor.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/base/tensor.h"
#include "engine/formats/safetensors.h"
#include "engine/session/checkpoint.h"

namespace ng {

struct CheckpointEntry {
  std::string name;  // with its scopes: "net/hidden/W"
  std::string kind;  // "variable" or "persistent_tensor"; empty in a file that is no checkpoint
  DType dtype = DType::f32;
  std::vector<std::string> axes;  // their labels; empty in a file that is no checkpoint
  Shape shape;
  std::int64_t bytes = 0;
};

struct CheckpointContents {
  std::string path;
  std::int64_t bytes = 0;  // of the file
  std::string document;    // the title of what was saved; empty when the file does not say
  std::optional<RunPosition> position;
  std::vector<CheckpointEntry> entries;  // by name
  const CheckpointEntry* find(const std::string& name) const;
};

// Of a checkpoint, or of any other file of tensors that is known (safetensors, npz, npy). Reads the
// header of safetensors alone. bad_file Errors, also for documents.
CheckpointContents read_checkpoint_contents(const std::string& path);

// Such a file, opened once: safetensors are read entry by entry, other files whole when the first
// value is asked for, or at once where they are compressed. Used by one
// thread at a time; the same refusals.
class CheckpointSource {
 public:
  explicit CheckpointSource(const std::string& path);
  const CheckpointContents& contents() const { return contents_; }
  // The values of one entry. Key Error when there is none of that name.
  Tensor read(const std::string& name);

 private:
  Reader reader_;
  SafetensorsHeader header_;  // of safetensors
  TensorFile whole_;          // of other files
  CheckpointContents contents_;
};

struct TensorChange {
  enum class Kind { equal, changed, reshaped, added, removed };
  std::string name;
  Kind kind = Kind::equal;
  double most = 0;  // the largest |after - before|; where one alone is no number: infinity
  // Euclidean norms, over what is finite: of the tensor before and after, and of the difference.
  double before = 0, after = 0, difference = 0;
  // The difference in parts of what was there before; infinity when that was 0.
  double relative() const;
};
std::string_view name(TensorChange::Kind kind);  // "changed"

// Every tensor of either file, by name. One pair is in memory at a time. `progress` is told the
// part that is done, and gives false to cancel: then a cancelled Error is thrown.
std::vector<TensorChange> compare_checkpoints(
    const std::string& before, const std::string& after,
    const std::function<bool(double done)>& progress = {});

}  // namespace ng
