// SPDX-License-Identifier: Apache-2.0
// A checkpoint as a safetensors file with a manifest.
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "engine/base/quote.h"
#include "engine/formats/content_hash.h"
#include "engine/formats/json_field.h"
#include "engine/formats/safetensors.h"
#include "engine/session/checkpoint.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t manifest_version = 1;
constexpr const char* manifest_key = "ngraph.checkpoint";
constexpr const char* hash_key = "ngraph.checkpoint.hash";

std::string series_name(std::size_t index) {
  return "ngraph.series/" + std::to_string(index);
}

// One row a point: x, y.
Tensor points(const SeriesRecord& series) {
  Tensor tensor(DType::f64, {std::ssize(series.x), 2});
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    tensor.as<double>()[2 * i] = series.x[i];
    tensor.as<double>()[2 * i + 1] = series.y[i];
  }
  return tensor;
}

ordered_json manifest_of(const Checkpoint& checkpoint, const std::vector<Tensor>& series) {
  ordered_json tensors = ordered_json::array();
  for (const CheckpointTensor& tensor : checkpoint.tensors) {
    tensors.push_back({{"name", tensor.name},
                       {"axes", tensor.axes},
                       {"kind", tensor.kind},
                       {"hash", content_hash(tensor.name, tensor.value)}});
  }
  ordered_json curves = ordered_json::array();
  for (std::size_t i = 0; i < series.size(); ++i) {
    curves.push_back({{"name", checkpoint.series[i].name},
                      {"x_title", checkpoint.series[i].x_title},
                      {"y_title", checkpoint.series[i].y_title},
                      {"hash", content_hash(series_name(i), series[i])}});
  }
  ordered_json manifest = {{"version", manifest_version},
                           {"document", checkpoint.document},
                           {"tensors", std::move(tensors)},
                           {"series", std::move(curves)}};
  if (const auto& position = checkpoint.position) {
    manifest["position"] = {{"computation", position->computation},
                            {"iteration", position->iteration},
                            {"batches", position->batches},
                            {"evaluated", position->evaluated}};
  }
  return manifest;
}

void require_ordinary_target(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return;
  Diagnostic diagnostic;
  diagnostic.what = "cannot write " + quote(path) + ": this is not a file";
  diagnostic.found = S_ISDIR(status.st_mode) ? "a folder" : "a pipe, socket or device";
  diagnostic.expected = "a regular file, or nothing yet";
  diagnostic.action = "choose another name";
  refuse(ErrorKind::system, std::move(diagnostic));
}

class CheckpointReader {
 public:
  explicit CheckpointReader(Reader& reader) : reader_(reader), path_(reader.path()) {}

  Checkpoint read() {
    Notes notes;
    content_ = read_safetensors(reader_, notes);
    const std::string manifest = checked_manifest();
    Reader text(std::as_bytes(std::span(manifest)), path_ + ", manifest");
    const JsonValue tree = parse_json(text);
    return read_manifest(JsonField(tree, "", text));
  }

 private:
  [[noreturn]] void fail(std::string what, std::string found, std::string expected,
                         std::string action) const {
    Diagnostic diagnostic;
    diagnostic.what = quote(path_) + ": " + std::move(what);
    diagnostic.found = std::move(found);
    diagnostic.expected = std::move(expected);
    diagnostic.action = std::move(action);
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }

  std::string checked_manifest() const {
    const auto manifest = content_.metadata.find(manifest_key);
    const auto hash = content_.metadata.find(hash_key);
    if (manifest == content_.metadata.end() || hash == content_.metadata.end()) {
      fail("this is no checkpoint", "a safetensors file without a manifest",
           std::string("metadata under '") + manifest_key + "'",
           "choose a file that was saved as a checkpoint");
    }
    if (content_hash(manifest->second) != hash->second) {
      fail("the checkpoint is damaged", "a manifest that does not have its hash", hash->second,
           "restore an older checkpoint; nothing was changed");
    }
    return manifest->second;
  }

