/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution: a product of the filters and the images' columns, which are copied a panel at a
   time. Filters of one channel are multiplied with the rows of the image. */

/* One group of one image, or of a batch that is innermost; `images` and `outputs` begin with it. */
typedef struct {
  const ngr_convolution* c;
  int64_t batch; /* innermost */
  const float *images, *images_end, *bias, *added;
  float* outputs;
} ngr_group;

/* The row of a group's channel at (d, h), or null outside of the image. */
static const float* ngr_line(const ngr_group* g, int64_t channel, int64_t d, int64_t h) {
  const ngr_convolution* c = g->c;
  if (d < 0 || d >= c->image[0] || h < 0 || h >= c->image[1]) return NULL;
  return g->images + ((channel * c->image[0] + d) * c->image[1] + h) * c->image[2] * g->batch;
}

/* Columns of a panel in one row (Q, N) of outputs: [x, x + count), which meet the image's row
   (d, h) at the first tap. */
typedef struct {
  int64_t d, h, x, count;
} ngr_stretch;

/* One tap's elements of a stretch. May write zeros or other elements to less than a vector behind
   them, where the next stretch or tap is written later. */
static void ngr_copy_stretch(const ngr_group* g, const float* line, int64_t s, ngr_stretch stretch,
                             float* to) {
  const ngr_convolution* c = g->c;
  const int64_t n = g->batch, width = c->image[2] * n, stride = c->stride[2];
  const int64_t shift = (s * c->dilation[2] - c->padding[2]) * n, count = stretch.count;
  if (!line) {
    for (int64_t i = 0; i < count; i += ngr_lanes) ngr_store_lanes(to + i, (ngr_vf){0});
    return;
  }
  if (stride != 1 && n != 1) { /* columns are different distances apart */
    for (int64_t i = 0; i < count; ++i) {
      const int64_t x = stretch.x + i, from = x / n * n * stride + x % n + shift;
      to[i] = from >= 0 && from < width ? line[from] : 0;
    }
    return;
  }
  const int64_t from = stretch.x * stride + shift;
  int64_t begin = from < 0 ? (-from + stride - 1) / stride : 0;
  int64_t end = width > from ? (width - from + stride - 1) / stride : 0;
  if (end > count) end = count;
  if (begin > end) begin = end;
  for (int64_t i = 0; i < begin; ++i) to[i] = 0;
  int64_t i = begin;
  if (stride <= 2)
    for (; i < end && line + from + (i + ngr_lanes) * stride <= g->images_end; i += ngr_lanes)
      ngr_store_lanes(to + i, ngr_strided(line + from + i * stride, stride));
  for (; i < end; ++i) to[i] = line[from + i * stride];
  for (i = end; i < count; ++i) to[i] = 0;
}

/* The stretches of the columns [first, first + columns). */
static int ngr_stretches(const ngr_group* g, int64_t first, int64_t columns, ngr_stretch* found) {
  const ngr_convolution* c = g->c;
  const int64_t width = c->output[2] * g->batch;
  int count = 0;
  int64_t row = first / width, x = first % width;
  for (int64_t done = 0; done < columns; ++row, x = 0) {
    const int64_t left = columns - done;
    ngr_stretch* stretch = &found[count++];
    stretch->d = row / c->output[1] * c->stride[0] - c->padding[0];
    stretch->h = row % c->output[1] * c->stride[1] - c->padding[1];
    stretch->x = x;
    stretch->count = width - x < left ? width - x : left;
    done += stretch->count;
  }
  return count;
}

