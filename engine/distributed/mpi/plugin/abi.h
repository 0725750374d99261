// SPDX-License-Identifier: Apache-2.0
// C interface between the engine and the MPI plugin. No exception and no C++ type crosses it. Any
// change increments the version.
//
// Functions that may fail return 0 or MPI's error code. They are called by one thread at a time,
// and none of them waits for another rank except `start`, `split` and `finish`.
#pragma once

#include <stddef.h>
#include <stdint.h>

extern "C" {

enum { ngraph_mpi_abi_version = 1 };

struct NgraphMpiGroup;    // a communicator of MPI; kept until `finish`
struct NgraphMpiRequest;  // a transfer; owned by the caller until `test` says that it is done

struct NgraphMpiApi {
  uint32_t version;
  // "Open MPI v4.1.4".
  const char* (*library)();
  void (*error_text)(int error, char* text, size_t size);

  // Initialises MPI unless the program has. `world` is a communicator of all ranks of its own;
  // `owner`: 1 if MPI was initialised here, and is to be ended by `finish`.
  int (*start)(NgraphMpiGroup** world, int* owner);
  int (*finish)();
  // Has MPI ended? May be called at any time.
  int (*ended)();
  // Ends the processes of all ranks; does not return.
  void (*abort)(int status);

  int (*rank)(const NgraphMpiGroup*);
  int (*size)(const NgraphMpiGroup*);
  // Collective; waits. Ranks keep their order.
  int (*split)(NgraphMpiGroup*, int color, NgraphMpiGroup** part);

  // The memory must be kept until the transfer is done. Tags: 0 .. 32767, which every MPI supports.
  int (*send)(NgraphMpiGroup*, const void* data, int64_t bytes, int to, int tag,
              NgraphMpiRequest**);
  int (*receive)(NgraphMpiGroup*, void* data, int64_t bytes, int from, int tag, NgraphMpiRequest**);
  int (*broadcast)(NgraphMpiGroup*, void* data, int64_t bytes, int root, NgraphMpiRequest**);
  int (*all_gather)(NgraphMpiGroup*, const void* part, int64_t bytes, void* all,
                    NgraphMpiRequest**);
  // `part_bytes` and `part_starts` have one element for each rank; the sum of all bytes is below
  // 2^31. Every rank sends its part of `all` to all others, in place.
  int (*exchange_parts)(NgraphMpiGroup*, void* all, const int* part_bytes, const int* part_starts,
                        NgraphMpiRequest**);
  // The sum or product of `count` elements, below 2^31, of float32 or float64; in place, in an
  // order of MPI's choice.
  int (*all_reduce)(NgraphMpiGroup*, void* values, int count, int is_float64, int is_product,
                    NgraphMpiRequest**);

  // Is the transfer done? If so, or if it failed, frees the request. `bytes`: those received.
  int (*test)(NgraphMpiRequest*, int* done, int64_t* bytes);
  // Is a message with this tag waiting? If so, its length.
  int (*probe)(NgraphMpiGroup*, int from, int tag, int* found, int64_t* bytes);
};

// The interface of `version`, or null if this plugin has another version.
__attribute__((visibility("default"))) const NgraphMpiApi* ngraph_mpi_api(uint32_t version);
}
