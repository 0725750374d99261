/* SPDX-License-Identifier: Apache-2.0 */
/* A C11 program against libngraph.so: builds, compiles, calls, saves, and makes every kind of wrong
   call. Arguments: the folder of the sample graphs, a folder for files, optionally a transformer. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/c_api/ngraph.h"

static int failures = 0;

static void check(int holds, const char* text, int line) {
  ngraph_error error = {.size = sizeof error};
  if (holds) return;
  ++failures;
  ngraph_last_error(&error);
  fprintf(stderr, "line %d: %s (%d: %s; %s; expected %s)\n", line, text, error.code, error.what,
          error.found, error.expected);
}
#define CHECK(holds) check(holds, #holds, __LINE__)
#define FINE(call) check((call) == NGRAPH_OK, #call, __LINE__)
#define FAILS(call, code) check((call) == (code), #call, __LINE__)

static ngraph_argument ops(const char* name, const ngraph_op* list, size_t count) {
  ngraph_argument a = {.size = sizeof a, .name = name, .kind = NGRAPH_ARG_OPS};
  a.handles = (const void* const*)list;
  a.count = count;
  return a;
}
static ngraph_argument axes(const char* name, const ngraph_axis* list, size_t count) {
  ngraph_argument a = {.size = sizeof a, .name = name, .kind = NGRAPH_ARG_AXES};
  a.handles = (const void* const*)list;
  a.count = count;
  return a;
}
static ngraph_argument number(const char* name, double value) {
  ngraph_argument a = {.size = sizeof a, .name = name, .kind = NGRAPH_ARG_NUMBER};
  a.number = value;
  return a;
}

static int stages = 0, events = 0;
static int progress(const char* stage, double fraction, void* user) {
  ++stages;
  CHECK(stage && *stage && fraction >= 0 && fraction <= 1);
  return user == NULL;
}
static int step_done(const ngraph_event* event, void* user) {
  ++events;
  CHECK(event->size == sizeof *event && event->step < event->count && *event->name);
  CHECK(event->microseconds >= 0);
  return user == NULL;
}

/* y = 2 x + w, with w a variable. */
static ngraph_document make_document(void) {
  ngraph_axis n;
  ngraph_op x, w, twice, y;
  ngraph_document document;
  FINE(ngraph_axis_new("N", 3, &n));
  ngraph_argument shape[] = {axes("axes", &n, 1)};
  FINE(ngraph_op_new("placeholder", shape, 1, &x));
  FINE(ngraph_op_set_name(x, "x"));
  ngraph_argument state[] = {axes("axes", &n, 1), number("initial_value", 0.5)};
  FINE(ngraph_op_new("variable", state, 2, &w));
  FINE(ngraph_op_set_name(w, "w"));
  ngraph_argument product[] = {ops("x", &x, 1), number("y", 2)};
  FINE(ngraph_op_new("multiply", product, 2, &twice));
  ngraph_argument sum[] = {ops("x", &twice, 1), ops("y", &w, 1)};
  FINE(ngraph_op_new("add", sum, 2, &y));
  FINE(ngraph_op_set_name(y, "y"));
  ngraph_tensor_info info = {.size = sizeof info};
  FINE(ngraph_op_describe(y, &info));
  CHECK(info.rank == 1 && info.lengths[0] == 3 && !strcmp(info.axes[0], "N"));
  FINE(ngraph_document_new(&document));
  FINE(ngraph_document_define(document, "f", &y, 1, &x, 1));
  FAILS(ngraph_document_define(document, "f", &y, 1, &x, 1), NGRAPH_VALUE);
  ngraph_op found;
  FAILS(ngraph_op_new("no_such_function", sum, 2, &found), NGRAPH_KEY);
  FAILS(ngraph_op_new("add", sum, 1, &found), NGRAPH_VALUE);
  FAILS(ngraph_op_new("add", product + 1, 1, &found), NGRAPH_VALUE);
  ngraph_argument twice_given[] = {sum[0], sum[1], sum[0]};
  FAILS(ngraph_op_new("add", twice_given, 3, &found), NGRAPH_VALUE);
  ngraph_argument small = sum[0];
  small.size = 8;
  FAILS(ngraph_op_new("negative", &small, 1, &found), NGRAPH_BAD_SIZE);
  void* const wrong[] = {document};
  ngraph_argument kind = {.size = sizeof kind, .name = "x", .kind = NGRAPH_ARG_OPS, .count = 1};
  kind.handles = (const void* const*)wrong;
  FAILS(ngraph_op_new("negative", &kind, 1, &found), NGRAPH_BAD_HANDLE);
  FINE(ngraph_release(n));
  FINE(ngraph_release(x));
  FINE(ngraph_release(w));
  FINE(ngraph_release(twice));
  FINE(ngraph_release(y));
  FAILS(ngraph_release(y), NGRAPH_BAD_HANDLE);
  return document;
}

