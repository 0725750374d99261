// SPDX-License-Identifier: Apache-2.0
#include "engine/session/checkpoint_contents.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/base/quote.h"
#include "engine/formats/format_table.h"
#include "engine/formats/safetensors.h"
#include "engine/session/checkpoint_manifest.h"

namespace ng {
namespace {

bool is_safetensors(const Reader& reader) {
  return recognise(reader).name == safetensors_format.name;
}

TensorFile read_all(Reader& reader) {
  Notes notes;
  const FileModel model = recognise(reader).read(reader, notes);
  if (const auto* tensors = std::get_if<TensorFile>(&model)) return *tensors;
  fail_checkpoint(reader.path(), "this is a document, and no file of tensors", "a graph",
                  "a checkpoint, or another file of safetensors, npz or npy",
                  "save a checkpoint of it first: ngraph run --save");
}

// Curves are no tensors of the graph.
bool is_curve(const std::string& name, const CheckpointManifest* manifest) {
  for (std::size_t i = 0; manifest && i < manifest->series.size(); ++i) {
    if (name == series_name(i)) return true;
  }
  return false;
}

void add_header(Reader& reader, CheckpointContents& contents) {
  Notes notes;
  const SafetensorsHeader header = read_safetensors_header(reader, notes);
  std::optional<CheckpointManifest> manifest;
  if (has_manifest(header.metadata)) manifest = read_manifest(header.metadata, contents.path);
  for (const SafetensorsEntry& each : header.entries) {
    if (is_curve(each.name, manifest ? &*manifest : nullptr)) continue;
    CheckpointEntry entry{each.name, {}, each.dtype, {}, each.shape, 0};
    entry.bytes = static_cast<std::int64_t>(each.end - each.begin);
    contents.entries.push_back(std::move(entry));
  }
  if (!manifest) return;
  contents.document = manifest->document;
  contents.position = manifest->position;
  for (CheckpointEntry& entry : contents.entries) {
    for (const auto& part : manifest->tensors) {
      if (part.name != entry.name) continue;
      entry.kind = part.kind;
      if (part.axes.size() == entry.shape.size()) entry.axes = part.axes;
    }
  }
}

// One file of a comparison: safetensors entry by entry, others as a whole.
class Source {
 public:
  explicit Source(const std::string& path)
      : contents_(read_checkpoint_contents(path)), reader_(path) {
    if (is_safetensors(reader_)) {
      header_ = read_safetensors_header(reader_, notes_);
    } else {
      whole_ = read_all(reader_);
    }
  }
  const CheckpointContents& contents() const { return contents_; }
  Tensor read(const std::string& name) {
    for (const SafetensorsEntry& entry : header_.entries) {
      if (entry.name == name) return read_safetensors_tensor(reader_, header_, entry, notes_);
    }
    if (const Tensor* tensor = whole_.find(name)) return *tensor;
    Diagnostic diagnostic;
    diagnostic.what = quote(contents_.path) + " holds no tensor " + quote(name);
    diagnostic.found = std::to_string(contents_.entries.size()) + " tensors";
    refuse(ErrorKind::key, std::move(diagnostic));
  }

 private:
  CheckpointContents contents_;
  Reader reader_;
  Notes notes_;
  SafetensorsHeader header_;
  TensorFile whole_;
};

double norm_of(const Tensor& tensor) {
  double sum = 0;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const double value = tensor.at(i);
    if (std::isfinite(value)) sum += value * value;
  }
  return std::sqrt(sum);
}

// Two that are both no number, or the same infinity, do not differ.
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

TensorChange compare_tensor(const std::string& name, Source& before, Source& after) {
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

CheckpointContents read_checkpoint_contents(const std::string& path) {
  Reader reader(path);
  CheckpointContents contents;
  contents.path = path;
  contents.bytes = static_cast<std::int64_t>(reader.size());
  if (is_safetensors(reader)) {
    add_header(reader, contents);
  } else {
    for (const NamedTensor& each : read_all(reader).tensors) {
      contents.entries.push_back(
          {each.name, {}, each.tensor.dtype, {}, each.tensor.shape, std::ssize(each.tensor.bytes)});
    }
  }
  std::sort(contents.entries.begin(), contents.entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return contents;
}

Tensor read_checkpoint_tensor(const std::string& path, const std::string& name) {
  return Source(path).read(name);
}

double TensorChange::relative() const {
  if (difference == 0) return 0;
  return before > 0 ? difference / before : std::numeric_limits<double>::infinity();
}

std::string_view name(TensorChange::Kind kind) {
  static constexpr std::string_view names[] = {"equal", "changed", "reshaped", "added", "removed"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<TensorChange> compare_checkpoints(const std::string& before, const std::string& after,
                                              const std::function<bool(double done)>& progress) {
  Source first(before), second(after);
  std::set<std::string> names;
  for (const Source* source : {&first, &second}) {
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
