// SPDX-License-Identifier: Apache-2.0
// CUDA text compiled for the host, and its kernels.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backends/cpu/compiler/jit.h"
#include "tests/emulator/device_header.h"

namespace ng::emulator {

struct Kernel {
  std::string name;
  void (*run)(void** arguments, DeviceState* state) = nullptr;
  struct Argument {
    int bytes = 0;
    bool pointer = false;
  };
  std::vector<Argument> arguments;
};

struct Module {
  std::unique_ptr<JitModule> code;
  std::map<std::string, Kernel> kernels;
};

// What precedes the CUDA text in the text that is compiled.
std::string source_before_text();
// Throws KernelTextError.
std::unique_ptr<Module> compile_module(const std::string& cuda);

// What the emulated NVRTC returns as PTX and as cubin: the text itself, behind a mark.
std::string image_of(const std::string& cuda);
// The text of an image; empty if it is none.
std::string text_of(const void* image);

}  // namespace ng::emulator