static void call_document(const char* folder, const char* name) {
  ngraph_document document = make_document();
  ngraph_transformer transformer;
  ngraph_computation f, none;
  FINE(ngraph_transformer_open(name, &transformer));
  ngraph_compile_options options = {.size = sizeof options, .progress = progress};
  FINE(ngraph_compile(transformer, document, "f", &options, &f));
  CHECK(stages > 3);
  options.user = &stages;
  FAILS(ngraph_compile(transformer, document, "f", &options, &none), NGRAPH_CANCELLED);
  const ngraph_compile_options unknown = {.size = sizeof unknown, .disabled = "fuse,nonsense"};
  FAILS(ngraph_compile(transformer, document, "f", &unknown, &none), NGRAPH_VALUE);
  const ngraph_compile_options rules = {
      .size = sizeof rules, .disabled = "fuse, where(c, x, x) -> x,pad x + pad y -> concat(x, y)"};
  FINE(ngraph_compile(transformer, document, "f", &rules, &none));
  ngraph_release(none);
  FAILS(ngraph_compile(transformer, document, "g", NULL, &none), NGRAPH_KEY);
  FAILS(ngraph_compile((ngraph_transformer)document, document, "f", NULL, &none),
        NGRAPH_BAD_HANDLE);
  size_t count;
  ngraph_tensor_info info = {.size = sizeof info};
  FINE(ngraph_input_count(f, &count));
  CHECK(count == 1);
  FINE(ngraph_input_describe(f, 0, &info));
  CHECK(!strcmp(info.name, "x") && info.bytes == 12 && info.dtype == NGRAPH_F32);
  FAILS(ngraph_input_describe(f, 1, &info), NGRAPH_BAD_SIZE);
  info.size = 4;
  FAILS(ngraph_result_describe(f, 0, &info), NGRAPH_BAD_SIZE);
  info.size = sizeof info;
  const float x[3] = {1, 2, 3};
  float y[3] = {0};
  const void* inputs[] = {x};
  void* results[] = {y};
  const size_t bytes[] = {sizeof x}, wrong[] = {8};
  FINE(ngraph_call(f, inputs, bytes, 1, results, bytes, 1, NULL, NULL));
  CHECK(y[0] == 2.5f && y[1] == 4.5f && y[2] == 6.5f);
  const float w[3] = {10, 20, 30};
  float kept[3];
  FINE(ngraph_state_set(transformer, "w", w, sizeof w));
  FINE(ngraph_call(f, inputs, bytes, 1, results, bytes, 1, step_done, NULL));
  CHECK(y[2] == 36 && events > 0);
  FAILS(ngraph_call(f, inputs, bytes, 1, results, bytes, 1, step_done, &events), NGRAPH_CANCELLED);
  FAILS(ngraph_call(f, inputs, wrong, 1, results, bytes, 1, NULL, NULL), NGRAPH_BAD_SIZE);
  FAILS(ngraph_call(f, inputs, bytes, 1, results, wrong, 1, NULL, NULL), NGRAPH_BAD_SIZE);
  FAILS(ngraph_call(f, inputs, bytes, 2, results, bytes, 1, NULL, NULL), NGRAPH_BAD_SIZE);
  FAILS(ngraph_call(f, NULL, bytes, 1, results, bytes, 1, NULL, NULL), NGRAPH_BAD_POINTER);
  inputs[0] = NULL;
  FAILS(ngraph_call(f, inputs, bytes, 1, results, bytes, 1, NULL, NULL), NGRAPH_BAD_POINTER);
  FINE(ngraph_state_count(transformer, &count));
  CHECK(count == 1);
  FINE(ngraph_state_describe(transformer, 0, &info));
  CHECK(!strcmp(info.name, "w") && info.bytes == sizeof w);
  char path[1024];
  snprintf(path, sizeof path, "%s/state.safetensors", folder);
  FINE(ngraph_state_save(transformer, path));
  FINE(ngraph_state_set(transformer, "w", x, sizeof x));
  FINE(ngraph_state_restore(transformer, path));
  FINE(ngraph_state_get(transformer, "w", kept, sizeof kept));
  CHECK(!memcmp(kept, w, sizeof w));
  FAILS(ngraph_state_get(transformer, "v", kept, sizeof kept), NGRAPH_KEY);
  FAILS(ngraph_state_get(transformer, "w", kept, 4), NGRAPH_BAD_SIZE);
  FAILS(ngraph_state_restore(transformer, "/no/such/file"), NGRAPH_BAD_FILE);
  ngraph_transformer empty;
  FINE(ngraph_transformer_open(name, &empty));
  FAILS(ngraph_state_restore(empty, path), NGRAPH_VALUE);
  FINE(ngraph_release(empty));
  snprintf(path, sizeof path, "%s/f.ngraph", folder);
  FINE(ngraph_document_save(document, path));
  /* The computation keeps what it needs. */
  FINE(ngraph_release(document));
  FINE(ngraph_release(transformer));
  inputs[0] = x;
  FINE(ngraph_call(f, inputs, bytes, 1, results, bytes, 1, NULL, NULL));
  CHECK(y[2] == 36);
  FINE(ngraph_release(f));
  FAILS(ngraph_call(f, inputs, bytes, 1, results, bytes, 1, NULL, NULL), NGRAPH_BAD_HANDLE);
}

