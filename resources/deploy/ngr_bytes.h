/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution of 8-bit integers. */

static int32_t ngr_byte(const uint8_t* array, int64_t at, int is_signed) {
  return is_signed ? (int8_t)array[at] : array[at];
}

/* Adds `weight` times `count` bytes, `step` apart. */
static void ngr_add_bytes(uint32_t* to, const uint8_t* from, int64_t step, int64_t count,
                          int32_t weight, int is_signed) {
  if (is_signed)
    for (int64_t i = 0; i < count; ++i) to[i] += (uint32_t)(weight * (int8_t)from[i * step]);
  else
    for (int64_t i = 0; i < count; ++i) to[i] += (uint32_t)(weight * from[i * step]);
}

/* Adds what one filter and tap give to a row of outputs (Q, N). `line`: the row of the image, or
   null outside of it. */
static void ngr_add_byte_tap(const ngr_byte_convolution* c, int64_t n, const uint8_t* line,
                             int64_t start, int32_t weight, uint32_t* to) {
  const int64_t stride = c->stride[2], q_count = c->output[2];
  int64_t begin = start < 0 ? (-start + stride - 1) / stride : 0;
  int64_t end = start < c->image[2] ? (c->image[2] - start + stride - 1) / stride : 0;
  if (!line) begin = end = q_count;
  if (begin > q_count) begin = q_count;
  if (end > q_count) end = q_count;
  if (end < begin) end = begin;
  const uint32_t outside = (uint32_t)(weight * c->pad_value);
  for (int64_t i = 0; i < begin * n; ++i) to[i] += outside;
  for (int64_t i = end * n; i < q_count * n; ++i) to[i] += outside;
  if (end == begin) return;
  if (n == 1) {
    ngr_add_bytes(to + begin, line + begin * stride + start, stride, end - begin, weight,
                  c->images_signed);
    return;
  }
  for (int64_t q = begin; q < end; ++q)
    ngr_add_bytes(to + q * n, line + (q * stride + start) * n, 1, n, weight, c->images_signed);
}

typedef struct {
  const ngr_byte_convolution* c;
  int64_t batch; /* innermost */
  const uint8_t *images, *filters;
  uint32_t* outputs;
} ngr_byte_work;

/* The outputs of one filter of one image, or of a batch that is innermost. */
static void ngr_convolve_byte_filter(const ngr_byte_work* w, int64_t k, const uint8_t* images,
                                     uint32_t* outputs) {
  const ngr_byte_convolution* c = w->c;
  const int64_t channels = c->in_channels / c->groups, line = c->image[2] * w->batch;
  const int64_t taps = ngr_volume(c->filter), pixels = ngr_volume(c->image) * w->batch;
  const int64_t width = c->output[2] * w->batch;
  images += k / (c->out_channels / c->groups) * channels * pixels;
  for (int64_t row = 0; row < c->output[0] * c->output[1]; ++row, outputs += width) {
    memset(outputs, 0, (size_t)width * sizeof(uint32_t));
    for (int64_t i = 0; i < channels * taps; ++i) {
      const int64_t tap = i % taps, s = tap % c->filter[2], r = tap / c->filter[2] % c->filter[1];
      const int64_t t = tap / c->filter[2] / c->filter[1];
      const int64_t d = row / c->output[1] * c->stride[0] - c->padding[0] + t * c->dilation[0];
      const int64_t h = row % c->output[1] * c->stride[1] - c->padding[1] + r * c->dilation[1];
      const int inside = d >= 0 && d < c->image[0] && h >= 0 && h < c->image[1];
      const uint8_t* from = images + i / taps * pixels;
      ngr_add_byte_tap(c, w->batch, inside ? from + (d * c->image[1] + h) * line : NULL,
                       s * c->dilation[2] - c->padding[2],
                       ngr_byte(w->filters, i * c->out_channels + k, c->filters_signed), outputs);
    }
  }
}

static void ngr_convolve_byte_filters(const void* data, int64_t begin, int64_t end) {
  const ngr_byte_work* w = data;
  const int64_t images = w->c->in_channels * ngr_volume(w->c->image) * w->batch;
  const int64_t outputs = ngr_volume(w->c->output) * w->batch;
  for (int64_t i = begin; i < end; ++i)
    ngr_convolve_byte_filter(w, i % w->c->out_channels, w->images + i / w->c->out_channels * images,
                             w->outputs + i * outputs);
}

static void ngr_convolve_bytes(ngr_pool* pool, const ngr_byte_convolution* c, const void* images,
                               const void* filters, uint32_t* outputs) {
  const ngr_byte_work w = {c, c->batch_first ? 1 : c->batch, images, filters, outputs};
  const int64_t count = (c->batch_first ? c->batch : 1) * c->out_channels;
  const int64_t sums = c->in_channels / c->groups * ngr_volume(c->filter);
  const int64_t made = c->batch * c->out_channels * ngr_volume(c->output);
  ngr_share(pool, count, ngr_parts(pool, 2 * sums * made), ngr_convolve_byte_filters, &w);
}
