// SPDX-License-Identifier: Apache-2.0
// Lists the tensors of a checkpoint or tensor file of any format without reading their values, and
// compares two such files tensor by tensor.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/tensor.h"
#include "engine/documents/checkpoint.h"
#include "engine/formats/tensors/tensor_files.h"

namespace ng {

struct CheckpointEntry {
  std::string name;  // including scopes: "net/hidden/W"
  std::string kind;  // "variable" or "persistent_tensor"; empty if not a checkpoint
  StoredType dtype = DType::f32;
  std::vector<std::string> axes;  // axis labels; empty if not a checkpoint
  Shape shape;
  std::int64_t bytes = 0;
  std::string fault;  // why the elements cannot be read; empty: they can
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

// An open tensor file whose entries are read one by one. Throws like read_checkpoint_contents. Not
// thread safe.
class CheckpointSource {
 public:
  explicit CheckpointSource(const std::string& path);
  const CheckpointContents& contents() const { return contents_; }
  // Reads the values of one entry; complex numbers have one more axis, of real and imaginary parts.
  // Throws a key Error for an unknown name, a value Error for an entry without values.
  Tensor read(const std::string& name);
  // Reads the elements as they are stored, row-major and little-endian.
  std::vector<std::byte> read_elements(const std::string& name);
  // Reads the values of `count` elements from row-major index `first`, as rank 1; the whole tensor
  // at once if the file does not keep them in order.
  Tensor read_part(const std::string& name, std::int64_t first, std::int64_t count);
  // Can read_part() read parts without the rest?
  bool reads_parts(const std::string& name) const;

 private:
  const StoredTensor& stored(const std::string& name) const;

  TensorFiles files_;
  std::unordered_map<std::string, std::size_t> index_;  // into the directory
  CheckpointContents contents_;
};

// Absolute differences of elements, counted by powers of ten.
struct DifferenceHistogram {
  static constexpr int least = -12, most = 3;  // exponents; smaller and larger ones are included
  std::int64_t zero = 0, non_finite = 0;
  std::array<std::int64_t, most - least + 1> decades{};  // [0]: below 1e-11
  void add(double difference);
};

struct TensorChange {
  enum class Kind { equal, changed, reshaped, unread, added, removed };
  std::string name;
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

}  // namespace ng