static void load_documents(const char* samples, const char* folder) {
  ngraph_document document;
  char path[1024];
  const char* name;
  size_t count;
  ngraph_op w;
  ngraph_tensor_info info = {.size = sizeof info};
  snprintf(path, sizeof path, "%s/06_mlp.ngraph", samples);
  const char* const axis[] = {"N"};
  const int64_t length[] = {64};
  FINE(ngraph_document_load(path, axis, length, 1, &document));
  FINE(ngraph_document_computation_count(document, &count));
  CHECK(count == 2);
  FINE(ngraph_document_computation_name(document, 0, &name));
  CHECK(*name);
  FAILS(ngraph_document_computation_name(document, 9, &name), NGRAPH_BAD_SIZE);
  FINE(ngraph_document_find(document, "W1", &w));
  FINE(ngraph_op_describe(w, &info));
  CHECK(info.rank == 3 && info.lengths[0] == 100);
  FAILS(ngraph_document_find(document, "W7", &w), NGRAPH_KEY);
  FINE(ngraph_release(document));
  snprintf(path, sizeof path, "%s/f.ngraph", folder);
  FINE(ngraph_document_load(path, NULL, NULL, 0, &document));
  FINE(ngraph_release(document));
  FAILS(ngraph_document_load("/no/such/file", NULL, NULL, 0, &document), NGRAPH_BAD_FILE);
  FAILS(ngraph_document_load(path, NULL, NULL, 1, &document), NGRAPH_BAD_POINTER);
  FAILS(ngraph_document_load(NULL, NULL, NULL, 0, &document), NGRAPH_BAD_POINTER);
  FAILS(ngraph_document_load(path, NULL, NULL, 0, NULL), NGRAPH_BAD_POINTER);
}

