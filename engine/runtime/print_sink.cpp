// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/print_sink.h"

#include <cstdio>
#include <mutex>
#include <utility>

namespace ng {
namespace {

std::mutex sink_mutex;

thread_local int quiet = 0;  // QuietPrints of this thread

PrintSink& sink() {
  static PrintSink current = [](const std::string& line) { std::puts(line.c_str()); };
  return current;
}

}  // namespace

PrintSink set_print_sink(PrintSink wanted) {
  const std::lock_guard lock(sink_mutex);
  std::swap(sink(), wanted);
  return wanted;
}

QuietPrints::QuietPrints() {
  ++quiet;
}

QuietPrints::~QuietPrints() {
  --quiet;
}

void print_line(const std::string& prefix, const Tensor& value) {
  if (quiet > 0) return;
  const std::string line = prefix + ": " + to_string(value);
  const std::lock_guard lock(sink_mutex);
  sink()(line);
}

}  // namespace ng
