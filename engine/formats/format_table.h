// SPDX-License-Identifier: Apache-2.0
// Table of all file formats. A new format adds a pair of files and a row here.
#pragma once

#include <span>
#include <string>

#include "engine/formats/format.h"

namespace ng {

std::span<const Format* const> format_table();

// Finds a format by name; null if unknown.
const Format* format_named(std::string_view name);
// Finds a format for writing by the suffix of a path; null if unknown.
const Format* format_for_path(const std::string& path);

// Recognises the format by content; if several match, by suffix. Throws a bad_file Error that
// describes the content of an unknown file.
const Format& recognise(const Reader& reader);

// What a file of any format is opened as. Throws as recognise() does.
FileRole role_of(const Reader& reader);

// The format of the other framework whose model `path` names or holds; null: none.
const Format* model_format_at(const std::string& path);

// Lists the tensors of a file of any format. Throws a bad_file Error for files without tensors.
TensorDirectory list_tensors(Reader& reader, Notes& notes);

}  // namespace ng
