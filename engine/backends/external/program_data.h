// SPDX-License-Identifier: Apache-2.0
// A program as the structs that external transformers read.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "engine/backends/external/ngraph_transformer.h"
#include "engine/runtime/program.h"

namespace ng {

// `program` must outlive it. Its kernels have vectors of `vector_bytes`; 0: scalar loops.
class ProgramData {
 public:
  ProgramData(const Program& program, int vector_bytes);
  ProgramData(const ProgramData&) = delete;
  ProgramData& operator=(const ProgramData&) = delete;
  const ngraph_program& get() const { return program_; }

 private:
  const char* keep(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }

  std::deque<std::string> texts_;
  std::vector<ngraph_program_buffer> buffers_;
  std::vector<ngraph_program_step> steps_;
  ngraph_program program_{};
};

}  // namespace ng
