/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of convolutions, by columns and matrix products. */

/* One tap's row of the matrix of columns, for `rows` output rows (m, p) from `first` on: copied
   from the images, or added to them. */
static void ngr_tap(const ngr_convolution* c, float* image, const int64_t* tap, int64_t first,
                    int64_t rows, float* columns, int adds) {
  const int64_t n = c->batch, q_count = c->output[2], width = q_count * n;
  for (int64_t row = first; row < first + rows; ++row, columns += width) {
    const int64_t d = row / c->output[1] * c->stride[0] - c->padding[0] + tap[0] * c->dilation[0];
    const int64_t h = row % c->output[1] * c->stride[1] - c->padding[1] + tap[1] * c->dilation[1];
    if (d < 0 || d >= c->image[0] || h < 0 || h >= c->image[1]) {
      if (!adds) memset(columns, 0, (size_t)width * sizeof(float));
      continue;
    }
    float* line = image + (d * c->image[1] + h) * c->image[2] * n;
    const int64_t start = tap[2] * c->dilation[2] - c->padding[2];
    for (int64_t q = 0; q < q_count; ++q) {
      const int64_t w = q * c->stride[2] + start;
      const int inside = w >= 0 && w < c->image[2];
      float *from = line + w * n, *to = columns + q * n;
      if (adds && inside)
        for (int64_t i = 0; i < n; ++i) from[i] += to[i];
      if (adds) continue;
      if (!inside) {
        for (int64_t i = 0; i < n; ++i) to[i] = 0;
      } else if (n == 1) {
        *to = *from;
      } else {
        memcpy(to, from, (size_t)n * sizeof(float));
      }
    }
  }
}

/* The columns of one group's images. */
static void ngr_columns(const ngr_convolution* c, float* images, int64_t first, int64_t rows,
                        float* columns, int adds) {
  const int64_t pixels = ngr_volume(c->image) * c->batch;
  const int64_t width = rows * c->output[2] * c->batch;
  int64_t tap[3];
  for (int64_t channel = 0; channel < c->in_channels / c->groups; ++channel)
    for (tap[0] = 0; tap[0] < c->filter[0]; ++tap[0])
      for (tap[1] = 0; tap[1] < c->filter[1]; ++tap[1])
        for (tap[2] = 0; tap[2] < c->filter[2]; ++tap[2], columns += width)
          ngr_tap(c, images + channel * pixels, tap, first, rows, columns, adds);
}

/* One group; the arrays begin with its images, outputs and filters. */
static void ngr_group_gradient(ngr_pool* pool, const ngr_convolution* c, const float* first,
                               const float* second, float* result, float* scratch) {
  const int64_t taps = c->in_channels / c->groups * ngr_volume(c->filter), k = c->out_channels;
  const int64_t group_k = k / c->groups;
  const int64_t all = c->output[0] * c->output[1], line = c->output[2] * c->batch;
  const int64_t places = all * line;
  for (int64_t row = 0; row < all; row += c->rows) {
    const int64_t rows = all - row < c->rows ? all - row : c->rows, width = rows * line;
    if (c->makes == 1) {
      const ngr_f32_matrix filters = {second, k, 1}, deltas = {first + row * line, places, 1};
      const ngr_f32_target to = {scratch, width, 1, 0, NULL, NULL};
      ngr_f32_gemm(pool, taps, width, group_k, filters, deltas, to);
      ngr_columns(c, result, row, rows, scratch, 1);
      continue;
    }
    /* ngr_columns writes to images only when it adds. */
    ngr_columns(c, (float*)second, row, rows, scratch, 0);
    const ngr_f32_matrix columns = {scratch, width, 1}, deltas = {first + row * line, 1, places};
    const ngr_f32_target to = {result, k, 1, row > 0, NULL, NULL};
    ngr_f32_gemm(pool, taps, group_k, width, columns, deltas, to);
  }
}

/* The gradient of the images (makes 1) or of the filters (2). */
static void ngr_convolution_gradient(ngr_pool* pool, const ngr_convolution* c, const float* first,
                                     const float* second, float* result, float* scratch) {
  const int64_t each_k = c->out_channels / c->groups, each_c = c->in_channels / c->groups;
  const int64_t outputs = each_k * ngr_volume(c->output) * c->batch;
  const int64_t images = each_c * ngr_volume(c->image) * c->batch;
  if (c->makes == 1) memset(result, 0, (size_t)(images * c->groups) * sizeof(float));
  for (int64_t g = 0; g < c->groups; ++g)
    ngr_group_gradient(pool, c, first + g * outputs, second + g * (c->makes == 2 ? images : each_k),
                       result + g * (c->makes == 1 ? images : each_k), scratch);
}
