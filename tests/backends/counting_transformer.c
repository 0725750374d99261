/* SPDX-License-Identifier: Apache-2.0 */
/* A transformer in a library of its own: it counts the steps that it runs, copies by
   itself, and leaves the rest to the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/backends/external/ngraph_transformer.h"

typedef struct {
  const ngraph_program* program;
  const ngraph_host* host;
  long steps;
} Counting;

static long total;

long counting_transformer_steps(void) { return total; }

static int available(char* reason, size_t bytes) {
  const char* off = getenv("COUNTING_TRANSFORMER_OFF");
  if (off) snprintf(reason, bytes, "switched off: %s", off);
  return off == NULL;
}

/* What a transformer would compile itself, of a program with matmuls. */
static void dump(const ngraph_program* program, const char* path) {
  size_t matmuls = 0;
  for (size_t i = 0; i < program->step_count; ++i)
    matmuls += !strcmp(program->steps[i].kind, "matmul");
  FILE* file = matmuls ? fopen(path, "w") : NULL;
  if (!file) return;
  fputs(program->prelude, file);
  for (size_t i = 0; i < program->step_count; ++i)
    fprintf(file, "// %s\n%s\n", program->steps[i].details, program->steps[i].source);
  fclose(file);
}

static void* compile(const ngraph_program* program, const ngraph_host* host, char* message,
                     size_t bytes) {
  if (strstr(program->name, "refused")) {
    snprintf(message, bytes, "'%s' is not wanted", program->name);
    return NULL;
  }
  for (size_t i = 0; i < program->step_count; ++i) {
    const ngraph_program_step* step = &program->steps[i];
    if (!strcmp(step->kind, "kernel") && !strstr(step->source, "static void")) return NULL;
    if (step->details[0] != '{') return NULL;
  }
  const char* path = getenv("COUNTING_TRANSFORMER_DUMP");
  if (path) dump(program, path);
  Counting* counting = calloc(1, sizeof *counting);
  if (!counting) return NULL;
  counting->program = program;
  counting->host = host;
  return counting;
}

static int run(void* compiled, void* const* buffers, size_t first, size_t end, size_t* reached,
               char* message, size_t bytes) {
  Counting* counting = compiled;
  (void)message, (void)bytes;
  for (size_t i = first; i < end; ++i) {
    const ngraph_program_step* step = &counting->program->steps[i];
    *reached = i;
    ++counting->steps, ++total;
    if (!strcmp(step->kind, "copy")) {
      const int to = step->writes[0];
      memmove(buffers[to], buffers[step->reads[0]],
              (size_t)counting->program->buffers[to].bytes);
      continue;
    }
    const int code = counting->host->run_step(counting->host->context, i, buffers);
    if (code) return code;
  }
  return 0;
}

static void release(void* compiled) {
  Counting* counting = compiled;
  if (getenv("COUNTING_TRANSFORMER_REPORT"))
    fprintf(stderr, "counting: %ld steps of %s\n", counting->steps, counting->program->name);
  free(compiled);
}

const ngraph_transformer_api* ngraph_transformer_api_v1(void) {
  static ngraph_transformer_api api = {
      sizeof api, NGRAPH_TRANSFORMER_VERSION, "counting", "counts steps, runs them on the cpu",
      0, available, compile, run, release};
  const char* vectors = getenv("COUNTING_TRANSFORMER_VECTORS"); /* bytes */
  if (vectors) api.vector_bytes = atoi(vectors);
  return &api;
}
