// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/checkpoint_contents.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "engine/base/quote.h"
#include "engine/documents/checkpoint_manifest.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/safetensors.h"

namespace ng {
namespace {

// Curves are stored as tensors but are not listed.
bool is_curve(const std::string& name, const CheckpointManifest* manifest) {
  for (std::size_t i = 0; manifest && i < manifest->series.size(); ++i) {
    if (name == series_name(i)) return true;
  }
  return false;
}

std::vector<CheckpointEntry> entries_of(const TensorDirectory& directory,
                                        const CheckpointManifest* manifest) {
  std::vector<CheckpointEntry> entries;
  entries.reserve(directory.tensors.size());
  for (const StoredTensor& each : directory.tensors) {
    if (is_curve(each.name, manifest)) continue;
    const auto bytes = static_cast<std::int64_t>(each.bytes());
    entries.push_back({each.name, {}, each.dtype, {}, each.shape, bytes, each.fault, {}});
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return entries;
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

}  // namespace

const CheckpointEntry* CheckpointContents::find(const std::string& name) const {
  const auto found = std::lower_bound(
      entries.begin(), entries.end(), name,
      [](const CheckpointEntry& entry, const std::string& wanted) { return entry.name < wanted; });
  return found == entries.end() || found->name != name ? nullptr : &*found;
}

bool is_checkpoint_file(const std::string& path) {
  try {
    return role_of(Reader(path)) == FileRole::checkpoint;
  } catch (const Error&) {
    return false;
  }
}

CheckpointSource::CheckpointSource(const std::string& path) : files_(path) {
  const TensorDirectory& directory = files_.directory();
  contents_.path = path;
  for (const std::string& file : directory.files) {
    std::error_code gone;  // read later, with a message
    const std::uintmax_t size = std::filesystem::file_size(file, gone);
    if (!gone) contents_.bytes += static_cast<std::int64_t>(size);
  }
  contents_.format = files_.format().title;
  contents_.notes = files_.notes();
  std::optional<CheckpointManifest> manifest;
  if (has_manifest(directory.metadata)) manifest = read_manifest(directory.metadata, path);
  contents_.entries = entries_of(directory, manifest ? &*manifest : nullptr);
  contents_.as_saved = manifest && &files_.format() == &safetensors_format;
  if (manifest) {
    add_manifest(*manifest, contents_);
  } else {
    contents_.metadata = directory.metadata;
  }
  for (std::size_t i = 0; i < directory.tensors.size(); ++i)
    index_.emplace(directory.tensors[i].name, i);
}

const StoredTensor& CheckpointSource::stored(const std::string& name) const {
  const auto found = index_.find(name);
  if (found != index_.end()) return files_.directory().tensors[found->second];
  Diagnostic diagnostic;
  diagnostic.what = quote(contents_.path) + " has no tensor " + quote(name);
  diagnostic.found = std::to_string(contents_.entries.size()) + " tensors";
  refuse(ErrorKind::key, std::move(diagnostic));
}

Tensor CheckpointSource::read(const std::string& name) {
  return files_.read(stored(name));
}

std::vector<std::byte> CheckpointSource::read_elements(const std::string& name) {
  return files_.read_elements(stored(name));
}

bool CheckpointSource::reads_parts(const std::string& name) const {
  return is_plain(files_.directory(), stored(name));
}

std::unique_ptr<TensorWindow> CheckpointSource::window(const std::string& name) const {
  return TensorWindow::open(contents_.path, name);
}

Tensor CheckpointSource::read_part(const std::string& name, std::int64_t first,
                                   std::int64_t count) {
  const StoredTensor& tensor = stored(name);
  if (is_plain(files_.directory(), tensor)) return files_.read_part(tensor, first, count);
  const Tensor whole = files_.read(tensor);
  const int parts = tensor.dtype.parts();
  Tensor part(whole.dtype, parts > 1 ? Shape{count, parts} : Shape{count});
  const auto size = static_cast<std::ptrdiff_t>(size_of(whole.dtype)) * parts;
  std::copy_n(whole.bytes.begin() + first * size, count * size, part.bytes.begin());
  return part;
}

CheckpointContents read_checkpoint_contents(const std::string& path) {
  return CheckpointSource(path).contents();
}

}  // namespace ng
