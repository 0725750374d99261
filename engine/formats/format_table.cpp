// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/format_table.h"

#include "engine/formats/archives/npz.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/formats/documents/document.h"
#include "engine/formats/gguf/gguf_file.h"
#include "engine/formats/hdf5/hdf5_file.h"
#include "engine/formats/keras/keras_file.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/formats/pytorch/pt2_file.h"
#include "engine/formats/pytorch/torch_file.h"
#include "engine/formats/stablehlo/stablehlo_file.h"
#include "engine/formats/tensorflow/tensor_bundle.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/formats/tensors/idx.h"
#include "engine/formats/tensors/npy.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/formats/tensors/sharded_index.h"
#include "engine/formats/tflite/tflite_file.h"
#include "engine/formats/unknown_content.h"

namespace ng {
namespace {

bool has_suffix(const Format& format, const std::string& path) {
  for (const std::string_view suffix : format.suffixes) {
    if (path.ends_with(suffix)) return true;
  }
  return false;
}

void require_one(std::size_t arrays, std::string_view file) {
  if (arrays == 1) return;
  refuse(ErrorKind::value, std::string(file) + " holds one array, not " + std::to_string(arrays) +
                               "; save them as npz or safetensors");
}

}  // namespace

std::span<const Format* const> format_table() {
  // Sorted by name.
  static const Format* const table[] = {
      &gguf_format,        &hdf5_format,     &idx_format,         &keras_format,
      &capture_format,     &document_format, &compilation_format, &npy_format,
      &npz_format,         &onnx_format,     &pt2_format,         &pytorch_format,
      &safetensors_format, &sharded_format,  &stablehlo_format,   &tensorflow_format,
      &bundle_format,      &tflite_format,
  };
  return table;
}

const Format* format_named(std::string_view name) {
  for (const Format* format : format_table()) {
    if (format->name == name) return format;
  }
  return nullptr;
}

const Format* format_for_path(const std::string& path) {
  for (const Format* format : format_table()) {
    if (has_suffix(*format, path)) return format;
  }
  return nullptr;
}

const Format& recognise(const Reader& reader) {
  const std::string first = reader.first_bytes(512);
  const Format* found = nullptr;
  for (const Format* format : format_table()) {
    if (!format->recognises(first)) continue;
    if (!found || has_suffix(*format, reader.path())) found = format;
  }
  if (found) return *found;
  if (has_user_block(reader)) return hdf5_format;
  UnknownContent content = describe_unknown_content(reader);
  std::string expected;
  for (const Format* format : format_table()) {
    expected += (expected.empty() ? "" : ", ") + std::string(format->title);
  }
  reader.fail_at(0, {"this file has an unknown format", std::move(content.kind),
                     "one of: " + expected, std::move(content.action)});
}

FileRole role_of(const Reader& reader) {
  const Format& format = recognise(reader);
  return format.has_graph && format.has_graph(reader) ? FileRole::document : format.role;
}

const Format* model_format_at(const std::string& path) {
  const auto is_model = [](const Format& format) {
    return format.role == FileRole::document && &format != &document_format;
  };
  if (const Format* named = format_for_path(path); named && is_model(*named)) return named;
  try {
    const Reader reader(model_file_of(path));
    const Format& held = recognise(reader);
    const bool graph = is_model(held) || (held.has_graph && held.has_graph(reader));
    return graph ? &held : nullptr;
  } catch (const Error&) {  // no file, or an unknown one
    return nullptr;
  }
}

TensorDirectory list_tensors(Reader& reader, Notes& notes) {
  const Format& format = recognise(reader);
  if (format.list) return format.list(reader, notes);
  const bool document = format.role == FileRole::document;
  reader.fail_at(
      0, {document ? "this is a document, not a tensor file" : "this file holds no tensors",
          std::string(format.title), "a checkpoint, or another safetensors, npz or npy file",
          document ? "save a checkpoint of it first: ngraph run --save"
                   : "choose the file with the weights"});
}

const TensorFile& tensors_of(const FileModel& model) {
  if (const auto* tensors = std::get_if<TensorFile>(&model)) return *tensors;
  refuse(ErrorKind::value, "this file format holds arrays only, not a graph");
}

const Tensor& only_tensor_of(const FileModel& model, std::string_view file) {
  const TensorFile& all = tensors_of(model);
  require_one(all.tensors.size(), file);
  return all.tensors[0].tensor;
}

const TensorToWrite& only_tensor_of(std::span<const TensorToWrite> tensors, std::string_view file) {
  require_one(tensors.size(), file);
  return tensors[0];
}

}  // namespace ng
