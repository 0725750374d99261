// SPDX-License-Identifier: Apache-2.0
// Notes: warnings about a file that can still be opened.
#pragma once

#include <string>
#include <vector>

#include "engine/base/bounded.h"

namespace ng {

using Notes = std::vector<Diagnostic>;

inline void add_note(Notes& notes, std::string what, std::string where = {}) {
  Diagnostic note;
  note.severity = Severity::warning;
  note.what = std::move(what);
  note.where = std::move(where);
  notes.push_back(bounded(std::move(note)));
}

}  // namespace ng
