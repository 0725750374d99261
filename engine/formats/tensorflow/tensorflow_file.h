// SPDX-License-Identifier: Apache-2.0
// TensorFlow graphs: GraphDef, MetaGraphDef and SavedModel, binary or as text.
#pragma once

#include <memory>
#include <string>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/format.h"
#include "engine/formats/tensorflow/tensorflow_model.h"

namespace ng {

// Checks structure, lengths and limits, not the meaning of ops. bad_file Errors name offset and
// field; those of text name line and column.
std::shared_ptr<const tensorflow::Model> read_tensorflow(Reader& reader, Notes& notes);

// The first bytes of each kind of file, as binary or text.
bool recognises_saved_model(std::string_view first);
bool recognises_tensorflow(std::string_view first);

// The graph file of a SavedModel folder; any other path as it is. Throws a bad_file Error for a
// folder without one.
std::string model_file_of(const std::string& path);

extern const Format tensorflow_format;

}  // namespace ng