/* Documents whose files have the same ids share a transformer. */
static void load_document_twice(const char* folder, const char* name) {
  ngraph_document document, again;
  ngraph_transformer transformer;
  ngraph_computation f, g;
  char path[1024];
  snprintf(path, sizeof path, "%s/unread.ngraph", folder);
  ngraph_axis n;
  ngraph_op w, next, y;
  FINE(ngraph_axis_new("N", 3, &n));
  ngraph_argument state[] = {axes("axes", &n, 1), number("initial_value", 0.5)};
  FINE(ngraph_op_new("variable", state, 2, &w));
  FINE(ngraph_op_set_name(w, "twin"));
  ngraph_argument sum[] = {ops("x", &w, 1), number("y", 1)};
  FINE(ngraph_op_new("add", sum, 2, &next));
  ngraph_argument assigned[] = {ops("lvalue", &w, 1), ops("rvalue", &next, 1)};
  FINE(ngraph_op_new("assign", assigned, 2, &y));
  const ngraph_op results[] = {y, w};
  FINE(ngraph_document_new(&document));
  FINE(ngraph_document_define(document, "f", results, 2, NULL, 0));
  FINE(ngraph_document_save(document, path));
  FINE(ngraph_document_load(path, NULL, NULL, 0, &again));
  FINE(ngraph_transformer_open(name, &transformer));
  FINE(ngraph_compile(transformer, document, "f", NULL, &f));
  FINE(ngraph_compile(transformer, again, "f", NULL, &g));
  float value[3];
  void* arrays[] = {NULL, value};
  const size_t bytes[] = {0, sizeof value};
  for (int i = 0; i < 2; ++i)
    FINE(ngraph_call(f, NULL, NULL, 0, arrays, bytes, 2, NULL, NULL));
  FINE(ngraph_call(g, NULL, NULL, 0, arrays, bytes, 2, NULL, NULL));
  CHECK(value[0] == 1.5f);
  FAILS(ngraph_state_get(transformer, "twin", value, sizeof value), NGRAPH_VALUE);
  void* const handles[] = {n, w, next, y, document, again, transformer, f, g};
  for (size_t i = 0; i < sizeof handles / sizeof *handles; ++i) FINE(ngraph_release(handles[i]));
}

/* Strings given out stay as they are while the op gets other names. */
static void rename_op(void) {
  ngraph_axis n;
  ngraph_op x;
  FINE(ngraph_axis_new("N", 3, &n));
  ngraph_argument shape[] = {axes("axes", &n, 1)};
  FINE(ngraph_op_new("placeholder", shape, 1, &x));
  ngraph_tensor_info first = {.size = sizeof first}, second = first, again = first;
  FINE(ngraph_op_set_name(x, "a long name of an op, which does not fit in a short string"));
  FINE(ngraph_op_describe(x, &first));
  FINE(ngraph_op_set_name(x, "another"));
  FINE(ngraph_op_describe(x, &second));
  FINE(ngraph_op_describe(x, &again));
  CHECK(!strncmp(first.name, "a long name of an op", 20) && !strcmp(second.name, "another"));
  CHECK(!strcmp(first.axes[0], "N") && first.lengths[0] == 3 && first.axes != second.axes);
  CHECK(again.name == second.name && again.axes == second.axes);
  FINE(ngraph_release(x));
  FINE(ngraph_release(n));
}

static void* describe_first(void* info) {
  size_t count;
  FINE(ngraph_transformer_count(&count));
  FINE(ngraph_transformer_describe(0, info));
  return NULL;
}

/* Strings of transformers outlive the next count and the thread that asked. */
static void list_transformers_again(void) {
  ngraph_transformer_info of_thread = {.size = sizeof of_thread}, first = of_thread, again = first;
  pthread_t thread;
  if (pthread_create(&thread, NULL, describe_first, &of_thread)) return CHECK(!"a thread");
  pthread_join(thread, NULL);
  describe_first(&first);
  describe_first(&again);
  CHECK(of_thread.name == first.name && first.name == again.name && first.what == again.what);
  CHECK(of_thread.reason == first.reason && !strcmp(of_thread.name, "cpu"));
}