/* A panel of the matrix whose rows are channels and taps, and whose columns are outputs. */
static void ngr_fill_columns(const ngr_f32_source* source, int64_t from, int64_t depth,
                             int64_t first, int64_t columns, float* panel) {
  const ngr_group* g = source->data;
  const ngr_convolution* c = g->c;
  ngr_stretch stretches[ngr_f32_columns];
  const int count = ngr_stretches(g, first, columns, stretches);
  int64_t s = from % c->filter[2], rest = from / c->filter[2], r = rest % c->filter[1];
  int64_t t = rest / c->filter[1] % c->filter[0], channel = rest / c->filter[1] / c->filter[0];
  for (int64_t i = 0; i < depth; ++i, panel += ngr_f32_columns) {
    float* to = panel;
    for (int k = 0; k < count; to += stretches[k++].count) {
      const float* line = ngr_line(g, channel, stretches[k].d + t * c->dilation[0],
                                   stretches[k].h + r * c->dilation[1]);
      ngr_copy_stretch(g, line, s, stretches[k], to);
    }
    for (; to < panel + ngr_f32_columns; ++to) *to = 0;
    if (++s < c->filter[2]) continue;
    s = 0;
    if (++r < c->filter[1]) continue;
    r = 0;
    if (++t < c->filter[0]) continue;
    t = 0;
    ++channel;
  }
}

static int ngr_has_epilogue(const ngr_group* g) {
  return g->bias || g->added || g->c->low > -INFINITY || g->c->high < INFINITY;
}

/* Adds the bias and the second array to `count` outputs of a filter from `at` on, and limits them. */
static void ngr_finish(const ngr_group* g, int64_t filter, int64_t at, int64_t count) {
  const float low = g->c->low, high = g->c->high, bias = g->bias ? g->bias[filter] : 0;
  const ngr_vf lows = low - (ngr_vf){0}, highs = high - (ngr_vf){0}, biases = bias - (ngr_vf){0};
  float* to = g->outputs + at;
  const float* added = g->added ? g->added + at : NULL;
  int64_t i = 0;
  for (; i + ngr_lanes <= count; i += ngr_lanes) {
    ngr_vf value = ngr_load_lanes(to + i) + biases;
    if (added) value += ngr_load_lanes(added + i);
    value = ngr_select(value < lows, lows, value);
    ngr_store_lanes(to + i, ngr_select(value > highs, highs, value));
  }
  for (; i < count; ++i) {
    const float value = to[i] + bias + (added ? added[i] : 0), raised = value < low ? low : value;
    to[i] = raised > high ? high : raised;
  }
}

static void ngr_finish_block(const void* data, int64_t row, int64_t rows, int64_t column,
                             int64_t columns) {
  const ngr_group* g = data;
  const int64_t places = ngr_volume(g->c->output) * g->batch;
  for (int64_t k = row; k < row + rows; ++k) ngr_finish(g, k, k * places + column, columns);
}

/* Are the columns the image itself? */
static int ngr_is_pointwise(const ngr_convolution* c) {
  for (int i = 0; i < 3; ++i)
    if (c->filter[i] != 1 || c->stride[i] != 1 || c->padding[i] || c->output[i] != c->image[i])
      return 0;
  return 1;
}

static int ngr_by_channel(const ngr_convolution* c) {
  return c->in_channels == c->groups && c->out_channels / c->groups <= 4;
}

/* Filters of a group in tiles of ngr_rows, the last of which may have zeros. */
static int64_t ngr_packed_floats(int64_t filters, int64_t sums) {
  return (filters + ngr_rows - 1) / ngr_rows * ngr_rows * sums;
}

static void ngr_pack(const ngr_packing* p, const float* filters, float* packed) {
  const int64_t each = p->filters / p->groups;
  for (int64_t group = 0; group < p->groups; ++group)
    for (int64_t tile = 0; tile < each; tile += ngr_rows)
      for (int64_t i = 0; i < p->sums; ++i)
        for (int64_t k = tile; k < tile + ngr_rows; ++k)
          *packed++ = k < each ? filters[i * p->filters + group * each + k] : 0;
}

