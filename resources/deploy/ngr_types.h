/* SPDX-License-Identifier: Apache-2.0 */
/* The program as data, and one instance of it. The steps' order, sizes and buffers are constant
   tables; everything that changes lives in the instance's arena. */
#ifndef NGR_TYPES_H
#define NGR_TYPES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { ngr_ok, ngr_no_memory, ngr_bad_file, ngr_bad_index, ngr_bad_argument, ngr_system };

/* Element types; the numbers are part of the tables. */
enum {
  ngr_f64,
  ngr_f32,
  ngr_f16,
  ngr_bf16,
  ngr_i8,
  ngr_i16,
  ngr_i32,
  ngr_i64,
  ngr_u8,
  ngr_u16,
  ngr_u32,
  ngr_u64,
  ngr_bool
};

/* Where a buffer is: in the temporaries of its program, in the arena, a constant, or bound to
   memory of the caller, of the weights or of the enclosing loop. */
enum { ngr_temporary, ngr_own, ngr_constant, ngr_bound };

typedef struct {
  int place, dtype;
  int64_t bytes, offset;
  const void* contents;
} ngr_buffer;

enum {
  ngr_run_kernel,
  ngr_run_matmul,
  ngr_run_convolution,
  ngr_run_packing,
  ngr_run_byte_convolution,
  ngr_run_pooling,
  ngr_run_lookup,
  ngr_run_cumulation,
  ngr_run_argsort,
  ngr_run_take,
  ngr_run_scatter,
  ngr_run_copy,
  ngr_run_join,
  ngr_run_check,
  ngr_run_loop
};

typedef struct {
  int work;
  const char* name;
  const int *reads, *writes;
  int read_count, write_count;
  int scratch;      /* index in writes; -1: none */
  const void* data; /* of the work's type below */
} ngr_step;

/* Iterations 0 to extent; parts begin at multiples of `unit`. */
typedef struct {
  void (*run)(void* const* arguments, long begin, long end);
  int64_t extent, unit, cost; /* cost: bytes and FLOP; 0: not shared by threads */
} ngr_kernel;

/* An axis of a batch of products: its length, and the distances of neighbouring matrices. */
typedef struct {
  int64_t count, a, b, c;
} ngr_batch;

/* C (m x n) = A B, or with accumulate D + alpha A B; see ngr_matmul_step. lda, ldb, ldc: distances
   of stored rows. */
typedef struct {
  int64_t m, n, k;
  int transpose_a, transpose_b, accumulate, dtype;
  double alpha;
  int64_t lda, ldb, ldc;
  int axes; /* of the batch, outermost first */
  const ngr_batch* batch;
} ngr_matmul;

/* Images (C, D, H, W, N), filters (C / groups, T, R, S, K), outputs (K, M, P, Q, N); with
   batch_first, images (N, C, D, H, W), outputs (N, K, M, P, Q). makes: 0 outputs from images and
   filters, 1 images from outputs and filters, 2 filters from outputs and images. */
typedef struct {
  int makes, batch_first;
  int64_t batch, in_channels, out_channels, groups;
  int64_t image[3], filter[3], output[3], padding[3], stride[3], dilation[3];
  int packed;      /* the filters are as ngr_pack makes them */
  int bias, added; /* the epilogue: arrays that are added, then limits */
  float low, high;
  int64_t rows; /* of gradients: output rows (m, p) whose columns fit in the scratch memory */
} ngr_convolution;

/* Filters (sums, groups, filters of a group) as tiles of ngr_rows filters. */
typedef struct {
  int64_t sums, groups, filters; /* filters: of all groups */
} ngr_packing;

/* Outputs from images and filters of 8-bit integers, as sums in int32, which wrap. */
typedef struct {
  int batch_first;
  int64_t batch, in_channels, out_channels, groups;
  int64_t image[3], filter[3], output[3], padding[3], stride[3], dilation[3];
  int images_signed, filters_signed, pad_value; /* an element of the images */
} ngr_byte_convolution;

