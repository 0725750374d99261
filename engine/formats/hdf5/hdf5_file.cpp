// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/hdf5/hdf5_file.h"

#include "engine/base/joined.h"
#include "engine/formats/hdf5/hdf5_helper.h"
#include "engine/formats/keras/keras_file.h"

namespace ng {
namespace {

constexpr std::string_view magic = "\x89HDF\r\n\x1a\n";
constexpr std::size_t most_metadata = 1000;

}  // namespace

bool recognises_hdf5(std::string_view first) {
  return first.starts_with(magic);
}

bool has_user_block(const Reader& reader) {
  std::string bytes(magic.size(), '\0');
  for (std::uint64_t at = 512; at + magic.size() <= reader.size(); at *= 2) {
    reader.read_at(at, std::as_writable_bytes(std::span(bytes)));
    if (bytes == magic) return true;
  }
  return false;
}

TensorDirectory list_hdf5(Reader& reader, Notes& notes) {
  Hdf5Contents contents = list_hdf5_part(reader, 0, reader.size(), notes);
  TensorDirectory directory;
  directory.files = {reader.path()};
  directory.tensors = std::move(contents.tensors);
  for (const char* object : {"", "model_weights"}) {
    for (const auto& [name, texts] : contents.texts[object]) {
      const std::string text = joined(texts);
      if (text.size() <= most_metadata) directory.metadata.emplace(name, text);
    }
  }
  return directory;
}

const Format hdf5_format = {
    .name = "hdf5",
    .title = "HDF5 tensors",
    .role = FileRole::checkpoint,
    .suffixes = {".h5", ".hdf5"},
    .recognises = recognises_hdf5,
    .read = [](Reader& reader, Notes& notes) -> FileModel {
      return read_all_stored(reader, list_hdf5(reader, notes), notes);
    },
    .write = nullptr,
    .list = list_hdf5,
    .has_graph = has_keras_architecture,
};

}  // namespace ng
