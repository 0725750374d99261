// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/cuda_schedule.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>

namespace ng::kernel {
namespace {

// Rows of fewer iterations are computed by one thread, of more than these by a block.
constexpr std::int64_t least_shared = 32, most_of_a_warp = 1024;
// Enough threads to hide the latency of memory on any device.
constexpr std::int64_t enough_threads = 1 << 14;
constexpr int warp = 32, threads_of_a_block = 256, largest_block = 1024;
constexpr std::size_t most_transposed = 4;  // of 8 bytes, their tiles fit into shared memory
constexpr int vector_elements = 4;          // of 4 bytes: the widest access of a thread

using Indices = std::vector<Index>;

Indices indices_of(const std::vector<Statement>& statements) {
  Indices indices;
  for_each_statement(statements, [&indices](const Statement& statement) {
    for_each_load(statement.expr, [&](int, const Index& index) { indices.push_back(index); });
    for_each_position(statement.expr, [&](const Index& index) { indices.push_back(index); });
    if (statement.kind == Statement::Kind::store) indices.push_back(statement.index);
  });
  return indices;
}

// Number of accesses in which neighbouring iterations of the loop are neighbours in memory.
int contiguous_accesses(const Indices& indices, int loop) {
  return static_cast<int>(std::count_if(indices.begin(), indices.end(), [loop](const Index& index) {
    return std::abs(index.stride(loop)) == 1;
  }));
}

// Threads with neighbouring numbers then access neighbouring elements.
void put_contiguous_loop_last(const Kernel& kernel, const Indices& indices,
                              std::vector<int>& loops) {
  if (loops.empty()) return;
  auto best = std::prev(loops.end());
  for (auto at = loops.begin(); at != loops.end(); ++at) {
    if (kernel.loops[static_cast<std::size_t>(*at)].extent < 2) continue;
    if (contiguous_accesses(indices, *at) > contiguous_accesses(indices, *best)) best = at;
  }
  std::rotate(best, std::next(best), loops.end());
}

class Scheduler {
 public:
  explicit Scheduler(const Kernel& kernel) : kernel_(kernel), indices_(indices_of(kernel.body)) {}

  CudaSchedule run() {
    const OuterNest nest = outer_nest(kernel_);
    CudaSchedule schedule;
    schedule.outer = nest.loops;
    schedule.block = nest.block;
    for (const int loop : nest.loops) schedule.rows *= extent(loop);
    put_contiguous_loop_last(kernel_, indices_, schedule.outer);
    schedule.small_indices = fits_32_bits(schedule.rows);
    share_rows(schedule);
    if (is_vector(schedule)) {
      schedule.rows_per_thread = vector_elements;
    } else if (is_elementwise(schedule)) {
      tile_transposes(schedule);
    }
    return schedule;
  }

 private:
  std::int64_t extent(int loop) const {
    return kernel_.loops[static_cast<std::size_t>(loop)].extent;
  }

  bool fits_32_bits(std::int64_t rows) const {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const auto fits = [this](const Index& index) {
      std::int64_t reach = std::abs(index.offset);
      for (const auto& [loop, stride] : index.terms) reach += std::abs(stride) * extent(loop);
      return reach < most;
    };
    std::int64_t iterations = rows;
    for (const Statement& statement : *outer_nest(kernel_).block) {
      if (statement.kind == Statement::Kind::loop)
        iterations = std::max(iterations, iterations_of(statement));
    }
    constexpr std::int64_t beyond = 1 << 20;  // of the last iteration, by a thread's next one
    return iterations < most - beyond && std::all_of(indices_.begin(), indices_.end(), fits);
  }

  // The longest path through the statement's loops.
  std::int64_t iterations_of(const Statement& statement) const {
    if (statement.kind != Statement::Kind::loop) return 1;
    std::int64_t inside = 1;
    for (const Statement& each : statement.body) inside = std::max(inside, iterations_of(each));
    return extent(statement.loop) * inside;
  }

