// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/matrix_packing.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/lowering/program_passes/compute_once.h"
#include "engine/lowering/program_passes/packed_copy.h"
#include "engine/runtime/memory_left.h"

namespace ng {
namespace {

// The matmul with the matrix to pack as B: a row times a matrix instead of a matrix times a column.
struct Turned {
  Matmul matmul;
  bool is_turned = false;  // A and B change places
};

Turned with_matrix_as_b(Matmul p) {
  const bool is_turned = p.n == 1 && p.m > 1;
  if (is_turned) {
    std::swap(p.m, p.n);
    p.transpose_b = !p.transpose_a;
    p.transpose_a = false;
  }
  if (p.m == 1) p.transpose_a = false;
  return {std::move(p), is_turned};
}

class MatrixPackings {
 public:
  // In the body of a loop no step runs once.
  MatrixPackings(Program& program, const PackedFloats& packed_floats, bool is_body)
      : program_(program), packed_floats_(packed_floats), names_(program) {
    const bool may_keep = !is_body && !changes_state(program);
    for (const Buffer& buffer : program.buffers) {
      known_.push_back(may_keep && (buffer.kind == BufferKind::persistent ||
                                    buffer.kind == BufferKind::constant));
    }
  }

  void add() {
    for (Step& step : std::exchange(program_.steps, {})) {
      if (Loop* loop = step.loop()) pack_for_loop(step, *loop);
      if (step.is<Matmul>()) pack_here(step);
      const bool decided = is_pure(step) && std::all_of(step.reads.begin(), step.reads.end(),
                                                        [this](int read) { return known(read); });
      for (const int write : step.writes) known_[static_cast<std::size_t>(write)] = decided;
      program_.steps.push_back(std::move(step));
    }
  }

 private:
  bool known(int buffer) const { return known_[static_cast<std::size_t>(buffer)]; }

  // Packing is no reason to run out of memory: at most half of what is left holds packed copies.
  bool fits(std::int64_t floats) {
    if (!room_) room_ = memory_left() / 2;
    return 4 * floats <= *room_;
  }

  void pack_here(Step& step) {
    const Turned turned = with_matrix_as_b(*step.as<Matmul>());
    const int matrix = step.reads[turned.is_turned ? 0 : 1];
    const int other = step.reads[turned.is_turned ? 1 : 0];
    const std::int64_t floats = packed_floats_(turned.matmul);
    if (floats == 0 || !known(matrix) || known(other) || !fits(floats)) return;
    set_packed(step, turned, packed(matrix, turned.matmul, floats));
  }

  static void set_packed(Step& step, const Turned& turned, int matrix) {
    step.reads = {step.reads[turned.is_turned ? 1 : 0], matrix};
    step.work = turned.matmul;
    step.as<Matmul>()->packed = true;
  }

  // The packed matrices become loop invariants of the body.
  void pack_for_loop(Step& step, Loop& loop) {
    constexpr std::int64_t least = 4;  // iterations that are worth packing a matrix
    MatrixPackings(loop.body, packed_floats_, true).add();
    if (loop.count < least) return;
    std::map<std::pair<int, int>, int> inside;  // by outer matrix and its packed form
    for (Step& own : loop.body.steps) {
      const auto* matmul = own.as<Matmul>();
      if (!matmul || matmul->packed) continue;
      const Turned turned = with_matrix_as_b(*matmul);
      const std::int64_t floats = packed_floats_(turned.matmul);
      const int bound =
          floats && fits(floats) ? outer_of(step, loop, own.reads[turned.is_turned ? 0 : 1]) : -1;
      if (bound < 0) continue;
      const int outer = packed(bound, turned.matmul, floats);
      const auto [known, is_new] = inside.try_emplace({bound, outer}, 0);
      if (is_new) known->second = add_invariant(step, loop, outer);
      set_packed(own, turned, known->second);
    }
  }

  // The outer buffer of a loop invariant or a constant of the body; -1 for other buffers.
  static int outer_of(const Step& step, const Loop& loop, int buffer) {
    const std::vector<int>&parameters = loop.body.parameters, &constants = loop.body.constants;
    const auto fixed = static_cast<std::ptrdiff_t>(loop.states + loop.sequences);
    const auto parameter = std::find(parameters.begin() + fixed, parameters.end(), buffer);
    const auto constant = std::find(constants.begin(), constants.end(), buffer);
    if (parameter != parameters.end())
      return step.reads[static_cast<std::size_t>(parameter - parameters.begin())];
    if (constant == constants.end()) return -1;
    return step.reads[parameters.size() + static_cast<std::size_t>(constant - constants.begin())];
  }

  int add_invariant(Step& step, Loop& loop, int outer) {
    Program& body = loop.body;
    Buffer buffer = program_.buffers[static_cast<std::size_t>(outer)];
    buffer.name = BufferNames(body).take(buffer.name);
    buffer.kind = BufferKind::input;
    const auto place = static_cast<std::ptrdiff_t>(body.parameters.size());
    step.reads.insert(step.reads.begin() + place, outer);
    body.parameters.push_back(static_cast<int>(body.buffers.size()));
    body.buffers.push_back(std::move(buffer));
    return body.parameters.back();
  }

  int packed(int matrix, const Matmul& matmul, std::int64_t floats) {
    const MatrixPacking packing{matmul.k, matmul.n, matmul.transpose_b, floats};
    const auto [known, is_new] =
        packed_.try_emplace({matrix, std::pair(packing.columns, packing.transposed)}, 0);
    if (is_new) known->second = pack(matrix, packing);
    return known->second;
  }

  int pack(int matrix, const MatrixPacking& packing) {
    *room_ -= 4 * packing.floats;
    known_.push_back(known(matrix));
    return add_packed_copy(program_, names_, matrix, packing, packing.floats, program_.steps);
  }

  Program& program_;
  const PackedFloats& packed_floats_;
  BufferNames names_;
  std::vector<bool> known_;  // by buffer: its contents depend only on variables and constants
  std::optional<std::int64_t> room_;  // bytes for packed matrices; empty: not asked yet
  std::map<std::pair<int, std::pair<std::int64_t, bool>>, int> packed_;  // by matrix and form
};

}  // namespace

void add_matrix_packing(Program& program, const PackedFloats& packed_floats) {
  MatrixPackings(program, packed_floats, false).add();
}

}  // namespace ng
