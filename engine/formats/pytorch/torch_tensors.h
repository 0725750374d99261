// SPDX-License-Identifier: Apache-2.0
// Finds the tensors in an unpickled PyTorch checkpoint and names them by their path.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/note.h"
#include "engine/formats/pytorch/pickle_data.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng {

// A storage as the pickle refers to it: ('storage', type, key, location, elements[, view]).
struct TorchStorage {
  std::string key;
  std::string type;  // "FloatStorage"
  StoredType dtype = DType::u8;
  bool untyped = false;  // counts bytes
  std::int64_t elements = 0;
  std::int64_t first = 0;    // of a view: offset of its first element in the storage
  std::uint64_t offset = 0;  // of the reference, in the file
  std::int64_t element_bytes() const { return dtype.bits() / 8; }  // 0: unknown
};

// Reads a persistent reference. Throws a bad_file Error if it is no storage.
TorchStorage storage_of(const Reader& reader, const PickleData& pickle, PickleData::Id persistent);

// The class that a persistent reference of the legacy form names: ('module', class, file, source).
// `nothing` if it is another reference.
PickleData::Id module_class_of(const PickleData& pickle, PickleData::Id persistent);

// Where the bytes of a storage are.
struct StoragePlace {
  std::int32_t member = -1;
  std::uint64_t offset = 0, bytes = 0;
  bool swapped = false;
};
using FindStorage = std::function<StoragePlace(const TorchStorage& storage)>;

// A call of torch._utils._rebuild_tensor_v2(storage, offset, size, stride, requires_grad, hooks[,
// metadata]); version 3 has the element type before the metadata, and _rebuild_qtensor the
// parameters of quantisation after the strides.
struct TensorCall {
  PickleData::Id object;
  std::vector<PickleData::Id> arguments;
  std::string name;          // of the tensor
  bool has_type = false;     // version 3
  std::size_t metadata = 6;  // index of this argument
};
// A tensor of a type that is not known has a fault. Throws a bad_file Error if the tensor does not
// fit its storage.
StoredTensor read_torch_tensor(const Reader& reader, const PickleData& pickle,
                               const TensorCall& call, const FindStorage& find);

// Appends the tensors reachable from the pickle's root to `directory`, and short scalars to its
// metadata: tensors of PyTorch, the dense parts of quantised and sparse ones, and arrays of NumPy.
// Those that cannot be read have a fault. `reader` is of the pickle. Throws a bad_file Error for
// tensors that do not fit their storage, and for containers that contain themselves.
void find_torch_tensors(const Reader& reader, const PickleData& pickle, const FindStorage& find,
                        TensorDirectory& directory, Notes& notes);

}  // namespace ng