  // Is every access one of neighbouring float32 elements along the last outer loop, or independent
  // of it? Enough rows are left to occupy the device.
  bool is_vector(const CudaSchedule& schedule) const {
    if (schedule.outer.empty() || schedule.rows < vector_elements * enough_threads) return false;
    const int last = schedule.outer.back();
    bool holds = extent(last) % vector_elements == 0;
    for (const Parameter& parameter : kernel_.parameters) holds &= parameter.dtype == DType::f32;
    const auto apart = [last](const Index& index) { return index.stride(last) == 0; };
    for_each_statement(*schedule.block, [&](const Statement& statement) {
      holds &=
          statement.kind == Statement::Kind::define || statement.kind == Statement::Kind::store;
      holds &= statement.dtype == DType::f32;
      for_each_load(statement.expr, [&](int, const Index& index) {
        holds &= apart(index) || are_neighbours(index, last);
      });
      for_each_position(statement.expr, [&](const Index& index) { holds &= apart(index); });
      if (statement.kind == Statement::Kind::store) holds &= are_neighbours(statement.index, last);
    });
    return holds;
  }

  // Do the elements of a vector along `loop` begin at a multiple of its length?
  static bool are_neighbours(const Index& index, int loop) {
    bool holds = index.stride(loop) == 1 && index.offset % vector_elements == 0;
    for (const auto& [other, stride] : index.terms)
      holds &= other == loop || stride % vector_elements == 0;
    return holds;
  }

  static bool is_elementwise(const CudaSchedule& schedule) {
    return std::all_of(schedule.block->begin(), schedule.block->end(), [](const Statement& each) {
      return each.kind == Statement::Kind::define || each.kind == Statement::Kind::store;
    });
  }

  bool is_small_float(int parameter) const {
    const DType dtype = kernel_.parameters[static_cast<std::size_t>(parameter)].dtype;
    return dtype == DType::f16 || dtype == DType::bf16;
  }

  // Loads that are contiguous along `loop` but not along `last`, and always valid. Arrays in shared
  // memory have no constructors, so half and bfloat16 are left out.
  std::vector<std::pair<int, Index>> transposed_loads(const std::vector<Statement>& block, int loop,
                                                      int last) const {
    std::vector<std::pair<int, Index>> found;
    const std::function<void(const Expr&)> look = [&](const Expr& expr) {
      if (!expr) return;
      const bool always = expr->kind == ExprNode::Kind::load && expr->guards.empty() &&
                          !is_small_float(expr->buffer);
      const bool transposed =
          always && expr->index.stride(loop) == 1 && std::abs(expr->index.stride(last)) > 1;
      const std::pair<int, Index> load(expr->buffer, expr->index);
      if (transposed && std::find(found.begin(), found.end(), load) == found.end())
        found.push_back(load);
      for (const Expr& arg : expr->args) look(arg);
    };
    for (const Statement& statement : block) look(statement.expr);
    return found;
  }

  void tile_transposes(CudaSchedule& schedule) const {
    if (schedule.outer.size() < 2 || extent(schedule.outer.back()) < tile) return;
    const int last = schedule.outer.back();
    auto best = schedule.outer.end();
    for (auto at = schedule.outer.begin(); *at != last; ++at) {
      if (extent(*at) < tile) continue;
      auto loads = transposed_loads(*schedule.block, *at, last);
      if (loads.size() <= schedule.transposed.size() || loads.size() > most_transposed) continue;
      schedule.transposed = std::move(loads);
      best = at;
    }
    if (schedule.transposed.empty()) return;
    const std::int64_t others = schedule.rows / (extent(*best) * extent(last));
    schedule.tiles = others * tiles_along(*best) * tiles_along(last);
    std::rotate(best, std::next(best), std::prev(schedule.outer.end()));
  }
  std::int64_t tiles_along(int loop) const { return (extent(loop) + tile - 1) / tile; }

