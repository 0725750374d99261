// SPDX-License-Identifier: Apache-2.0
// Chooses the loop to vectorise. The loop nests of a kernel are perfect, so any loop of a nest may
// become the innermost.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/error.h"
#include "engine/kernels/emit.h"
#include "engine/kernels/local_types.h"

namespace ng::kernel {
namespace {

// Score of a loop whose counter is compared or used as a number: it stays scalar.
constexpr int never = -1'000'000;

// +2 for stride 1, 0 for stride 0, -3 for other strides: a gather costs more than it saves.
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

// Lanes of float32 hold float16 and bfloat16, too.
bool in_lanes(DType type, DType lanes) {
  return type == lanes || (lanes == DType::f32 && is_half(type));
}

// Are all statements inside `loop` computed in `dtype`? Statements outside may have other types:
// they stay scalar.
bool runs_in(const Kernel& kernel, const std::vector<Statement>& statements, int loop, bool inside,
             DType dtype, const std::vector<LocalType>& locals) {
  for (const Statement& statement : statements) {
    if (statement.kind == Statement::Kind::loop) {
      const bool within = inside || statement.loop == loop;
      if (!runs_in(kernel, statement.body, loop, within, dtype, locals)) return false;
      continue;
    }
    if (!inside) continue;
    const bool stores = statement.kind == Statement::Kind::store;
    bool holds = in_lanes(statement.dtype, dtype);
    if (statement.expr) holds &= compute_type(kernel, statement, locals) == dtype;
    auto see = [&](int buffer, const Index&) {
      holds &= in_lanes(kernel.parameters[static_cast<std::size_t>(buffer)].dtype, dtype);
    };
    for_each_load(statement.expr, see);
    if (stores) {
      holds &=
          kernel.parameters[static_cast<std::size_t>(statement.buffer)].dtype == statement.dtype;
    }
    if (!holds) return false;
  }
  return true;
}

// The float type in which all statements inside the loop are computed, if it is a single type.
std::optional<DType> type_inside(const Kernel& kernel, int loop,
                                 const std::vector<LocalType>& locals) {
  for (const DType dtype : {DType::f32, DType::f64}) {
    if (runs_in(kernel, kernel.body, loop, false, dtype, locals)) return dtype;
  }
  return std::nullopt;
}

// Makes `loop` the innermost of every perfect nest that contains it.
void move_inward(std::vector<Statement>& statements, int loop) {
  for (Statement& statement : statements) {
    if (statement.kind != Statement::Kind::loop) continue;
    const bool nest = statement.body.size() == 1 && statement.body[0].kind == Statement::Kind::loop;
    if (statement.loop == loop && nest) std::swap(statement.loop, statement.body[0].loop);
    move_inward(statement.body, loop);
  }
}

}  // namespace

int vector_bytes_of(const Kernel& kernel) {
  if (!kernel.vector_loop) return 0;
  const auto lane = type_inside(kernel, *kernel.vector_loop, local_types(kernel));
  check(lane.has_value(), "a vector loop is computed in one type");
  return kernel.lanes * static_cast<int>(size_of(*lane));
}

void vectorise(Kernel& kernel, int vector_bytes) {
  // A tensor without elements has strides of 0; no lane can store along these.
  for (const Loop& loop : kernel.loops)
    if (loop.extent == 0) return;
  const std::vector<LocalType> locals = local_types(kernel);
  std::optional<int> best;
  int best_score = 0, best_lanes = 1;
  for (const auto& [loop, score] : scores(kernel)) {
    const std::int64_t extent = kernel.loops[static_cast<std::size_t>(loop)].extent;
    const std::optional<DType> dtype = type_inside(kernel, loop, locals);
    if (!dtype || score <= best_score) continue;
    const int lanes = vector_bytes / static_cast<int>(size_of(*dtype));
    if (lanes < 2 || extent < lanes) continue;
    best = loop;
    best_score = score;
    best_lanes = lanes;
  }
  if (!best) return;
  kernel.vector_loop = best;
  kernel.lanes = best_lanes;
  move_inward(kernel.body, *best);
}

}  // namespace ng::kernel
