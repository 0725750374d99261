/* SPDX-License-Identifier: Apache-2.0 */
/* Running sums, sorting, taking and scattering along one axis. */

static int ngr_is_whole(int dtype) {
  return dtype >= ngr_i8 && dtype <= ngr_u64;
}

/* Floats are added up in double, integers modulo 2^64. */
static void ngr_cumulate_row(const ngr_cumulation* c, const void* x, void* result, int64_t at) {
  const int64_t step = c->reverse ? -c->inner : c->inner;
  double total = c->product;
  uint64_t whole = (uint64_t)c->product;
  if (c->reverse) at += (c->length - 1) * c->inner;
  for (int64_t i = 0; i < c->length; ++i, at += step) {
    if (ngr_is_whole(c->dtype)) {
      const uint64_t element = ngr_load_bits(c->dtype, x, at);
      const uint64_t next = c->product ? whole * element : whole + element;
      ngr_store_bits(c->dtype, result, at, c->exclusive ? whole : next);
      whole = next;
    } else {
      const double element = ngr_load(c->dtype, x, at);
      const double next = c->product ? total * element : total + element;
      ngr_store_float(c->dtype, result, at, c->exclusive ? total : next);
      total = next;
    }
  }
}

static void ngr_cumulate(const ngr_cumulation* c, const void* x, void* result) {
  for (int64_t outer = 0; outer < c->outer; ++outer)
    for (int64_t inner = 0; inner < c->inner; ++inner)
      ngr_cumulate_row(c, x, result, outer * c->length * c->inner + inner);
}

/* One row of elements from x[from] on, and the positions that are kept of it: a heap with the last
   one in order on top. */
typedef struct {
  const ngr_argsort* sort;
  const void* x;
  int64_t from, *kept;
} ngr_sorted_row;

/* Is the first element smaller? NaN is the largest. */
static int ngr_is_smaller(const ngr_sorted_row* row, int64_t a, int64_t b) {
  const int dtype = row->sort->dtype;
  a = row->from + a * row->sort->inner;
  b = row->from + b * row->sort->inner;
  if (ngr_is_whole(dtype)) {
    const uint64_t first = ngr_load_bits(dtype, row->x, a), other = ngr_load_bits(dtype, row->x, b);
    return dtype <= ngr_i64 ? (int64_t)first < (int64_t)other : first < other;
  }
  const double first = ngr_load(dtype, row->x, a), other = ngr_load(dtype, row->x, b);
  return first < other || (isnan(other) && !isnan(first));
}

static int ngr_comes_before(const ngr_sorted_row* row, int64_t a, int64_t b) {
  const int descending = row->sort->descending;
  if (ngr_is_smaller(row, a, b)) return !descending;
  if (ngr_is_smaller(row, b, a)) return descending;
  return a < b;
}

static int64_t* ngr_kept(const ngr_sorted_row* row, int64_t i) {
  return row->kept + i * row->sort->inner;
}

static void ngr_swap_kept(const ngr_sorted_row* row, int64_t i, int64_t j) {
  const int64_t position = *ngr_kept(row, i);
  *ngr_kept(row, i) = *ngr_kept(row, j);
  *ngr_kept(row, j) = position;
}

static void ngr_sift(const ngr_sorted_row* row, int64_t at, int64_t count) {
  for (int64_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count &&
        ngr_comes_before(row, *ngr_kept(row, child), *ngr_kept(row, child + 1)))
      ++child;
    if (!ngr_comes_before(row, *ngr_kept(row, at), *ngr_kept(row, child))) return;
    ngr_swap_kept(row, at, child);
  }
}

static void ngr_sort_row(const ngr_sorted_row* row) {
  const int64_t count = row->sort->count;
  for (int64_t i = 0; i < count; ++i) *ngr_kept(row, i) = i;
  for (int64_t i = count / 2; i-- > 0;) ngr_sift(row, i, count);
  for (int64_t i = count; i < row->sort->length; ++i) {
    if (!ngr_comes_before(row, i, *ngr_kept(row, 0))) continue;
    *ngr_kept(row, 0) = i;
    ngr_sift(row, 0, count);
  }
  for (int64_t i = count; i-- > 1;) {
    ngr_swap_kept(row, 0, i);
    ngr_sift(row, 0, i);
  }
}

static void ngr_sort(const ngr_argsort* sort, const void* x, int64_t* result) {
  if (sort->count == 0) return;
  for (int64_t outer = 0; outer < sort->outer; ++outer)
    for (int64_t inner = 0; inner < sort->inner; ++inner) {
      const ngr_sorted_row row = {sort, x, outer * sort->length * sort->inner + inner,
                                  result + outer * sort->count * sort->inner + inner};
      ngr_sort_row(&row);
    }
}

/* Offsets, in the table and in the positions, of the element at `index`. */
static void ngr_walk_to(const ngr_walk* walk, int64_t index, int64_t* table, int64_t* position) {
  *table = *position = 0;
  for (int d = walk->dimensions; d-- > 0; index /= walk->lengths[d]) {
    const int64_t at = index % walk->lengths[d];
    *table += at * walk->table_strides[d];
    *position += at * walk->position_strides[d];
  }
}

static int64_t ngr_place(const ngr_walk* walk, const void* positions, int64_t index) {
  int64_t table, position;
  ngr_walk_to(walk, index, &table, &position);
  return table + (int64_t)ngr_load(walk->position_dtype, positions, position) * walk->row_stride;
}

static void ngr_take_elements(const ngr_walk* walk, const char* table, const void* positions,
                              char* result) {
  const int64_t width = ngr_width(walk->dtype);
  for (int64_t i = 0; i < walk->count; ++i)
    memcpy(result + i * width, table + ngr_place(walk, positions, i) * width, (size_t)width);
}

/* max and min keep a NaN. */
#define NGR_COMBINE(type, old, update)                                    \
  switch (reduction) {                                                    \
    case ngr_add: old = (type)(old + update); break;                      \
    case ngr_mul: old = (type)(old * update); break;                      \
    case ngr_max: old = old != old || old > update ? old : update; break; \
    default: old = old != old || old < update ? old : update; break;      \
  }

static void ngr_combine(int dtype, int reduction, void* to, const void* from) {
  if (dtype == ngr_f64) {
    NGR_COMBINE(double, *(double*)to, *(const double*)from)
  } else if (dtype == ngr_f32) {
    NGR_COMBINE(float, *(float*)to, *(const float*)from)
  } else {
    uint64_t old = ngr_load_bits(dtype, to, 0);
    const uint64_t update = ngr_load_bits(dtype, from, 0);
    const int larger = dtype <= ngr_i64 ? (int64_t)old > (int64_t)update : old > update;
    switch (reduction) {
      case ngr_add: old += update; break;
      case ngr_mul: old *= update; break;
      case ngr_max: old = larger ? old : update; break;
      default: old = larger ? update : old; break;
    }
    ngr_store_bits(dtype, to, 0, old);
  }
}

/* Updates of one element are applied in their order. */
static void ngr_scatter(const ngr_walk* walk, const void* positions, const char* updates,
                        char* result) {
  const int64_t width = ngr_width(walk->dtype);
  for (int64_t i = 0; i < walk->count; ++i) {
    char* to = result + ngr_place(walk, positions, i) * width;
    if (walk->reduction == ngr_replace) {
      memcpy(to, updates + i * width, (size_t)width);
    } else {
      ngr_combine(walk->dtype, walk->reduction, to, updates + i * width);
    }
  }
}

/* Rows of a table, or its gradient. */
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
