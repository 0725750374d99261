// SPDX-License-Identifier: Apache-2.0
// Writes safetensors deterministically.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/atomic_file.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/safetensors.h"

namespace ng {
namespace {

const char* dtype_text(DType dtype) {
  switch (dtype) {
    case DType::f64: return "F64";
    case DType::f32: return "F32";
    case DType::f16: return "F16";
    case DType::bf16: return "BF16";
    case DType::i8: return "I8";
    case DType::i16: return "I16";
    case DType::i32: return "I32";
    case DType::i64: return "I64";
    case DType::u8: return "U8";
    case DType::u16: return "U16";
    case DType::u32: return "U32";
    case DType::u64: return "U64";
    case DType::bool_: return "BOOL";
  }
  return "";
}

// Sorts by element size, largest first, to align each tensor; then by name.
std::vector<TensorToWrite> in_file_order(std::span<const TensorToWrite> tensors) {
  std::vector<TensorToWrite> sorted(tensors.begin(), tensors.end());
  std::sort(sorted.begin(), sorted.end(), [](const TensorToWrite& a, const TensorToWrite& b) {
    const std::size_t a_bytes = size_of(a.dtype), b_bytes = size_of(b.dtype);
    return a_bytes != b_bytes ? a_bytes > b_bytes : a.name < b.name;
  });
  return sorted;
}

void check_name(const std::string& name, std::map<std::string, int>& seen) {
  if (name.empty() || name == "__metadata__" || ++seen[name] > 1) {
    refuse(ErrorKind::value, "a tensor cannot be saved under the name " + quote(name) +
                                 (seen[name] > 1 ? ", which another has" : ""));
  }
}

std::string header_text(const std::vector<TensorToWrite>& tensors,
                        const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::map<std::string, int> seen;
  std::uint64_t begin = 0;
  for (const TensorToWrite& ref : tensors) {
    check_name(ref.name, seen);
    const std::uint64_t end = begin + ref.bytes();
    // push_back avoids the linear search of operator[].
    header.get_ref<nlohmann::ordered_json::object_t&>().emplace_back(
        ref.name, nlohmann::ordered_json{{"dtype", dtype_text(ref.dtype)},
                                         {"shape", ref.shape},
                                         {"data_offsets", {begin, end}}});
    begin = end;
  }
  try {
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');
    return text;
  } catch (const nlohmann::json::type_error&) {
    refuse(ErrorKind::value, "a name or a metadata text to be saved is not valid UTF-8");
  }
}

}  // namespace

void write_safetensors(const std::string& path, std::span<const TensorRef> tensors,
                       const std::map<std::string, std::string>& metadata) {
  stream_safetensors(path, to_write(tensors), metadata);
}

void stream_safetensors(const std::string& path, std::span<const TensorToWrite> tensors,
                        const std::map<std::string, std::string>& metadata) {
  const std::vector<TensorToWrite> sorted = in_file_order(tensors);
  const std::string header = header_text(sorted, metadata);
  const std::uint64_t length = header.size();
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(&length, 1)));  // native order is little-endian
  file.write(header);
  for (const TensorToWrite& each : sorted) {
    const Tensor read = each.held ? Tensor() : each.read();
    const Tensor& tensor = each.held ? *each.held : read;
    check(tensor.bytes.size() == each.bytes(), "a tensor to write has another size");
    tensor.bytes.for_each_block([&](std::span<const std::byte> block) { file.write(block); });
  }
  file.commit();
}

}  // namespace ng
