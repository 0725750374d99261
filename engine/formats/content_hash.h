// SPDX-License-Identifier: Apache-2.0
// Names and checksums of contents.
#pragma once

#include <span>
#include <string>

#include "engine/formats/tensor_file.h"

namespace ng {

// 32 hexadecimal digits of XXH3-128: of a text, and of a tensor with its name, dtype and shape.
// Finds damage; no defence against someone who wants equal hashes.
std::string content_hash(std::string_view text);
std::string content_hash(const std::string& name, const Tensor& tensor);

}  // namespace ng
