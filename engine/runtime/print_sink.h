// SPDX-License-Identifier: Apache-2.0
// Where the op print writes its lines.
#pragma once

#include <functional>
#include <string>

#include "engine/base/tensor.h"

namespace ng {

// Sets where lines are written (default: standard output); called on the thread that runs. Returns
// the previous sink.
using PrintSink = std::function<void(const std::string& line)>;
PrintSink set_print_sink(PrintSink sink);

// During its lifetime, lines of this thread are dropped: a program is run to look at its values.
class QuietPrints {
 public:
  QuietPrints();
  ~QuietPrints();
  QuietPrints(const QuietPrints&) = delete;
  QuietPrints& operator=(const QuietPrints&) = delete;
};

// Writes "prefix: value".
void print_line(const std::string& prefix, const Tensor& value);

}  // namespace ng
