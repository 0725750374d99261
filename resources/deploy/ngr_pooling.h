/* SPDX-License-Identifier: Apache-2.0 */
/* Pooling. */

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

/* Gradients, elements at maxima, and outputs of large windows and long rows. */
static void ngr_pool_places(const ngr_pooling* p, const float* first, const float* second,
                            float* result) {
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

static float ngr_pooled(const ngr_pooling* p, float old, float value) {
  if (p->average) return old + value;
  return value > old || value != value ? value : old;
}
static inline ngr_vf ngr_pooled_lanes(const ngr_pooling* p, ngr_vf old, ngr_vf value) {
  if (p->average) return old + value;
  return ngr_select((value > old) | (value != value), value, old);
}

/* Columns (Q, N) of a row of outputs from the row of images that is pooled down, with its padding. */
static void ngr_pool_across(const ngr_pooling* p, const float* down, float* to) {
  const int64_t n = p->batch, width = p->output[3] * n, stride = p->stride[3];
  const float neutral = p->average ? 0 : -INFINITY;
  if (stride <= 2 && (stride == 1 || n == 1)) {
    for (int64_t x = 0; x < width; x += ngr_lanes) {
      ngr_vf pooled = neutral - (ngr_vf){0};
      for (int64_t s = 0; s < p->window[3]; ++s)
        pooled = ngr_pooled_lanes(p, pooled, ngr_strided(down + x * stride + s * n, stride));
      const int64_t count = width - x < ngr_lanes ? width - x : ngr_lanes;
      memcpy(to + x, &pooled, (size_t)count * sizeof(float));
    }
    return;
  }
  for (int64_t x = 0; x < width; ++x) {
    to[x] = neutral;
    for (int64_t s = 0; s < p->window[3]; ++s)
      to[x] = ngr_pooled(p, to[x], down[(x / n * stride + s) * n + x % n]);
  }
}

typedef struct {
  const ngr_pooling* p;
  const float* images;
  float* outputs;
} ngr_pooling_work;

enum { ngr_longest_row = 8192 };
static int64_t ngr_padded_row(const ngr_pooling* p) {
  return ((p->output[3] - 1) * p->stride[3] + p->window[3]) * p->batch;
}

/* Rows of outputs: first down the windows, then across. */
static void ngr_pool_rows(const void* data, int64_t begin, int64_t end) {
  const ngr_pooling_work* work = data;
  const ngr_pooling* p = work->p;
  const int64_t n = p->batch, width = p->output[3] * n, length = ngr_padded_row(p);
  const int64_t left = p->padding[3] * n, image = p->image[3] * n;
  const int64_t met = image < length - left ? image : length - left;
  float down[ngr_longest_row + 2 * ngr_lanes];
  for (int64_t row = begin; row < end; ++row) {
    const int64_t at[4] = {row / p->output[2] / p->output[1], row / p->output[2] % p->output[1],
                           row % p->output[2], 0};
    const ngr_window w = ngr_window_of(p, at);
    for (int64_t i = 0; i < length + 2 * ngr_lanes; ++i) down[i] = p->average ? 0 : -INFINITY;
    for (int64_t c = w.begin[0]; c < w.end[0]; ++c)
      for (int64_t d = w.begin[1]; d < w.end[1]; ++d)
        for (int64_t h = w.begin[2]; h < w.end[2]; ++h) {
          const float* line =
              work->images + ((c * p->image[1] + d) * p->image[2] + h) * p->image[3] * n;
          float* to = down + left;
          int64_t i = 0;
          for (; i + ngr_lanes <= met; i += ngr_lanes)
            ngr_store_lanes(
                to + i, ngr_pooled_lanes(p, ngr_load_lanes(to + i), ngr_load_lanes(line + i)));
          for (; i < met; ++i) to[i] = ngr_pooled(p, to[i], line[i]);
        }
    float* to = work->outputs + row * width;
    ngr_pool_across(p, down, to);
    if (!p->average) continue;
    for (int64_t q = 0; q < p->output[3]; ++q) {
      const int64_t here[4] = {at[0], at[1], at[2], q};
      const float members = (float)ngr_window_of(p, here).count;
      for (int64_t i = 0; i < n; ++i) to[q * n + i] /= members;
    }
  }
}

static void ngr_pool_step(ngr_pool* pool, const ngr_pooling* p, const float* first,
                          const float* second, float* result) {
  const int64_t members = p->window[0] * p->window[1] * p->window[2] * p->window[3];
  if (p->makes != 0 || (p->average && members > ngr_depth) || ngr_padded_row(p) > ngr_longest_row) {
    ngr_pool_places(p, first, second, result);
    return;
  }
  const int64_t rows = p->output[0] * p->output[1] * p->output[2];
  const ngr_pooling_work work = {p, first, result};
  ngr_share(pool, rows, ngr_parts(pool, 16 * rows * p->output[3] * p->batch * members), ngr_pool_rows,
            &work);
}
