// SPDX-License-Identifier: Apache-2.0
// Computation::call_raw: copies small arguments and results, and uses larger ones in the caller's
// memory.
#include <functional>

#include "engine/session/compilation.h"
#include "engine/session/computation_state.h"

namespace ng {
namespace {

constexpr std::size_t least_bound = 4096;  // bytes; below this, copying is cheaper

struct Range {
  const std::byte* begin;
  std::size_t bytes;
};

bool overlap(const Range& a, const Range& b) {
  const std::less<> before;
  return before(a.begin, b.begin + b.bytes) && before(b.begin, a.begin + a.bytes);
}

std::int64_t bytes_in(const Program& program, int buffer) {
  return program.buffers[static_cast<std::size_t>(buffer)].bytes;
}
std::size_t bytes_of(const Program& program, int buffer) {
  return static_cast<std::size_t>(bytes_in(program, buffer));
}

using Table = std::vector<std::byte*>;  // addresses of the buffers of a program

// Buffer table of one call that refers to the caller's memory for large arguments and results.
class CallersMemory {
 public:
  CallersMemory(const Program& program, const BoundMemory& memory,
                std::span<const void* const> arguments, std::span<void* const> results)
      : program_(program),
        memory_(memory),
        arguments_(arguments),
        results_(results),
        table_(memory.pointers(), memory.pointers() + program.buffers.size()) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const int buffer = program.parameters[i];
      if (bytes(buffer) < least_bound) continue;
      at(buffer) = const_cast<std::byte*>(static_cast<const std::byte*>(arguments[i]));
    }
    for (std::size_t i = 0; i < results.size(); ++i) bind_result(i);
  }

  const Table& table() const { return table_; }

 private:
  std::byte*& at(int buffer) { return table_[static_cast<std::size_t>(buffer)]; }
  std::size_t bytes(int buffer) const { return bytes_of(program_, buffer); }

  // Skips memory that overlaps an argument or another result: steps may read it after this write.
  void bind_result(std::size_t i) {
    const int buffer = program_.results[i];
    if (buffer < 0 || !results_[i] || bytes(buffer) < least_bound) return;
    const Buffer& result = program_.buffers[static_cast<std::size_t>(buffer)];
    const bool own = result.kind == BufferKind::output;
    if (!own || result.once || at(buffer) != memory_.at(buffer)) return;
    const Range place{static_cast<std::byte*>(results_[i]), bytes(buffer)};
    for (std::size_t k = 0; k < arguments_.size(); ++k) {
      const auto* argument = static_cast<const std::byte*>(arguments_[k]);
      if (overlap(place, {argument, bytes(program_.parameters[k])})) return;
    }
    for (std::size_t k = 0; k < results_.size(); ++k) {
      if (k == i || program_.results[k] < 0 || !results_[k]) continue;
      const auto* other = static_cast<const std::byte*>(results_[k]);
      if (overlap(place, {other, bytes(program_.results[k])})) return;
    }
    at(buffer) = static_cast<std::byte*>(results_[i]);
  }

  const Program& program_;
  const BoundMemory& memory_;
  std::span<const void* const> arguments_;
  std::span<void* const> results_;
  Table table_;
};

// Copies arguments in, runs, copies results out. Skips arrays that are used in place.
void run_over(std::byte* const* table, const Program& program, BoundMemory& memory,
              std::span<const void* const> arguments, std::span<void* const> results,
              Executable& executable, const Computation& computation) {
  const Device& device = memory.device();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const int buffer = program.parameters[i];
    std::byte* const place = table[buffer];
    if (place == arguments[i]) continue;
    device.copy_in(place, static_cast<const std::byte*>(arguments[i]), bytes_in(program, buffer));
  }
  ObservedRun observed(computation);
  observed.run(executable, table, memory);
  observed.ran(memory);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const int buffer = program.results[i];
    if (buffer < 0 || !results[i] || table[buffer] == results[i]) continue;
    device.copy_out(static_cast<std::byte*>(results[i]), table[buffer], bytes_in(program, buffer));
  }
}

bool is_large(const Program& program, const std::vector<int>& buffers) {
  for (const int buffer : buffers) {
    if (buffer >= 0 && bytes_of(program, buffer) >= least_bound) return true;
  }
  return false;
}

}  // namespace

bool has_large_arrays(const Program& program) {
  return is_large(program, program.parameters) || is_large(program, program.results);
}

void Computation::call_raw(std::span<const void* const> arguments,
                           std::span<void* const> results) const {
  BoundMemory& memory = state_->memory ? *state_->memory : state_->bind();
  const Program& program = state_->program();
  if (arguments.size() != program.parameters.size() || results.size() != program.results.size()) {
    refuse_count(*state_->compilation, arguments.size());
  }
  Executable& executable = *state_->compilation->executable;
  // Observers read arguments and results from the computation's own memory.
  if (!state_->large || observer()) {
    return run_over(memory.pointers(), program, memory, arguments, results, executable, *this);
  }
  const CallersMemory callers(program, memory, arguments, results);
  run_over(callers.table().data(), program, memory, arguments, results, executable, *this);
}

}  // namespace ng
