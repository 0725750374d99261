/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the steps of a program. */

static int ngr_fail(ngr_instance* x, int code, const char* form, ...) {
  va_list arguments;
  va_start(arguments, form);
  vsnprintf(x->message, sizeof x->message, form, arguments);
  va_end(arguments);
  return x->code = code;
}

/* Classes are checked before any is written: a call that fails leaves variables unchanged. */
static int ngr_check_step(ngr_instance* x, const ngr_check* check, const ngr_buffer* buffer,
                          const void* from, void* to) {
  const int64_t count = buffer->bytes / ngr_width(buffer->dtype);
  for (int64_t i = 0; i < count; ++i) {
    const double value = ngr_load(buffer->dtype, from, i), label = trunc(value);
    if (!(label >= 0 && label < (double)check->classes))
      return ngr_fail(x, ngr_bad_index, "%s: class %g is outside 0 to %lld of the axis %s",
                      check->where, value, (long long)check->classes - 1, check->axis);
  }
  for (int64_t i = 0; i < count; ++i)
    ngr_store_whole(buffer->dtype, to, i, trunc(ngr_load(buffer->dtype, from, i)));
  return ngr_ok;
}

static void ngr_join_step(const ngr_step* step, unsigned char* const* table, const ngr_join* join) {
  unsigned char* to = table[step->writes[0]];
  for (int64_t row = 0; row < join->rows; ++row)
    for (int i = 0; i < step->read_count; ++i) {
      const int64_t bytes = join->block_bytes[i];
      memcpy(to, table[step->reads[i]] + row * bytes, (size_t)bytes);
      to += bytes;
    }
}

#if NGR_F32_PRODUCTS || NGR_F64_PRODUCTS
/* One product of a batch; the numbers are its place along each axis, the last fastest. */
static void ngr_multiply(ngr_pool* pool, const ngr_matmul* p, double alpha, const void* a,
                         const void* b, void* result, int64_t number) {
  int64_t at_a = 0, at_b = 0, at_c = 0;
  for (int i = p->axes - 1; i >= 0; number /= p->batch[i--].count) {
    const int64_t place = number % p->batch[i].count;
    at_a += place * p->batch[i].a;
    at_b += place * p->batch[i].b;
    at_c += place * p->batch[i].c;
  }
  const int64_t a_row = p->transpose_a ? 1 : p->lda, a_column = p->transpose_a ? p->lda : 1;
  const int64_t b_row = p->transpose_b ? 1 : p->ldb, b_column = p->transpose_b ? p->ldb : 1;
#if NGR_F64_PRODUCTS
  if (p->dtype == ngr_f64) {
    const ngr_f64_matrix left = {(const double*)a + at_a, a_row, a_column};
    const ngr_f64_matrix right = {(const double*)b + at_b, b_row, b_column};
    const ngr_f64_target to = {(double*)result + at_c, p->ldc, alpha, p->accumulate, NULL, NULL};
    ngr_f64_gemm(pool, p->m, p->n, p->k, left, right, to);
  }
#endif
#if NGR_F32_PRODUCTS
  if (p->dtype != ngr_f64) {
    const ngr_f32_matrix left = {(const float*)a + at_a, a_row, a_column};
    const ngr_f32_matrix right = {(const float*)b + at_b, b_row, b_column};
    const ngr_f32_target to = {(float*)result + at_c, p->ldc, (float)alpha,
                               p->accumulate,         NULL,   NULL};
    ngr_f32_gemm(pool, p->m, p->n, p->k, left, right, to);
  }
#endif
}

typedef struct {
  const ngr_matmul* p;
  double alpha;
  const void *a, *b;
  void* result;
} ngr_products;

static void ngr_multiply_some(const void* data, int64_t begin, int64_t end) {
  const ngr_products* all = data;
  ngr_pool alone;
  alone.helpers = 0;
  for (int64_t i = begin; i < end; ++i)
    ngr_multiply(&alone, all->p, all->alpha, all->a, all->b, all->result, i);
}

