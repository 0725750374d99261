// SPDX-License-Identifier: Apache-2.0
// TensorFlow Lite models (.tflite), which are FlatBuffers.
#pragma once

#include <memory>
#include <string_view>

#include "engine/base/note.h"
#include "engine/formats/format.h"
#include "engine/formats/tflite/tflite_model.h"

namespace ng {

bool recognises_tflite(std::string_view first_bytes);

// Checks structure, lengths and limits, not the meaning of ops. Weights are not read. bad_file
// Errors name the offset.
std::shared_ptr<const tflite::Model> read_tflite(Reader& reader, Notes& notes);

// The constants of all graphs.
TensorDirectory list_tflite(Reader& reader, Notes& notes);

extern const Format tflite_format;

}  // namespace ng