static void* describe_input(void* f) {
  ngraph_tensor_info info = {.size = sizeof info};
  for (int i = 0; i < 1000; ++i) {
    FINE(ngraph_input_describe(f, 0, &info));
    CHECK(info.rank == 1 && !strcmp(info.axes[0], "N"));
  }
  return NULL;
}

/* A document of its own, and the computation that both threads describe. */
static void* work_beside(void* f) {
  ngraph_document document = make_document();
  size_t count;
  const char* name;
  FINE(ngraph_document_computation_count(document, &count));
  FINE(ngraph_document_computation_name(document, 0, &name));
  CHECK(count == 1 && !strcmp(name, "f"));
  FINE(ngraph_release(document));
  return describe_input(f);
}

static void use_two_threads(const char* name) {
  ngraph_document document = make_document();
  ngraph_transformer transformer;
  ngraph_computation f;
  pthread_t thread;
  FINE(ngraph_transformer_open(name, &transformer));
  FINE(ngraph_compile(transformer, document, "f", NULL, &f));
  if (pthread_create(&thread, NULL, work_beside, f)) return CHECK(!"a thread");
  work_beside(f);
  pthread_join(thread, NULL);
  FINE(ngraph_release(f));
  FINE(ngraph_release(transformer));
  FINE(ngraph_release(document));
}

typedef struct {
  ngraph_transformer transformer;
  int calls;
} from_callback;

static int call_again(const ngraph_event* event, void* user) {
  from_callback* given = user;
  size_t count;
  (void)event;
  FAILS(ngraph_state_count(given->transformer, &count), NGRAPH_RUNTIME);
  ++given->calls;
  return 1;
}

/* Calls that a callback makes on its transformer are errors, not deadlocks, and the error is not
   that of the call that succeeds afterwards. */
static void call_from_callback(const char* name) {
  ngraph_document document = make_document();
  from_callback given = {NULL, 0};
  ngraph_computation f;
  FINE(ngraph_transformer_open(name, &given.transformer));
  FINE(ngraph_compile(given.transformer, document, "f", NULL, &f));
  const float x[3] = {1, 2, 3};
  float y[3] = {0};
  const void* inputs[] = {x};
  void* results[] = {y};
  const size_t bytes[] = {sizeof x};
  ngraph_error error = {.size = sizeof error};
  FINE(ngraph_call(f, inputs, bytes, 1, results, bytes, 1, call_again, &given));
  FINE(ngraph_last_error(&error));
  CHECK(given.calls > 0 && error.code == NGRAPH_OK && !*error.what && y[0] == 2.5f);
  FINE(ngraph_release(f));
  FINE(ngraph_release(given.transformer));
  FINE(ngraph_release(document));
}

/* A variable that a computation names, but whose value it does not need, has a value all the same. */
static void use_unread_state(const char* name, const char* folder) {
  ngraph_axis n;
  ngraph_op w, size;
  ngraph_document document;
  ngraph_transformer transformer;
  ngraph_computation f;
  FINE(ngraph_axis_new("N", 3, &n));
  ngraph_argument state[] = {axes("axes", &n, 1), number("initial_value", 0.5)};
  FINE(ngraph_op_new("variable", state, 2, &w));
  FINE(ngraph_op_set_name(w, "w"));
  ngraph_argument of[] = {ops("x", &w, 1)};
  FINE(ngraph_op_new("tensor_size", of, 1, &size));
  FINE(ngraph_document_new(&document));
  FINE(ngraph_document_define(document, "f", &size, 1, NULL, 0));
  FINE(ngraph_transformer_open(name, &transformer));
  FINE(ngraph_compile(transformer, document, "f", NULL, &f));
  float value[3] = {0};
  const float set[3] = {1, 2, 3}, other[3] = {7, 8, 9};
  char path[1024];
  snprintf(path, sizeof path, "%s/unread.safetensors", folder);
  FINE(ngraph_state_get(transformer, "w", value, sizeof value));
  CHECK(value[0] == 0.5f && value[2] == 0.5f);
  FINE(ngraph_state_set(transformer, "w", set, sizeof set));
  FINE(ngraph_state_save(transformer, path));
  FINE(ngraph_state_set(transformer, "w", other, sizeof other));
  FINE(ngraph_state_restore(transformer, path));
  FINE(ngraph_state_get(transformer, "w", value, sizeof value));
  CHECK(!memcmp(value, set, sizeof set));
  void* const handles[] = {n, w, size, document, transformer, f};
  for (size_t i = 0; i < sizeof handles / sizeof *handles; ++i) FINE(ngraph_release(handles[i]));
}

