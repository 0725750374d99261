// SPDX-License-Identifier: Apache-2.0
// Compiles CUDA C++ to PTX or machine code with NVIDIA's run-time compiler; needs neither device
// nor driver.
#pragma once

#include <string>

#include "engine/backends/text_lines.h"

namespace ng {

struct NvrtcAvailability {
  bool available = false;
  std::string what;    // "NVRTC 13.0"
  std::string reason;  // if not available
};

// Opens libnvrtc on the first call (about 250 ms); thread-safe.
const NvrtcAvailability& nvrtc_availability();

inline constexpr const char* cuda_source_name = "kernel.cu";

struct Ptx {
  MappedText ptx;   // lines refer to the source named cuda_source_name
  std::string log;  // the compiler's warnings
};

// `architecture`: such as "compute_80". Throws KernelTextError if the text does not compile, and
// Error(unavailable) without NVRTC.
Ptx compile_ptx(const std::string& cuda_source, const std::string& architecture = "compute_80");

// Machine code for devices of `architecture`, such as "sm_90". Throws like compile_ptx.
std::string compile_cubin(const std::string& cuda_source, const std::string& architecture);

}  // namespace ng
