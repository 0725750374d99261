// SPDX-License-Identifier: Apache-2.0
// One tensor of a PyTorch checkpoint: its shape and strides, checked against its storage.
#include <algorithm>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/pytorch/torch_tensors.h"
#include "engine/formats/pytorch/torch_types.h"

namespace ng {
namespace {

using Id = PickleData::Id;

constexpr const char* again = "the file is damaged; save it again with torch.save";

class TensorReader {
 public:
  TensorReader(const Reader& reader, const PickleData& pickle, const TensorCall& call)
      : reader_(reader), pickle_(pickle), call_(call), who_("tensor " + quote(call.name)) {}

  StoredTensor read(const FindStorage& find) const {
    check_arguments();
    TorchStorage storage = storage_of(reader_, pickle_, call_.arguments[0]);
    if (call_.has_type) set_type(storage);
    StoredTensor tensor;
    tensor.name = call_.name;
    tensor.dtype = storage.dtype;
    tensor.shape = integers(call_.arguments[2], "shape");
    tensor.strides = integers(call_.arguments[3], "stride");
    const std::int64_t first = offset();
    if (storage.dtype.bits() == 0) {
      if (!is_countable(tensor.shape)) fail_shape(tensor);
      tensor.strides.clear();
      tensor.fault = "elements of its type have no known size";
      return tensor;
    }
    place(storage, storage.first + first, first, find, tensor);
    if (is_lazy()) tensor.fault = "it conjugates or negates the elements of its storage";
    if (tensor.dtype.name() == "float4_e2m1fn_x2") split_pairs(tensor);
    return tensor;
  }

 private:
  [[noreturn]] void fail(std::string what, std::string found, std::string expected) const {
    reader_.fail_at(pickle_.offset(call_.object),
                    {std::move(what), std::move(found), std::move(expected), again});
  }

  [[noreturn]] void fail_shape(const StoredTensor& tensor) const {
    fail(who_ + " has a shape that is too large", to_string(tensor.shape),
         "fewer than 2^47 elements");
  }

  std::string kind_text(Id id) const { return std::string(name(pickle_.kind(id))); }

  void check_arguments() const {
    const std::size_t least = call_.has_type ? 7 : 4;
    if (call_.arguments.size() < least)
      fail("a tensor has too few arguments", std::to_string(call_.arguments.size()),
           "at least " + std::to_string(least));
    if (pickle_.kind(call_.arguments[0]) != PickleKind::persistent)
      fail(who_ + " has no storage", kind_text(call_.arguments[0]), "a persistent reference");
  }

  // The element type of a tensor that does not take it from its storage.
  void set_type(TorchStorage& storage) const {
    const Id given = call_.arguments[6];
    const bool named = pickle_.kind(given) == PickleKind::global;
    const std::string type = named ? std::string(pickle_.text(given)) : kind_text(given);
    const StoredType dtype =
        type.starts_with("torch.") ? torch_dtype(type.substr(6)) : StoredType(type);
    if (!storage.untyped && dtype != storage.dtype)
      fail(who_ + " has another type than storage " + quote(storage.key), quote(type),
           quote(storage.type));
    storage.dtype = dtype;
  }

  // Is {'conj': True} or {'neg': True} in the metadata?
  bool is_lazy() const {
    const std::size_t at = call_.metadata + (call_.has_type ? 1 : 0);
    if (call_.arguments.size() <= at) return false;
    const Id metadata = call_.arguments[at];
    if (pickle_.kind(metadata) != PickleKind::dict) return false;
    const std::vector<Id> items = pickle_.items(metadata, 16);
    for (std::size_t i = 1; i < items.size(); i += 2)
      if (pickle_.kind(items[i]) == PickleKind::boolean && pickle_.boolean(items[i])) return true;
    return false;
  }

