// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/kernel_reproducer.h"

#include "engine/backends/cpu/compiler/host_compiler.h"
#include "engine/base/quote.h"
#include "engine/formats/programs/program_writer.h"

namespace ng {
namespace {

// C++ type for the dtype; unsigned char for types that are compared as bytes.
const char* type_of(DType dtype) {
  switch (dtype) {
    case DType::f64: return "double";
    case DType::f32: return "float";
    case DType::i64: return "long";
    case DType::i32: return "int";
    default: return "unsigned char";
  }
}

constexpr const char* functions = R"(
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <sys/mman.h>

struct Memory {
  const char* name;
  long bytes;
  bool written;
  char *first = nullptr, *at = nullptr, *last = nullptr;  // at: first value, between guards
  std::vector<char> in, expected;
};

// Values are surrounded by guard bytes of a known value, which are surrounded by inaccessible
// pages: writes outside of the values are detected or end the program.
static const char fence = 0x5a;
static void place(Memory& memory, long number) {
  const long page = 4096, shift = 192 * (number % 16);
  const long inside = (memory.bytes + shift + 3 * page - 1) / page * page;
  void* const all = mmap(nullptr, static_cast<std::size_t>(inside + 2 * page),
                         PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) {
    std::fprintf(stderr, "no memory for %ld bytes\n", memory.bytes);
    std::exit(2);
  }
  memory.first = static_cast<char*>(all) + page;
  memory.last = memory.first + inside;
  memory.at = memory.first + page + shift;  // offset differs between memories to avoid 4K aliasing
  mprotect(all, page, PROT_NONE);
  mprotect(memory.last, page, PROT_NONE);
  std::memset(memory.first, fence, static_cast<std::size_t>(inside));
}

// "inside": an input was modified.
static const char* stray_write(const Memory& memory) {
  const auto whole = [](char byte) { return byte == fence; };
  if (!std::all_of(memory.first, memory.at, whole)) return "before";
  if (!std::all_of(memory.at + memory.bytes, memory.last, whole)) return "after";
  const bool same = memory.written || std::equal(memory.in.begin(), memory.in.end(), memory.at);
  return same ? nullptr : "inside";
}

static std::vector<char> read_all(const std::string& path, long bytes) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (static_cast<long>(all.size()) == bytes) return all;
  std::fprintf(stderr, "%s should hold %ld bytes; run this in the folder of data/\n", path.c_str(),
               bytes);
  std::exit(2);
}

static double max_abs = 0, ulps = 0;
static long differing = 0;

// Distance between two numbers in units of the type, computed from their bit patterns.
template <class T>
static double steps(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 8, long long, int>;
  constexpr Bits size = std::numeric_limits<Bits>::max();
  Bits p, q;
  std::memcpy(&p, &a, sizeof p);
  std::memcpy(&q, &b, sizeof q);
  if ((p < 0) == (q < 0)) return std::fabs(static_cast<double>((p & size) - (q & size)));
  return static_cast<double>(p & size) + static_cast<double>(q & size);
}

template <class T>
static void compare(const Memory& memory) {
  const T* const got = reinterpret_cast<const T*>(memory.at);
  const T* const want = reinterpret_cast<const T*>(memory.expected.data());
  for (long i = 0; i < memory.bytes / static_cast<long>(sizeof(T)); ++i) {
    const double a = static_cast<double>(got[i]), b = static_cast<double>(want[i]);
    if (a == b || (a != a && b != b)) continue;
    const double apart = std::isfinite(a - b) ? std::fabs(a - b) : 1e308;
    double places = apart;
    if constexpr (std::is_floating_point_v<T>) places = steps(got[i], want[i]);
    max_abs = std::max(max_abs, apart);
    ulps = std::max(ulps, apart < 1e308 ? places : 1e308);
    ++differing;
  }
}
)";

}  // namespace

