/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution by columns and matrix products, pooling, and lookup in tables. */

static int64_t ngr_volume(const int64_t* sizes) {
  return sizes[0] * sizes[1] * sizes[2];
}

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

static void ngr_finish(const ngr_convolution* c, const float* bias, const float* added,
                       float* outputs) {
  const int64_t row = ngr_volume(c->output) * c->batch;
  for (int64_t k = 0; k < c->out_channels; ++k) {
    for (int64_t i = k * row; i < (k + 1) * row; ++i) {
      float value = outputs[i];
      if (bias) value += bias[k];
      if (added) value += added[i];
      if (value < c->low) value = c->low;
      outputs[i] = value > c->high ? c->high : value;
    }
  }
}

#if NGR_F32_PRODUCTS
/* One group; the arrays begin with its images, outputs and filters. */
static void ngr_convolve_group(const ngr_convolution* c, const float* first, const float* second,
                               float* result, float* scratch) {
  const int64_t taps = c->in_channels / c->groups * ngr_volume(c->filter), k = c->out_channels;
  const int64_t group_k = k / c->groups;
  const int64_t all = c->output[0] * c->output[1], line = c->output[2] * c->batch;
  const int64_t places = all * line;
  for (int64_t row = 0; row < all; row += c->rows) {
    const int64_t rows = all - row < c->rows ? all - row : c->rows, width = rows * line;
    if (c->makes == 1) {
      const ngr_f32_matrix filters = {second, k, 1}, deltas = {first + row * line, places, 1};
      const ngr_f32_target to = {scratch, width, 1, 0};
      ngr_f32_gemm(taps, width, group_k, filters, deltas, to);
      ngr_columns(c, result, row, rows, scratch, 1);
      continue;
    }
    /* ngr_columns writes to images only when it adds. */
    ngr_columns(c, (float*)(c->makes == 2 ? second : first), row, rows, scratch, 0);
    if (c->makes == 0) {
      const ngr_f32_matrix filters = {second, 1, k}, columns = {scratch, width, 1};
      const ngr_f32_target to = {result + row * line, places, 1, 0};
      ngr_f32_gemm(group_k, width, taps, filters, columns, to);
    } else {
      const ngr_f32_matrix columns = {scratch, width, 1}, deltas = {first + row * line, 1, places};
      const ngr_f32_target to = {result, k, 1, row > 0};
      ngr_f32_gemm(taps, group_k, width, columns, deltas, to);
    }
  }
}

static void ngr_convolve(const ngr_convolution* c, const float* first, const float* second,
                         const float* bias, const float* added, float* result, float* scratch) {
  const int64_t each_k = c->out_channels / c->groups, each_c = c->in_channels / c->groups;
  const int64_t outputs = each_k * ngr_volume(c->output) * c->batch;
  const int64_t images = each_c * ngr_volume(c->image) * c->batch;
  if (c->makes == 1) memset(result, 0, (size_t)(images * c->groups) * sizeof(float));
  for (int64_t g = 0; g < c->groups; ++g)
    ngr_convolve_group(c, first + g * (c->makes == 0 ? images : outputs),
                       second + g * (c->makes == 2 ? images : each_k),
                       result + g * (c->makes == 0   ? outputs
                                     : c->makes == 1 ? images
                                                     : each_k),
                       scratch);
  if (bias || added || c->low > -INFINITY || c->high < INFINITY)
    ngr_finish(c, bias, added, result);
}
#endif

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
static void ngr_add_byte_tap(const ngr_byte_convolution* c, const uint8_t* line, int64_t start,
                             int32_t weight, uint32_t* to) {
  const int64_t n = c->batch, stride = c->stride[2], q_count = c->output[2];
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

/* One filter's outputs. */
static void ngr_convolve_byte_filter(const ngr_byte_convolution* c, int64_t k,
                                     const uint8_t* images, const uint8_t* filters,
                                     uint32_t* outputs) {
  const int64_t channels = c->in_channels / c->groups, line = c->image[2] * c->batch;
  const int64_t taps = ngr_volume(c->filter), pixels = ngr_volume(c->image) * c->batch;
  const int64_t width = c->output[2] * c->batch;
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
      ngr_add_byte_tap(c, inside ? from + (d * c->image[1] + h) * line : NULL,
                       s * c->dilation[2] - c->padding[2],
                       ngr_byte(filters, i * c->out_channels + k, c->filters_signed), outputs);
    }
  }
}

