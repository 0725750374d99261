/* SPDX-License-Identifier: Apache-2.0 */
/* Makes random calls of libngraph.so: handles of every kind, released, invented or null; null
   pointers and wrong sizes. No call may crash, and every failure has a message. Arguments: a seed,
   the number of calls, a folder for files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/c_api/ngraph.h"

enum { most = 64, bytes_of_memory = 4096 };

static void* handles[most];
static char memory[bytes_of_memory];
static uint64_t state;

static unsigned drawn(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

/* A handle that may be of another kind, released, null or invented. */
static void* any(void) {
  const unsigned kind = drawn(20);
  if (kind == 0) return NULL;
  if (kind == 1) return memory;
  return handles[drawn(most)];
}
static void keep(void* handle) { handles[drawn(most)] = handle; }

static const char* word(void) {
  static const char* const words[] = {"cpu", "f", "x", "y", "axes", "add", "placeholder", "N", "",
                                      "reference", "variable", "initial_value", "multiply", "sum"};
  return drawn(16) == 0 ? NULL : words[drawn(sizeof words / sizeof *words)];
}
static size_t size(size_t right) { return drawn(8) ? right : drawn(64); }
static void* place(void) { return drawn(16) ? memory : NULL; }

static int new_op(ngraph_op* op) {
  ngraph_argument arguments[3];
  const void* operands[3][2];
  const int64_t integers[] = {(int64_t)drawn(5), (int64_t)drawn(5)};
  const char* keys[] = {word(), word()};
  memset(arguments, 0, sizeof arguments);
  for (int i = 0; i < 3; ++i) {
    operands[i][0] = any();
    operands[i][1] = any();
    arguments[i].size = size(sizeof *arguments);
    arguments[i].name = drawn(3) ? (i == 0 ? "x" : i == 1 ? "y" : "axes") : word();
    arguments[i].kind = (int)drawn(7);
    arguments[i].handles = drawn(9) ? operands[i] : NULL;
    arguments[i].integers = drawn(9) ? integers : NULL;
    arguments[i].keys = drawn(9) ? keys : NULL;
    arguments[i].count = drawn(3);
    arguments[i].number = drawn(5);
    arguments[i].text = word();
    arguments[i].data = place();
    arguments[i].dtype = (int)drawn(14) - 1;
  }
  ngraph_function_info info = {.size = sizeof info};
  size_t count = 1;
  ngraph_function_count(&count);
  ngraph_function_describe(drawn((unsigned)count), &info);
  const char* name = drawn(3) ? word() : info.name;
  return ngraph_op_new(name, drawn(20) ? arguments : NULL, drawn(4), op);
}

static int placeholder(ngraph_op* op) {
  const void* axis[] = {any()};
  ngraph_argument shape = {.size = sizeof shape, .name = "axes", .kind = NGRAPH_ARG_AXES};
  shape.handles = axis;
  shape.count = 1;
  return ngraph_op_new("placeholder", &shape, 1, op);
}

static int call(void) {
  const void* inputs[] = {memory, place()};
  void* results[] = {memory + bytes_of_memory / 2, place()};
  const size_t bytes[] = {size(12), size(12)};
  return ngraph_call(any(), drawn(16) ? inputs : NULL, bytes, drawn(3), drawn(16) ? results : NULL,
                     bytes, drawn(3), NULL, NULL);
}

static int one(const char* file) {
  void* made = NULL;
  ngraph_tensor_info tensor = {.size = size(sizeof tensor)};
  ngraph_transformer_info transformer = {.size = size(sizeof transformer)};
  const char* name;
  size_t count;
  int code = 0;
  switch (drawn(20)) {
    case 0: code = ngraph_axis_new(word(), (int64_t)drawn(5), (ngraph_axis*)&made); break;
    case 1: code = placeholder((ngraph_op*)&made); break;
    case 2:
    case 3: code = new_op((ngraph_op*)&made); break;
    case 4: code = ngraph_document_new((ngraph_document*)&made); break;
    case 5: code = ngraph_transformer_open(word(), (ngraph_transformer*)&made); break;
    case 6:
      code = ngraph_compile(any(), any(), drawn(2) ? word() : NULL, NULL,
                            (ngraph_computation*)&made);
      break;
    case 7: {
      const ngraph_op list[] = {any(), any()};
      return ngraph_document_define(any(), word(), list, drawn(3), list, drawn(3));
    }
    case 8: return call();
    case 9: return ngraph_op_describe(any(), &tensor);
    case 10: return ngraph_op_set_name(any(), word());
    case 11: return ngraph_input_describe(any(), drawn(3), &tensor);
    case 12: return ngraph_result_describe(any(), drawn(3), &tensor);
    case 13: return ngraph_state_get(any(), word(), place(), size(12));
    case 14: return ngraph_state_set(any(), word(), place(), size(12));
    case 15: return ngraph_state_describe(any(), drawn(2), &tensor);
    case 16: return ngraph_transformer_describe(drawn(5), &transformer);
    case 17: return ngraph_document_computation_name(any(), drawn(3), drawn(9) ? &name : NULL);
    case 18: return drawn(9) ? ngraph_release(any()) : ngraph_document_save(any(), file);
    default: return ngraph_input_count(any(), drawn(9) ? &count : NULL);
  }
  if (code == NGRAPH_OK) keep(made);
  return code;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  char file[1024];
  long fine = 0;
  state = strtoull(argv[1], NULL, 10);
  snprintf(file, sizeof file, "%s/random.ngraph", argv[3]);
  const long calls = atol(argv[2]);
  for (long i = 0; i < calls; ++i) {
    ngraph_error error = {.size = sizeof error};
    const int code = one(file);
    if (code == NGRAPH_OK) {
      ++fine;
      continue;
    }
    if (ngraph_last_error(&error) || error.code != code || !*error.what) {
      fprintf(stderr, "call %ld: %d without a message\n", i, code);
      return 1;
    }
    if (code == NGRAPH_INTERNAL) {
      fprintf(stderr, "call %ld: internal: %s\n", i, error.what);
      return 1;
    }
  }
  printf("%ld of %ld calls succeeded\n", fine, calls);
  return 0;
}
