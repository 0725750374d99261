// SPDX-License-Identifier: Apache-2.0
// Opens the named tensors of a file of any kind.
#pragma once

#include <memory>
#include <string>

#include "engine/documents/checkpoint_contents.h"

namespace ng {

// The tensors of a checkpoint; of a model or a document, its variables. Throws the Errors of
// read_checkpoint_contents() and load_document().
std::unique_ptr<TensorSource> open_tensors(const std::string& path);
// The tensors that are stored in a file, as read_checkpoint_contents() lists them; of a document,
// which stores none, its variables.
std::unique_ptr<TensorSource> open_stored_tensors(const std::string& path);

}  // namespace ng
