// SPDX-License-Identifier: Apache-2.0
// Lists the tensors of a checkpoint or tensor file without reading their values, and compares two
// such files tensor by tensor.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/base/tensor.h"
#include "engine/documents/checkpoint.h"
#include "engine/formats/tensors/safetensors.h"

namespace ng {

struct CheckpointEntry {
  std::string name;  // including scopes: "net/hidden/W"
  std::string kind;  // "variable" or "persistent_tensor"; empty if not a checkpoint
  DType dtype = DType::f32;
  std::vector<std::string> axes;  // axis labels; empty if not a checkpoint
  Shape shape;
  std::int64_t bytes = 0;
};

struct CheckpointContents {
  std::string path;
  std::int64_t bytes = 0;  // file size
  std::string document;    // title of the saved document; empty if not recorded
  std::optional<RunPosition> position;
  std::vector<CheckpointEntry> entries;  // sorted by name
  const CheckpointEntry* find(const std::string& name) const;
};

// Reads a checkpoint or any other supported tensor file (safetensors, npz, npy). Of safetensors
// only the header is read. Throws bad_file Errors, also for documents.
CheckpointContents read_checkpoint_contents(const std::string& path);

// An open tensor file. Entries of safetensors are read one by one; other files are read whole, at
// the first read(), or at once if compressed. Throws like read_checkpoint_contents. Not thread
// safe.
class CheckpointSource {
 public:
  explicit CheckpointSource(const std::string& path);
  const CheckpointContents& contents() const { return contents_; }
  // Reads the values of one entry. Throws a key Error for an unknown name.
  Tensor read(const std::string& name);

 private:
  Reader reader_;
  SafetensorsHeader header_;  // safetensors only
  TensorFile whole_;          // other files
  CheckpointContents contents_;
};

struct TensorChange {
  enum class Kind { equal, changed, reshaped, added, removed };
  std::string name;
  Kind kind = Kind::equal;
  double most = 0;  // largest |after - before|; infinity where only one of them is finite
  // Euclidean norms over finite elements: before, after, and their difference.
  double before = 0, after = 0, difference = 0;
  // difference / before; infinity if `before` is 0.
  double relative() const;
};
constexpr auto names_of(TensorChange::Kind) {
  return std::to_array<std::string_view>({"equal", "changed", "reshaped", "added", "removed"});
}

// Compares the tensors of both files by name, with one pair in memory at a time. `progress`
// receives the fraction done and returns false to cancel, which throws a cancelled Error.
std::vector<TensorChange> compare_checkpoints(
    const std::string& before, const std::string& after,
    const std::function<bool(double done)>& progress = {});

}  // namespace ng