/* Reads A, B, then with accumulate D and optionally a factor of alpha. */
static void ngr_matmul_step(ngr_pool* pool, const ngr_program* program, const ngr_step* step,
                            unsigned char* const* table, const ngr_matmul* p) {
  unsigned char* result = table[step->writes[0]];
  if (p->accumulate && table[step->reads[2]] != result)
    memcpy(result, table[step->reads[2]], (size_t)program->buffers[step->writes[0]].bytes);
  double alpha = p->accumulate ? p->alpha : 1;
  if (step->read_count > 3) alpha *= ngr_load(p->dtype, table[step->reads[3]], 0);
  const ngr_products all = {p, alpha, table[step->reads[0]], table[step->reads[1]], result};
  int64_t count = 1;
  for (int i = 0; i < p->axes; ++i) count *= p->batch[i].count;
  if (count == 1) {
    ngr_multiply(pool, p, alpha, all.a, all.b, result, 0);
  } else {
    ngr_share(pool, count, ngr_parts(pool, 2 * p->m * p->n * p->k * count), ngr_multiply_some,
              &all);
  }
}
#endif

#if NGR_F32_PRODUCTS
static void ngr_convolution_step(ngr_pool* pool, const ngr_step* step, unsigned char* const* table,
                                 const ngr_convolution* c) {
  const float* first = (const float*)table[step->reads[0]];
  const float* second = (const float*)table[step->reads[1]];
  float* result = (float*)table[step->writes[0]];
  if (c->makes != 0) {
    ngr_convolution_gradient(pool, c, first, second, result,
                             (float*)table[step->writes[step->scratch]]);
    return;
  }
  const float* bias = c->bias ? (const float*)table[step->reads[2]] : NULL;
  const float* added = c->added ? (const float*)table[step->reads[2 + c->bias]] : NULL;
  ngr_convolve(pool, c, first, second, bias, added, result);
}
#endif

/* All are checked before any element is written. */
static int ngr_check_indices(ngr_instance* x, const char* where, const char* what, int dtype,
                             const void* indices, int64_t count, int64_t rows) {
  for (int64_t i = 0; i < count; ++i) {
    const double index = ngr_load(dtype, indices, i);
    if (!(index > -1 && index < (double)rows))
      return ngr_fail(x, ngr_bad_index, "%s: %s %g is outside 0 to %lld", where, what, index,
                      (long long)rows - 1);
  }
  return ngr_ok;
}

static int ngr_lookup_step(ngr_instance* x, const ngr_step* step, unsigned char* const* table,
                           const ngr_lookup* lookup) {
  const void* indices = table[step->reads[1]];
  const int code = ngr_check_indices(x, lookup->where, "index", lookup->dtype, indices,
                                     lookup->count, lookup->rows);
  if (code) return code;
  ngr_look_up(lookup, (const float*)table[step->reads[0]], indices, (float*)table[step->writes[0]]);
  return ngr_ok;
}

static int ngr_check_positions(ngr_instance* x, const ngr_walk* walk, const void* positions) {
  return ngr_check_indices(x, walk->where, "position", walk->position_dtype, positions,
                           walk->positions, walk->rows);
}

static int ngr_take_step(ngr_instance* x, const ngr_step* step, unsigned char* const* table) {
  const void* positions = table[step->reads[1]];
  const int code = ngr_check_positions(x, step->data, positions);
  if (code) return code;
  ngr_take_elements(step->data, (const char*)table[step->reads[0]], positions,
                    (char*)table[step->writes[0]]);
  return ngr_ok;
}

static int ngr_scatter_step(ngr_instance* x, const ngr_program* program, const ngr_step* step,
                            unsigned char* const* table) {
  const void* positions = table[step->reads[1]];
  unsigned char* result = table[step->writes[0]];
  const int code = ngr_check_positions(x, step->data, positions);
  if (code) return code;
  if (result != table[step->reads[0]])
    memcpy(result, table[step->reads[0]], (size_t)program->buffers[step->writes[0]].bytes);
  ngr_scatter(step->data, positions, (const char*)table[step->reads[2]], (char*)result);
  return ngr_ok;
}

static int ngr_run_steps(ngr_instance* x, const ngr_program* program, unsigned char** table,
                         int first, int end);

/* The state of one run of a loop. */
typedef struct {
  const ngr_loop* loop;
  const ngr_step* step;
  unsigned char **outer, **table, **now, **next;
} ngr_loop_run;

static unsigned char* ngr_written(const ngr_loop_run* run, int place) {
  return place < 0 ? NULL : run->outer[run->step->writes[place]];
}

static size_t ngr_state_bytes(const ngr_loop_run* run, int state) {
  return (size_t)run->loop->body->buffers[run->loop->body->parameters[state]].bytes;
}

