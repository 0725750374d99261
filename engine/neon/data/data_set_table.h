// SPDX-License-Identifier: Apache-2.0
// The data sets that are known by name: read from the user's folder, or made to look like them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/neon/data/data_files.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

struct DataSetKind {
  std::string_view name;   // "mnist", as plans call it
  std::string_view title;  // "MNIST: 28 x 28 digits"
  std::string_view files;  // what its folder holds, in words
  bool is_text;
  std::vector<std::string_view> parts, arrays;  // their names
  DataSet (*read)(const DataFiles& files);
  // The files of a small set in the same format: less than a second, the same for the same seed.
  std::vector<MadeFile> (*look_alike)(std::uint32_t seed);
};

std::span<const DataSetKind> data_set_table();             // sorted by name
const DataSetKind* data_set_named(std::string_view name);  // null when there is none

// What a placeholder can be given of such a set that a plan calls `name`: "digits.train.image".
std::vector<std::string> array_names(const DataSetKind& kind, const std::string& name);

// The set in `folder`; without a folder the look-alike of `seed`. Refusals of the set's reader, and
// of links that lead out of the folder `within`, if one is given.
DataSet load_data_set(const DataSetKind& kind, const std::string& folder, std::uint32_t seed,
                      const std::string& within = {});

// Writes a look-alike's files; the folder is made when it is not there. System Errors.
std::vector<std::string> write_look_alike(const DataSetKind& kind, const std::string& folder,
                                          std::uint32_t seed);

}  // namespace ng::neon
