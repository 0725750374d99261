// SPDX-License-Identifier: Apache-2.0
// References to storages in PyTorch checkpoints, and their element types.
#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/pytorch/torch_tensors.h"
#include "engine/formats/pytorch/torch_types.h"

namespace ng {
namespace {

constexpr const char* again = "the file is damaged; save it again with torch.save";

struct Row {
  std::string_view storage, type;  // "FloatStorage", "float32"
  std::int64_t bytes;
  std::optional<DType> dtype;
};

constexpr Row rows[] = {
    {"DoubleStorage", "float64", 8, DType::f64},
    {"FloatStorage", "float32", 4, DType::f32},
    {"HalfStorage", "float16", 2, DType::f16},
    {"BFloat16Storage", "bfloat16", 2, DType::bf16},
    {"LongStorage", "int64", 8, DType::i64},
    {"IntStorage", "int32", 4, DType::i32},
    {"ShortStorage", "int16", 2, DType::i16},
    {"CharStorage", "int8", 1, DType::i8},
    {"ByteStorage", "uint8", 1, DType::u8},
    {"BoolStorage", "bool", 1, DType::bool_},
    {"", "uint16", 2, DType::u16},
    {"", "uint32", 4, DType::u32},
    {"", "uint64", 8, DType::u64},
    {"ComplexFloatStorage", "complex64", 8, {}},
    {"ComplexDoubleStorage", "complex128", 16, {}},
    {"QInt8Storage", "qint8", 1, {}},
    {"QUInt8Storage", "quint8", 1, {}},
    {"QInt32Storage", "qint32", 4, {}},
    {"QUInt4x2Storage", "quint4x2", 1, {}},
    {"QUInt2x4Storage", "quint2x4", 1, {}},
    {"", "float8_e4m3fn", 1, {}},
    {"", "float8_e5m2", 1, {}},
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

std::optional<DType> torch_dtype(std::string_view name) {
  for (const Row& row : rows)
    if (row.type == name) return row.dtype;
  return std::nullopt;
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
  storage.untyped = storage.type == "UntypedStorage";
  const Row* found = nullptr;
  for (const Row& row : rows)
    if (!row.storage.empty() && row.storage == storage.type) found = &row;
  if (!type.starts_with("torch.") || (!found && !storage.untyped))
    fail("storage " + quote(storage.key) + " has an unknown type", quote(type),
         "torch.FloatStorage or another storage of PyTorch");
  if (found) {
    storage.dtype = found->dtype;
    storage.element_bytes = found->bytes;
  }
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
