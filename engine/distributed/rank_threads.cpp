// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rank_threads.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/backends/backend.h"
#include "engine/distributed/call_queue.h"
#include "engine/distributed/first_failure.h"
#include "engine/distributed/run_ranks.h"
#include "engine/distributed/simulated_world.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

bool has_storage(const Buffer& buffer) {
  return buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::input;
}

std::set<int> written_buffers(const Program& program) {
  std::set<int> written;
  for (const Step& step : program.steps) written.insert(step.writes.begin(), step.writes.end());
  return written;
}

// The memory of a rank after the first: its own for what it computes; what no step writes is read
// where the first rank has it.
class RankMemory {
 public:
  RankMemory(const Program& program, const std::set<int>& written, const Device& device)
      : device_(device), pool_(program.pool_bytes, "the temporaries of a rank", device) {
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
      const Buffer& buffer = program.buffers[i];
      table_.push_back(nullptr);
      own_.emplace_back();
      if (buffer.kind == BufferKind::temporary) {
        table_.back() = pool_.data() + buffer.offset;
      } else if (!has_storage(buffer) && buffer.kind != BufferKind::constant) {
        make_own(i, buffer);
      } else if (written.count(static_cast<int>(i)) > 0) {
        make_own(i, buffer);
        copied_.push_back(i);
      } else {
        shared_.push_back(i);
      }
    }
  }

  // The values of the first rank, before a call.
  void take(std::byte* const* first) {
    for (const std::size_t i : shared_) table_[i] = first[i];
    for (const std::size_t i : copied_) {
      if (own_[i].bytes() > 0) device_.copy_within(table_[i], first[i], own_[i].bytes());
    }
  }
  std::byte* const* pointers() const { return table_.data(); }

 private:
  void make_own(std::size_t i, const Buffer& buffer) {
    own_[i] = Memory(buffer.bytes, "'" + buffer.name + "' of a rank", device_);
    table_[i] = own_[i].data();
  }

  const Device& device_;
  Memory pool_;
  std::vector<Memory> own_;  // by buffer; empty: of the pool, or shared
  std::vector<std::byte*> table_;
  std::vector<std::size_t> shared_, copied_;
};

void require_number(const MeshAxis& axis) {
  if (axis.ranks > 0) return;
  Diagnostic diagnostic;
  diagnostic.what = "the number of ranks along " + axis.name + " is not known";
  diagnostic.expected = "a number, as in " + axis.name + "=4";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Ranks that have other programs or other state than the first need processes, or transformers, of
// their own.
void require_equal_ranks(const std::vector<MeshAxis>& axes, const Program& program) {
  const bool staged =
      std::any_of(axes.begin(), axes.end(), [](const MeshAxis& axis) { return axis.is_stages(); });
  const bool in_parts =
      std::any_of(program.buffers.begin(), program.buffers.end(),
                  [](const Buffer& buffer) { return !buffer.placement.is_whole(); });
  if (!staged && !in_parts) return;
  Diagnostic diagnostic;
  diagnostic.what = staged ? "stages are different programs, which one computation cannot run"
                           : "state in parts cannot be kept by the ranks of one computation";
  diagnostic.action = "use 'ngraph run' or mpirun: each of their ranks has a transformer";
  refuse(ErrorKind::value, std::move(diagnostic));
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
  std::optional<RankMemory> memory = {};  // not of the first: the caller's
  CallQueue thread = {};                  // not of the first
};

class RankThreads final : public Executable {
 public:
  RankThreads(const Backend& backend, const Program& program, std::vector<MeshAxis> axes,
              const Backend::Progress& progress, bool at_once, std::shared_ptr<RankStepTimes> times)
      : axes_(std::move(axes)),
        times_(std::move(times)),
        device_(backend.device()),
        written_(written_buffers(program)) {
    require_equal_ranks(axes_, program);
    cached = true;
    const int ranks = mesh_size(axes_);
    for (int i = 0; i < ranks; ++i) {
      Rank& rank = ranks_.emplace_back(own_copy(program));
      const auto part = [&](double done) { return !progress || progress((i + done) / ranks); };
      rank.executable =
          at_once ? backend.interpret(rank.program, part) : backend.compile(rank.program, part);
      compile_ms += rank.executable->compile_ms;
      cached &= rank.executable->cached;
      compiler = rank.executable->compiler;
    }
  }

  void run(std::byte* const* buffers, std::size_t first_step) override {
    // The other ranks may have values of another computation of this program.
    if (buffers != bound_) first_step = 0;
    begin_call(buffers);
    next_ = ranks_[0].program.steps.size();
    on_all([&](std::size_t, Rank& rank) {
      rank.executable->run(table_of(rank, buffers), first_step);
    });
  }

  void run_step(std::size_t step, std::byte* const* buffers) override {
    const bool continues = step > 0 && step == next_ && buffers == bound_;
    if (!continues) begin_call(buffers);
    next_ = step + 1;
    std::vector<RankStepTimes::Span> spans(ranks_.size());
    on_all([&](std::size_t i, Rank& rank) {
      spans[i].begin = RankStepTimes::Clock::now();
      rank.executable->run_step(step, table_of(rank, buffers));
      spans[i].end = RankStepTimes::Clock::now();
    });
    if (times_) *times_ = {step, std::move(spans)};
  }

 private:
  static std::byte* const* table_of(const Rank& rank, std::byte* const* buffers) {
    return rank.memory ? rank.memory->pointers() : buffers;
  }

  void begin_call(std::byte* const* buffers) {
    if (!ranks_[0].communicator) connect();
    for (std::size_t i = 1; i < ranks_.size(); ++i) {
      Rank& rank = ranks_[i];
      if (!rank.memory) rank.memory.emplace(rank.program, written_, device_);
      rank.memory->take(buffers);
    }
    bound_ = buffers;
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

  // Runs `body` for every rank on its thread, the first one here.
  void on_all(const std::function<void(std::size_t, Rank&)>& body) {
    FirstFailure failure;
    const auto guarded = [&](std::size_t i) {
      Rank& rank = ranks_[i];
      failure.guard(static_cast<int>(i), *rank.communicator, [&] { body(i, rank); });
    };
    {
      std::vector<PendingCallPtr> others;
      for (std::size_t i = 1; i < ranks_.size(); ++i) {
        failure.guard(static_cast<int>(i), *ranks_[i].communicator, [&] {
          others.push_back(ranks_[i].thread.start([&guarded, i] { guarded(i); }));
        });
      }
      guarded(0);
    }  // waits
    reached_ = ranks_[0].executable->reached();
    if (failure.failed()) disconnect();
    failure.rethrow();
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
  const std::set<int> written_;
  std::deque<Rank> ranks_;
  std::byte* const* bound_ = nullptr;  // the memory of the last call
  std::size_t next_ = 0;               // the step that follows the last one of the call
};

}  // namespace

void run_ranks_as_threads(CompileOptions& options, const std::vector<MeshAxis>& axes,
                          std::shared_ptr<RankStepTimes> times) {
  for (const MeshAxis& axis : axes) require_number(axis);
  if (mesh_size(axes) < 2) return;
  options.passes.ranks = axes;
  options.make_executable = [axes, times = std::move(times)](
                                const Backend& backend, const Program& program,
                                const Backend::Progress& progress, bool at_once) {
    return std::make_unique<RankThreads>(backend, program, axes, progress, at_once, times);
  };
}

CompileOptions without_rank_threads(CompileOptions options) {
  options.passes.ranks.clear();
  options.make_executable = {};
  return options;
}

}  // namespace ng
