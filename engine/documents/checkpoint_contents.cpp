// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/checkpoint_contents.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/documents/checkpoint_manifest.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/archives/zip_directory.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/npy.h"

namespace ng {
namespace {

bool is_safetensors(const Reader& reader) {
  return recognise(reader).name == safetensors_format.name;
}

TensorFile read_all(Reader& reader) {
  Notes notes;
  const FileModel model = recognise(reader).read(reader, notes);
  if (const auto* tensors = std::get_if<TensorFile>(&model)) return *tensors;
  fail_checkpoint(reader.path(), "this is a document, not a tensor file", "a graph",
                  "a checkpoint, or another safetensors, npz or npy file",
                  "save a checkpoint of it first: ngraph run --save");
}

// Curves are stored as tensors but are not listed.
bool is_curve(const std::string& name, const CheckpointManifest* manifest) {
  for (std::size_t i = 0; manifest && i < manifest->series.size(); ++i) {
    if (name == series_name(i)) return true;
  }
  return false;
}

std::vector<CheckpointEntry> entries_of(const SafetensorsHeader& header,
                                        const CheckpointManifest* manifest) {
  std::vector<CheckpointEntry> entries;
  for (const SafetensorsEntry& each : header.entries) {
    if (is_curve(each.name, manifest)) continue;
    const auto bytes = static_cast<std::int64_t>(each.end - each.begin);
    entries.push_back({each.name, {}, each.dtype, {}, each.shape, bytes});
  }
  return entries;
}

std::vector<CheckpointEntry> entries_of(const TensorFile& file) {
  std::vector<CheckpointEntry> entries;
  for (const NamedTensor& each : file.tensors) {
    const Tensor& tensor = each.tensor;
    entries.push_back({each.name, {}, tensor.dtype, {}, tensor.shape, std::ssize(tensor.bytes)});
  }
  return entries;
}

CheckpointEntry entry_of(const std::string& name, const NpyLayout& layout) {
  return {name, {}, layout.dtype, {}, layout.shape, static_cast<std::int64_t>(layout.bytes)};
}

// Reads only the headers of npy and uncompressed npz files. Empty if the file must be read whole.
std::optional<std::vector<CheckpointEntry>> stored_entries(Reader& reader) {
  const std::string_view format = recognise(reader).name;
  Notes notes;
  if (format == npy_format.name)
    return std::vector{entry_of("array", read_npy_layout(reader, 0, reader.size(), notes))};
  if (format != npz_format.name) return std::nullopt;
  std::vector<CheckpointEntry> entries;
  for (const ZipEntry& entry : read_zip_directory(reader)) {
    if (!entry.name.ends_with(".npy") || entry.method != 0) return std::nullopt;
    const std::string name = entry.name.substr(0, entry.name.size() - 4);
    entries.push_back(entry_of(name, read_npy_layout(reader, entry.data, entry.unpacked, notes)));
  }
  return entries.empty() ? std::nullopt : std::optional(entries);
}

void add_manifest(const CheckpointManifest& manifest, CheckpointContents& contents) {
  contents.document = manifest.document;
  contents.position = manifest.position;
  std::unordered_map<std::string_view, const CheckpointManifest::Part*> parts;
  for (const auto& part : manifest.tensors) parts[part.name] = &part;
  for (CheckpointEntry& entry : contents.entries) {
    const auto part = parts.find(entry.name);
    if (part == parts.end()) continue;
    entry.kind = part->second->kind;
    if (part->second->axes.size() == entry.shape.size()) entry.axes = part->second->axes;
  }
}

double norm_of(const Tensor& tensor) {
  double sum = 0;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const double value = tensor.at(i);
    if (std::isfinite(value)) sum += value * value;
  }
  return std::sqrt(sum);
}

// Equal values, including two NaN or equal infinities, count as unchanged.
void compare_values(const Tensor& before, const Tensor& after, TensorChange& change) {
  double sum = 0;
  for (std::int64_t i = 0; i < before.size(); ++i) {
    const double was = before.at(i), is = after.at(i);
    if (was == is || (std::isnan(was) && std::isnan(is))) continue;
    const double difference = std::fabs(is - was);
    const bool finite = std::isfinite(difference);
    change.most = std::max(change.most, finite ? difference : INFINITY);
    if (finite) sum += difference * difference;
  }
  change.difference = std::sqrt(sum);
  change.kind = change.most > 0 ? TensorChange::Kind::changed : TensorChange::Kind::equal;
}

TensorChange compare_tensor(const std::string& name, CheckpointSource& before,
                            CheckpointSource& after) {
  TensorChange change;
  change.name = name;
  const CheckpointEntry *was = before.contents().find(name), *is = after.contents().find(name);
  Tensor old, now;
  if (was) change.before = norm_of(old = before.read(name));
  if (is) change.after = norm_of(now = after.read(name));
  if (!was || !is) {
    change.kind = was ? TensorChange::Kind::removed : TensorChange::Kind::added;
  } else if (was->shape != is->shape) {
    change.kind = TensorChange::Kind::reshaped;
  } else {
    compare_values(old, now, change);
  }
  return change;
}

}  // namespace