  // Bytes of two elements each, along the last axis, as these elements.
  static void split_pairs(StoredTensor& tensor) {
    if (!tensor.strides.empty() || tensor.shape.empty()) return;
    tensor.dtype = StoredType("float4_e2m1fn");
    tensor.shape.back() *= 2;
  }

  std::vector<std::int64_t> integers(Id tuple, const char* of) const {
    const PickleKind kind = pickle_.kind(tuple);
    if (kind != PickleKind::tuple && kind != PickleKind::list)
      fail(std::string("a tensor has no ") + of, kind_text(tuple), "a tuple of integers");
    const std::vector<Id> items = pickle_.items(tuple, 1000);
    reader_.check_limit("the rank of a tensor", items.size(), reader_.limits().rank);
    std::vector<std::int64_t> values;
    for (const Id item : items) {
      const auto value = pickle_.integer(item);
      if (!value || *value < 0)
        fail(std::string("a tensor has an impossible ") + of,
             value ? std::to_string(*value) : kind_text(item), "integers of at least 0");
      values.push_back(*value);
    }
    return values;
  }

  std::int64_t offset() const {
    const auto first = pickle_.integer(call_.arguments[1]);
    if (first && *first >= 0 && *first <= INT64_MAX / 2) return *first;
    fail(who_ + " has an impossible offset",
         first ? std::to_string(*first) : kind_text(call_.arguments[1]),
         "an integer of at least 0");
  }

  // Is the last element, counted from the begin of the storage, before `have`?
  bool is_inside(const StoredTensor& tensor, std::int64_t begin, std::int64_t have) const {
    __int128 last = begin, count = 1;
    bool inside = last < have;
    for (std::size_t axis = 0; axis < tensor.shape.size() && inside; ++axis) {
      last += (__int128{tensor.shape[axis]} - 1) * tensor.strides[axis];
      count *= tensor.shape[axis];
      if (count >> 47 != 0) fail_shape(tensor);
      inside = last < have;
    }
    return inside;
  }

  // Checks that the tensor is within its storage, and finds that in the file. `begin` counts
  // elements from the begin of the storage, `first` from that of its view.
  void place(const TorchStorage& storage, std::int64_t begin, std::int64_t first,
             const FindStorage& find, StoredTensor& tensor) const {
    if (tensor.shape.size() != tensor.strides.size())
      fail(who_ + " has " + counted(tensor.strides.size(), "stride"), to_string(tensor.shape),
           "one per axis");
    const std::int64_t size = tensor.dtype.bits() / 8;
    const std::int64_t have = storage.untyped ? storage.elements / size : storage.elements;
    const bool empty = std::count(tensor.shape.begin(), tensor.shape.end(), 0) > 0;
    if (!empty && !is_inside(tensor, begin, have))
      fail(who_ + " reaches outside of storage " + quote(storage.key),
           "offset " + std::to_string(first) + ", shape " + to_string(tensor.shape) + ", strides " +
               to_string(tensor.strides),
           "within " + counted(have, "element"));
    if (is_row_major(tensor.shape, tensor.strides)) tensor.strides.clear();
    const StoragePlace at = find(storage);
    const std::int64_t each = storage.untyped ? 1 : storage.element_bytes();
    if (at.bytes < static_cast<std::uint64_t>(storage.elements * each))
      fail("storage " + quote(storage.key) + " is shorter than its number of elements",
           counted(at.bytes, "byte"),
           std::to_string(storage.elements) + " elements of " + counted(each, "byte"));
    tensor.member = at.member;
    tensor.swapped = at.swapped && size > 1;
    tensor.offset = at.offset;
    if (!empty) tensor.offset += static_cast<std::uint64_t>(begin * size);
  }

  const Reader& reader_;
  const PickleData& pickle_;
  const TensorCall& call_;
  std::string who_;
};

}  // namespace

StoredTensor read_torch_tensor(const Reader& reader, const PickleData& pickle,
                               const TensorCall& call, const FindStorage& find) {
  return TensorReader(reader, pickle, call).read(find);
}

}  // namespace ng
