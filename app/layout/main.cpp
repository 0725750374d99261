// SPDX-License-Identifier: Apache-2.0
// ngraph-layout: reads one layout request from standard input, writes the positions to standard
// output and exits. Graphviz can take hours, use gigabytes or crash; a process of its own limits
// memory and time, and the workbench kills it at a deadline.
#include <sys/resource.h>

#include <cstdio>
#include <exception>
#include <string>

#include "app/layout/dot_layout.h"
#include "views/layout/protocol.h"

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr rlim_t memoryLimit = RLIM_INFINITY;  // a sanitizer reserves terabytes of addresses
#else
constexpr rlim_t memoryLimit = rlim_t{1} << 30;
#endif
constexpr rlim_t secondsLimit = 60;

void limitMyself() {
  const rlimit memory{memoryLimit, memoryLimit};
  const rlimit seconds{secondsLimit, secondsLimit};
  const rlimit none{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &seconds);
  setrlimit(RLIMIT_CORE, &none);
}

std::string readAll() {
  std::string text;
  char chunk[1 << 16];
  while (text.size() <= ng::views::layout_limits::bytes) {
    const std::size_t got = std::fread(chunk, 1, sizeof chunk, stdin);
    if (got == 0) break;
    text.append(chunk, got);
  }
  return text;
}

int refuse(const std::string& why) {
  std::printf("error %s\n", why.c_str());
  return 3;
}

}  // namespace

int main() {
  limitMyself();
  ng::views::LayoutJob job;
  std::string why;
  try {
    if (!ng::views::readJob(readAll(), job, why)) return refuse(why);
    ng::views::LayoutAnswer answer;
    for (const auto& part : job) answer.push_back(ng::layout::dotLayout(part));
    const std::string text = ng::views::writeAnswer(answer);
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 4;
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
}
