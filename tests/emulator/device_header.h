// SPDX-License-Identifier: Apache-2.0
// The text that CUDA kernels are compiled with on the host, and the state it shares with the
// emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ng::emulator {

struct Dim {
  std::uint32_t x = 1, y = 1, z = 1;
};

// What kernel text sees of its block: ng_emulated of device_header() has the same layout.
struct DeviceState {
  Dim thread, block, block_dim, grid_dim;
  std::uint32_t next = 0, count = 0, finished = 0;
  std::uint32_t number = 0;              // of the thread in its block
  const std::uint32_t* order = nullptr;  // in which threads start
  void (*barrier)(DeviceState*) = nullptr;
  // Meets the lanes of `mask`; returns the value of `lane`, or all values' lowest bits if it is 32.
  // Orders their accesses to memory if it is 33.
  std::uint64_t (*exchange)(DeviceState*, std::uint32_t mask, std::uint64_t value,
                            std::uint32_t lane) = nullptr;
  void (*trap)(DeviceState*) = nullptr;
  // Before each access to memory that is no local variable: Access of shadow.h.
  void (*touch)(DeviceState*, const void*, std::size_t bytes, std::uint32_t access) = nullptr;
  // An index outside of an array whose type has its length.
  void (*past_array)(DeviceState*, const char* file, std::uint32_t line,
                     std::uint64_t index) = nullptr;
};

// Qualifiers, indices, barriers, shuffles, votes, atomics and mathematics as C++20.
std::string device_header();

// Functions through which the emulator runs the __global__ function `name`:
//   ng_run_NAME(void** arguments, DeviceState*)  runs threads until none is left to start
//   ng_bytes_NAME(int i)                         size of argument i; -1: there is none
//   ng_pointer_NAME(int i)                       is argument i a pointer?
std::string entry_text(const std::string& name, int arguments);

}  // namespace ng::emulator
