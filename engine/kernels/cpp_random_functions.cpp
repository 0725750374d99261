// SPDX-License-Identifier: Apache-2.0
// Text of the random number functions of philox.h, for CPU and GPU.
#include "engine/kernels/cpp_prelude_parts.h"

namespace ng::kernel {

const char* c_random_functions() {
  return R"(
struct ng_words { unsigned w[4]; };
NG_PLAIN ng_words ng_philox(unsigned long long seed, unsigned long long count, unsigned long long position) {
  unsigned c0 = (unsigned)position, c1 = (unsigned)(position >> 32);
  unsigned c2 = (unsigned)count, c3 = (unsigned)(count >> 32);
  unsigned k0 = (unsigned)seed, k1 = (unsigned)(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ull * c0, b = 0xCD9E8D57ull * c2;
    c0 = (unsigned)(b >> 32) ^ c1 ^ k0;
    c2 = (unsigned)(a >> 32) ^ c3 ^ k1;
    c1 = (unsigned)b;
    c3 = (unsigned)a;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  const ng_words words = {{c0, c1, c2, c3}};
  return words;
}
NG_PLAIN double ng_random_uniform(unsigned long long seed, unsigned long long count, unsigned long long position) {
  return (ng_philox(seed, count, position).w[0] >> 8) * (1.0 / 16777216);
}
NG_PLAIN double ng_random_normal(unsigned long long seed, unsigned long long count, unsigned long long position) {
  const ng_words words = ng_philox(seed, count, position);
  const double radius = ng_sqrt(-2.0 * ng_log(((words.w[0] >> 8) + 1) * (1.0 / 16777216)));
  return radius * ng_cos(6.283185307179586 * ((words.w[1] >> 8) * (1.0 / 16777216)));
}
)";
}

}  // namespace ng::kernel