  // The tensor, when it is what was saved.
  const Tensor& checked(const std::string& name, const std::string& hash) const {
    const Tensor* tensor = content_.find(name);
    if (tensor && content_hash(name, *tensor) == hash) return *tensor;
    fail("the checkpoint is damaged",
         tensor ? quote(name) + " does not have its hash" : "no tensor " + quote(name), hash,
         "restore an older checkpoint; nothing was changed");
  }

  Checkpoint read_manifest(const JsonField& manifest) const {
    const std::int64_t version = manifest.at("version").integer(1, INT64_MAX);
    if (version > manifest_version) {
      fail("the checkpoint is of a newer version", std::to_string(version),
           "at most " + std::to_string(manifest_version), "restore it with a newer ngraph");
    }
    Checkpoint checkpoint;
    checkpoint.document = manifest.at("document").text();
    for (const JsonField& entry : manifest.at("tensors").items()) {
      CheckpointTensor tensor;
      tensor.name = entry.at("name").text();
      for (const JsonField& axis : entry.at("axes").items()) tensor.axes.push_back(axis.text());
      tensor.kind = entry.at("kind").text();
      tensor.value = checked(tensor.name, entry.at("hash").text());
      checkpoint.tensors.push_back(std::move(tensor));
    }
    read_series(manifest, checkpoint);
    if (const auto position = manifest.find("position")) {
      checkpoint.position = read_position(*position);
    }
    if (content_.tensors.size() != checkpoint.tensors.size() + checkpoint.series.size()) {
      fail("the checkpoint is damaged", "tensors that its manifest does not name",
           std::to_string(checkpoint.tensors.size() + checkpoint.series.size()) + " tensors",
           "restore an older checkpoint; nothing was changed");
    }
    return checkpoint;
  }

  void read_series(const JsonField& manifest, Checkpoint& checkpoint) const {
    for (const JsonField& entry : manifest.at("series").items()) {
      SeriesRecord series;
      series.name = entry.at("name").text();
      series.x_title = entry.at("x_title").text();
      series.y_title = entry.at("y_title").text();
      const Tensor& rows = checked(series_name(checkpoint.series.size()), entry.at("hash").text());
      for (std::int64_t i = 0; i + 1 < rows.size(); i += 2) {
        series.x.push_back(rows.at(i));
        series.y.push_back(rows.at(i + 1));
      }
      checkpoint.series.push_back(std::move(series));
    }
  }

  static RunPosition read_position(const JsonField& field) {
    RunPosition position;
    position.computation = field.at("computation").text();
    position.iteration = field.at("iteration").integer(0, INT64_MAX);
    position.batches = field.at("batches").integer(1, INT64_MAX);
    for (const JsonField& count : field.at("evaluated").items()) {
      position.evaluated.push_back(count.integer(0, INT64_MAX));
    }
    return position;
  }

  Reader& reader_;
  std::string path_;
  TensorFile content_;
};

}  // namespace

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  require_ordinary_target(path);
  std::vector<Tensor> series;
  for (const SeriesRecord& record : checkpoint.series) series.push_back(points(record));
  std::vector<TensorRef> tensors;
  for (const CheckpointTensor& tensor : checkpoint.tensors) {
    tensors.push_back({tensor.name, &tensor.value});
  }
  for (std::size_t i = 0; i < series.size(); ++i) tensors.push_back({series_name(i), &series[i]});
  const std::string manifest = manifest_of(checkpoint, series).dump();
  write_safetensors(path, tensors, {{manifest_key, manifest}, {hash_key, content_hash(manifest)}});
}

Checkpoint read_checkpoint(Reader& reader) {
  return CheckpointReader(reader).read();
}

Checkpoint read_checkpoint(const std::string& path) {
  Reader reader(path);
  return read_checkpoint(reader);
}

}  // namespace ng
