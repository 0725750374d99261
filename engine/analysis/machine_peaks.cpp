// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/machine_peaks.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

typedef float Vector128 __attribute__((vector_size(16)));
typedef float Vector256 __attribute__((vector_size(32)));
typedef float Vector512 __attribute__((vector_size(64)));

// Runs `Chains` independent dependency chains of vectors, enough to keep all units busy. The values
// stay near 1. Returns the number of operations.
template <class Vector, int Chains>
[[gnu::always_inline]] inline double multiply_add(long rounds, float* sink) {
  Vector x[Chains], factor, addend;
  for (std::size_t i = 0; i < sizeof(Vector) / sizeof(float); ++i) {
    factor[i] = 0.5f + *sink;
    addend[i] = 0.5f;
    for (Vector& chain : x) chain[i] = 1;
  }
  for (long round = 0; round < rounds; ++round) {
#pragma GCC unroll 16
    for (Vector& chain : x) chain = chain * factor + addend;
  }
  float sum = 0;
  for (const Vector& chain : x) sum += chain[0];
  *sink = sum > 0 ? 0 : sum;
  return 2.0 * static_cast<double>(rounds) * Chains * (sizeof(Vector) / sizeof(float));
}

double multiply_add_128(long rounds, float* sink) {
  return multiply_add<Vector128, 10>(rounds, sink);
}
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] double multiply_add_256(long rounds, float* sink) {
  return multiply_add<Vector256, 12>(rounds, sink);
}
[[gnu::target("avx512f")]] double multiply_add_512(long rounds, float* sink) {
  return multiply_add<Vector512, 14>(rounds, sink);
}
#endif

using MultiplyAdd = double (*)(long, float*);

// Wider vectors are not always faster, so all widths are measured.
std::vector<MultiplyAdd> variants() {
  std::vector<MultiplyAdd> all = {multiply_add_128};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    all.push_back(multiply_add_256);
  if (__builtin_cpu_supports("avx512f")) all.push_back(multiply_add_512);
#endif
  return all;
}

// The best of several rounds, to exclude interference from other processes.
template <class Work>
double best_rate(int times, const Work& work) {
  double best = 0;
  for (int i = 0; i < times; ++i) {
    const Clock::time_point start = Clock::now();
    const double done = work();
    best = std::max(best, done / seconds_since(start));
  }
  return best;
}

double measure_gflops(ThreadPool& pool) {
  constexpr long rounds = 400'000;
  double best = 0;
  for (const MultiplyAdd variant : variants()) {
    const double rate = best_rate(12, [&] {
      std::vector<double> done(static_cast<std::size_t>(pool.threads()));
      pool.parallel_for(pool.threads(), [&](int part) {
        float sink = 0;
        done[static_cast<std::size_t>(part)] = variant(rounds, &sink);
      });
      double sum = 0;
      for (const double each : done) sum += each;
      return sum;
    });
    best = std::max(best, rate);
  }
  return best / 1e9;
}

// a = b * s + c: two streams in, one out.
#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
#if !defined(__clang__)  // Clang vectorises at -O2 and lacks the attribute
[[gnu::optimize("O3")]]
#endif
void triad(float* __restrict a, const float* __restrict b, const float* __restrict c, float s,
           std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) a[i] = b[i] * s + c[i];
}

double measure_gigabytes(ThreadPool& pool, long long bytes) {
  const auto threads = static_cast<std::size_t>(pool.threads());
  const std::size_t count = static_cast<std::size_t>(bytes) / (3 * sizeof(float)) / threads;
  std::vector<std::vector<float>> arrays(threads);
  pool.parallel_for(pool.threads(), [&](int part) {  // first touch by the thread that uses it
    arrays[static_cast<std::size_t>(part)].assign(3 * count, 1.0f);
  });
  constexpr long long traffic = 64LL << 20;  // per round
  const long repeats = std::max<long>(1, static_cast<long>(traffic / std::max(1LL, bytes)));
  const double rate = best_rate(6, [&] {
    pool.parallel_for(pool.threads(), [&](int part) {
      float* const a = arrays[static_cast<std::size_t>(part)].data();
      for (long i = 0; i < repeats; ++i) triad(a, a + count, a + 2 * count, 0.5f, count);
    });
    return static_cast<double>(repeats) * 3.0 * sizeof(float) * static_cast<double>(count) *
           static_cast<double>(threads);
  });
  return rate / 1e9;
}

long long cache_bytes(int name, long long otherwise) {
  const long found = sysconf(name);
  return found > 0 ? found : otherwise;
}

}  // namespace

MachinePeaks measure_machine_peaks() {
  ThreadPool& pool = ThreadPool::shared();
  const long long threads = pool.threads();
  MachinePeaks peaks;
  peaks.threads = pool.threads();
  peaks.gflops = measure_gflops(pool);
  const long long l1 = cache_bytes(_SC_LEVEL1_DCACHE_SIZE, 32 << 10) * threads;
  const long long l2 = cache_bytes(_SC_LEVEL2_CACHE_SIZE, 1 << 20) * threads;
  // Virtual machines report an L3 cache that is shared with other machines.
  const long long l3 = std::min(cache_bytes(_SC_LEVEL3_CACHE_SIZE, 16 << 20), 32LL << 20);
  const long long memory = 256LL << 20;
  for (const auto& [name, bytes] : {std::pair("L1", l1 / 2), std::pair("L2", l2 / 2),
                                    std::pair("L3", l3 / 2), std::pair("memory", memory)})
    peaks.memory.push_back({name, bytes, measure_gigabytes(pool, bytes)});
  // Nearer levels cannot be slower; if they measure slower, the machine was busy.
  for (std::size_t i = peaks.memory.size() - 1; i-- > 0;)
    peaks.memory[i].gigabytes = std::max(peaks.memory[i].gigabytes, peaks.memory[i + 1].gigabytes);
  return peaks;
}

}  // namespace ng
