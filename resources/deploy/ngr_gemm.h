/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix products for one element type: included once per type, with NGR_T, NGR_V (a vector of
   NGR_T), NGR_LANES and NGR_F(name) defined. Sums are added in blocks of ngr_depth, so that
   rounding errors do not grow with their length, and in the same order for any number of threads.
 */

enum { NGR_F(columns) = 2 * NGR_LANES };

static inline NGR_V NGR_F(load)(const NGR_T* from) {
  NGR_V value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
static inline void NGR_F(store)(NGR_T* to, NGR_V value) {
  __builtin_memcpy(to, &value, sizeof value);
}

/* A matrix: element (i, j) is at data[i * row + j * column]. */
typedef struct {
  const NGR_T* data;
  int64_t row, column;
} NGR_F(matrix);

/* The right matrix: one in memory, or what `fill` copies: its rows [from, from + depth) of the
   columns [first, first + columns), to lines of two vectors, the rest of which it sets to 0. */
typedef struct NGR_F(source) NGR_F(source);
struct NGR_F(source) {
  NGR_F(matrix) matrix; /* data: null unless it is in memory */
  void (*fill)(const NGR_F(source) * source, int64_t from, int64_t depth, int64_t first,
               int64_t columns, NGR_T* panel);
  const void* data; /* of fill */
};

typedef struct {
  NGR_T* data;
  int64_t row;
  NGR_T alpha;
  int add; /* to the elements there */
  /* Unless null: called once for each block of whole sums. */
  void (*finish)(const void* data, int64_t row, int64_t rows, int64_t column, int64_t columns);
  const void* finished; /* data of finish */
} NGR_F(target);

/* tile: from ngr_rows rows of A to the next ones. */
typedef struct {
  int64_t m, n, k;
  NGR_F(matrix) a;
  int64_t tile;
  NGR_F(source) b;
  NGR_F(target) to;
} NGR_F(product);

/* Adds rows of sums to fewer columns than a tile has. A function of its own: inlined in every tile,
   it takes most of the time to compile this file. */
static __attribute__((noinline)) void NGR_F(part)(int rows, const NGR_T* sums, NGR_T* c,
                                                  const NGR_F(target) * to, int64_t columns) {
  for (int r = 0; r < rows; ++r, c += to->row, sums += NGR_F(columns))
    for (int64_t j = 0; j < columns; ++j) c[j] = (to->add ? c[j] : 0) + to->alpha * sums[j];
}

/* rows x columns of the target += alpha times the sum over depth. B has vectors of two times the
   lanes at b + k * step. `rows` is a constant at each call, so that the sums are in registers. */
static inline __attribute__((always_inline)) void NGR_F(tile)(
    const int rows, const NGR_T* a, int64_t a_row, int64_t a_column, const NGR_T* b, int64_t step,
    int64_t depth, NGR_T* c, const NGR_F(target) * to, int64_t columns) {
  NGR_V left[ngr_rows], right[ngr_rows];
#pragma GCC unroll 12
  for (int r = 0; r < rows; ++r) left[r] = right[r] = (NGR_V){0};
  for (int64_t k = 0; k < depth; ++k, b += step, a += a_column) {
    const NGR_V x = NGR_F(load)(b), y = NGR_F(load)(b + NGR_LANES);
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
      const NGR_V weight = a[r * a_row] - (NGR_V){0};
      left[r] += weight * x;
      right[r] += weight * y;
    }
  }
  if (columns < NGR_F(columns)) {
    NGR_T sums[ngr_rows * NGR_F(columns)];
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
      NGR_F(store)(sums + r * NGR_F(columns), left[r]);
      NGR_F(store)(sums + r * NGR_F(columns) + NGR_LANES, right[r]);
    }
    NGR_F(part)(rows, sums, c, to, columns);
    return;
  }
  const NGR_V alpha = to->alpha - (NGR_V){0};
  if (to->add) {
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
      NGR_T* at = c + r * to->row;
      NGR_F(store)(at, NGR_F(load)(at) + alpha * left[r]);
      NGR_F(store)(at + NGR_LANES, NGR_F(load)(at + NGR_LANES) + alpha * right[r]);
    }
    return;
  }