static ngr_f32_product ngr_product_of(const ngr_group* g, const float* filters) {
  const ngr_convolution* c = g->c;
  const int64_t places = ngr_volume(c->output) * g->batch;
  const int64_t sums = c->in_channels / c->groups * ngr_volume(c->filter);
  ngr_f32_product p = {
      c->out_channels / c->groups,
      places,
      sums,
      {filters, 1, c->packed ? ngr_rows : c->out_channels},
      ngr_rows * (c->packed ? sums : 1),
      {{NULL, 0, 0}, ngr_fill_columns, g},
      {g->outputs, places, 1, 0, ngr_has_epilogue(g) ? ngr_finish_block : NULL, g}};
  if (ngr_is_pointwise(c)) {
    const ngr_f32_matrix image = {g->images, places, 1};
    p.b.matrix = image;
    p.b.fill = ngr_f32_fill;
  }
  return p;
}

enum { ngr_row_block = 8 * ngr_lanes };

/* Can outputs next to each other be computed in lanes, from a copy of at most four blocks? */
static int ngr_in_lanes(const ngr_group* g) {
  const ngr_convolution* c = g->c;
  const int64_t span = (c->filter[2] - 1) * c->dilation[2] * g->batch;
  return span <= ngr_row_block && (c->stride[2] == 1 || (c->stride[2] == 2 && g->batch == 1));
}

/* Adds the taps s of one row of the image, times their weights, which are `apart`, to the outputs
   [x, x + count) of a row (Q, N). */
static void ngr_add_scalars(const ngr_group* g, const float* line, const float* weights,
                            int64_t apart, int64_t x, int64_t count, float* sums) {
  const ngr_convolution* c = g->c;
  const int64_t n = g->batch, width = c->image[2] * n;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t start = (x + i) / n * n * c->stride[2] + (x + i) % n - c->padding[2] * n;
    for (int64_t s = 0; s < c->filter[2]; ++s) {
      const int64_t from = start + s * c->dilation[2] * n;
      if (from >= 0 && from < width) sums[i] += weights[s * apart] * line[from];
    }
  }
}

/* The same in lanes, for at most a block. */
static void ngr_add_lanes(const ngr_group* g, const float* line, const float* weights,
                          int64_t apart, int64_t x, int64_t count, float* sums) {
  const ngr_convolution* c = g->c;
  const int64_t n = g->batch, width = c->image[2] * n, stride = c->stride[2];
  const int64_t vectors = (count + ngr_lanes - 1) / ngr_lanes, step = c->dilation[2] * n;
  const int64_t length = vectors * ngr_lanes * stride + (c->filter[2] - 1) * step;
  const int64_t from = x * stride - c->padding[2] * n;
  float copy[4 * ngr_row_block]; /* with the padding's zeros */
  int64_t begin = from < 0 ? -from : 0, end = width - from;
  if (end > length) end = length;
  if (begin > length) begin = length;
  if (end < begin) end = begin;
  for (int64_t i = 0; i < begin; ++i) copy[i] = 0;
  memcpy(copy + begin, line + from + begin, (size_t)(end - begin) * sizeof(float));
  for (int64_t i = end; i < length; ++i) copy[i] = 0;
  for (int64_t v = 0; v < vectors; ++v) {
    const float* at = copy + v * ngr_lanes * stride;
    ngr_vf sum = ngr_load_lanes(sums + v * ngr_lanes);
    for (int64_t s = 0; s < c->filter[2]; ++s, at += step) {
      const ngr_vf weight = weights[s * apart] - (ngr_vf){0};
      sum += weight * ngr_strided(at, stride);
    }
    ngr_store_lanes(sums + v * ngr_lanes, sum);
  }
}

