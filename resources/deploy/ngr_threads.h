/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that share the work of a step. The thread that calls a program takes part; the others
   sleep between steps, after a short while of waiting awake, because steps follow each other
   within microseconds. */

#if defined(__x86_64__)
#define NGR_PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define NGR_PAUSE() __asm__ volatile("yield")
#else
#define NGR_PAUSE() ((void)0)
#endif
enum { ngr_pauses = 2000 };         /* about 50 us */
enum { ngr_stack_bytes = 1 << 20 }; /* panels of products take a quarter of it */

/* Computes the items from `begin` to `end` of a step. Items do not depend on each other. */
typedef void (*ngr_work)(const void* data, int64_t begin, int64_t end);

/* Takes parts of the open step until none is left. */
static void ngr_take_parts(ngr_pool* pool) {
  for (;;) {
    const int64_t part = atomic_fetch_add(&pool->next, 1);
    if (part >= pool->parts) return;
    pool->work(pool->data, pool->count * part / pool->parts,
               pool->count * (part + 1) / pool->parts);
  }
}

static void* ngr_help(void* given) {
  ngr_pool* pool = given;
  for (unsigned seen = 0;;) {
    for (int i = 0; i < ngr_pauses && atomic_load(&pool->steps) == seen; ++i) NGR_PAUSE();
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->steps) == seen) {
      ++pool->sleeping;
      pthread_cond_wait(&pool->begins, &pool->mutex);
      --pool->sleeping;
    }
    seen = atomic_load(&pool->steps);
    const int ends = pool->ends, takes_part = pool->open;
    if (takes_part) atomic_fetch_add(&pool->helping, 1);
    pthread_mutex_unlock(&pool->mutex);
    if (ends) return NULL;
    if (!takes_part) continue;
    ngr_take_parts(pool);
    atomic_fetch_sub(&pool->helping, 1);
  }
}

static void ngr_announce(ngr_pool* pool, int open, int ends) {
  pthread_mutex_lock(&pool->mutex);
  pool->open = open;
  pool->ends = ends;
  if (open || ends) {
    atomic_fetch_add(&pool->steps, 1);
    if (pool->sleeping) pthread_cond_broadcast(&pool->begins);
  }
  pthread_mutex_unlock(&pool->mutex);
}

/* Runs `work` over `count` items in parts, which threads take one after the other. A thread that
   wakes late finds the step closed, and nobody waits for it. */
static void ngr_share(ngr_pool* pool, int64_t count, int64_t parts, ngr_work work,
                      const void* data) {
  if (parts > count) parts = count;
  if (!pool->helpers || parts < 2) {
    if (count > 0) work(data, 0, count);
    return;
  }
  pool->work = work;
  pool->data = data;
  pool->count = count;
  pool->parts = parts;
  atomic_store(&pool->next, 0);
  ngr_announce(pool, 1, 0);
  ngr_take_parts(pool);
  ngr_announce(pool, 0, 0);
  while (atomic_load(&pool->helping)) NGR_PAUSE();
}

/* In how many parts to share `flops`: one, if waking a thread takes longer. */
static int64_t ngr_parts(const ngr_pool* pool, int64_t flops) {
  const int64_t least = 1 << 20; /* of a part */
  const int64_t wanted = 4 * (1 + (int64_t)pool->helpers);
  if (!pool->helpers || flops < 2 * least) return 1;
  return flops / least < wanted ? flops / least : wanted;
}

static void ngr_end_threads(ngr_pool* pool) {
  if (!pool->helpers) return;
  ngr_announce(pool, 0, 1);
  for (int i = 0; i < pool->helpers; ++i) pthread_join(pool->threads[i], NULL);
  pthread_cond_destroy(&pool->begins);
  pthread_mutex_destroy(&pool->mutex);
  memset(pool, 0, sizeof *pool);
}

/* Starts or ends threads, so that `count` share the steps, the calling thread among them. Returns 0
   or an error number; then the calling thread is alone. */
static int ngr_start_threads(ngr_pool* pool, int count) {
  ngr_end_threads(pool);
  if (count <= 1) return 0;
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code) return code;
  pthread_attr_setstacksize(&attributes, ngr_stack_bytes);
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->begins, NULL);
  while (!code && pool->helpers < count - 1) {
    code = pthread_create(&pool->threads[pool->helpers], &attributes, ngr_help, pool);
    if (!code) ++pool->helpers;
  }
  pthread_attr_destroy(&attributes);
  if (code) ngr_end_threads(pool);
  return code;
}
