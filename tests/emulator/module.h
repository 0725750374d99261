// SPDX-License-Identifier: Apache-2.0
// CUDA text compiled for the host, and its kernels.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backends/cpu/compiler/loaded_code.h"
#include "tests/emulator/byte_history.h"
#include "tests/emulator/device_header.h"
#include "tests/emulator/device_memory.h"

namespace ng::emulator {

struct Module;

struct Kernel {
  std::string name;
  Module* module = nullptr;
  void (*run)(void** arguments, DeviceState* state) = nullptr;
  struct Argument {
    int bytes = 0;
    bool pointer = false;
  };
  std::vector<Argument> arguments;
};

// A __shared__ variable. Guards lie between them.
struct SharedArray {
  std::string name;
  Address begin = 0;
  std::size_t bytes = 0;
  bool written = false;  // by the current block
};

struct Module {
  std::unique_ptr<LoadedCode> code;
  std::map<std::string, Kernel> kernels;
  std::vector<SharedArray> shared;
  Address shared_begin = 0;  // with the guards
  std::size_t shared_bytes = 0;
  std::vector<ByteHistory> histories;  // of shared memory
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