/* Arrays without data are refused, however large they claim to be. */
static void use_missing_data(void) {
  const int64_t lengths[] = {(int64_t)1 << 40};
  ngraph_argument a = {.size = sizeof a, .name = "const", .kind = NGRAPH_ARG_ARRAY, .count = 1};
  ngraph_error error = {.size = sizeof error};
  ngraph_op op;
  a.integers = lengths;
  FAILS(ngraph_op_new("constant", &a, 1, &op), NGRAPH_VALUE);
  FINE(ngraph_last_error(&error));
  CHECK(strstr(error.what, "its data is null") != NULL);
}

/* An array becomes a constant of the type that is asked for, which documents can hold with its name;
 * its source line is not one of the library. */
static void use_constant_type(const char* folder) {
  const int64_t lengths[] = {3}, values[] = {1, 2, 200};
  const ngraph_argument arguments[] = {{.size = sizeof *arguments,
                                        .name = "const",
                                        .kind = NGRAPH_ARG_ARRAY,
                                        .count = 1,
                                        .integers = lengths,
                                        .dtype = NGRAPH_I64,
                                        .data = values},
                                       {.size = sizeof *arguments,
                                        .name = "dtype",
                                        .kind = NGRAPH_ARG_TEXT,
                                        .text = "uint8"}};
  static char name[100000];
  ngraph_tensor_info info = {.size = sizeof info};
  ngraph_error error = {.size = sizeof error};
  ngraph_op op;
  FINE(ngraph_op_new("constant", arguments, 2, &op));
  FINE(ngraph_op_describe(op, &info));
  CHECK(info.dtype == NGRAPH_U8 && info.bytes == 3 && info.lengths[0] == 3);
  memset(name, 'n', sizeof name - 1);
  FAILS(ngraph_op_set_name(op, name), NGRAPH_VALUE);
  FAILS(ngraph_op_set_name(op, "\xff"), NGRAPH_VALUE);
  FINE(ngraph_op_set_name(op, "three"));
  ngraph_document document;
  FINE(ngraph_document_new(&document));
  FINE(ngraph_document_define(document, "f", &op, 1, NULL, 0));
  char path[1024], text[4096] = "";
  snprintf(path, sizeof path, "%s/constant.ngraph", folder);
  FINE(ngraph_document_save(document, path));
  FILE* file = fopen(path, "rb");
  CHECK(file && fread(text, 1, sizeof text - 1, file) > 0);
  if (file) fclose(file);
  CHECK(strstr(text, "three") && !strstr(text, ".cpp"));
  const ngraph_argument lengths_of_x = {
      .size = sizeof lengths_of_x, .name = "axes", .kind = NGRAPH_ARG_AXES};
  ngraph_op x;
  FINE(ngraph_op_new("placeholder", &lengths_of_x, 1, &x));
  const ngraph_op twice[] = {x, x};
  FAILS(ngraph_document_define(document, "g", &x, 1, twice, 2), NGRAPH_VALUE);
  FINE(ngraph_last_error(&error));
  CHECK(strstr(error.what, "same parameter twice") != NULL);
  FINE(ngraph_release(x));
  FINE(ngraph_release(op));
  FINE(ngraph_release(document));
}