/* makes: 0 outputs, 1 gradient of the images, 2 elements of a second array at the maxima. */
typedef struct {
  int makes, average;
  int64_t batch;
  int64_t image[4], window[4], output[4], padding[4], stride[4];
} ngr_pooling;

typedef struct {
  int gradient, dtype; /* of the indices */
  int64_t outer, rows, inner, count, skipped;
  const char* where;
} ngr_lookup;

/* Running sums or products along the middle axis of (outer, length, inner). */
typedef struct {
  int dtype, product, exclusive, reverse;
  int64_t outer, length, inner;
} ngr_cumulation;

/* The positions of the first `count` elements in sorted order along the middle axis. */
typedef struct {
  int dtype, descending;
  int64_t outer, length, inner, count;
} ngr_argsort;

enum { ngr_replace, ngr_add, ngr_mul, ngr_max, ngr_min };

/* Elements that are taken from a table or scattered into it: the place of each is the sum of its
   table strides, plus row_stride times the position that its position strides find. */
typedef struct {
  int dtype, position_dtype, reduction, dimensions;
  const int64_t *lengths, *table_strides, *position_strides; /* of the elements, by dimension */
  int64_t count, rows, row_stride, positions;
  const char* where;
} ngr_walk;

typedef struct {
  int64_t rows;
  const int64_t* block_bytes; /* by operand */
} ngr_join;

typedef struct {
  int64_t classes;
  const char *axis, *where;
} ngr_check;

typedef struct {
  int buffer_count, step_count, once, parameter_count, constant_count, result_count;
  const ngr_buffer* buffers;
  const ngr_step* steps;
  const int *parameters, *constants, *results;
  int table; /* first of its buffers' addresses in ngr_instance::pointers; 0 for the outer one */
} ngr_program;

/* A program that runs once for each position; the lists are indices in the step's writes, or -1. */
typedef struct {
  const ngr_program* body;
  int64_t count;
  int reverse, states, sequences;
  const int *last, *next, *saved; /* by state */
  const int* stacked;             /* by output */
  const unsigned char* own;       /* by result of the body: written to its destination */
  int pool;
  int pointers; /* first of 2 * states addresses in ngr_instance::pointers */
} ngr_loop;

/* An input, a result or a variable. */
typedef struct {
  const char* name;
  const char* axes; /* "C 4, N 128" */
  int buffer, dtype, rank;
  const int64_t* shape;
  int64_t bytes;
  int direct; /* a result that the steps write to the caller's memory */
  int last_read; /* a variable that only steps that run once read: the last of them; else -1 */
} ngr_tensor;

typedef struct {
  const char* name;
  const ngr_program* program;
  int pointer_count, argument_count;
  int64_t data_bytes, pool_offset; /* of all buffers, and of the temporaries among them */
  int input_count, result_count, state_count;
  const ngr_tensor *inputs, *results, *states;
  const void* weights; /* a safetensors file in memory; null: a file */
  size_t weights_bytes;
  int skips_once; /* the first `once` steps need not run again */
} ngr_model;

enum { ngr_most_threads = 64 };

/* The step that threads share; see ngr_threads.h. */
typedef struct {
  int helpers; /* threads besides the caller */
  pthread_t threads[ngr_most_threads - 1];
  pthread_mutex_t mutex;
  pthread_cond_t begins;
  int open, ends, sleeping; /* under the mutex */
  atomic_uint steps;        /* that were begun */
  atomic_int helping;
  atomic_llong next; /* part to take */
  int64_t count, parts;
  void (*work)(const void* data, int64_t begin, int64_t end);
  const void* data;
} ngr_pool;

typedef struct {
  const ngr_model* model;
  unsigned char **pointers, **arguments;
  unsigned char* data;
  void *allocated, *mapped;
  size_t mapped_bytes;
  int ran_once, code;
  char message[256];
  ngr_pool pool;
} ngr_instance;

#endif
