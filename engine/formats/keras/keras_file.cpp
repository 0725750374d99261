// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/keras/keras_file.h"

#include <cstring>

#include "engine/base/quote.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/hdf5/hdf5_file.h"

namespace ng {
namespace {

using keras::Model;

constexpr const char* config_name = "config.json";
constexpr const char* metadata_name = "metadata.json";
constexpr const char* weights_name = "model.weights.h5";
constexpr const char* save_again = "save the model again with model.save";

const ZipEntry* entry_named(const std::vector<ZipEntry>& entries, std::string_view name) {
  for (const ZipEntry& entry : entries) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

const ZipEntry& need_entry(const Reader& reader, const std::vector<ZipEntry>& entries,
                           const char* name) {
  if (const ZipEntry* found = entry_named(entries, name)) return *found;
  reader.fail_at(0, {"the Keras archive has no entry " + quote(name),
                     std::to_string(entries.size()) + " other entries",
                     "config.json, metadata.json and model.weights.h5", save_again});
}

std::unique_ptr<JsonText> json_of(const Reader& reader, const ZipEntry& entry) {
  reader.check_limit("the architecture", entry.unpacked, reader.limits().header_bytes);
  return std::make_unique<JsonText>(read_zip_entry(reader, entry),
                                    reader.path() + ":" + entry.name);
}

// Weights that the archive compresses are unpacked into memory, which the tensors share.
Hdf5Contents unpacked_weights(const Reader& reader, const ZipEntry& entry, Notes& notes) {
  const auto text = std::make_shared<const std::string>(read_zip_entry(reader, entry));
  const auto bytes = [text] { return std::as_bytes(std::span(*text)); };
  const std::string name = reader.path() + ":" + entry.name;
  const Reader inside(bytes(), name, reader.limits());
  Hdf5Contents contents = list_hdf5_part(inside, 0, text->size(), notes);
  for (StoredTensor& tensor : contents.tensors) {
    if (!tensor.fault.empty()) continue;
    if (const auto by_helper = tensor.read_by) {
      tensor.read_by = [by_helper, bytes, name](const Reader& caller) {
        return by_helper(Reader(bytes(), name, caller.limits()));
      };
      continue;
    }
    tensor.read_by = [bytes, at = tensor.offset, count = tensor.bytes()](const Reader&) {
      const auto part = bytes().subspan(at, count);
      return std::vector<std::byte>(part.begin(), part.end());
    };
    tensor.offset = 0;
  }
  return contents;
}

Hdf5Contents weights_of(const Reader& reader, const ZipEntry& entry, Notes& notes) {
  return entry.method == 0 ? list_hdf5_part(reader, entry.data, entry.unpacked, notes)
                           : unpacked_weights(reader, entry, notes);
}

std::shared_ptr<Model> model_of(const Reader& reader) {
  auto model = std::make_shared<Model>();
  model->path = reader.path();
  model->weights.files = {reader.path()};
  model->file = reader.file();
  return model;
}

std::shared_ptr<Model> read_archive(const Reader& reader, Notes& notes) {
  const std::vector<ZipEntry> entries = read_zip_directory(reader);
  std::shared_ptr<Model> model = model_of(reader);
  model->config = json_of(reader, need_entry(reader, entries, config_name));
  if (const ZipEntry* metadata = entry_named(entries, metadata_name)) {
    const auto json = json_of(reader, *metadata);
    if (const auto version = json->root().find("keras_version")) model->version = version->text();
  }
  Hdf5Contents weights = weights_of(reader, need_entry(reader, entries, weights_name), notes);
  model->weights.tensors = std::move(weights.tensors);
  model->texts = std::move(weights.texts);
  return model;
}

// The only text of an attribute; null if it has none.
const std::string* text_of(const Hdf5Texts& texts, const std::string& object, const char* name) {
  const auto at = texts.find(object);
  if (at == texts.end()) return nullptr;
  const auto found = at->second.find(name);
  return found == at->second.end() || found->second.size() != 1 ? nullptr : &found->second[0];
}

std::shared_ptr<Model> read_hdf5_model(const Reader& reader, Notes& notes) {
  std::shared_ptr<Model> model = model_of(reader);
  Hdf5Contents contents = list_hdf5_part(reader, 0, reader.size(), notes);
  const std::string* config = text_of(contents.texts, "", "model_config");
  if (!config)
    reader.fail_at(0, {"this file holds tensors, not a graph document", "HDF5 tensors",
                       "a document or a model", "ngraph checkpoint FILE lists its tensors"});
  model->config = std::make_unique<JsonText>(*config, reader.path() + ":model_config");
  if (const std::string* version = text_of(contents.texts, "", "keras_version"))
    model->version = *version;
  model->named = true;
  model->weights.tensors = std::move(contents.tensors);
  model->texts = std::move(contents.texts);
  return model;
}

TensorDirectory list_keras(Reader& reader, Notes& notes) {
  const std::vector<ZipEntry> entries = read_zip_directory(reader);
  TensorDirectory directory;
  directory.files = {reader.path()};
  directory.tensors = weights_of(reader, need_entry(reader, entries, weights_name), notes).tensors;
  return directory;
}

}  // namespace

bool is_keras_archive(std::string_view first) {
  if (!first.starts_with("PK\x03\x04") || first.size() < 30) return false;
  std::uint16_t length = 0;
  std::memcpy(&length, first.data() + 26, sizeof length);
  const std::string_view name = first.substr(30, length);
  return name == config_name || name == metadata_name || name == weights_name;
}

bool has_keras_architecture(const Reader& reader) {
  if (!recognises_hdf5(reader.first_bytes(8))) return false;
  try {
    Notes notes;
    const Hdf5Texts texts = list_hdf5_part(reader, 0, reader.size(), notes).texts;
    return text_of(texts, "", "model_config") != nullptr;
  } catch (const Error&) {
    return false;
  }
}

std::shared_ptr<const Model> read_keras(Reader& reader, Notes& notes) {
  return recognises_hdf5(reader.first_bytes(8)) ? read_hdf5_model(reader, notes)
                                                : read_archive(reader, notes);
}

const Format keras_format = {
    .name = "keras",
    .title = "Keras model",
    .role = FileRole::document,
    .suffixes = {".keras"},
    .recognises = is_keras_archive,
    .read = [](Reader& reader, Notes& notes) -> FileModel { return read_keras(reader, notes); },
    .write = nullptr,
    .list = list_keras,
};

}  // namespace ng
