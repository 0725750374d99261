/* SPDX-License-Identifier: Apache-2.0 */
/* Trains two instances of a program built ahead of time on two threads, then one after the other,
   with equal results. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "update.h"
static float data[4 * 128], labels[128], losses[2];
static void* train(void* which) {
  const long calls = (long)which;
  void* arena = malloc(update_arena_bytes());
  update_program* program = update_open(arena, NULL, NULL, 0);
  const float alpha = 0.1f;
  for (long i = 0; i < calls; ++i)
    if (update_run(program, &alpha, data, labels, &losses[calls > 20], NULL, NULL)) exit(3);
  update_close(program);
  free(arena);
  return NULL;
}
int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 512; ++i) data[i] = (float)(i % 13) / 13;
  for (int i = 0; i < 128; ++i) labels[i] = (float)(i % 2);
  pthread_create(&first, NULL, train, (void*)20L);
  pthread_create(&second, NULL, train, (void*)2000L);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  const float together[2] = {losses[0], losses[1]};
  train((void*)20L), train((void*)2000L);
  const float alpha = 1;
  char message[256];
  update_program* program = update_open(NULL, NULL, message, sizeof message);
  if (!program || !update_run(program, &alpha, NULL, labels, losses, NULL, NULL)) return 4;
  fputs(update_message(program), stderr);
  update_close(program);
  return together[0] == losses[0] && together[1] == losses[1] && losses[0] != losses[1] ? 0 : 5;
}
