// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/compiler/host_identity.h"

#include <sys/utsname.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ng {

namespace {

#if defined(__x86_64__)
std::string features() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  std::string text;
  auto add = [&text](unsigned word) { text += std::to_string(word) + " "; };
  __get_cpuid(1, &a, &b, &c, &d);  // b contains the core's number: excluded
  add(a >> 4 << 4);                // without the stepping
  add(c);
  add(d);
  for (unsigned part = 0; part < 2; ++part)
    if (__get_cpuid_count(7, part, &a, &b, &c, &d))
      for (unsigned word : {a, b, c, d}) add(word);
  if (__get_cpuid_count(0xd, 1, &a, &b, &c, &d)) add(a);
  if (__get_cpuid(0x80000001, &a, &b, &c, &d)) add(c), add(d);
  if (__get_cpuid(0x80000008, &a, &b, &c, &d)) add(b);
  if (__get_cpuid(1, &a, &b, &c, &d) && (c & bit_OSXSAVE)) {
    unsigned low = 0, high = 0;  // register state that the OS saves
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    add(low);
  }
  return text;
}
#else
std::string features() {
  return {};
}
#endif

}  // namespace

const std::string& host_identity() {
  static const std::string identity = [] {
    utsname system = {};
    uname(&system);
    return std::string(system.machine) + " " + features();
  }();
  return identity;
}

}  // namespace ng
