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

// The bytes of a ModelProto. Elements of tensors are written as raw data.
std::string onnx_bytes(const onnx::Model& model);

extern const Format onnx_format;

}  // namespace ng
