// SPDX-License-Identifier: Apache-2.0
// Declarations of the functions used of NCCL, which is opened at run time.
#pragma once

#include <array>
#include <cstddef>

#include "engine/backends/gpu/cuda_functions.h"

namespace ng::nccl {

// Results: 0 is success; a call that does not wait answers `in_progress`.
using Result = int;
constexpr Result in_progress = 7;

using Comm = struct CommTag*;
struct UniqueId {
  std::array<char, 128> bytes = {};
};

// The first fields of ncclConfig_t, which exist since NCCL 2.14; later ones have their defaults.
struct Config {
  std::size_t size = sizeof(Config);
  unsigned magic = 0xcafebeef;
  unsigned version = 21'400;
  int blocking = 0;
};

// ncclDataType_t and ncclRedOp_t.
enum Type : int { i8 = 0, u8 = 1, i32 = 2, u32 = 3, i64 = 4, u64 = 5, f16 = 6, f32 = 7, f64 = 8 };
enum Reduction : int { sum = 0, product = 1, maximum = 2, minimum = 3 };

struct Functions {
  Result (*get_version)(int* version) = nullptr;
  const char* (*get_error_string)(Result result) = nullptr;
  const char* (*get_last_error)(Comm comm) = nullptr;
  Result (*get_unique_id)(UniqueId* id) = nullptr;
  Result (*comm_init_rank)(Comm* comm, int ranks, UniqueId id, int rank, Config* config) = nullptr;
  Result (*comm_get_async_error)(Comm comm, Result* error) = nullptr;
  Result (*comm_finalize)(Comm comm) = nullptr;
  Result (*comm_destroy)(Comm comm) = nullptr;
  Result (*comm_abort)(Comm comm) = nullptr;

  // Enqueue work on the stream; counts are in elements.
  Result (*all_reduce)(const void* from, void* to, std::size_t count, int type, int reduction,
                       Comm comm, cuda::Stream stream) = nullptr;
  Result (*reduce_scatter)(const void* from, void* to, std::size_t count, int type, int reduction,
                           Comm comm, cuda::Stream stream) = nullptr;
  Result (*all_gather)(const void* from, void* to, std::size_t count, int type, Comm comm,
                       cuda::Stream stream) = nullptr;
  Result (*broadcast)(const void* from, void* to, std::size_t count, int type, int root, Comm comm,
                      cuda::Stream stream) = nullptr;
  Result (*send)(const void* from, std::size_t count, int type, int peer, Comm comm,
                 cuda::Stream stream) = nullptr;
  Result (*receive)(void* to, std::size_t count, int type, int peer, Comm comm,
                    cuda::Stream stream) = nullptr;
  Result (*group_start)() = nullptr;
  Result (*group_end)() = nullptr;
};

}  // namespace ng::nccl
