// SPDX-License-Identifier: Apache-2.0
// The C interface of libngraph.so.
#pragma once

/* Rules that hold for all functions:
 * - A function returns NGRAPH_OK or an error code; ngraph_last_error() then describes the calling
 *   thread's error until its next call. No exception leaves the library.
 * - Handles are opaque, and each is released once with ngraph_release(). A wrong, released or null
 *   handle is an error. A computation keeps its transformer, and an op what it depends on.
 * - Strings and lists in a result belong to the handle they were asked of, and live as long; those
 *   that were asked of no handle live as long as the program.
 * - Different documents may be used from any threads. Calls on one document and its ops, or on ops
 *   that depend on each other, must not overlap; nor may compiling the document overlap them.
 *   Calls on one transformer and its computations wait for each other; callbacks run on the
 *   calling thread; calls that they make on the same transformer are errors.
 * - Structs begin with their size, which the caller sets: later versions append fields. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NGRAPH_API_VERSION 1
#define NGRAPH_API __attribute__((visibility("default")))

typedef enum {
  NGRAPH_OK = 0,
  NGRAPH_VALUE,
  NGRAPH_KEY,
  NGRAPH_INDEX,
  NGRAPH_RUNTIME,
  NGRAPH_INCOMPATIBLE_AXES,
  NGRAPH_UNMATCHED_AXES,
  NGRAPH_DUPLICATE_AXES,
  NGRAPH_BAD_FILE,
  NGRAPH_UNAVAILABLE,
  NGRAPH_SYSTEM,
  NGRAPH_CANCELLED,
  NGRAPH_INTERNAL,
  NGRAPH_BAD_HANDLE = 100, /* null, released or of another kind */
  NGRAPH_BAD_POINTER,      /* null where memory is required */
  NGRAPH_BAD_SIZE,         /* of memory or of a struct, or an index out of range */
  NGRAPH_BAD_VERSION
} ngraph_code;

typedef enum {
  NGRAPH_F64,
  NGRAPH_F32,
  NGRAPH_F16,
  NGRAPH_BF16,
  NGRAPH_I8,
  NGRAPH_I16,
  NGRAPH_I32,
  NGRAPH_I64,
  NGRAPH_U8,
  NGRAPH_U16,
  NGRAPH_U32,
  NGRAPH_U64,
  NGRAPH_BOOL
} ngraph_dtype;

typedef struct ngraph_document_handle* ngraph_document;
typedef struct ngraph_transformer_handle* ngraph_transformer;
typedef struct ngraph_computation_handle* ngraph_computation;
typedef struct ngraph_op_handle* ngraph_op;
typedef struct ngraph_axis_handle* ngraph_axis;

/* Empty fields are "". */
typedef struct {
  size_t size;
  int code;
  const char *what, *where, *found, *expected, *action;
} ngraph_error;

typedef struct {
  size_t size;
  const char* name;
  int available;
  const char *what, *reason;
} ngraph_transformer_info;

/* A parameter, a result or a variable. */
typedef struct {
  size_t size;
  const char* name;
  int dtype, rank;
  const char* const* axes;
  const int64_t* lengths;
  size_t bytes;
} ngraph_tensor_info;

/* A function that makes ops: "sum(x, reduction_axes=None, out_axes=None)". */
typedef struct {
  size_t size;
  const char *name, *signature, *doc;
} ngraph_function_info;

typedef enum {
  NGRAPH_ARG_OPS,      /* handles: one op, or a list */
  NGRAPH_ARG_AXES,     /* handles: one axis, or several */
  NGRAPH_ARG_NUMBER,   /* number */
  NGRAPH_ARG_INTEGERS, /* integers: one, pairs (paddings), values of `keys` (a dict), or for slices
                          groups of kind (0 range, 1 index), start, stop, step; NGRAPH_NONE: none */
  NGRAPH_ARG_TEXT,     /* text; the name of an element type, for a dtype */
  NGRAPH_ARG_ARRAY     /* data, dtype, lengths in `integers` */
} ngraph_argument_kind;
#define NGRAPH_NONE INT64_MIN

typedef struct {
  size_t size;
  const char* name; /* of the function's parameter */
  int kind;
  const void* const* handles;
  const int64_t* integers;
  const char* const* keys;
  size_t count; /* of handles or integers */
  double number;
  const char* text;
  const void* data;
  int dtype;
} ngraph_argument;

/* A step of a run, reported after it: its name and time. */
typedef struct {
  size_t size;
  size_t step, count;
  const char* name;
  double microseconds;
} ngraph_event;

/* Return 0 to cancel. `fraction` is done, 0 to 1. */
typedef int (*ngraph_progress)(const char* stage, double fraction, void* user);
typedef int (*ngraph_step_done)(const ngraph_event* event, void* user);

typedef struct {
  size_t size;
  ngraph_progress progress; /* may be null */
  void* user;
  const char* disabled; /* passes and rules, separated by commas, which a name has only within its
                           parentheses; may be null */
} ngraph_compile_options;

typedef enum {
  NGRAPH_ON_HOST,
  NGRAPH_ON_DEVICE /* of the transformer: the host too, for one that runs on the host */
} ngraph_place;

/* Memory of a call: dense row-major arrays of the caller's, with their sizes in bytes. Results that
 * are null are not returned. A null list of places means that all are on the host. */