/* Names and ranks with which a document could not be read again. */
static void use_unreadable_names(const char* folder) {
  enum { rank = 33 };
  static const char* const names[] = {"", "a\nb", "a\tb", "\x7f"};
  char path[1024];
  ngraph_document document;
  ngraph_axis all[rank];
  ngraph_op x;
  FINE(ngraph_document_new(&document));
  for (int i = 0; i < rank; ++i) {
    snprintf(path, sizeof path, "A%d", i);
    FINE(ngraph_axis_new(path, 1, &all[i]));
  }
  ngraph_argument shape[] = {axes("axes", all, rank)};
  FINE(ngraph_op_new("placeholder", shape, 1, &x));
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    FAILS(ngraph_op_set_name(x, names[i]), NGRAPH_VALUE);
    FAILS(ngraph_document_define(document, names[i], &x, 1, &x, 1), NGRAPH_VALUE);
  }
  FINE(ngraph_document_define(document, "f", &x, 1, &x, 1));
  snprintf(path, sizeof path, "%s/rank.ngraph", folder);
  FAILS(ngraph_document_save(document, path), NGRAPH_VALUE);
  for (int i = 0; i < rank; ++i) FINE(ngraph_release(all[i]));
  FINE(ngraph_release(x));
  FINE(ngraph_release(document));
}

/* A name of any length gives a message of limited length. */
static void use_long_name(void) {
  static char name[100000];
  ngraph_op op;
  ngraph_error error = {.size = sizeof error};
  memset(name, 'n', sizeof name - 1);
  FAILS(ngraph_op_new(name, NULL, 0, &op), NGRAPH_KEY);
  FINE(ngraph_last_error(&error));
  CHECK(strlen(error.what) < 8192 && strstr(error.what, "no function"));
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  size_t count;
  ngraph_transformer transformer;
  ngraph_transformer_info info = {.size = sizeof info};
  ngraph_function_info function = {.size = sizeof function};
  ngraph_error error = {.size = sizeof error};
  FINE(ngraph_require_version(NGRAPH_API_VERSION));
  FAILS(ngraph_require_version(NGRAPH_API_VERSION + 1), NGRAPH_BAD_VERSION);
  FINE(ngraph_transformer_count(&count));
  CHECK(count >= 3);
  FINE(ngraph_transformer_describe(0, &info));
  CHECK(!strcmp(info.name, "cpu") && info.available);
  FAILS(ngraph_transformer_describe(count, &info), NGRAPH_BAD_SIZE);
  FAILS(ngraph_transformer_open("tpu", &transformer), NGRAPH_VALUE);
  FINE(ngraph_last_error(&error));
  CHECK(error.code == NGRAPH_VALUE && strstr(error.what, "tpu") && strstr(error.expected, "cpu"));
  FAILS(ngraph_transformer_count(NULL), NGRAPH_BAD_POINTER);
  FINE(ngraph_function_count(&count));
  CHECK(count > 50);
  for (size_t i = 0; i < count; ++i) {
    FINE(ngraph_function_describe(i, &function));
    CHECK(strstr(function.signature, function.name) == function.signature && *function.doc);
  }
  FAILS(ngraph_release(NULL), NGRAPH_BAD_HANDLE);
  FAILS(ngraph_release(&count), NGRAPH_BAD_HANDLE);
  rename_op();
  list_transformers_again();
  call_document(argv[2], argc > 3 ? argv[3] : "cpu");
  use_two_threads(argc > 3 ? argv[3] : "cpu");
  call_from_callback(argc > 3 ? argv[3] : "cpu");
  use_unread_state(argc > 3 ? argv[3] : "cpu", argv[2]);
  use_long_name();
  use_unreadable_names(argv[2]);
  use_missing_data();
  use_constant_type(argv[2]);
  load_documents(argv[1], argv[2]);
  load_document_twice(argv[2], argc > 3 ? argv[3] : "cpu");
  if (!failures) puts("all calls gave what they should");
  return failures ? 1 : 0;
}
