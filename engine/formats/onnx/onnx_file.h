// SPDX-License-Identifier: Apache-2.0
// ONNX model files: a ModelProto of protocol buffers.
#pragma once

#include <memory>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/format.h"
#include "engine/formats/onnx/onnx_model.h"

namespace ng {

// Checks structure, lengths and limits, not the meaning of ops. bad_file Errors name offset and
// field.
std::shared_ptr<const onnx::Model> read_onnx(Reader& reader, Notes& notes);

// The bytes of a ModelProto, which protocol buffers limit to 2 GiB. Elements of tensors are written
// as raw data.
std::string onnx_bytes(const onnx::Model& model);
// Replaces the file at `path` atomically. If the initializers have more than `most_inside` bytes,
// the large ones are written to the file `path`.data first. Returns the name of that file in their
// folder, else an empty one.
std::string write_onnx(const onnx::Model& model, const std::string& path,
                       std::uint64_t most_inside = std::uint64_t{1} << 30);

extern const Format onnx_format;

}  // namespace ng