/* The outputs of one filter of one channel, a block of a row after the other. */
static void ngr_convolve_rows(const ngr_group* g, int64_t filter, const float* filters) {
  const ngr_convolution* c = g->c;
  const int64_t rows = c->output[0] * c->output[1], width = c->output[2] * g->batch;
  const int in_lanes = ngr_in_lanes(g);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t x = 0; x < width; x += ngr_row_block) {
      const int64_t count = width - x < ngr_row_block ? width - x : ngr_row_block;
      const int64_t at = (filter * rows + row) * width + x;
      float sums[ngr_row_block];
      for (int64_t i = 0; i < count; i += ngr_lanes) ngr_store_lanes(sums + i, (ngr_vf){0});
      for (int64_t t = 0; t < c->filter[0]; ++t)
        for (int64_t r = 0; r < c->filter[1]; ++r) {
          const float* line =
              ngr_line(g, 0, row / c->output[1] * c->stride[0] - c->padding[0] + t * c->dilation[0],
                       row % c->output[1] * c->stride[1] - c->padding[1] + r * c->dilation[1]);
          const float* weights =
              filters + (t * c->filter[1] + r) * c->filter[2] * c->out_channels + filter;
          if (!line) continue;
          if (in_lanes) {
            ngr_add_lanes(g, line, weights, c->out_channels, x, count, sums);
          } else {
            ngr_add_scalars(g, line, weights, c->out_channels, x, count, sums);
          }
        }
      memcpy(g->outputs + at, sums, (size_t)count * sizeof(float));
      if (ngr_has_epilogue(g)) ngr_finish(g, filter, at, count);
    }
}

enum { ngr_plane = 4096, ngr_plane_vectors = 4 };

/* A plane with its padding whose rows lie `pitch` apart, so that sums may run across the rows'
   ends; what they make there is not used. */
typedef struct {
  int64_t pitch, rows, outputs; /* outputs: to the end of the last row of sums */
} ngr_padded;

static ngr_padded ngr_padded_of(const ngr_convolution* c) {
  const int64_t pitch = c->output[2] + (c->filter[2] - 1) * c->dilation[2];
  const ngr_padded padded = {pitch, c->output[1] + (c->filter[1] - 1) * c->dilation[1],
                             (c->output[1] - 1) * pitch + c->output[2]};
  return padded;
}

static int ngr_in_planes(const ngr_group* g) {
  const ngr_convolution* c = g->c;
  const ngr_padded padded = ngr_padded_of(c);
  return g->batch == 1 && c->output[0] == 1 && c->filter[0] == 1 && c->image[0] == 1 &&
         c->padding[0] == 0 && c->stride[1] == 1 && c->stride[2] == 1 &&
         padded.pitch <= ngr_plane && padded.rows * padded.pitch <= ngr_plane;
}

/* `plane` has room for ngr_plane elements and four vectors. */
static void ngr_copy_plane(const ngr_group* g, ngr_padded padded, float* plane) {
  const ngr_convolution* c = g->c;
  const int64_t read = padded.rows * padded.pitch + ngr_plane_vectors * ngr_lanes;
  memset(plane, 0, (size_t)read * sizeof(float));
  const int64_t shift = c->padding[2], left = shift < padded.pitch ? shift : padded.pitch;
  const int64_t room = padded.pitch - left;
  const int64_t width = c->image[2] < room ? c->image[2] : room;
  for (int64_t row = 0; row < padded.rows; ++row) {
    const int64_t h = row - c->padding[1];
    if (h < 0 || h >= c->image[1]) continue;
    const float* from = g->images + h * c->image[2];
    float* to = plane + row * padded.pitch + left;
    for (int64_t i = 0; i < width; ++i) to[i] = from[i];
  }
}

static void ngr_convolve_plane(const ngr_group* g, int64_t filter, const float* filters) {
  enum { step = ngr_plane_vectors * ngr_lanes };
  const ngr_convolution* c = g->c;
  const ngr_padded padded = ngr_padded_of(c);
  float plane[ngr_plane + step], sums[ngr_plane + step];
  ngr_copy_plane(g, padded, plane);
  for (int64_t at = 0; at < padded.outputs; at += step) {
    ngr_vf sum[ngr_plane_vectors] = {{0}};
    const float* weights = filters + filter;
    for (int64_t r = 0; r < c->filter[1]; ++r)
      for (int64_t s = 0; s < c->filter[2]; ++s, weights += c->out_channels) {
        const float* from = plane + at + r * c->dilation[1] * padded.pitch + s * c->dilation[2];
        const ngr_vf weight = *weights - (ngr_vf){0};
#pragma GCC unroll 4
        for (int v = 0; v < ngr_plane_vectors; ++v)
          sum[v] += weight * ngr_load_lanes(from + v * ngr_lanes);
      }
    memcpy(sums + at, sum, sizeof sum);
  }
  const int64_t width = c->output[2], first = filter * c->output[1] * width;
  for (int64_t row = 0; row < c->output[1]; ++row)
    for (int64_t x = 0; x < width; ++x)
      g->outputs[first + row * width + x] = sums[row * padded.pitch + x];
  if (ngr_has_epilogue(g)) ngr_finish(g, filter, first, c->output[1] * width);
}

