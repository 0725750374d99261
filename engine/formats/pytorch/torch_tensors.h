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
  std::string type;            // "FloatStorage"
  std::optional<DType> dtype;  // empty: untyped, or a type that the engine lacks
  bool untyped = false;        // counts bytes
  std::int64_t element_bytes = 1;
  std::int64_t elements = 0;
  std::int64_t first = 0;    // of a view: offset of its first element in the storage
  std::uint64_t offset = 0;  // of the reference, in the file
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
// metadata]); version 3 has the element type before the metadata.
struct TensorCall {
  PickleData::Id object;
  std::vector<PickleData::Id> arguments;
  std::string name;       // of the tensor
  bool has_type = false;  // version 3
};
struct TorchTensor {
  std::optional<StoredTensor> stored;  // empty if the engine lacks elements of its type
  std::string type;                    // "FloatStorage" or "torch.uint16"
};
// Throws a bad_file Error if the tensor does not fit its storage.
TorchTensor read_torch_tensor(const Reader& reader, const PickleData& pickle,
                              const TensorCall& call, const FindStorage& find);

// Appends the tensors reachable from the pickle's root to `directory`, and short scalars to its
// metadata. `reader` is of the pickle. Throws a bad_file Error for tensors that do not fit their
// storage, and for containers that contain themselves.
void find_torch_tensors(const Reader& reader, const PickleData& pickle, const FindStorage& find,
                        TensorDirectory& directory, Notes& notes);

}  // namespace ng