/* A state whose values are saved is written to where the next iteration saves it. */
static unsigned char* ngr_place_of_state(const ngr_loop_run* run, int state, int64_t at) {
  unsigned char* saved = ngr_written(run, run->loop->saved[state]);
  if (!saved) return run->next[state];
  const int64_t following = run->loop->reverse ? at - 1 : at + 1;
  if (following >= 0 && following < run->loop->count)
    return saved + (size_t)following * ngr_state_bytes(run, state);
  unsigned char* last = ngr_written(run, run->loop->last[state]);
  return last ? last : run->next[state];
}

static unsigned char* ngr_place_of(const ngr_loop_run* run, int result, int64_t at) {
  if (result < run->loop->states) return ngr_place_of_state(run, result, at);
  const int buffer = run->loop->body->results[result];
  return ngr_written(run, run->loop->stacked[result - run->loop->states]) +
         (size_t)at * (size_t)run->loop->body->buffers[buffer].bytes;
}

static void ngr_begin_loop(ngr_loop_run* run) {
  const ngr_loop* loop = run->loop;
  const ngr_program* body = loop->body;
  unsigned char* pool = ngr_written(run, loop->pool);
  for (int i = 0; i < body->buffer_count; ++i)
    if (body->buffers[i].place == ngr_temporary) run->table[i] = pool + body->buffers[i].offset;
  for (int i = loop->states + loop->sequences; i < body->parameter_count; ++i)
    run->table[body->parameters[i]] = run->outer[run->step->reads[i]];
  for (int i = 0; i < body->constant_count; ++i)
    run->table[body->constants[i]] = run->outer[run->step->reads[body->parameter_count + i]];
  for (int i = 0; i < loop->states; ++i) {
    unsigned char* start = run->outer[run->step->reads[i]];
    run->now[i] = ngr_written(run, loop->last[i]);
    run->next[i] = ngr_written(run, loop->next[i]);
    if (run->now[i] && !ngr_written(run, loop->saved[i])) {
      memcpy(run->now[i], start, ngr_state_bytes(run, i));
    } else {
      run->now[i] = start;
    }
  }
}

static void ngr_begin_iteration(ngr_loop_run* run, int64_t at) {
  const ngr_loop* loop = run->loop;
  const ngr_program* body = loop->body;
  for (int i = 0; i < loop->states; ++i) {
    unsigned char* saved = ngr_written(run, loop->saved[i]);
    if (saved) {
      saved += (size_t)at * ngr_state_bytes(run, i);
      if (run->now[i] != saved) memcpy(saved, run->now[i], ngr_state_bytes(run, i));
      run->now[i] = saved;
    }
    run->table[body->parameters[i]] = run->now[i];
  }
  for (int i = loop->states; i < loop->states + loop->sequences; ++i)
    run->table[body->parameters[i]] =
        run->outer[run->step->reads[i]] + (size_t)at * ngr_state_bytes(run, i);
  for (int i = 0; i < body->result_count; ++i)
    if (loop->own[i]) run->table[body->results[i]] = ngr_place_of(run, i, at);
}

static void ngr_end_iteration(ngr_loop_run* run, int64_t at) {
  const ngr_loop* loop = run->loop;
  const ngr_program* body = loop->body;
  for (int i = 0; i < body->result_count; ++i) {
    const int buffer = body->results[i];
    if (buffer < 0 || loop->own[i]) continue;
    memcpy(ngr_place_of(run, i, at), run->table[buffer], (size_t)body->buffers[buffer].bytes);
  }
  for (int i = 0; i < loop->states; ++i) {
    if (body->results[i] < 0) continue;
    unsigned char* written = ngr_place_of_state(run, i, at);
    if (!ngr_written(run, loop->saved[i])) run->next[i] = run->now[i];
    run->now[i] = written;
  }
}

static int ngr_loop_step(ngr_instance* x, const ngr_step* step, unsigned char** outer,
                         const ngr_loop* loop) {
  unsigned char** states = x->pointers + loop->pointers;
  ngr_loop_run run = {
      loop, step, outer, x->pointers + loop->body->table, states, states + loop->states};
  ngr_begin_loop(&run);
  for (int64_t i = 0; i < loop->count; ++i) {
    const int64_t at = loop->reverse ? loop->count - 1 - i : i;
    ngr_begin_iteration(&run, at);
    const int code = ngr_run_steps(x, loop->body, run.table, 0, loop->body->step_count);
    if (code) return code;
    ngr_end_iteration(&run, at);
  }
  for (int i = 0; i < loop->states; ++i) {
    unsigned char* last = ngr_written(&run, loop->last[i]);
    if (last && last != run.now[i]) memcpy(last, run.now[i], ngr_state_bytes(&run, i));
  }
  return ngr_ok;
}

