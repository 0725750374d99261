/* SPDX-License-Identifier: Apache-2.0 */
/* Runs `scale`, whose square roots of the variable w are computed once, with two values of w; and
   saves `update`, whose variable w was fed from memory that has changed since. Argument: the file. */
#include "scale.h"
#include "update.h"

int main(int argc, char** argv) {
  float w[3] = {4, 4, 4}, y[3];
  const float x[3] = {1, 2, 3};
  scale_program* scale = scale_open(NULL, NULL, NULL, 0);
  if (argc != 2 || !scale || scale_run(scale, w, x, y) || y[2] != 6) return 1;
  w[2] = 9;
  if (scale_run(scale, w, x, y) || y[2] != 9) return 2;
  scale_close(scale);
  update_program* update = update_open(NULL, NULL, NULL, 0);
  if (!update || update_run(update, w, y)) return 3;
  w[2] = -5;
  if (update_save(update, argv[1])) return 4;
  update_close(update);
  return 0;
}
