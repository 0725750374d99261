// SPDX-License-Identifier: Apache-2.0
// Lists the tensors of a checkpoint or tensor file of any format without reading their values, and
// compares two such files tensor by tensor.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/tensor.h"
#include "engine/documents/checkpoint.h"
#include "engine/documents/tensor_window.h"
#include "engine/formats/tensors/tensor_files.h"
#include "engine/records/values/element_difference.h"

namespace ng {

struct CheckpointEntry {
  std::string name;  // including scopes: "net/hidden/W"
  std::string kind;  // "variable" or "persistent_tensor"; empty if not a checkpoint
  StoredType dtype = DType::f32;
  std::vector<std::string> axes;  // axis labels; empty if not a checkpoint
  Shape shape;
  std::int64_t bytes = 0;
  std::string fault;    // why the elements cannot be read; empty: they can
  std::string in_file;  // of a document's variable: its name in the model's file, if another
  bool has_values() const { return fault.empty() && dtype.values(); }
};

struct CheckpointContents {
  std::string path;
  std::int64_t bytes = 0;  // of the file, and of others that it refers to
  std::string format;      // title of the format: "PyTorch checkpoint"
  bool as_saved = false;   // with the manifest of a checkpoint that a run saved
  std::string document;    // title of the saved document; empty if not recorded
  std::optional<RunPosition> position;
  std::vector<CheckpointEntry> entries;         // sorted by name
  std::map<std::string, std::string> metadata;  // short texts and numbers: "epoch"
  Notes notes;                                  // what could not be listed
  const CheckpointEntry* find(const std::string& name) const;
};

// Is this a file of tensors, by its content? False for models that are opened as documents, and for
// files that cannot be read.
bool is_checkpoint_file(const std::string& path);

// Lists a checkpoint or any other file of tensors; reads no values. Throws bad_file Errors, also
// for documents.
CheckpointContents read_checkpoint_contents(const std::string& path);

// Named tensors that are read one by one. Not thread safe.
class TensorSource {
 public:
  virtual ~TensorSource() = default;
  const CheckpointContents& contents() const { return contents_; }
  // Reads the values of one entry; complex numbers have one more axis, of real and imaginary parts.
  // Throws a key Error for an unknown name, a value Error for an entry without values.
  virtual Tensor read(const std::string& name) = 0;
  // Reads the elements as they are stored, row-major and little-endian.
  virtual std::vector<std::byte> read_elements(const std::string& name) = 0;
  // Reads the values of `count` elements from row-major index `first`, as rank 1; the whole tensor
  // at once if the file does not keep them in order.
  virtual Tensor read_part(const std::string& name, std::int64_t first, std::int64_t count) = 0;
  // Can read_part() read parts without the rest?
  virtual bool reads_parts(const std::string& name) const = 0;
  // Opens an entry that stays in its file; null: it must be read whole.
  virtual std::unique_ptr<TensorWindow> window(const std::string&) const { return nullptr; }

 protected:
  CheckpointContents contents_;
};

// An open tensor file. Throws like read_checkpoint_contents.
class CheckpointSource : public TensorSource {
 public:
  explicit CheckpointSource(const std::string& path);
  Tensor read(const std::string& name) override;
  std::vector<std::byte> read_elements(const std::string& name) override;
  Tensor read_part(const std::string& name, std::int64_t first, std::int64_t count) override;
  bool reads_parts(const std::string& name) const override;
  std::unique_ptr<TensorWindow> window(const std::string& name) const override;

 private:
  const StoredTensor& stored(const std::string& name) const;

  TensorFiles files_;
  std::unordered_map<std::string, std::size_t> index_;  // into the directory
};

// Why two tensors are compared with each other.
enum class PairedBy { name, spelling, rule, similar_name, shape };
constexpr auto names_of(PairedBy) {
  return std::to_array<std::string_view>({"name", "spelling", "rule", "similar name", "shape"});
}
struct TensorPair {
  std::string before, after;  // names in the files
  PairedBy by = PairedBy::name;
  std::vector<std::size_t> order;  // of the axes of the first; empty: unchanged
};

struct TensorChange {
  enum class Kind { equal, changed, reshaped, unread, added, removed };
  std::string name;  // in the second file; of a removed one, in the first
  Kind kind = Kind::equal;
  // Largest |after - before|; infinity where only one of them is finite. NaN, like all other
  // numbers, if the elements differ and have no values.
  double most = 0;
  // Euclidean norms over finite elements: before, after, and their difference.
  double before = 0, after = 0, difference = 0;
  // Cosine of the angle between both, over elements that are finite in both; NaN if a norm is 0 or
  // the shapes differ.
  double cosine = std::numeric_limits<double>::quiet_NaN();
  std::optional<StoredType> dtype_before = {}, dtype_after = {};
  Shape shape_before = {}, shape_after = {};
  DifferenceHistogram histogram = {};  // empty if the shapes differ
  double most_relative = 0;            // largest |after - before| / max(|before|, |after|)
  std::string before_name = {};        // in the first file; empty: not there
  PairedBy by = PairedBy::name;
  // The order of the axes of the first in which both are compared; empty: unchanged.
  std::vector<std::size_t> order = {};
  // difference / before; infinity if `before` is 0.
  double relative() const;
  // Are there elements in both files, with values that can be subtracted?
  bool has_difference() const;
};
constexpr auto names_of(TensorChange::Kind) {
  return std::to_array<std::string_view>(
      {"equal", "changed", "reshaped", "unread", "added", "removed"});
}

// Compares the tensors of both files by name, with one pair in memory at a time; large ones in
// parts if the files keep their elements in order. `rename` gives the name that a tensor of the
// first file has in the second. `progress` receives the fraction done and returns false to cancel,
// which throws a cancelled Error.
std::vector<TensorChange> compare_checkpoints(
    const std::string& before, const std::string& after,
    const std::function<bool(double done)>& progress = {},
    const std::function<std::string(const std::string&)>& rename = {});
// The same with the pairs of match_checkpoints(). Tensors of one shape of which one is the other
// transposed are compared so.
std::vector<TensorChange> compare_checkpoints(
    TensorSource& before, TensorSource& after, const std::vector<TensorPair>& pairs,
    const std::function<bool(double done)>& progress = {});

}  // namespace ng
