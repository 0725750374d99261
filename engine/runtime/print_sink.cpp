// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/print_sink.h"

#include <cstdio>
#include <mutex>
#include <utility>

namespace ng {
namespace {

std::mutex sink_mutex;

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

void print_line(const std::string& prefix, const Tensor& value) {
  const std::string line = prefix + ": " + to_string(value);
  const std::lock_guard lock(sink_mutex);
  sink()(line);
}

}  // namespace ng
