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
  if (p->average && p->makes == 0) { /* a large window */
    result[output] = ngr_mean(p, w, first, n);
    return;
  }
  if (p->average) {
    NGR_EACH_MEMBER(member) result[member] += first[output] / (float)w.count;
    return;
  }
  int64_t best = -1;
  NGR_EACH_MEMBER(member) if (best < 0 || ngr_beats(second[member], second[best])) best = member;
  if (p->makes == 1) result[best] += first[output];
  if (p->makes == 2) result[output] = first[best];
}

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

/* What pooling makes of a row of outputs (Q, N) and the elements of a row of images at one column
   of the window: maxima or sums. */
static void ngr_pool_line(const ngr_pooling* p, const float* line, int64_t column, float* to) {
  const int64_t n = p->batch, stride = p->stride[3], shift = column - p->padding[3];
  int64_t first = shift < 0 ? (-shift + stride - 1) / stride : 0;
  int64_t end = p->image[3] > shift ? (p->image[3] - shift + stride - 1) / stride : 0;
  if (end > p->output[3]) end = p->output[3];
  const int whole = n == 1 || stride == 1; /* the elements are the same distance apart */
  const int64_t count = whole ? (end - first) * n : n, step = n == 1 ? stride : 1;
  for (int64_t q = first; q < end; q = whole ? end : q + 1) {
    const float* from = line + (q * stride + shift) * n;
    float* into = to + q * n;
    if (p->average) {
      for (int64_t i = 0; i < count; ++i) into[i] += from[i * step];
    } else {
      for (int64_t i = 0; i < count; ++i) {
        const float value = from[i * step];
        into[i] = value > into[i] || value != value ? value : into[i];
      }
    }
  }
}

typedef struct {
  const ngr_pooling* p;
  const float* images;
  float* outputs;
} ngr_pooling_work;

/* Rows of outputs. */
static void ngr_pool_rows(const void* data, int64_t begin, int64_t end) {
  const ngr_pooling_work* work = data;
  const ngr_pooling* p = work->p;
  const int64_t n = p->batch, width = p->output[3] * n;
  for (int64_t row = begin; row < end; ++row) {
    const int64_t at[4] = {row / p->output[2] / p->output[1], row / p->output[2] % p->output[1],
                           row % p->output[2], 0};
    const ngr_window w = ngr_window_of(p, at);
    float* to = work->outputs + row * width;
    for (int64_t i = 0; i < width; ++i) to[i] = p->average ? 0 : -INFINITY;
    for (int64_t c = w.begin[0]; c < w.end[0]; ++c)
      for (int64_t d = w.begin[1]; d < w.end[1]; ++d)
        for (int64_t h = w.begin[2]; h < w.end[2]; ++h) {
          const int64_t line = ((c * p->image[1] + d) * p->image[2] + h) * p->image[3] * n;
          for (int64_t s = 0; s < p->window[3]; ++s) ngr_pool_line(p, work->images + line, s, to);
        }
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
  if (p->makes != 0 || (p->average && members > ngr_depth)) {
    ngr_pool_places(p, first, second, result);
    return;
  }
  const int64_t rows = p->output[0] * p->output[1] * p->output[2];
  const ngr_pooling_work work = {p, first, result};
  ngr_share(pool, rows, ngr_parts(pool, rows * p->output[3] * p->batch * members), ngr_pool_rows,
            &work);
}
