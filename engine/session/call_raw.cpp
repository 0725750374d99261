// SPDX-License-Identifier: Apache-2.0
// Computation::call_raw: copies small arguments and results, and uses larger ones in the caller's
// memory.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "engine/session/compilation.h"
#include "engine/session/computation_state.h"
#include "engine/session/same_arguments.h"

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
  CallersMemory(const Program& program, const BoundMemory& memory, const CallMemory& call)
      : program_(program),
        memory_(memory),
        arguments_(call.arguments),
        results_(call.results),
        table_(memory.pointers(), memory.pointers() + program.buffers.size()) {
    for (std::size_t i = 0; i < arguments_.size(); ++i) bind_argument(i);
    for (std::size_t i = 0; i < results_.size(); ++i) bind_result(i);
  }

  const Table& table() const { return table_; }

 private:
  std::byte*& at(int buffer) { return table_[static_cast<std::size_t>(buffer)]; }
  std::size_t bytes(int buffer) const { return bytes_of(program_, buffer); }
  bool can_bind(int buffer, const void* place) const {
    const DType dtype = program_.buffers[static_cast<std::size_t>(buffer)].dtype;
    return bytes(buffer) >= least_bound &&
           reinterpret_cast<std::uintptr_t>(place) % size_of(dtype) == 0;
  }

  Range argument(std::size_t i) const {
    return {static_cast<const std::byte*>(arguments_[i]), bytes(program_.parameters[i])};
  }
  bool is_result(int buffer) const {
    return std::find(program_.results.begin(), program_.results.end(), buffer) !=
           program_.results.end();
  }
  // Of results other than `except`.
  bool overlaps_result(const Range& place, std::optional<std::size_t> except = {}) const {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (i == except || program_.results[i] < 0 || !results_[i]) continue;
      const auto* result = static_cast<const std::byte*>(results_[i]);
      if (overlap(place, {result, bytes(program_.results[i])})) return true;
    }
    return false;
  }

  // Skips variables, which keep their values after the call, and memory that is copied to a result
  // after another result was written there.
  void bind_argument(std::size_t i) {
    const int buffer = program_.parameters[i];
    const bool input = program_.buffers[static_cast<std::size_t>(buffer)].kind == BufferKind::input;
    if (!input || !can_bind(buffer, arguments_[i])) return;
    if (is_result(buffer) && overlaps_result(argument(i))) return;
    at(buffer) = const_cast<std::byte*>(static_cast<const std::byte*>(arguments_[i]));
  }

  // Skips memory that overlaps an argument or another result: steps may read it after this write.
  void bind_result(std::size_t i) {
    const int buffer = program_.results[i];
    if (buffer < 0 || !results_[i] || !can_bind(buffer, results_[i])) return;
    const Buffer& result = program_.buffers[static_cast<std::size_t>(buffer)];
    const bool own = result.kind == BufferKind::output;
    if (!own || result.once || at(buffer) != memory_.at(buffer)) return;
    const Range place{static_cast<std::byte*>(results_[i]), bytes(buffer)};
    for (std::size_t k = 0; k < arguments_.size(); ++k)
      if (overlap(place, argument(k))) return;
    if (overlaps_result(place, i)) return;
    at(buffer) = static_cast<std::byte*>(results_[i]);
  }

  const Program& program_;
  const BoundMemory& memory_;
  std::span<const void* const> arguments_;
  std::span<void* const> results_;
  Table table_;
};

void copy_argument(std::byte* to, const CallMemory& call, std::size_t i, std::int64_t bytes,
                   const Device& device) {
  const auto* from = static_cast<const std::byte*>(call.arguments[i]);
  if (to == from) return;
  if (call.argument_place(i) == Place::device) return device.copy_within(to, from, bytes);
  device.copy_in(to, from, bytes);
}

void copy_result(const std::byte* from, const CallMemory& call, std::size_t i, std::int64_t bytes,
                 const Device& device) {
  auto* const to = static_cast<std::byte*>(call.results[i]);
  if (to == from) return;
  if (call.result_place(i) == Place::device) return device.copy_within(to, from, bytes);
  device.copy_out(to, from, bytes);
}

// Copies arguments in, runs, copies results out. Skips arrays that are used in place.
void run_over(std::byte* const* table, const Program& program, BoundMemory& memory,
              const CallMemory& call, Executable& executable, const Computation& computation,
              const std::function<void(std::size_t)>& ran) {
  const auto device_of = [&](int buffer) -> const Device& {
    return memory.device_of(program.buffers[static_cast<std::size_t>(buffer)]);
  };
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const int buffer = program.parameters[i];
    copy_argument(table[buffer], call, i, bytes_in(program, buffer), device_of(buffer));
    ++memory.storage(buffer)->version;
  }
  ObservedRun observed(computation);
  if (ran)
    observed.run_steps(executable, table, memory, ran);
  else
    observed.run(executable, table, memory);
  observed.ran(memory);
  bool on_device = false;
  for (std::size_t i = 0; i < call.results.size(); ++i) {
    const int buffer = program.results[i];
    if (buffer < 0 || !call.results[i]) continue;
    copy_result(table[buffer], call, i, bytes_in(program, buffer), device_of(buffer));
    on_device |= call.result_place(i) == Place::device;
  }
  if (on_device) memory.device().synchronise();
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
  call_raw({arguments, results}, {});
}

void Computation::call_raw(const CallMemory& call,
                           const std::function<void(std::size_t)>& ran) const {
  BoundMemory& memory = state_->memory ? *state_->memory : state_->bind();
  const Program& program = state_->program();
  if (call.arguments.size() != program.parameters.size() ||
      call.results.size() != program.results.size()) {
    refuse_count(*state_->compilation, call.arguments.size());
  }
  if (!std::exchange(state_->compared, true)) check_same_arguments(*this, call);
  Executable& executable = *state_->compilation->executable;
  // Observers read arguments and results from the computation's own memory.
  if (!state_->large || observer())
    return run_over(memory.pointers(), program, memory, call, executable, *this, ran);
  const CallersMemory callers(program, memory, call);
  run_over(callers.table().data(), program, memory, call, executable, *this, ran);
}

}  // namespace ng
