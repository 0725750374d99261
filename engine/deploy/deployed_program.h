// SPDX-License-Identifier: Apache-2.0
// What the writers of an ahead-of-time program's files share: names, arrays and places in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/deploy/deploy_target.h"
#include "engine/deploy/deployment.h"
#include "engine/session/compilation.h"

namespace ng {

// An input, a result or a variable.
struct DeployedTensor {
  std::string name;        // of the op, as in checkpoints
  std::string identifier;  // unique among inputs and results: "X", "predict_out"
  int buffer = -1;         // of the program; -1: a result without a value
  bool direct = false;     // a result that steps write to the caller's memory
  Tensor value;            // of a variable
  int last_read = -1;      // of a variable that only steps that run once read: the last of them
};

struct DeployedProgram {
  std::string name;   // a C identifier
  std::string hash;   // of the sources and the weights inside; set before files are written
  std::string title;  // the computation's name
  const DeployTarget* target = nullptr;
  const Compilation* compilation = nullptr;
  std::vector<DeployedTensor> inputs, results, states;
  bool trains = false, weights_inside = false, skips_once = false;

  std::vector<std::int64_t> offsets;  // by buffer, in the arena; -1: it is elsewhere
  std::int64_t pool_offset = 0, data_bytes = 0;
  std::int64_t weight_bytes = 0;  // of the file of the weights

  const Program& program() const { return compilation->program; }
  const Buffer& buffer(int i) const { return program().buffers[static_cast<std::size_t>(i)]; }
};

// Names everything and plans the arena. `values` of variables are their initial ones. `name` or, if
// it is empty, the computation's becomes the program's.
DeployedProgram plan_deployment(const Compilation& compilation, const DeployTarget& target,
                                const std::string& name);

std::string c_type_of(DType dtype);    // "float"; uint16_t for float16 and bfloat16
std::string axes_text(const Buffer&);  // "C 4, N 128"
std::string type_text(const Buffer&);  // "f32_4x128": for names of arguments
// A literal of C with these bytes.
std::string c_string(const std::string& text);

}  // namespace ng
