// SPDX-License-Identifier: Apache-2.0
// Manifest of a checkpoint: text in the metadata of a safetensors file that lists every tensor with
// its axes and hash.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/documents/checkpoint.h"

namespace ng {

struct CheckpointManifest {
  struct Part {
    std::string name, kind, hash;
    std::vector<std::string> axes;
  };
  struct Curve {
    std::string name, x_title, y_title, hash;
  };
  std::string document;
  std::vector<Part> tensors;
  std::vector<Curve> series;
  std::optional<RunPosition> position;
};

using Metadata = std::map<std::string, std::string>;

bool has_manifest(const Metadata& metadata);
// Throws a bad_file Error naming `path` if the manifest is missing, damaged or of a newer version.
CheckpointManifest read_manifest(const Metadata& metadata, const std::string& path);
Metadata write_manifest(const CheckpointManifest& manifest);

// What to do with weights that are no checkpoint.
inline constexpr const char* bind_first =
    "choose a file that was saved as a checkpoint, or make one of these weights: ngraph checkpoint "
    "bind FILE DOCUMENT --save OUT";

// Name of the tensor that holds curve `index`.
std::string series_name(std::size_t index);

// Throws a bad_file Error about the checkpoint at `path`.
[[noreturn]] void fail_checkpoint(const std::string& path, std::string what, std::string found,
                                  std::string expected, std::string action);

}  // namespace ng
