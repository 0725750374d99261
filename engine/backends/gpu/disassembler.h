// SPDX-License-Identifier: Apache-2.0
// Machine code of a GPU as text, by NVIDIA's disassembler `nvdisasm` in a child process.
#pragma once

#include <string>

#include "engine/backends/text_lines.h"

namespace ng {

struct DisassemblerAvailability {
  std::string path;    // of nvdisasm; empty if there is none
  std::string reason;  // if there is none
};

// Looked for in CUDA's folders, in pip's wheels (nvidia-cuda-nvdisasm) and in PATH, once.
const DisassemblerAvailability& disassembler_availability();

// The SASS text of `cubin`; lines refer to the source named cuda_source_name. Throws
// Error(unavailable) if there is no disassembler or it fails.
MappedText disassemble_cubin(const std::string& cubin);

}  // namespace ng
