// SPDX-License-Identifier: Apache-2.0
// The C interface of a transformer in a shared library of somebody else's.
#pragma once

/* The library exports `ngraph_transformer_api_v1`, which returns its table. It is opened by path
 * (--transformer ./libX.so) or from NGRAPH_TRANSFORMERS, a list of files and folders separated by
 * colons, and stays open. Memory is the host's; addresses are passed in the order of the program's
 * buffers. Structs begin with their size: later versions append fields. No C++ exception may leave
 * the library. A compiled program is used by one thread at a time; several can be in use. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NGRAPH_TRANSFORMER_VERSION 1

typedef struct {
  const char* name;
  const char* kind;       /* persistent, input, output, constant, temporary or kept */
  const char* dtype;      /* "float32" */
  const int64_t* lengths; /* row-major */
  size_t rank;
  int64_t bytes;
  const void* contents; /* of constants, else null */
} ngraph_program_buffer;

typedef struct {
  /* kernel, matmul, window, axis, copy, join, check, print, evaluate, collective or loop */
  const char* kind;
  const char* name;
  const int *reads, *writes; /* indices of buffers */
  size_t read_count, write_count;
  const char* details; /* the step's numbers, as JSON: see below */
  /* of a kernel: `static void NAME(parameters…[, long begin, long end])` as C++ text, after the
     program's prelude; the parameters are the step's reads, then its writes, and begin and end
     bound the outermost loop. Else "" */
  const char* source;
} ngraph_program_step;

typedef struct {
  size_t size;
  const char* name;
  const ngraph_program_buffer* buffers;
  size_t buffer_count;
  const ngraph_program_step* steps;
  size_t step_count;
  const char* prelude; /* C++20 text that the kernels' sources use, without any header */
} ngraph_program;

/* Details that a transformer needs to run a step itself; what it does not know it leaves to
 * run_step.
 * matmul: C = A B of row-major float32 or float64 arrays, A of (m, k), B of (k, n); transpose_a: A
 *   is stored as (k, m), transpose_b: B as (n, k). accumulate: C = D + alpha A B, where D is the
 *   third read and may be C itself. factor: the fourth read is a scalar, by which alpha is
 *   multiplied.
 * copy: the write has the bytes of the read.
 * window: "convolution" or "pooling" names what is made ("outputs", "images", "filters",
 *   "chosen"); without them a lookup: 1 is the gradient of a table.
 * axis: "axis_step" is "cumulation", "argsort", "take" or "scatter".
 * collective: "collective" is "all_reduce", "all_gather", and so on. */

/* What a transformer may ask for while it runs a program. */
typedef struct {
  size_t size;
  void* context;
  /* Runs a step on the cpu transformer. Not 0: it failed, and `run` returns this number too. */
  int (*run_step)(void* context, size_t step, void* const* buffers);
} ngraph_host;

typedef struct {
  size_t size;
  uint32_t version; /* NGRAPH_TRANSFORMER_VERSION */
  const char* name; /* a word, different from other transformers' names */
  const char* summary;
  int vector_bytes; /* of the kernels' vectors; 0: scalar loops */
  /* Not 0: it can run here; else `reason` says why not. */
  int (*available)(char* reason, size_t bytes);
  /* Null on failure, with the reason in `message`. `program` and `host` outlive the result. */
  void* (*compile)(const ngraph_program* program, const ngraph_host* host, char* message,
                   size_t bytes);
  /* Runs the steps [first, end). Not 0: failed; then `*reached` is the last step that began. */
  int (*run)(void* compiled, void* const* buffers, size_t first, size_t end, size_t* reached,
             char* message, size_t bytes);
  void (*release)(void* compiled);
} ngraph_transformer_api;

const ngraph_transformer_api* ngraph_transformer_api_v1(void);

#ifdef __cplusplus
}
#endif