  void share_rows(CudaSchedule& schedule) const {
    std::int64_t longest = 0;
    int inner_contiguous = 0;
    for (const Statement& statement : *schedule.block) {
      if (statement.kind != Statement::Kind::loop) continue;
      const InnerNest nest = inner_nest(kernel_, statement);
      if (!nest.body) return;
      longest = std::max(longest, iterations_of(statement));
      for (const int loop : nest.loops)
        inner_contiguous = std::max(inner_contiguous, contiguous_accesses(indices_, loop));
    }
    if (longest < least_shared) return;
    const bool coalesced = !schedule.outer.empty() &&
                           contiguous_accesses(indices_, schedule.outer.back()) > inner_contiguous;
    if (coalesced && schedule.rows >= enough_threads) return;
    if (coalesced && extent(schedule.outer.back()) >= warp) {
      const bool few = schedule.rows * (threads_of_a_block / warp) < enough_threads;
      schedule.threads = few ? largest_block : threads_of_a_block;
      schedule.adjacent_rows = warp;
      schedule.threads_per_row = schedule.threads / warp;
      return;
    }
    if (longest <= most_of_a_warp) {
      schedule.threads_per_row = warp;
      return;
    }
    // A thread keeps up to 32 elements of a row in registers; see kept_elements.h.
    const bool few =
        schedule.rows * threads_of_a_block < enough_threads || longest > threads_of_a_block * 32;
    schedule.threads_per_row = schedule.threads = few ? largest_block : threads_of_a_block;
  }

  const Kernel& kernel_;
  std::vector<Index> indices_;
};

}  // namespace

std::string schedule_text(const CudaSchedule& schedule) {
  const std::int64_t blocks = schedule.blocks();
  const std::string grid = std::to_string(blocks) + (blocks == 1 ? " block of " : " blocks of ") +
                           std::to_string(schedule.threads) + " threads, ";
  if (schedule.rows_per_thread > 1) {
    return grid + "a thread for " + std::to_string(schedule.rows_per_thread) + " rows of " +
           std::to_string(schedule.rows);
  }
  const std::string rows = std::to_string(schedule.rows);
  if (!schedule.transposed.empty()) {
    const std::string side = std::to_string(tile);
    return grid + "a block per " + side + " x " + side + " rows of " + rows;
  }
  if (schedule.threads_per_row == 1) return grid + "a thread per row of " + rows;
  if (schedule.adjacent_rows > 1) {
    return grid + std::to_string(schedule.threads_per_row) + " threads per row of " + rows + ", " +
           std::to_string(schedule.adjacent_rows) + " adjacent rows";
  }
  return grid + "a " + (schedule.warp_per_row() ? "warp" : "block") + " per row of " + rows;
}

CudaSchedule cuda_schedule(const Kernel& kernel) {
  return Scheduler(kernel).run();
}

InnerNest inner_nest(const Kernel& kernel, const Statement& loop) {
  InnerNest nest;
  const Statement* at = &loop;
  for (;; at = &at->body.front()) {
    nest.loops.push_back(at->loop);
    if (at->body.size() != 1 || at->body.front().kind != Statement::Kind::loop) break;
  }
  const bool flat = std::all_of(at->body.begin(), at->body.end(), [](const Statement& each) {
    return each.kind != Statement::Kind::loop && each.kind != Statement::Kind::declare;
  });
  if (flat) nest.body = &at->body;
  put_contiguous_loop_last(kernel, indices_of(at->body), nest.loops);
  const auto cut = std::find_if(nest.loops.begin(), nest.loops.end(), [&kernel](int each) {
    return kernel.loops[static_cast<std::size_t>(each)].part.has_value();
  });
  if (cut != nest.loops.end()) std::rotate(nest.loops.begin(), cut, std::next(cut));
  return nest;
}

std::vector<const Statement*> accumulations(const InnerNest& nest) {
  std::vector<const Statement*> found;
  for (const Statement& each : *nest.body) {
    if (each.kind == Statement::Kind::accumulate) found.push_back(&each);
  }
  return found;
}

}  // namespace ng::kernel
