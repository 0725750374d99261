// SPDX-License-Identifier: Apache-2.0
// CUDA C++ to PTX by NVIDIA's run-time compiler. It needs no device and no driver.
#pragma once

#include <string>

#include "engine/backends/text_lines.h"

namespace ng {

struct NvrtcAvailability {
  bool available = false;
  std::string what;    // "NVRTC 13.0"
  std::string reason;  // why not
};

// Opens libnvrtc the first time (about a quarter of a second); safe from several threads.
const NvrtcAvailability& nvrtc_availability();

inline constexpr const char* cuda_source_name = "kernel.cu";

struct Ptx {
  MappedText ptx;   // lines lead to the source named cuda_source_name
  std::string log;  // the compiler's warnings
};

// `architecture` as "compute_80". Throws KernelTextError when the text does not compile, and
// Error(unavailable) without NVRTC.
Ptx compile_ptx(const std::string& cuda_source, const std::string& architecture = "compute_80");

}  // namespace ng
