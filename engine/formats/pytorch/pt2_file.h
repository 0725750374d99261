// SPDX-License-Identifier: Apache-2.0
// Programs of torch.export (.pt2): zip archives of JSON and the bytes of weights. The pickles in
// them are not read, and nothing is executed.
#pragma once

#include <memory>
#include <string_view>

#include "engine/base/note.h"
#include "engine/formats/format.h"
#include "engine/formats/pytorch/pt2_program.h"

namespace ng {

// Is the first entry of a zip archive one of torch.export?
bool is_pt2_archive(std::string_view first_bytes);

// Checks structure, lengths and limits, not the meaning of ops. Weights are not read. Throws
// bad_file Errors that name the entry and the field.
std::shared_ptr<const pytorch::Program> read_pt2(Reader& reader, Notes& notes);

extern const Format pt2_format;

}  // namespace ng