typedef struct {
  const ngr_kernel* kernel;
  void* const* arguments;
} ngr_kernel_work;

static void ngr_run_units(const void* data, int64_t begin, int64_t end) {
  const ngr_kernel_work* work = data;
  const int64_t unit = work->kernel->unit, last = end * unit;
  work->kernel->run(work->arguments, (long)(begin * unit),
                    (long)(last < work->kernel->extent ? last : work->kernel->extent));
}

static void ngr_kernel_step(ngr_instance* x, const ngr_step* step, unsigned char* const* table,
                            const ngr_kernel* kernel) {
  int count = 0;
  for (int i = 0; i < step->read_count; ++i) x->arguments[count++] = table[step->reads[i]];
  for (int i = 0; i < step->write_count; ++i) x->arguments[count++] = table[step->writes[i]];
  void* const* arguments = (void* const*)x->arguments;
  if (!x->pool.helpers || !kernel->cost) {
    kernel->run(arguments, 0, (long)kernel->extent);
    return;
  }
  const ngr_kernel_work work = {kernel, arguments};
  const int64_t parts = kernel->cost / (1 << 16), wanted = 4 * (1 + (int64_t)x->pool.helpers);
  ngr_share(&x->pool, (kernel->extent + kernel->unit - 1) / kernel->unit,
            parts < wanted ? parts : wanted, ngr_run_units, &work);
}

static int ngr_run_step(ngr_instance* x, const ngr_program* program, const ngr_step* step,
                        unsigned char** table) {
  const void* first = step->read_count > 0 ? table[step->reads[0]] : NULL;
  const void* second = step->read_count > 1 ? table[step->reads[1]] : NULL;
  unsigned char* result = step->write_count > 0 ? table[step->writes[0]] : NULL;
  switch (step->work) {
    case ngr_run_kernel: ngr_kernel_step(x, step, table, step->data); return ngr_ok;
#if NGR_F32_PRODUCTS || NGR_F64_PRODUCTS
    case ngr_run_matmul: ngr_matmul_step(&x->pool, program, step, table, step->data); return ngr_ok;
#endif
#if NGR_F32_PRODUCTS
    case ngr_run_convolution:
      ngr_convolution_step(&x->pool, step, table, step->data);
      return ngr_ok;
    case ngr_run_packing: ngr_pack(step->data, first, (float*)result); return ngr_ok;
#endif
    case ngr_run_byte_convolution:
      ngr_convolve_bytes(&x->pool, step->data, first, second, (uint32_t*)(void*)result);
      return ngr_ok;
    case ngr_run_pooling:
      ngr_pool_step(&x->pool, step->data, first, second, (float*)result);
      return ngr_ok;
    case ngr_run_lookup: return ngr_lookup_step(x, step, table, step->data);
    case ngr_run_cumulation: ngr_cumulate(step->data, first, result); return ngr_ok;
    case ngr_run_argsort: ngr_sort(step->data, first, (int64_t*)(void*)result); return ngr_ok;
    case ngr_run_take: return ngr_take_step(x, step, table);
    case ngr_run_scatter: return ngr_scatter_step(x, program, step, table);
    case ngr_run_copy:
      memmove(result, first, (size_t)program->buffers[step->writes[0]].bytes);
      return ngr_ok;
    case ngr_run_join: ngr_join_step(step, table, step->data); return ngr_ok;
    case ngr_run_check:
      return ngr_check_step(x, step->data, &program->buffers[step->writes[0]], first, result);
    case ngr_run_loop: return ngr_loop_step(x, step, table, step->data);
    default: return ngr_fail(x, ngr_bad_argument, "%s: unknown work", step->name);
  }
}

static int ngr_run_steps(ngr_instance* x, const ngr_program* program, unsigned char** table,
                         int first, int end) {
  for (int i = first; i < end; ++i) {
    const int code = ngr_run_step(x, program, &program->steps[i], table);
    if (code) return code;
  }
  return ngr_ok;
}
