// SPDX-License-Identifier: Apache-2.0
// PyTorch checkpoints (.pt, .pth): zip archives, and the sequence of pickles of versions
// before 1.6. Nothing in the pickles is imported or called.
#pragma once

#include <string_view>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/format.h"

namespace ng {

// Does a zip archive begin as PyTorch's do? Decides by the name of the first entry.
bool is_torch_archive(std::string_view first_bytes);

// Lists the tensors of state dicts, nested dicts, whole modules and TorchScript archives by their
// path: "state_dict/encoder.weight". Throws a bad_file Error that names the offset.
TensorDirectory list_pytorch(Reader& reader, Notes& notes);

extern const Format pytorch_format;

}  // namespace ng
