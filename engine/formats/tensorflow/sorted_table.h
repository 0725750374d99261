// SPDX-License-Identifier: Apache-2.0
// A table of keys and values in LevelDB's format: blocks of entries with shared prefixes, an index
// of blocks, a footer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/base/reader.h"

namespace ng {

// Calls `entry` for each entry in ascending order of keys. Throws bad_file Errors for blocks out of
// the file, wrong checksums, compressed blocks, and keys that do not ascend.
void read_sorted_table(
    Reader& reader,
    const std::function<void(const std::string& key, std::string_view value)>& entry);

}  // namespace ng
