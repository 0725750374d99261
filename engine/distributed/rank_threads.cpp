// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rank_threads.h"

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/backends/backend.h"
#include "engine/distributed/call_queue.h"
#include "engine/distributed/first_failure.h"
#include "engine/distributed/rank_memory.h"
#include "engine/distributed/run_ranks.h"
#include "engine/distributed/simulated_world.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

void require_number(const MeshAxis& axis) {
  if (axis.ranks > 0) return;
  Diagnostic diagnostic;
  diagnostic.what = "the number of ranks along " + axis.name + " is not known";
  diagnostic.expected = "a number, as in " + axis.name + "=4";
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_last(const std::vector<MeshAxis>& axes) {
  for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
    if (!axes[i].is_stages()) continue;
    Diagnostic diagnostic;
    diagnostic.what = "stages are the last axis of the ranks";
    diagnostic.found = mesh_text(axes);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

// Copies of a program share the bodies of its loops: here each has its own, with the rank's mesh.
Program own_copy(const Program& program) {
  Program copy = program;
  for (Step& step : copy.steps) {
    if (!step.loop()) continue;
    auto loop = std::make_shared<Loop>(*step.loop());
    loop->body = own_copy(loop->body);
    step.as<LoopStep>()->loop = std::move(loop);
  }
  return copy;
}

struct Rank {
  Program program;
  std::unique_ptr<Executable> executable = nullptr;
  CommunicatorPtr communicator = nullptr;
  std::optional<RankMemory> memory = {};
  CallQueue thread = {};  // not of the caller
};

// Without stages all ranks run each step together. With stages the programs differ: the others run
// the whole of a call while the caller's rank runs its steps.
class RankThreads final : public Executable {
 public:
  RankThreads(const Backend& backend, const Program& program,
              std::span<const Program* const> stages, std::vector<MeshAxis> axes,
              const Backend::Progress& progress, bool at_once, std::shared_ptr<RankStepTimes> times)
      : axes_(std::move(axes)),
        times_(std::move(times)),
        device_(backend.device()),
        staged_(!stages.empty()) {
    cached = true;
    const int ranks = mesh_size(axes_);
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
      if (!stages[stage]) caller_ = stage;
    for (int i = 0; i < ranks; ++i) {
      const auto number = static_cast<std::size_t>(i);
      const Program* of_stage = staged_ ? stages[number % stages.size()] : nullptr;
      Rank& rank = ranks_.emplace_back(own_copy(of_stage ? *of_stage : program));
      const auto part = [&](double done) { return !progress || progress((i + done) / ranks); };
      rank.executable =
          at_once ? backend.interpret(rank.program, part) : backend.compile(rank.program, part);
      compile_ms += rank.executable->compile_ms;
      cached &= rank.executable->cached;
      compiler = rank.executable->compiler;
    }
  }

  ~RankThreads() override { abandon(); }

  void run(std::byte* const* buffers, std::size_t first_step) override {
    // The other ranks may have values of another computation of this program.
    if (buffers != bound_) first_step = 0;
    begin_call(buffers);
    next_ = steps();
    if (staged_) {
      start_others(false);
      on_caller([&](Rank& rank) { rank.executable->run(rank.memory->pointers(), first_step); });
    } else {
      on_all([&](std::size_t, Rank& rank) {
        rank.executable->run(rank.memory->pointers(), first_step);
      });
    }
    end_call();
  }

  void run_step(std::size_t step, std::byte* const* buffers) override {
    const bool continues = step > 0 && step == next_ && buffers == bound_;
    if (!continues) begin_call(buffers);
    next_ = step + 1;
    staged_ ? run_staged_step(step, continues) : run_step_of_all(step);
    if (next_ == steps()) end_call();
  }

 private:
  using Clock = RankStepTimes::Clock;

  std::size_t steps() const { return ranks_[caller_].program.steps.size(); }

  void run_step_of_all(std::size_t step) {
    std::vector<RankStepTimes::Span> spans(ranks_.size());
    on_all([&](std::size_t i, Rank& rank) {
      spans[i].begin = Clock::now();
      rank.executable->run_step(step, rank.memory->pointers());
      spans[i].end = Clock::now();
    });
    if (!times_) return;
    times_->step = step;
    times_->ranks = std::move(spans);
  }

  void run_staged_step(std::size_t step, bool continues) {
    if (!continues) start_others(true);
    on_caller([&](Rank& rank) { rank.executable->run_step(step, rank.memory->pointers()); });
  }

  void run_in_steps(int number, Rank& rank) {
    const int stage = number % stages_of(axes_);
    for (std::size_t step = 0; step < rank.program.steps.size(); ++step) {
      const Clock::time_point begin = Clock::now();
      rank.executable->run_step(step, rank.memory->pointers());
      if (times_)
        times_->add({number, stage, rank.program.steps[step].name, {begin, Clock::now()}});
    }
  }

  void begin_call(std::byte* const* buffers) {
    if (!running_.empty()) abandon();
    if (!ranks_[caller_].communicator) connect();
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      Rank& rank = ranks_[i];
      if (!rank.memory)
        rank.memory.emplace(rank.program, ranks_[caller_].program,
                            i == caller_ ? RankMemory::Of::caller
                            : staged_    ? RankMemory::Of::other
                                         : RankMemory::Of::same,
                            axes_, static_cast<int>(i), device_);
      rank.memory->take(buffers);
    }
    bound_ = buffers;
  }

  void end_call() {
    running_.clear();  // waits
    finish();
    for (const Rank& rank : ranks_) rank.memory->give(bound_);
  }

  // A world that has failed cannot be used again.
  void connect() {
    SimulatedWorld world(static_cast<int>(ranks_.size()), patience_of_threads);
    for (std::size_t i = 0; i < ranks_.size(); ++i)
      ranks_[i].communicator = world.communicator(static_cast<int>(i));
    on_all([&](std::size_t, Rank& rank) {
      const auto mesh = std::make_shared<RankMesh>(rank.communicator, axes_);
      for_each_program(rank.program, [&mesh](Program& each) { each.ranks = mesh; });
    });
  }

  void guard(std::size_t i, const std::function<void()>& body) {
    failure_->guard(static_cast<int>(i), *ranks_[i].communicator, body);
  }

  void start(std::size_t i, std::function<void()> body) {
    guard(i, [&] {
      running_.push_back(
          ranks_[i].thread.start([this, i, body = std::move(body)] { guard(i, body); }));
    });
  }

  void start_others(bool in_steps) {
    if (times_) times_->clear();
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      if (i == caller_) continue;
      Rank& rank = ranks_[i];
      start(i, [this, i, &rank, in_steps] {
        if (in_steps && times_) return run_in_steps(static_cast<int>(i), rank);
        rank.executable->run(rank.memory->pointers(), 0);
      });
    }
  }

  // A failure ends the call: the others end, too.
  void on_caller(const std::function<void(Rank&)>& body) {
    Rank& rank = ranks_[caller_];
    bool done = false;
    guard(caller_, [&] {
      body(rank);
      done = true;
    });
    reached_ = rank.executable->reached();
    if (done) return;
    running_.clear();
    finish();
  }

  // Runs `body` for every rank on its thread, the caller's here.
  void on_all(const std::function<void(std::size_t, Rank&)>& body) {
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      Rank& rank = ranks_[i];
      if (i != caller_) start(i, [&body, i, &rank] { body(i, rank); });
    }
    guard(caller_, [&] { body(caller_, ranks_[caller_]); });
    running_.clear();  // waits
    reached_ = ranks_[caller_].executable->reached();
    finish();
  }

  // Throws the failure of the ranks' calls that have ended.
  void finish() {
    const std::unique_ptr<FirstFailure> failure =
        std::exchange(failure_, std::make_unique<FirstFailure>());
    if (failure->failed()) disconnect();
    failure->rethrow();
  }

  // Ends a call whose steps do not continue.
  void abandon() {
    if (running_.empty()) return;
    ranks_[caller_].communicator->abort("the call was given up");
    running_.clear();
    failure_ = std::make_unique<FirstFailure>();
    disconnect();
  }

  void disconnect() {
    next_ = 0;
    for (Rank& rank : ranks_) {
      for_each_program(rank.program, [](Program& each) { each.ranks.reset(); });
      rank.communicator.reset();
    }
  }

  const std::vector<MeshAxis> axes_;
  const std::shared_ptr<RankStepTimes> times_;
  const Device& device_;
  const bool staged_;
  std::size_t caller_ = 0;  // the rank of the thread that calls
  std::deque<Rank> ranks_;
  std::byte* const* bound_ = nullptr;  // the memory of the last call
  std::size_t next_ = 0;               // the step that follows the last one of the call
  std::unique_ptr<FirstFailure> failure_ = std::make_unique<FirstFailure>();
  std::vector<PendingCallPtr> running_;  // calls of the other ranks' threads
};

}  // namespace

void RankStepTimes::add(Ended step) {
  const std::scoped_lock lock(mutex_);
  ended_.push_back(std::move(step));
}

std::vector<RankStepTimes::Ended> RankStepTimes::take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(ended_, {});
}

void RankStepTimes::clear() {
  take();
  ranks.clear();
}

void run_ranks_as_threads(CompileOptions& options, const std::vector<MeshAxis>& axes,
                          std::shared_ptr<RankStepTimes> times) {
  for (const MeshAxis& axis : axes) require_number(axis);
  require_last(axes);
  if (mesh_size(axes) < 2) return;
  options.passes.ranks = axes;
  options.make_executable = [axes, times = std::move(times)](
                                const Backend& backend, const Program& program,
                                std::span<const Program* const> stages,
                                const Backend::Progress& progress, bool at_once) {
    return std::make_unique<RankThreads>(backend, program, stages, axes, progress, at_once, times);
  };
}

CompileOptions without_rank_threads(CompileOptions options) {
  options.passes.ranks.clear();
  options.passes.stage = 0;
  options.passes.micro_batches = 0;
  options.passes.shard_state = ShardState::none;
  options.make_executable = {};
  return options;
}

}  // namespace ng
