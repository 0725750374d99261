// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "engine/base/error.h"
#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "engine/session/computation_state.h"
#include "engine/session/failed_run.h"
#include "engine/session/same_arguments.h"

namespace ng {
namespace {

std::string parameter_names(const Compilation& compilation) {
  std::string names;
  for (const NodePtr& parameter : compilation.parts.parameters) {
    names += (names.empty() ? "" : ", ") + describe(*parameter);
  }
  return names.empty() ? "none" : names;
}

template <class At>
void set_arguments(BoundMemory& memory, const Compilation& compilation, std::size_t count,
                   const At& at) {
  const std::vector<int>& parameters = compilation.program.parameters;
  if (count != parameters.size()) refuse_count(compilation, count);
  for (std::size_t i = 0; i < count; ++i) memory.storage(parameters[i])->set(at(i));
}

}  // namespace

void refuse_count(const Compilation& compilation, std::size_t given) {
  Diagnostic diagnostic;
  diagnostic.what = "'" + compilation.computation + "' takes " +
                    std::to_string(compilation.parts.parameters.size()) + " arguments";
  diagnostic.found = std::to_string(given);
  diagnostic.expected = parameter_names(compilation);
  refuse(ErrorKind::value, std::move(diagnostic));
}

const Tensor& Results::operator[](std::size_t i) const {
  if (i >= values_.size() || !values_[i]) {
    refuse(ErrorKind::value, "result " + std::to_string(i) + " of this computation has no value");
  }
  return *values_[i];
}

BoundMemory& Computation::State::bind() {
  if (!transformer) {
    refuse(ErrorKind::value,
           "the transformer of '" + compilation->computation + "' is closed; make a new one");
  }
  if (!memory) {
    try {
      memory = std::make_unique<BoundMemory>(program(), transformer->state());
    } catch (...) {
      rethrow_without_memory(program());
    }
    large = memory->device().is_host() && has_large_arrays(program());
  }
  return *memory;
}

Results Computation::call(const std::vector<Tensor>& arguments) const {
  if (!std::exchange(state_->compared, true)) check_same_arguments(*this, arguments);
  begin(arguments);
  run();
  return finish();
}

Results Computation::feed(const FeedDict& feed_dict) const {
  const Compilation& compilation = *state_->compilation;
  std::vector<Tensor> arguments;
  for (const NodePtr& parameter : compilation.parts.parameters) {
    const auto at = std::find_if(feed_dict.begin(), feed_dict.end(), [&](const auto& entry) {
      return entry.first.value().node == parameter;
    });
    if (at == feed_dict.end()) {
      refuse(ErrorKind::key, "feed_dict has no value for " + describe(*parameter));
    }
    arguments.push_back(at->second);
  }
  for (const auto& [op, value] : feed_dict) {
    const auto& known = compilation.parts.parameters;
    if (std::find(known.begin(), known.end(), op.value().node) != known.end()) continue;
    Diagnostic diagnostic;
    diagnostic.what = "feed_dict feeds an op that is not a parameter of the computation";
    diagnostic.found = describe(op.value());
    diagnostic.expected = parameter_names(compilation);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return call(arguments);
}

const std::string& Computation::name() const {
  return state_->compilation->computation;
}
const Op& Computation::node() const {
  return state_->node;
}
Transformer* Computation::transformer() const {
  return state_->transformer;
}
const Compilation& Computation::compilation() const {
  return *state_->compilation;
}

std::vector<Op> Computation::parameters() const {
  const auto& nodes = state_->compilation->parts.parameters;
  return {nodes.begin(), nodes.end()};
}

std::vector<Op> Computation::results() const {
  const auto& values = state_->compilation->parts.results;
  return {values.begin(), values.end()};
}

void Computation::begin(const std::vector<Tensor>& arguments) const {
  set_arguments(state_->bind(), *state_->compilation, arguments.size(),
                [&](std::size_t i) -> const Tensor& { return arguments[i]; });
}

void Computation::begin(std::span<const TensorPtr> arguments) const {
  set_arguments(state_->bind(), *state_->compilation, arguments.size(),
                [&](std::size_t i) -> const Tensor& { return *arguments[i]; });
}

std::size_t Computation::step_count() const {
  return state_->program().steps.size();
}

void Computation::run_step(std::size_t step) const {
  BoundMemory& memory = state_->bind();
  Observer* const looking_on = observer();
  if (looking_on && step == 0) looking_on->before(*this);
  const auto start = std::chrono::steady_clock::now();
  try {
    state_->compilation->executable->run_step(step, memory.pointers());
  } catch (...) {
    rethrow_failed_run(*state_->compilation, memory, step,
                       end_of_failed_run(state_->program(), step));
  }
  memory.ran_alone(state_->program().steps[step]);
  if (!looking_on) return;
  if (step == 0) state_->step_time = {};
  state_->step_time += std::chrono::steady_clock::now() - start;
  if (step + 1 == step_count()) looking_on->after(*this, state_->step_time.count() * 1e6);
}

void Computation::run() const {
  BoundMemory& memory = state_->bind();
  ObservedRun observed(*this);
  observed.run(*state_->compilation->executable, memory.pointers(), memory);
  observed.ran(memory);
}

void Computation::run(const std::function<void(std::size_t)>& ran) const {
  BoundMemory& memory = state_->bind();
  ObservedRun observed(*this);
  observed.run_steps(*state_->compilation->executable, memory.pointers(), memory, ran);
  observed.ran(memory);
}

ObservedRun::ObservedRun(const Computation& computation)
    : observer_(observer()), computation_(computation) {
  if (!observer_) return;
  observer_->before(computation);
  start_ = std::chrono::steady_clock::now();
}

bool ObservedRun::wants_steps() const {
  return observer_ && observer_->wants_steps(computation_);
}

void ObservedRun::run(Executable& executable, std::byte* const* table, BoundMemory& memory) {
  if (wants_steps()) return run_steps(executable, table, memory, {});
  const std::size_t first = memory.first_step();
  try {
    executable.run(table, first);
  } catch (...) {
    const Compilation& compilation = computation_.compilation();
    rethrow_failed_run(compilation, memory, first,
                       end_of_failed_run(compilation.program, executable.reached()));
  }
  memory.ran();
}

void ObservedRun::run_steps(Executable& executable, std::byte* const* table, BoundMemory& memory,
                            const std::function<void(std::size_t)>& ran) {
  const Program& program = computation_.compilation().program;
  const std::size_t first = memory.first_step();
  const bool observed = wants_steps();
  std::size_t end = first;
  try {
    for (std::size_t step = first; step < program.steps.size(); ++step) {
      end = end_of_failed_run(program, step);
      executable.run_step(step, table);
      end = step + 1;
      if (observed) observer_->stepped(computation_, step);
      if (ran) ran(step);
    }
  } catch (...) {
    rethrow_failed_run(computation_.compilation(), memory, first, end);
  }
  memory.ran();
}

void ObservedRun::ran(BoundMemory& memory) {
  if (!observer_) return;
  memory.device().synchronise();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
  observer_->after(computation_, seconds.count() * 1e6);
}

Results Computation::finish() const {
  const Program& program = state_->program();
  std::vector<std::optional<Tensor>> values;
  for (int buffer : program.results) {
    values.push_back(buffer < 0 ? std::nullopt
                                : std::optional(state_->memory->read(program, buffer)));
  }
  return Results(std::move(values));
}

Tensor Computation::read_buffer(int buffer) const {
  return state_->bind().read(state_->program(), buffer);
}

Tensor Computation::watched(std::size_t i) const {
  return read_buffer(state_->program().kept.at(i));
}

void Computation::keep_alive(const std::shared_ptr<Transformer>& transformer) {
  state_->owner = transformer;
}

}  // namespace ng
