/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a compiled program in C11 with libc, libm and POSIX threads only. Everything is static: a
   program includes this file once, and several programs can be linked together. Instances share
   nothing; each is used by one thread at a time. */
#ifndef NGR_RUNTIME_H
#define NGR_RUNTIME_H

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ngr_types.h"

#ifndef NGR_VECTOR_BYTES
#define NGR_VECTOR_BYTES 16
#endif
/* Products take most of the time to compile this file: a program without them leaves them out. */
#ifndef NGR_F32_PRODUCTS
#define NGR_F32_PRODUCTS 1
#endif
#ifndef NGR_F64_PRODUCTS
#define NGR_F64_PRODUCTS 1
#endif
enum { ngr_depth = 288 }; /* length of a chain of additions */
/* Rows of C whose sums are in registers: AVX-512 has 32 registers, others 16. */
enum { ngr_rows = NGR_VECTOR_BYTES == 64 ? 12 : 6 };

/* to[i * columns + c] = from[c * apart + i] for i below `depth`; columns is a multiple of 4. */
typedef float ngr_v4 __attribute__((vector_size(16)));
static void ngr_f32_transpose(const float* from, int64_t apart, int64_t depth, int64_t columns,
                              float* to) {
  for (int64_t c = 0; c < columns; c += 4, from += 4 * apart, to += 4) {
    int64_t i = 0;
    for (; i + 4 <= depth; i += 4) {
      ngr_v4 rows[4];
      for (int k = 0; k < 4; ++k) memcpy(&rows[k], from + k * apart + i, sizeof rows[k]);
      const ngr_v4 a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
      const ngr_v4 b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
      const ngr_v4 x = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
      const ngr_v4 y = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
      const ngr_v4 turned[4] = {
          __builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
          __builtin_shufflevector(x, y, 0, 1, 4, 5), __builtin_shufflevector(x, y, 2, 3, 6, 7)};
      for (int k = 0; k < 4; ++k) memcpy(to + (i + k) * columns, &turned[k], sizeof turned[k]);
    }
    for (; i < depth; ++i)
      for (int k = 0; k < 4; ++k) to[i * columns + k] = from[k * apart + i];
  }
}
static void ngr_f64_transpose(const double* from, int64_t apart, int64_t depth, int64_t columns,
                              double* to) {
  for (int64_t i = 0; i < depth; ++i)
    for (int64_t c = 0; c < columns; ++c) to[i * columns + c] = from[c * apart + i];
}

#include "ngr_lanes.h"
#include "ngr_threads.h"

#if NGR_F32_PRODUCTS
#define NGR_T float
#define NGR_V ngr_vf
#define NGR_LANES (NGR_VECTOR_BYTES / 4)
#define NGR_F(name) ngr_f32_##name
#include "ngr_gemm.h"
#undef NGR_T
#undef NGR_V
#undef NGR_LANES
#undef NGR_F
#endif
#if NGR_F64_PRODUCTS
#define NGR_T double
#define NGR_V ngr_vd
#define NGR_LANES (NGR_VECTOR_BYTES / 8)
#define NGR_F(name) ngr_f64_##name
#include "ngr_gemm.h"
#endif

#include "ngr_numbers.h"
#include "ngr_bytes.h"
#if NGR_F32_PRODUCTS
#include "ngr_convolution.h"
#include "ngr_gradients.h"
#endif
#include "ngr_pooling.h"
#include "ngr_axes.h"
#include "ngr_steps.h"
#include "ngr_files.h"

static size_t ngr_round(size_t bytes) {
  return (bytes + 63) / 64 * 64;
}

static size_t ngr_arena_bytes(const ngr_model* model) {
  const size_t addresses =
      (size_t)model->pointer_count + (size_t)model->argument_count + (size_t)model->state_count;
  return 64 + ngr_round(sizeof(ngr_instance)) + ngr_round(addresses * sizeof(void*)) +
         (size_t)model->data_bytes;
}

static void ngr_close(ngr_instance* x) {
  if (!x) return;
  ngr_end_threads(&x->pool);
  if (x->mapped) munmap(x->mapped, x->mapped_bytes);
  free(x->allocated);
}

static void ngr_bind(ngr_instance* x) {
  const ngr_program* program = x->model->program;
  for (int i = 0; i < program->buffer_count; ++i) {
    const ngr_buffer* buffer = &program->buffers[i];
    unsigned char* pool = x->data + x->model->pool_offset;
    x->pointers[i] = buffer->place == ngr_temporary  ? pool + buffer->offset
                     : buffer->place == ngr_own      ? x->data + buffer->offset
                     : buffer->place == ngr_constant ? (unsigned char*)buffer->contents
                                                     : NULL;
  }
}

/* Variables that no step writes are used where the file is mapped; others are copied. */
static void ngr_take_states(ngr_instance* x, const unsigned char** found) {
  for (int i = 0; i < x->model->state_count; ++i) {
    const ngr_tensor* state = &x->model->states[i];
    if (x->model->program->buffers[state->buffer].place == ngr_own) {
      memcpy(x->pointers[state->buffer], found[i], (size_t)state->bytes);
    } else {
      x->pointers[state->buffer] = (unsigned char*)found[i];
    }
  }
  x->ran_once = 0;
}

