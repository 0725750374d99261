// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/checkpoint_manifest.h"

#include <nlohmann/json.hpp>

#include "engine/base/quote.h"
#include "engine/formats/content_hash.h"
#include "engine/parsing/json_field.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t manifest_version = 1;
constexpr const char* manifest_key = "ngraph.checkpoint";
constexpr const char* hash_key = "ngraph.checkpoint.hash";

// Finds the manifest text and verifies its hash.
const std::string& checked_text(const Metadata& metadata, const std::string& path) {
  const auto manifest = metadata.find(manifest_key), hash = metadata.find(hash_key);
  if (manifest == metadata.end() || hash == metadata.end()) {
    fail_checkpoint(path, "this is not a checkpoint", "a safetensors file without a manifest",
                    std::string("metadata under '") + manifest_key + "'", bind_first);
  }
  if (content_hash(manifest->second) != hash->second) {
    fail_checkpoint(path, "the checkpoint is damaged", "a manifest that does not match its hash",
                    hash->second, "restore an older checkpoint; nothing was changed");
  }
  return manifest->second;
}

RunPosition read_position(const JsonField& field) {
  RunPosition position;
  position.computation = field.at("computation").text();
  position.iteration = field.at("iteration").integer(0, INT64_MAX);
  position.batches = field.at("batches").integer(1, INT64_MAX);
  for (const JsonField& count : field.at("evaluated").items()) {
    position.evaluated.push_back(count.integer(0, INT64_MAX));
  }
  return position;
}

CheckpointManifest::Part read_part(const JsonField& entry) {
  CheckpointManifest::Part part;
  part.name = entry.at("name").text();
  for (const JsonField& axis : entry.at("axes").items()) part.axes.push_back(axis.text());
  part.kind = entry.at("kind").text();
  part.hash = entry.at("hash").text();
  return part;
}

}  // namespace

std::string series_name(std::size_t index) {
  return "ngraph.series/" + std::to_string(index);
}

void fail_checkpoint(const std::string& path, std::string what, std::string found,
                     std::string expected, std::string action) {
  Diagnostic diagnostic;
  diagnostic.what = quote(path) + ": " + std::move(what);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

bool has_manifest(const Metadata& metadata) {
  return metadata.contains(manifest_key) && metadata.contains(hash_key);
}

CheckpointManifest read_manifest(const Metadata& metadata, const std::string& path) {
  const std::string& content = checked_text(metadata, path);
  Reader text(std::as_bytes(std::span(content)), path + ", manifest");
  const JsonTree tree = parse_json(text);
  const JsonField field(tree, text);
  const std::int64_t version = field.at("version").integer(1, INT64_MAX);
  if (version > manifest_version) {
    fail_checkpoint(path, "the checkpoint is of a newer version", std::to_string(version),
                    "at most " + std::to_string(manifest_version),
                    "restore it with a newer ngraph");
  }
  CheckpointManifest manifest;
  manifest.document = field.at("document").text();
  for (const JsonField& entry : field.at("tensors").items()) {
    manifest.tensors.push_back(read_part(entry));
  }
  for (const JsonField& entry : field.at("series").items()) {
    manifest.series.push_back({entry.at("name").text(), entry.at("x_title").text(),
                               entry.at("y_title").text(), entry.at("hash").text()});
  }
  if (const auto position = field.find("position")) manifest.position = read_position(*position);
  return manifest;
}

Metadata write_manifest(const CheckpointManifest& manifest) {
  ordered_json tensors = ordered_json::array(), curves = ordered_json::array();
  for (const auto& part : manifest.tensors) {
    tensors.push_back(
        {{"name", part.name}, {"axes", part.axes}, {"kind", part.kind}, {"hash", part.hash}});
  }
  for (const auto& curve : manifest.series) {
    curves.push_back({{"name", curve.name},
                      {"x_title", curve.x_title},
                      {"y_title", curve.y_title},
                      {"hash", curve.hash}});
  }
  ordered_json json = {{"version", manifest_version},
                       {"document", manifest.document},
                       {"tensors", std::move(tensors)},
                       {"series", std::move(curves)}};
  if (const auto& position = manifest.position) {
    json["position"] = {{"computation", position->computation},
                        {"iteration", position->iteration},
                        {"batches", position->batches},
                        {"evaluated", position->evaluated}};
  }
  const std::string text = json.dump();
  return {{manifest_key, text}, {hash_key, content_hash(text)}};
}

}  // namespace ng
