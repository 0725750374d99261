/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix products for one element type: included once per type, with NGR_T, NGR_V (a vector of
   NGR_T), NGR_LANES and NGR_F(name) defined. Sums are added in blocks of ngr_depth, so that
   rounding errors do not grow with their length. */

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

typedef struct {
  NGR_T* data;
  int64_t row;
  NGR_T alpha;
  int add; /* to the elements there */
} NGR_F(target);

/* Adds rows of sums to fewer columns than a tile has. A function of its own: inlined in every tile, it
   takes most of the time to compile this file. */
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
static __attribute__((noinline)) void NGR_F(tiles)(int64_t m, NGR_F(matrix) a, const NGR_T* b,
                                                   int64_t step, int64_t depth, NGR_T* c,
                                                   const NGR_F(target) * to, int64_t columns) {
  for (; m >= ngr_rows; m -= ngr_rows, a.data += ngr_rows * a.row, c += ngr_rows * to->row)
    NGR_F(tile)(ngr_rows, a.data, a.row, a.column, b, step, depth, c, to, columns);
  switch (m) {
    NGR_ROWS(1)
    NGR_ROWS(2)
    NGR_ROWS(3)
    NGR_ROWS(4)
    NGR_ROWS(5)
#if NGR_VECTOR_BYTES == 64
    NGR_ROWS(6)
    NGR_ROWS(7)
    NGR_ROWS(8)
    NGR_ROWS(9)
    NGR_ROWS(10)
    NGR_ROWS(11)
#endif
    default: break;
  }
}
#undef NGR_ROWS

/* One row times a matrix whose columns are contiguous: dot products. */
static void NGR_F(dots)(int64_t n, int64_t k, const NGR_T* a, NGR_F(matrix) b, NGR_F(target) to) {
  for (int64_t j = 0; j < n; ++j) {
    const NGR_T* column = b.data + j * b.column;
    NGR_T total = 0;
    for (int64_t from = 0; from < k; from += 16 * ngr_depth) {
      const int64_t end = from + 16 * ngr_depth < k ? from + 16 * ngr_depth : k;
      NGR_V sums[4] = {{0}, {0}, {0}, {0}};
      int64_t i = from;
      for (; i + 4 * NGR_LANES <= end; i += 4 * NGR_LANES) {
#pragma GCC unroll 4
        for (int v = 0; v < 4; ++v)
          sums[v] += NGR_F(load)(a + i + v * NGR_LANES) * NGR_F(load)(column + i + v * NGR_LANES);
      }
      NGR_V sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      NGR_T part = 0;
      for (int lane = 0; lane < NGR_LANES; ++lane) part += sum[lane];
      for (; i < end; ++i) part += a[i] * column[i];
      total += part;
    }
    to.data[j] = (to.add ? to.data[j] : 0) + to.alpha * total;
  }
}

static __attribute__((noinline)) void NGR_F(gemm)(int64_t m, int64_t n, int64_t k, NGR_F(matrix) a,
                                                  NGR_F(matrix) b, NGR_F(target) to) {
  if (n == 1 && m > 1 && to.row == 1) { /* as one row: C' = B' A' */
    const NGR_F(matrix) left = {b.data, b.column, b.row}, right = {a.data, a.column, a.row};
    NGR_F(gemm)(1, m, k, left, right, to);
    return;
  }
  if (m == 1 && b.row == 1 && a.column == 1) {
    NGR_F(dots)(n, k, a.data, b, to);
    return;
  }
  NGR_T panel[ngr_depth * NGR_F(columns)] __attribute__((aligned(64)));
  if (k == 0 && !to.add)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) to.data[i * to.row + j] = 0;
  const int64_t blocks = (k + ngr_depth - 1) / ngr_depth, each = k ? (k + blocks - 1) / blocks : 1;
  for (int64_t from = 0; from < k; from += each) {
    const int64_t depth = k - from < each ? k - from : each;
    const NGR_F(matrix) rows = {a.data + from * a.column, a.row, a.column};
    for (int64_t j = 0; j < n; j += NGR_F(columns)) {
      const int64_t columns = n - j < NGR_F(columns) ? n - j : NGR_F(columns);
      const NGR_T* block = b.data + from * b.row + j * b.column;
      int64_t step = b.row;
      /* Few rows do not repay copying the block. */
      const int whole = columns == NGR_F(columns);
      if (b.row == 1 && b.column != 1 && whole) {
        NGR_F(transpose)(block, b.column, depth, NGR_F(columns), panel);
        block = panel;
        step = NGR_F(columns);
      } else if (m > ngr_rows || b.column != 1 || !whole) {
        for (int64_t i = 0; i < depth; ++i) {
          NGR_T* line = panel + i * NGR_F(columns);
          if (b.column == 1 && whole) {
            NGR_F(store)(line, NGR_F(load)(block + i * b.row));
            NGR_F(store)(line + NGR_LANES, NGR_F(load)(block + i * b.row + NGR_LANES));
            continue;
          }
          for (int64_t c = 0; c < columns; ++c) line[c] = block[i * b.row + c * b.column];
          for (int64_t c = columns; c < NGR_F(columns); ++c) line[c] = 0;
        }
        block = panel;
        step = NGR_F(columns);
      }
      NGR_F(tiles)(m, rows, block, step, depth, to.data + j, &to, columns);
    }
    to.add = 1;
  }
}