#pragma GCC unroll 12
  for (int r = 0; r < rows; ++r) {
    NGR_F(store)(c + r * to->row, alpha * left[r]);
    NGR_F(store)(c + r * to->row + NGR_LANES, alpha * right[r]);
  }
}

#define NGR_ROWS(count) \
  case count: NGR_F(tile)(count, a.data, a.row, a.column, b, step, depth, c, to, columns); break;
static __attribute__((noinline)) void NGR_F(tile_of)(int rows, NGR_F(matrix) a, const NGR_T* b,
                                                     int64_t step, int64_t depth, NGR_T* c,
                                                     const NGR_F(target) * to, int64_t columns) {
  if (rows == ngr_rows && a.row == 1) { /* constant distances: fewer registers */
    NGR_F(tile)(ngr_rows, a.data, 1, a.column, b, step, depth, c, to, columns);
    return;
  }
  switch (rows) {
    NGR_ROWS(1)
    NGR_ROWS(2)
    NGR_ROWS(3)
    NGR_ROWS(4)
    NGR_ROWS(5)
    NGR_ROWS(6)
#if NGR_VECTOR_BYTES == 64
    NGR_ROWS(7)
    NGR_ROWS(8)
    NGR_ROWS(9)
    NGR_ROWS(10)
    NGR_ROWS(11)
    NGR_ROWS(12)
#endif
    default: break;
  }
}
#undef NGR_ROWS

/* One row times a matrix whose columns are contiguous: dot products. */
static void NGR_F(dots)(const NGR_F(product) * p, int64_t first, int64_t end) {
  const NGR_F(target) to = p->to;
  for (int64_t j = first; j < end; ++j) {
    const NGR_T *a = p->a.data, *column = p->b.matrix.data + j * p->b.matrix.column;
    NGR_T total = 0;
    for (int64_t from = 0; from < p->k; from += 16 * ngr_depth) {
      const int64_t stop = from + 16 * ngr_depth < p->k ? from + 16 * ngr_depth : p->k;
      NGR_V sums[4] = {{0}, {0}, {0}, {0}};
      int64_t i = from;
      for (; i + 4 * NGR_LANES <= stop; i += 4 * NGR_LANES) {
#pragma GCC unroll 4
        for (int v = 0; v < 4; ++v)
          sums[v] += NGR_F(load)(a + i + v * NGR_LANES) * NGR_F(load)(column + i + v * NGR_LANES);
      }
      NGR_V sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      NGR_T part = 0;
      for (int lane = 0; lane < NGR_LANES; ++lane) part += sum[lane];
      for (; i < stop; ++i) part += a[i] * column[i];
      total += part;
    }
    to.data[j] = (to.add ? to.data[j] : 0) + to.alpha * total;
  }
}

/* One row times a matrix of contiguous rows: long stretches of each row, which come fast from
   memory. */
static void NGR_F(stretches)(const NGR_F(product) * p, int64_t first, int64_t end) {
  enum { vectors = 8, stretch = vectors * NGR_LANES };
  const NGR_F(matrix) a = p->a, b = p->b.matrix;
  const NGR_F(target) to = p->to;
  for (int64_t j = first; j < end; j += stretch) {
    const int64_t columns = end - j < stretch ? end - j : stretch;
    NGR_T totals[stretch] = {0};
    for (int64_t from = 0; from < p->k; from += ngr_depth) {
      const int64_t stop = from + ngr_depth < p->k ? from + ngr_depth : p->k;
      NGR_T sums[stretch] = {0};
      if (columns == stretch) {
        NGR_V lanes[vectors] = {{0}};
        for (int64_t i = from; i < stop; ++i) {
          const NGR_V weight = a.data[i * a.column] - (NGR_V){0};
#pragma GCC unroll 8
          for (int v = 0; v < vectors; ++v)
            lanes[v] += weight * NGR_F(load)(b.data + i * b.row + j + v * NGR_LANES);
        }
        memcpy(sums, lanes, sizeof sums);
      } else {
        for (int64_t i = from; i < stop; ++i)
          for (int64_t c = 0; c < columns; ++c)
            sums[c] += a.data[i * a.column] * b.data[i * b.row + j + c];
      }
      for (int c = 0; c < stretch; ++c) totals[c] += sums[c];
    }
    for (int64_t c = 0; c < columns; ++c)
      to.data[j + c] = (to.add ? to.data[j + c] : 0) + to.alpha * totals[c];
  }
}

