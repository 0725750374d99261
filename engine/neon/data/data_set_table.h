// SPDX-License-Identifier: Apache-2.0
// Known data sets: read from the user's folder, or synthetic.
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
  std::string_view name;   // "mnist", as used in plans
  std::string_view title;  // "MNIST: 28 x 28 digits"
  std::string_view files;  // description of the files in its folder
  bool is_text;
  std::vector<std::string_view> parts, arrays;  // their names
  DataSet (*read)(const DataFiles& files);
  // Generates the files of a small synthetic set in the same format: less than a second,
  // deterministic for a given seed.
  std::vector<MadeFile> (*synthetic)(std::uint32_t seed);
};

std::span<const DataSetKind> data_set_table();             // sorted by name
const DataSetKind* data_set_named(std::string_view name);  // null: unknown

// Names of the set's arrays as used in plans, such as "digits.train.image" for a set `name`.
std::vector<std::string> array_names(const DataSetKind& kind, const std::string& name);

// The set in `folder`; without a folder, the synthetic set for `seed`. A folder that does not exist
// or has no files gives the synthetic set too, and a warning in its notes. Throws the errors of the
// set's reader, and refuses links that point outside of the folder `within`, if given.
DataSet load_data_set(const DataSetKind& kind, const std::string& folder, std::uint32_t seed,
                      const std::string& within = {});

// Writes the files of a synthetic set; creates the folder if needed. Throws system Errors.
std::vector<std::string> write_synthetic(const DataSetKind& kind, const std::string& folder,
                                         std::uint32_t seed);

}  // namespace ng::neon
