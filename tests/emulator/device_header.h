// SPDX-License-Identifier: Apache-2.0
// The text that CUDA kernels are compiled with on the host, and the state it shares with the
// emulator.
#pragma once

#include <cstdint>
#include <string>

namespace ng::emulator {

struct Dim {
  std::uint32_t x = 1, y = 1, z = 1;
};

// What kernel text sees of its block: ng_emulated of device_header() has the same layout.
struct DeviceState {
  Dim thread, block, block_dim, grid_dim;
  std::uint32_t next = 0, count = 0, finished = 0, reverse = 0;
  void (*barrier)(DeviceState*) = nullptr;
  // Meets the lanes of `mask`; returns the value of `lane`, or all values' lowest bits if it is 32.
  std::uint64_t (*exchange)(DeviceState*, std::uint32_t mask, std::uint64_t value,
                            std::uint32_t lane) = nullptr;
  void (*trap)(DeviceState*) = nullptr;
};

// Qualifiers, indices, barriers, shuffles, votes, atomics and mathematics as C++20.
std::string device_header();

// Functions through which the emulator runs the __global__ function `name`:
//   ng_run_NAME(void** arguments, DeviceState*)  runs threads until none is left to start
//   ng_bytes_NAME(int i)                         size of argument i; -1: there is none
//   ng_pointer_NAME(int i)                       is argument i a pointer?
std::string entry_text(const std::string& name, int arguments);

}  // namespace ng::emulator