const CheckpointEntry* CheckpointContents::find(const std::string& name) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const CheckpointEntry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

CheckpointSource::CheckpointSource(const std::string& path) : reader_(path) {
  contents_.path = path;
  contents_.bytes = static_cast<std::int64_t>(reader_.size());
  if (is_safetensors(reader_)) {
    Notes notes;
    header_ = read_safetensors_header(reader_, notes);
    std::optional<CheckpointManifest> manifest;
    if (has_manifest(header_.metadata)) manifest = read_manifest(header_.metadata, path);
    contents_.entries = entries_of(header_, manifest ? &*manifest : nullptr);
    if (manifest) add_manifest(*manifest, contents_);
  } else if (auto stored = stored_entries(reader_)) {
    contents_.entries = std::move(*stored);
  } else {
    whole_ = read_all(reader_);
    contents_.entries = entries_of(whole_);
  }
  std::sort(contents_.entries.begin(), contents_.entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
}

Tensor CheckpointSource::read(const std::string& name) {
  Notes notes;
  for (const SafetensorsEntry& entry : header_.entries) {
    if (entry.name == name) return read_safetensors_tensor(reader_, header_, entry, notes);
  }
  const bool known = contents_.find(name) != nullptr;
  if (known && header_.entries.empty() && whole_.tensors.empty()) whole_ = read_all(reader_);
  if (const Tensor* tensor = whole_.find(name)) return *tensor;
  Diagnostic diagnostic;
  diagnostic.what = quote(contents_.path) + " has no tensor " + quote(name);
  diagnostic.found = std::to_string(contents_.entries.size()) + " tensors";
  refuse(ErrorKind::key, std::move(diagnostic));
}

CheckpointContents read_checkpoint_contents(const std::string& path) {
  return CheckpointSource(path).contents();
}

double TensorChange::relative() const {
  if (difference == 0) return 0;
  return before > 0 ? difference / before : std::numeric_limits<double>::infinity();
}

std::vector<TensorChange> compare_checkpoints(const std::string& before, const std::string& after,
                                              const std::function<bool(double done)>& progress) {
  CheckpointSource first(before), second(after);
  std::set<std::string> names;
  for (const CheckpointSource* source : {&first, &second}) {
    for (const CheckpointEntry& entry : source->contents().entries) names.insert(entry.name);
  }
  std::vector<TensorChange> changes;
  for (const std::string& name : names) {
    const double done = static_cast<double>(changes.size()) / static_cast<double>(names.size());
    if (progress && !progress(done)) {
      refuse(ErrorKind::cancelled,
             "comparing " + quote(before) + " and " + quote(after) + " was cancelled");
    }
    changes.push_back(compare_tensor(name, first, second));
  }
  return changes;
}

}  // namespace ng