static void ngr_convolve_bytes(const ngr_byte_convolution* c, const void* images,
                               const void* filters, uint32_t* outputs) {
  const int64_t row = ngr_volume(c->output) * c->batch;
  for (int64_t k = 0; k < c->out_channels; ++k)
    ngr_convolve_byte_filter(c, k, images, filters, outputs + k * row);
}

/* The window of one output: [begin, end) along each axis of the images. */
typedef struct {
  int64_t begin[4], end[4], count;
} ngr_window;

static ngr_window ngr_window_of(const ngr_pooling* p, const int64_t* at) {
  ngr_window window = {{0}, {0}, 1};
  for (int i = 0; i < 4; ++i) {
    const int64_t start = at[i] * p->stride[i] - p->padding[i], end = start + p->window[i];
    window.begin[i] = start > 0 ? start : 0;
    window.end[i] = end < p->image[i] ? end : p->image[i];
    window.count *= window.end[i] - window.begin[i];
  }
  return window;
}

/* NaN counts as the maximum, and the first NaN is kept. */
static int ngr_beats(float value, float largest) {
  return value > largest || (value != value && largest == largest);
}

#define NGR_EACH_MEMBER(member)                                                                  \
  for (int64_t mc = w.begin[0]; mc < w.end[0]; ++mc)                                             \
    for (int64_t md = w.begin[1]; md < w.end[1]; ++md)                                           \
      for (int64_t mh = w.begin[2]; mh < w.end[2]; ++mh)                                         \
        for (int64_t mw = w.begin[3], member = 0;                                                \
             mw < w.end[3] &&                                                                    \
             (member =                                                                           \
                  (((mc * p->image[1] + md) * p->image[2] + mh) * p->image[3] + mw) * p->batch + \
                  n,                                                                             \
             1);                                                                                 \
             ++mw)

/* Sums large windows in blocks, so that rounding errors do not grow with their size. */
static float ngr_mean(const ngr_pooling* p, ngr_window w, const float* first, int64_t n) {
  float sum = 0, part = 0;
  int64_t taken = 0;
  NGR_EACH_MEMBER(member) {
    part += first[member];
    if (++taken % ngr_depth == 0) {
      sum += part;
      part = 0;
    }
  }
  return (sum + part) / (float)w.count;
}

static void ngr_pool_place(const ngr_pooling* p, ngr_window w, const float* first,
                           const float* second, float* result, int64_t n, int64_t output) {
  if (p->average && p->makes == 0) {
    result[output] = ngr_mean(p, w, first, n);
    return;
  }
  if (p->average) {
    NGR_EACH_MEMBER(member) result[member] += first[output] / (float)w.count;
    return;
  }
  const float* images = p->makes == 0 ? first : second;
  int64_t best = -1;
  NGR_EACH_MEMBER(member) if (best < 0 || ngr_beats(images[member], images[best])) best = member;
  if (p->makes == 0) result[output] = images[best];
  if (p->makes == 1) result[best] += first[output];
  if (p->makes == 2) result[output] = first[best];
}

static void ngr_pool(const ngr_pooling* p, const float* first, const float* second, float* result) {
  const int64_t image = p->image[0] * p->image[1] * p->image[2] * p->image[3] * p->batch;
  if (p->makes == 1) memset(result, 0, (size_t)image * sizeof(float));
  int64_t at[4], output = 0;
  for (at[0] = 0; at[0] < p->output[0]; ++at[0])
    for (at[1] = 0; at[1] < p->output[1]; ++at[1])
      for (at[2] = 0; at[2] < p->output[2]; ++at[2])
        for (at[3] = 0; at[3] < p->output[3]; ++at[3], output += p->batch) {
          const ngr_window window = ngr_window_of(p, at);
          for (int64_t n = 0; n < p->batch; ++n)
            ngr_pool_place(p, window, first, second, result, n, output + n);
        }
}

static void ngr_look_up(const ngr_lookup* l, const float* first, const void* indices,
                        float* result) {
  if (l->gradient) memset(result, 0, (size_t)(l->outer * l->rows * l->inner) * sizeof(float));
  for (int64_t i = 0; i < l->count; ++i) {
    const int64_t index = (int64_t)ngr_load(l->dtype, indices, i);
    for (int64_t o = 0; o < l->outer; ++o) {
      const int64_t row = (o * l->rows + index) * l->inner, taken = (o * l->count + i) * l->inner;
      if (!l->gradient) {
        memcpy(result + taken, first + row, (size_t)l->inner * sizeof(float));
      } else if (index != l->skipped) {
        for (int64_t k = 0; k < l->inner; ++k) result[row + k] += first[taken + k];
      }
    }
  }
}
