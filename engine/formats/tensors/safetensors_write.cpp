// SPDX-License-Identifier: Apache-2.0
// Writes safetensors deterministically.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/atomic_file.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/formats/tensors/safetensors_types.h"

namespace ng {
namespace {

// Sorts by element size, largest first, to align each tensor; then by name.
std::vector<TensorToWrite> in_file_order(std::span<const TensorToWrite> tensors) {
  std::vector<TensorToWrite> sorted(tensors.begin(), tensors.end());
  std::sort(sorted.begin(), sorted.end(), [](const TensorToWrite& a, const TensorToWrite& b) {
    const std::int64_t a_bits = a.dtype.bits(), b_bits = b.dtype.bits();
    return a_bits != b_bits ? a_bits > b_bits : a.name < b.name;
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
        ref.name, nlohmann::ordered_json{{"dtype", safetensors_name(ref.dtype)},
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
  for (const TensorToWrite& each : sorted)
    use_elements(each, [&](std::span<const std::byte> elements) { file.write(elements); });
  file.commit();
}

}  // namespace ng
