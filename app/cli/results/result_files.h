// SPDX-License-Identifier: Apache-2.0
// `ngraph run --out FOLDER`: results as .npy files.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/records/records.h"

namespace ng::cli {

// Creates the folder and those above it. Throws a usage error if that is not possible, if it is a
// file, or if files cannot be made in it.
void requireFolder(const std::string& option, const std::string& folder);

// Throws a usage error if no file can be written at `path`, as far as that is known before: it is a
// folder, pipe, device or another user's, or its folder is missing or not writable.
void requireWritable(const std::string& option, const std::string& path);

// Writes each result as NAME.npy, replacing files of these names, and returns the paths in order.
// Characters of a name that are not usual in file names become "_"; a second result of the same
// name is NAME_2.npy. bfloat16 becomes float32, which NumPy reads.
std::vector<std::string> writeResults(const std::string& folder,
                                      std::span<const TensorRecord> results);

}  // namespace ng::cli
