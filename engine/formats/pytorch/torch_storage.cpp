// SPDX-License-Identifier: Apache-2.0
// References to storages in PyTorch checkpoints, and their element types.
#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/pytorch/torch_tensors.h"
#include "engine/formats/pytorch/torch_types.h"

namespace ng {
namespace {

constexpr const char* again = "the file is damaged; save it again with torch.save";

constexpr std::string_view torch = "torch.";

// Names of storages, and of types as torch.dtype and StoredType have them.
constexpr std::pair<std::string_view, std::string_view> storages[] = {
    {"DoubleStorage", "float64"},
    {"FloatStorage", "float32"},
    {"HalfStorage", "float16"},
    {"BFloat16Storage", "bfloat16"},
    {"LongStorage", "int64"},
    {"IntStorage", "int32"},
    {"ShortStorage", "int16"},
    {"CharStorage", "int8"},
    {"ByteStorage", "uint8"},
    {"BoolStorage", "bool"},
    {"ComplexFloatStorage", "complex64"},
    {"ComplexDoubleStorage", "complex128"},
    {"QInt8Storage", "qint8"},
    {"QUInt8Storage", "quint8"},
    {"QInt32Storage", "qint32"},
};

}  // namespace

PickleData::Id module_class_of(const PickleData& pickle, PickleData::Id persistent) {
  const PickleData::Id reference = pickle.reference(persistent);
  if (pickle.kind(reference) != PickleKind::tuple) return PickleData::nothing;
  const auto parts = pickle.items(reference, 2);
  const bool module = parts.size() == 2 && pickle.kind(parts[0]) == PickleKind::text &&
                      pickle.text(parts[0]) == "module" &&
                      pickle.kind(parts[1]) == PickleKind::global;
  return module ? parts[1] : PickleData::nothing;
}

StoredType torch_dtype(std::string_view name) {
  // Two elements in a byte, which is what its shapes count.
  if (name == "float4_e2m1fn_x2") return StoredType(name, 8);
  const StoredType type(name);
  return type.bits() % 8 == 0 ? type : StoredType("torch." + std::string(name));
}

StoredType torch_storage_dtype(std::string_view name) {
  for (const auto& [storage, type] : storages)
    if (name.starts_with(torch) && name.substr(torch.size()) == storage) return StoredType(type);
  return StoredType(name);
}

TorchStorage storage_of(const Reader& reader, const PickleData& pickle, PickleData::Id persistent) {
  TorchStorage storage;
  storage.offset = pickle.offset(persistent);
  auto fail = [&](std::string what, std::string found, std::string expected) {
    reader.fail_at(storage.offset, {std::move(what), std::move(found), std::move(expected), again});
  };
  const PickleData::Id reference = pickle.reference(persistent);
  if (pickle.kind(reference) != PickleKind::tuple)
    fail("a persistent reference is no storage", std::string(name(pickle.kind(reference))),
         "a tuple");
  const auto parts = pickle.items(reference, 6);
  const bool named = parts.size() >= 5 && pickle.kind(parts[0]) == PickleKind::text &&
                     pickle.text(parts[0]) == "storage" &&
                     pickle.kind(parts[1]) == PickleKind::global &&
                     pickle.kind(parts[2]) == PickleKind::text;
  if (!named)
    fail("a persistent reference is no storage", counted(parts.size(), "value"),
         "('storage', type, key, location, elements)");
  storage.key = pickle.text(parts[2]);
  const std::string_view type = pickle.text(parts[1]);
  storage.type = type.substr(type.rfind('.') + 1);
  storage.untyped = type.starts_with(torch) && storage.type == "UntypedStorage";
  storage.dtype = storage.untyped ? DType::u8 : torch_storage_dtype(type);
  const auto elements = pickle.integer(parts[4]);
  if (!elements || *elements < 0 || *elements > INT64_MAX / 16)
    fail("storage " + quote(storage.key) + " has an impossible number of elements",
         elements ? std::to_string(*elements) : std::string(name(pickle.kind(parts[4]))),
         "0 or more");
  storage.elements = *elements;
  const bool view = parts.size() == 6 && pickle.kind(parts[5]) == PickleKind::tuple;
  if (!view) return storage;
  // A part of the storage, in files of early versions: (key, offset, elements).
  const auto part = pickle.items(parts[5], 3);
  const bool whole = part.size() == 3 && pickle.integer(part[1]) && pickle.integer(part[2]);
  const std::int64_t first = whole ? pickle.integer(part[1]).value_or(-1) : -1;
  const std::int64_t count = whole ? pickle.integer(part[2]).value_or(-1) : -1;
  if (first < 0 || count < 0 || first > storage.elements || count > storage.elements - first)
    fail("a view of storage " + quote(storage.key) + " lies outside of it",
         whole ? std::to_string(first) + " + " + std::to_string(count) : "no integers",
         "within " + counted(storage.elements, "element"));
  storage.first = first;
  return storage;
}

}  // namespace ng
