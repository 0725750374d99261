// SPDX-License-Identifier: Apache-2.0
// Files of Keras models: archives (.keras), and HDF5 files with an architecture (.h5).
#pragma once

#include <memory>
#include <string_view>

#include "engine/base/note.h"
#include "engine/formats/format.h"
#include "engine/formats/keras/keras_model.h"

namespace ng {

// Is the first entry of a zip archive one of Keras's?
bool is_keras_archive(std::string_view first_bytes);

// Has an HDF5 file the attribute with a model's architecture? False for damaged files.
bool has_keras_architecture(const Reader& reader);

// Reads the architecture and lists the weights, of either kind of file. Throws bad_file Errors; an
// HDF5 file without an architecture is one.
std::shared_ptr<const keras::Model> read_keras(Reader& reader, Notes& notes);

extern const Format keras_format;

}  // namespace ng
