/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the program `predict` with weights in a file, and prints how many KiB of the file are in
   memory after the first call. All calls must give equal results, also those of another instance.
   Arguments: the file, and the numbers of elements of the input and the result. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "predict.h"

static long resident(const char* path) {
  FILE* maps = fopen("/proc/self/smaps", "r");
  char line[4096];
  long all = 0, part;
  unsigned long begin, end; /* a line that begins with them is of the next mapping */
  int here = 0;
  while (maps && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx", &begin, &end) == 2) here = strstr(line, path) != NULL;
    if (here && sscanf(line, "Rss: %ld kB", &part) == 1) all += part;
  }
  if (maps) fclose(maps);
  return all;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const size_t inputs = strtoul(argv[2], NULL, 10), results = strtoul(argv[3], NULL, 10);
  float *x = malloc(inputs * sizeof *x), *first = malloc(results * sizeof *first);
  float* again = malloc(results * sizeof *again);
  if (!x || !first || !again) return 3;
  for (size_t i = 0; i < inputs; ++i) x[i] = (float)(i % 7) / 7;
  predict_program* program = predict_open(NULL, argv[1], NULL, 0);
  if (!program || predict_run(program, x, first)) return 4;
  printf("%ld\n", resident(argv[1]));
  if (predict_run(program, x, again) || memcmp(first, again, results * sizeof *first)) return 5;
  predict_program* other = predict_open(NULL, argv[1], NULL, 0);
  predict_close(program);
  if (!other || predict_run(other, x, again)) return 6;
  if (memcmp(first, again, results * sizeof *first)) return 7;
  predict_close(other);
  free(x), free(first), free(again);
  return 0;
}
