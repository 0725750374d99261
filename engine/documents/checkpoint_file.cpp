// SPDX-License-Identifier: Apache-2.0
// Reads and writes checkpoints as safetensors files with a manifest.
#include <string_view>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/documents/checkpoint_manifest.h"
#include "engine/formats/content_hash.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/records/series_record.h"

namespace ng {
namespace {

// One row (x, y) per point.
Tensor points(const SeriesRecord& series) {
  Tensor tensor(DType::f64, {std::ssize(series.x), 2});
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    tensor.as<double>()[2 * i] = series.x[i];
    tensor.as<double>()[2 * i + 1] = series.y[i];
  }
  return tensor;
}

CheckpointManifest manifest_of(const Checkpoint& checkpoint, const std::vector<Tensor>& series) {
  CheckpointManifest manifest;
  manifest.document = checkpoint.document;
  manifest.position = checkpoint.position;
  for (const CheckpointTensor& tensor : checkpoint.tensors) {
    manifest.tensors.push_back(
        {tensor.name, tensor.kind, content_hash(tensor.name, tensor.value), tensor.axes});
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    const SeriesRecord& curve = checkpoint.series[i];
    manifest.series.push_back(
        {curve.name, curve.x_title, curve.y_title, content_hash(series_name(i), series[i])});
  }
  return manifest;
}

// Index by name: a checkpoint may hold several 100 000 tensors.
using ByName = std::unordered_map<std::string_view, const Tensor*>;

// Finds a tensor and verifies its hash.
const Tensor& checked(const ByName& content, const std::string& name, const std::string& hash,
                      const std::string& path) {
  const auto found = content.find(name);
  const Tensor* tensor = found == content.end() ? nullptr : found->second;
  if (tensor && content_hash(name, *tensor) == hash) return *tensor;
  fail_checkpoint(path, "the checkpoint is damaged",
                  tensor ? quote(name) + " does not match its hash" : "no tensor " + quote(name),
                  hash, "restore an older checkpoint; nothing was changed");
}

SeriesRecord curve_of(const CheckpointManifest::Curve& curve, const Tensor& rows) {
  SeriesRecord series{curve.name, curve.x_title, curve.y_title, {}, {}};
  for (std::int64_t i = 0; i + 1 < rows.size(); i += 2) {
    series.x.push_back(rows.at(i));
    series.y.push_back(rows.at(i + 1));
  }
  return series;
}

// Weights of other formats have other names and no position: they are bound first.
void refuse_other_formats(const Reader& reader) {
  const std::string first = reader.first_bytes(512);
  if (safetensors_format.recognises(first)) return;
  for (const Format* format : format_table()) {
    if (format->list && format->recognises(first))
      fail_checkpoint(reader.path(), "this is not a checkpoint", std::string(format->title),
                      "a safetensors file with a manifest", bind_first);
  }
}

}  // namespace

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  std::vector<Tensor> series;
  for (const SeriesRecord& record : checkpoint.series) series.push_back(points(record));
  std::vector<TensorRef> tensors;
  for (const CheckpointTensor& tensor : checkpoint.tensors) {
    tensors.push_back({tensor.name, &tensor.value});
  }
  for (std::size_t i = 0; i < series.size(); ++i) tensors.push_back({series_name(i), &series[i]});
  write_safetensors(path, tensors, write_manifest(manifest_of(checkpoint, series)));
}

Checkpoint read_checkpoint(Reader& reader) {
  refuse_other_formats(reader);
  Notes notes;
  const std::string& path = reader.path();
  const TensorFile content = read_safetensors(reader, notes);
  const CheckpointManifest manifest = read_manifest(content.metadata, path);
  ByName tensors;
  for (const NamedTensor& each : content.tensors) tensors.emplace(each.name, &each.tensor);
  Checkpoint checkpoint;
  checkpoint.document = manifest.document;
  checkpoint.position = manifest.position;
  for (const auto& part : manifest.tensors) {
    checkpoint.tensors.push_back(
        {part.name, part.axes, part.kind, checked(tensors, part.name, part.hash, path)});
  }
  for (std::size_t i = 0; i < manifest.series.size(); ++i) {
    const auto& curve = manifest.series[i];
    checkpoint.series.push_back(
        curve_of(curve, checked(tensors, series_name(i), curve.hash, path)));
  }
  const std::size_t named = checkpoint.tensors.size() + checkpoint.series.size();
  if (content.tensors.size() != named) {
    fail_checkpoint(path, "the checkpoint is damaged", "tensors that its manifest does not name",
                    std::to_string(named) + " tensors",
                    "restore an older checkpoint; nothing was changed");
  }
  return checkpoint;
}

Checkpoint read_checkpoint(const std::string& path) {
  Reader reader(path);
  return read_checkpoint(reader);
}

}  // namespace ng