/* Fills a panel from a matrix in memory. */
static void NGR_F(fill)(const NGR_F(source) * source, int64_t from, int64_t depth, int64_t first,
                        int64_t columns, NGR_T* panel) {
  const NGR_F(matrix)* b = &source->matrix;
  const NGR_T* block = b->data + from * b->row + first * b->column;
  const int whole = columns == NGR_F(columns);
  if (b->row == 1 && b->column != 1 && whole) {
    NGR_F(transpose)(block, b->column, depth, NGR_F(columns), panel);
    return;
  }
  for (int64_t i = 0; i < depth; ++i, panel += NGR_F(columns)) {
    if (b->column == 1 && whole) {
      NGR_F(store)(panel, NGR_F(load)(block + i * b->row));
      NGR_F(store)(panel + NGR_LANES, NGR_F(load)(block + i * b->row + NGR_LANES));
      continue;
    }
    for (int64_t c = 0; c < columns; ++c) panel[c] = block[i * b->row + c * b->column];
    for (int64_t c = columns; c < NGR_F(columns); ++c) panel[c] = 0;
  }
}

/* Columns of the right matrix for one depth: in place, or copied to a panel. */
typedef struct {
  const NGR_T* data;
  int64_t step, first, columns;
} NGR_F(columns_at);

static NGR_F(columns_at)
    NGR_F(take_columns)(const NGR_F(product) * p, int64_t rows, int64_t from, int64_t depth,
                        int64_t first, int64_t columns, NGR_T* panel) {
  const NGR_F(matrix) b = p->b.matrix;
  NGR_F(columns_at) taken = {panel, NGR_F(columns), first, columns};
  /* Few rows do not repay copying the block. */
  if (b.data && rows <= ngr_rows && b.column == 1 && columns == NGR_F(columns)) {
    taken.data = b.data + from * b.row + first;
    taken.step = b.row;
  } else {
    p->b.fill(&p->b, from, depth, first, columns, panel);
  }
  return taken;
}

/* The elements [row, row + rows) x [first, end) of the target. Rows of A, read from memory once for
   several panels, are the larger part where there are few columns. */
static void NGR_F(block)(const NGR_F(product) * p, int64_t row, int64_t rows, int64_t first,
                         int64_t end) {
  enum { panels = 4, panel = ngr_depth * NGR_F(columns) };
  NGR_T copies[panels * panel + NGR_LANES] __attribute__((aligned(64)));
  NGR_F(target) to = p->to;
  to.data += row * to.row;
  const int64_t blocks = (p->k + ngr_depth - 1) / ngr_depth;
  const int64_t each = blocks ? (p->k + blocks - 1) / blocks : 1;
  for (int64_t from = 0; from == 0 || from < p->k; from += each, to.add = 1) {
    const int64_t depth = p->k - from < each ? p->k - from : each;
    const NGR_T* a = p->a.data + row / ngr_rows * p->tile + from * p->a.column;
    for (int64_t j = first; j < end;) {
      NGR_F(columns_at) taken[panels];
      int count = 0;
      for (; count < panels && j < end; ++count, j += NGR_F(columns))
        taken[count] = NGR_F(take_columns)(p, rows, from, depth, j,
                                           end - j < NGR_F(columns) ? end - j : NGR_F(columns),
                                           copies + count * panel);
      for (int64_t i = 0; i < rows; i += ngr_rows) {
        const NGR_F(matrix) tile = {a + i / ngr_rows * p->tile, p->a.row, p->a.column};
        for (int q = 0; q < count; ++q)
          NGR_F(tile_of)(rows - i < ngr_rows ? (int)(rows - i) : (int)ngr_rows, tile, taken[q].data,
                         taken[q].step, depth, to.data + i * to.row + taken[q].first, &to,
                         taken[q].columns);
      }
      if (!to.finish || from + each < p->k) continue;
      for (int q = 0; q < count; ++q)
        to.finish(to.finished, row, rows, taken[q].first, taken[q].columns);
    }
  }
}