typedef struct {
  size_t size;
  const void* const* inputs;
  const size_t* input_bytes;
  const int* input_places; /* of ngraph_place */
  size_t input_count;
  void* const* results;
  const size_t* result_bytes;
  const int* result_places;
  size_t result_count;
} ngraph_call_memory;

/* NGRAPH_BAD_VERSION unless the library supports `version` (NGRAPH_API_VERSION). */
NGRAPH_API int ngraph_require_version(uint32_t version);
NGRAPH_API int ngraph_last_error(ngraph_error* error);
NGRAPH_API int ngraph_release(void* handle);

NGRAPH_API int ngraph_transformer_count(size_t* count);
NGRAPH_API int ngraph_transformer_describe(size_t i, ngraph_transformer_info* info);
/* "cpu", or the path of a shared library. */
NGRAPH_API int ngraph_transformer_open(const char* name, ngraph_transformer* transformer);

/* A document or an ONNX model. Axes named in `axes` get these lengths. */
NGRAPH_API int ngraph_document_load(const char* path, const char* const* axes,
                                    const int64_t* lengths, size_t count,
                                    ngraph_document* document);
NGRAPH_API int ngraph_document_new(ngraph_document* document);
NGRAPH_API int ngraph_document_save(ngraph_document document, const char* path);
NGRAPH_API int ngraph_document_computation_count(ngraph_document document, size_t* count);
NGRAPH_API int ngraph_document_computation_name(ngraph_document document, size_t i,
                                                const char** name);
NGRAPH_API int ngraph_document_find(ngraph_document document, const char* name, ngraph_op* op);
/* Adds a computation of `results` fed by `parameters`. */
NGRAPH_API int ngraph_document_define(ngraph_document document, const char* name,
                                      const ngraph_op* results, size_t result_count,
                                      const ngraph_op* parameters, size_t parameter_count);

NGRAPH_API int ngraph_function_count(size_t* count);
NGRAPH_API int ngraph_function_describe(size_t i, ngraph_function_info* info);
NGRAPH_API int ngraph_axis_new(const char* name, int64_t length, ngraph_axis* axis);
/* Calls a function of ngraph_function_describe. */
NGRAPH_API int ngraph_op_new(const char* function, const ngraph_argument* arguments, size_t count,
                             ngraph_op* op);
/* If another op of the process has the name, a number is added: ngraph_op_describe gives the name.
 */
NGRAPH_API int ngraph_op_set_name(ngraph_op op, const char* name);
NGRAPH_API int ngraph_op_describe(ngraph_op op, ngraph_tensor_info* info);

/* Compiles a computation of the document; a null name is its first. `options` may be null. */
NGRAPH_API int ngraph_compile(ngraph_transformer transformer, ngraph_document document,
                              const char* name, const ngraph_compile_options* options,
                              ngraph_computation* computation);
NGRAPH_API int ngraph_input_count(ngraph_computation computation, size_t* count);
NGRAPH_API int ngraph_input_describe(ngraph_computation computation, size_t i,
                                     ngraph_tensor_info* info);
NGRAPH_API int ngraph_result_count(ngraph_computation computation, size_t* count);
/* A result without a value has 0 bytes, rank 0 and no lengths. */
NGRAPH_API int ngraph_result_describe(ngraph_computation computation, size_t i,
                                      ngraph_tensor_info* info);
/* After each step that the call runs `done` is called, if it is not null; steps that depend only on
 * variables run again only when one has changed. After an error the results are undefined. Large
 * arrays on a transformer that runs on the host are used in place; results that overlap inputs or
 * each other, and arrays that are not aligned to their elements, are copied. */
NGRAPH_API int ngraph_call(ngraph_computation computation, const void* const* inputs,
                           const size_t* input_bytes, size_t input_count, void* const* results,
                           const size_t* result_bytes, size_t result_count, ngraph_step_done done,
                           void* user);

/* The same, with arrays on the host or on the transformer's device (for "gpu:1" the CUDA device 1,
 * in its primary context). Those on a device apart from the host are copied within it, never
 * through the host; the caller's own work on them must have ended before the call, and results are
 * complete when it returns. NGRAPH_BAD_POINTER for a pointer that the driver knows to be elsewhere,
 * or to smaller memory; on the host, wrong pointers are not recognised. */
NGRAPH_API int ngraph_call_at(ngraph_computation computation, const ngraph_call_memory* memory,
                              ngraph_step_done done, void* user);

/* Variables and other state of all computations of the transformer, by name. A name that variables
 * of several documents have is refused: take a transformer for each, or other names. */
NGRAPH_API int ngraph_state_count(ngraph_transformer transformer, size_t* count);
NGRAPH_API int ngraph_state_describe(ngraph_transformer transformer, size_t i,
                                     ngraph_tensor_info* info);
NGRAPH_API int ngraph_state_get(ngraph_transformer transformer, const char* name, void* data,
                                size_t bytes);
NGRAPH_API int ngraph_state_set(ngraph_transformer transformer, const char* name, const void* data,
                                size_t bytes);
NGRAPH_API int ngraph_state_save(ngraph_transformer transformer, const char* path);
NGRAPH_API int ngraph_state_restore(ngraph_transformer transformer, const char* path);

#ifdef __cplusplus
}
#endif
