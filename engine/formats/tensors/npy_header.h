// SPDX-License-Identifier: Apache-2.0
// Parser of the npy header, a Python dictionary with three entries.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/reader.h"
#include "engine/base/tensor.h"

namespace ng {

struct NpyHeader {
  std::string descr;  // "<f4", or the fields of a record: "[('x', '<f4')]"
  bool fortran_order = false;
  Shape shape;
};

// `text` starts at `start` in the file. Nothing is evaluated.
NpyHeader parse_npy_header(const Reader& reader, const std::string& text, std::uint64_t start);

}  // namespace ng