/* The items that threads share are blocks of columns, and of rows where there are few columns. */
typedef struct {
  const NGR_F(product) * product;
  int64_t row_parts, column_parts;
} NGR_F(blocks);

static void NGR_F(work)(const void* data, int64_t begin, int64_t end) {
  const NGR_F(blocks)* blocks = data;
  const NGR_F(product)* p = blocks->product;
  const int64_t rows = (p->m + ngr_rows - 1) / ngr_rows;
  const int64_t columns = (p->n + NGR_F(columns) - 1) / NGR_F(columns);
  for (int64_t item = begin; item < end; ++item) {
    const int64_t i = item / blocks->column_parts, j = item % blocks->column_parts;
    const int64_t row = rows * i / blocks->row_parts * ngr_rows;
    const int64_t row_end = rows * (i + 1) / blocks->row_parts * ngr_rows;
    const int64_t first = columns * j / blocks->column_parts * NGR_F(columns);
    const int64_t last = columns * (j + 1) / blocks->column_parts * NGR_F(columns);
    NGR_F(block)(p, row, (row_end < p->m ? row_end : p->m) - row, first, last < p->n ? last : p->n);
  }
}

static NGR_F(blocks) NGR_F(divided)(const NGR_F(product) * p, int64_t parts) {
  const int64_t rows = (p->m + ngr_rows - 1) / ngr_rows;
  const int64_t columns = (p->n + NGR_F(columns) - 1) / NGR_F(columns);
  const int64_t column_parts = columns < parts ? columns : parts;
  const int64_t wanted = (parts + column_parts - 1) / column_parts;
  const NGR_F(blocks) blocks = {p, rows < wanted ? rows : wanted, column_parts};
  return blocks;
}

/* One row: the columns are shared in groups that fill cache lines. */
enum { NGR_F(group) = 8 * NGR_LANES };
static void NGR_F(row_work)(const void* data, int64_t begin, int64_t end) {
  const NGR_F(product)* p = data;
  const int64_t last = end * NGR_F(group) < p->n ? end * NGR_F(group) : p->n;
  if (p->b.matrix.row == 1 && p->a.column == 1) {
    NGR_F(dots)(p, begin * NGR_F(group), last);
  } else {
    NGR_F(stretches)(p, begin * NGR_F(group), last);
  }
}

static void NGR_F(multiply)(ngr_pool* pool, const NGR_F(product) * p) {
  if (p->m <= 0 || p->n <= 0) return;
  const int64_t parts = ngr_parts(pool, 2 * p->m * p->n * p->k);
  const NGR_F(matrix) b = p->b.matrix;
  const int dots = b.row == 1 && p->a.column == 1;
  if (p->m == 1 && b.data && (dots || b.column == 1) && !p->to.finish) {
    ngr_share(pool, (p->n + NGR_F(group) - 1) / NGR_F(group), parts, NGR_F(row_work), p);
    return;
  }
  const NGR_F(blocks) blocks = NGR_F(divided)(p, parts);
  ngr_share(pool, blocks.row_parts * blocks.column_parts, blocks.row_parts * blocks.column_parts,
            NGR_F(work), &blocks);
}

/* The target = alpha A B, or with `add` + alpha A B. */
static void NGR_F(gemm)(ngr_pool* pool, int64_t m, int64_t n, int64_t k, NGR_F(matrix) a,
                        NGR_F(matrix) b, NGR_F(target) to) {
  if (n == 1 && to.row == 1 && m > 1) {
    const NGR_F(matrix) left = {b.data, b.column, b.row}, right = {a.data, a.column, a.row};
    NGR_F(gemm)(pool, 1, m, k, left, right, to);
    return;
  }
  const NGR_F(product) p = {m, n, k, a, ngr_rows * a.row, {b, NGR_F(fill), NULL}, to};
  NGR_F(multiply)(pool, &p);
}