std::string reproducer_main(const KernelCase& kernel) {
  std::string text =
      "// Kernel " + comment_text(kernel.kernel) +
      " with what it read and wrote in one call. sh build.sh && ./reproduce [ULPS]\n"
      "// Edit kernel.cpp; data/N.in is memory N before the call, data/N.expected after it.\n";
  text += functions;
  const std::string entry = "ng_" + kernel.kernel, own = "ng_own_" + kernel.kernel;
  for (const std::string& each : {entry, own})
    if (each == entry || !kernel.own.empty())
      text += "\nextern \"C\" void " + each + "(void* const* arguments, long begin, long end);\n";
  text += "\nint main(int count, char** words) {\n  Memory memory[] = {\n";
  for (const KernelCase::Memory& each : kernel.memory)
    text += "      {" + cpp_language().text(each.name) + ", " +
            std::to_string(each.before.bytes.size()) + ", " + (each.written ? "true" : "false") +
            "},\n";
  text += "  };\n";
  text += R"(  long number = 0;
  for (Memory& each : memory) {
    const std::string path = "data/" + std::to_string(number);
    place(each, number++);
    each.in = read_all(path + ".in", each.bytes);
    if (each.written) each.expected = read_all(path + ".expected", each.bytes);
  }
  const auto restore = [&] {
    for (Memory& each : memory) std::memcpy(each.at, each.in.data(), each.in.size());
  };
  restore();
)";
  text += "  void* const arguments[] = {";
  for (const KernelCase::Argument& each : kernel.arguments)
    text += "\n      memory[" + std::to_string(each.memory) + "].at,  // " +
            comment_text(each.name, 80);
  text += "\n  };\n  const long extent = " + std::to_string(kernel.extent) + ";\n";
  text += "  " + entry + "(arguments, 0, extent);\n";
  text += R"(  long stray = -1;
  const char* stray_place = "";
  for (long i = 0; i < number && stray < 0; ++i)
    if (const char* where = stray_write(memory[i])) stray = i, stray_place = where;
)";
  for (std::size_t i = 0; i < kernel.memory.size(); ++i)
    if (kernel.memory[i].written)
      text += "  compare<" + std::string(type_of(kernel.memory[i].before.dtype)) + ">(memory[" +
              std::to_string(i) + "]);\n";
  text +=
      R"(  using Clock = std::chrono::steady_clock;
  const auto timed = [&](auto call, double& best) {
    restore();
    const auto from = Clock::now();
    call(arguments, 0L, extent);
    best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - from).count());
  };
  double best = 1e30, own_best = 1e30;
  const auto end = Clock::now() + std::chrono::milliseconds()" +
      std::string(kernel.own.empty() ? "50" : "100") + R"();
  for (int i = 0; i < 20000 && (i < 3 || Clock::now() < end); ++i) {
    timed()" +
      entry + ", best);\n" + (kernel.own.empty() ? "" : "    timed(" + own + ", own_best);\n") +
      R"(  }
  std::printf("{\"max_abs\": %.9g, \"ulps\": %.9g, \"differing\": %ld, \"microseconds\": %.6g",
              max_abs, ulps, differing, best);
  std::printf(", \"stray\": %ld, \"stray_place\": \"%s\"", stray, stray_place);
  if (own_best < 1e30) std::printf(", \"own_microseconds\": %.6g", own_best);
  std::printf("}\n");
  return stray >= 0 || ulps > (count > 1 ? std::atof(words[1]) : 64) ? 1 : 0;
}
)";
  return text;
}

std::string reproducer_build(const KernelCase& kernel) {
  const HostCompiler compiler = host_compiler();
  if (compiler.path.empty()) refuse(ErrorKind::unavailable, compiler.reason);
  return "#!/bin/sh\n# Builds ./reproduce; CXX names another compiler.\ncd \"$(dirname \"$0\")\" "
         "&& "
         "CXX=${CXX:-" +
         compiler.path + "} &&\n$CXX " + host_options(2) + "-c unit.cpp" +
         (kernel.own.empty() ? "" : " own_unit.cpp") +
         " &&\nexec $CXX -std=c++20 -O2 main.cpp unit.o" +
         (kernel.own.empty() ? "" : " own_unit.o") + " -o reproduce\n";
}

}  // namespace ng