/* Reads all variables from a file, which stays mapped while the instance is open. */
static int ngr_restore(ngr_instance* x, const char* path) {
  void* data = NULL;
  size_t bytes = 0;
  const unsigned char** found = (const unsigned char**)(x->arguments + x->model->argument_count);
  x->code = ngr_ok;
  int code = ngr_map(x, path, &data, &bytes);
  if (code) return code;
  code = ngr_find_states(x, data, bytes, path, found);
  if (code) {
    munmap(data, bytes);
    return code;
  }
  ngr_take_states(x, found);
  if (x->mapped) munmap(x->mapped, x->mapped_bytes);
  x->mapped = data;
  x->mapped_bytes = bytes;
  return ngr_ok;
}

/* `arena` of ngr_arena_bytes, or null to allocate it; `weights` is a file, or null for the weights
   inside the program. On failure, `message` holds the reason and the result is null. */
static ngr_instance* ngr_open(const ngr_model* model, void* arena, const char* weights,
                              char* message, size_t message_bytes) {
  void* allocated = arena ? NULL : calloc(1, ngr_arena_bytes(model));
  if (!arena && !allocated) {
    snprintf(message, message_bytes, "no memory for %zu bytes", ngr_arena_bytes(model));
    return NULL;
  }
  unsigned char* at = arena ? arena : allocated;
  at += (64 - (uintptr_t)at % 64) % 64;
  ngr_instance* x = (ngr_instance*)(void*)at;
  memset(x, 0, sizeof *x);
  x->model = model;
  x->allocated = allocated;
  at += ngr_round(sizeof *x);
  x->pointers = (unsigned char**)(void*)at;
  x->arguments = x->pointers + model->pointer_count;
  const unsigned char** found = (const unsigned char**)(x->arguments + model->argument_count);
  at += ngr_round(
      ((size_t)model->pointer_count + (size_t)model->argument_count + (size_t)model->state_count) *
      sizeof(void*));
  x->data = at;
  ngr_bind(x);
  int code = ngr_ok;
  if (weights) {
    code = ngr_restore(x, weights);
  } else if (model->weights) {
    code = ngr_find_states(x, model->weights, model->weights_bytes, "the weights inside", found);
    if (!code) ngr_take_states(x, found);
  } else if (model->state_count) {
    code = ngr_fail(x, ngr_bad_argument, "the file of the weights is required");
  }
  if (!code) return x;
  snprintf(message, message_bytes, "%s", x->message);
  ngr_close(x);
  return NULL;
}

static int ngr_use_threads(ngr_instance* x, int count) {
  x->code = ngr_ok;
  if (count < 1 || count > ngr_most_threads)
    return ngr_fail(x, ngr_bad_argument, "%d threads: from 1 to %d can be used", count,
                    ngr_most_threads);
  const int code = ngr_start_threads(&x->pool, count);
  return code ? ngr_fail(x, ngr_system, "%d threads: %s", count, strerror(code)) : ngr_ok;
}

/* Gives pages of the mapped file back: they are read again if somebody needs them. */
static void ngr_let_go(const ngr_instance* x, const ngr_tensor* state) {
#ifdef MADV_DONTNEED
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t data = (uintptr_t)x->pointers[state->buffer], file = (uintptr_t)x->mapped;
  const uintptr_t begin = (data + page - 1) / page * page;
  const uintptr_t end = (data + (uintptr_t)state->bytes) / page * page;
  const int inside = x->mapped && data >= file && data < file + x->mapped_bytes;
  if (inside && begin < end) madvise((void*)begin, end - begin, MADV_DONTNEED);
#else
  (void)x, (void)state;
#endif
}

/* Packed weights replace those of the file, which need not be in memory as well. */
static int ngr_run_once(ngr_instance* x) {
  const ngr_model* model = x->model;
  for (int i = 0; i < model->program->once; ++i) {
    const int code = ngr_run_steps(x, model->program, x->pointers, i, i + 1);
    if (code) return code;
    for (int k = 0; k < model->state_count; ++k)
      if (model->states[k].last_read == i) ngr_let_go(x, &model->states[k]);
  }
  return ngr_ok;
}

static int ngr_run(ngr_instance* x, const void* const* arguments, void* const* results) {
  const ngr_model* model = x->model;
  const ngr_program* program = model->program;
  x->code = ngr_ok;
  for (int i = 0; i < model->input_count; ++i) {
    const ngr_tensor* input = &model->inputs[i];
    if (!arguments[i])
      return ngr_fail(x, ngr_bad_argument, "the argument '%s' is null", input->name);
    if (program->buffers[input->buffer].place == ngr_own) {
      memcpy(x->pointers[input->buffer], arguments[i], (size_t)input->bytes);
    } else {
      x->pointers[input->buffer] = (unsigned char*)arguments[i];
    }
  }
  for (int i = 0; i < model->result_count; ++i) {
    const ngr_tensor* result = &model->results[i];
    if (!result->direct) continue;
    unsigned char* own = x->data + program->buffers[result->buffer].offset;
    x->pointers[result->buffer] = results[i] ? results[i] : own;
  }
  const int once = model->skips_once ? program->once : 0;
  int code = once && !x->ran_once ? ngr_run_once(x) : ngr_ok;
  if (!code) code = ngr_run_steps(x, program, x->pointers, once, program->step_count);
  if (code) return code;
  x->ran_once = 1;
  for (int i = 0; i < model->result_count; ++i) {
    const ngr_tensor* result = &model->results[i];
    if (result->buffer < 0 || !results[i] || x->pointers[result->buffer] == results[i]) continue;
    memcpy(results[i], x->pointers[result->buffer], (size_t)result->bytes);
  }
  return ngr_ok;
}

#endif