/* The items that threads share: filters of one channel, else blocks of a group's product. */
typedef struct {
  ngr_group whole;
  const float* filters;
  int64_t images; /* that are outermost */
  int by_channel;
  int64_t row_parts, column_parts; /* of a product */
} ngr_convolution_work;

static ngr_group ngr_group_of(const ngr_convolution_work* w, int64_t image, int64_t group) {
  const ngr_convolution* c = w->whole.c;
  const int64_t pixels = ngr_volume(c->image) * w->whole.batch;
  const int64_t places = ngr_volume(c->output) * w->whole.batch;
  const int64_t filter = group * (c->out_channels / c->groups);
  const int64_t output = (image * c->out_channels + filter) * places;
  ngr_group g = w->whole;
  g.images += (image * c->in_channels + group * (c->in_channels / c->groups)) * pixels;
  g.outputs += output;
  if (g.bias) g.bias += filter;
  if (g.added) g.added += output;
  return g;
}

static void ngr_convolve_items(const void* data, int64_t begin, int64_t end) {
  const ngr_convolution_work* w = data;
  const ngr_convolution* c = w->whole.c;
  const int64_t filters = c->out_channels / c->groups;
  for (int64_t item = begin; item < end; ++item) {
    const int64_t group = item % c->groups, rest = item / c->groups;
    const int64_t image = rest % w->images, part = rest / w->images;
    const ngr_group g = ngr_group_of(w, image, group);
    if (w->by_channel) {
      for (int64_t k = 0; k < filters; ++k)
        (ngr_in_planes(&g) ? ngr_convolve_plane : ngr_convolve_rows)(&g, k,
                                                                     w->filters + group * filters);
      continue;
    }
    const int64_t sums = c->in_channels / c->groups * ngr_volume(c->filter);
    const int64_t before = group * (c->packed ? ngr_packed_floats(filters, sums) : filters);
    const ngr_f32_product product = ngr_product_of(&g, w->filters + before);
    const ngr_f32_blocks blocks = {&product, w->row_parts, w->column_parts};
    ngr_f32_work(&blocks, part, part + 1);
  }
}

static void ngr_convolve(ngr_pool* pool, const ngr_convolution* c, const float* images,
                         const float* filters, const float* bias, const float* added,
                         float* outputs) {
  const int64_t batch = c->batch_first ? 1 : c->batch;
  const float* images_end = images + c->batch * c->in_channels * ngr_volume(c->image);
  ngr_convolution_work w = {{c, batch, images, images_end, bias, added, outputs},
                            filters,
                            c->batch_first ? c->batch : 1,
                            ngr_by_channel(c),
                            1,
                            1};
  const int64_t sums = c->in_channels / c->groups * ngr_volume(c->filter);
  const int64_t made = c->batch * c->out_channels * ngr_volume(c->output);
  /* Loops over one channel wait for memory: 8 times as long for a product. */
  const int64_t parts = ngr_parts(pool, (w.by_channel ? 16 : 2) * sums * made);
  const int64_t items = w.images * c->groups;
  if (!w.by_channel && items > 0) {
    const ngr_group g = ngr_group_of(&w, 0, 0);
    const ngr_f32_product product = ngr_product_of(&g, filters);
    const ngr_f32_blocks blocks = ngr_f32_divided(&product, (parts + items - 1) / items);
    w.row_parts = blocks.row_parts;
    w.column_parts = blocks.column_parts;
  }
  ngr_share(pool, items * w.row_parts * w.column_parts, parts, ngr_convolve_items, &w);
}
