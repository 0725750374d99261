// SPDX-License-Identifier: Apache-2.0
// Which loop runs in vector lanes. The loop nests of a kernel are perfect, so within a nest any
// loop may be the innermost.
#include <algorithm>
#include <map>

#include "engine/kernels/kernel.h"

namespace ng::kernel {
namespace {

// A loop whose position is compared or used as a number runs one by one.
constexpr int never = -1'000'000;

// +2 for stride 1, 0 for stride 0, -3 for anything else: a gather costs more than it saves.
std::map<int, int> scores(Kernel& kernel) {
  std::map<int, int> score;
  auto count = [&](int, const Index& index) {
    for (const auto& [loop, stride] : index.terms) score[loop] += stride == 1 ? 2 : -3;
  };
  for_each_statement(kernel.body, [&](Statement& statement) {
    for_each_load(statement.expr, count);
    if (statement.kind == Statement::Kind::store) count(statement.buffer, statement.index);
  });
  for_each_statement(kernel.body, [&](Statement& statement) {
    for_each_position(statement.expr, [&](const Index& index) {
      for (const auto& [loop, stride] : index.terms) score[loop] = never;
    });
  });
  return score;
}

// The one float type of all parameters and locals, or nothing.
const DType* common_float(Kernel& kernel) {
  static const DType f32 = DType::f32, f64 = DType::f64;
  bool all32 = true, all64 = true;
  auto see = [&](DType dtype) {
    all32 &= dtype == DType::f32;
    all64 &= dtype == DType::f64;
  };
  for (const Parameter& parameter : kernel.parameters) see(parameter.dtype);
  for_each_statement(kernel.body, [&](Statement& statement) {
    if (statement.kind != Statement::Kind::loop) see(statement.dtype);
  });
  return all32 ? &f32 : all64 ? &f64 : nullptr;
}

// Makes `loop` the innermost of every perfect nest that contains it.
void move_inward(std::vector<Statement>& statements, int loop) {
  for (Statement& statement : statements) {
    if (statement.kind != Statement::Kind::loop) continue;
    const bool nest = statement.body.size() == 1 &&
                      statement.body[0].kind == Statement::Kind::loop;
    if (statement.loop == loop && nest) std::swap(statement.loop, statement.body[0].loop);
    move_inward(statement.body, loop);
  }
}

}  // namespace

void vectorise(Kernel& kernel, int vector_bytes) {
  const DType* dtype = common_float(kernel);
  if (!dtype) return;
  const int lanes = vector_bytes / static_cast<int>(size_of(*dtype));
  int best = -1, best_score = 0;
  for (const auto& [loop, score] : scores(kernel)) {
    const std::int64_t extent = kernel.loops[static_cast<std::size_t>(loop)].extent;
    if (extent >= lanes && score > best_score) {
      best = loop;
      best_score = score;
    }
  }
  if (best < 0) return;
  kernel.vector_loop = best;
  kernel.lanes = lanes;
  move_inward(kernel.body, best);
  if (kernel.parallel_loop >= 0) kernel.parallel_loop = kernel.body[0].loop;
}

}  // namespace ng::kernel
