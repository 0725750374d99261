// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/steps/gpu_executable.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "engine/backends/gpu/steps/program_steps.h"
#include "engine/backends/gpu/steps/step_clock.h"
#include "engine/backends/gpu/steps/step_graphs.h"
#include "engine/backends/gpu/steps/step_streams.h"
#include "engine/base/error.h"
#include "engine/runtime/device_times.h"

namespace ng {
namespace {

// Steps that are started together: the host reads nothing in between.
struct Segment {
  std::size_t begin = 0, end = 0;
  bool on_host = false;    // one step, which waits for the device
  bool exchanges = false;  // one step, between the memories of GPUs
  bool demands = false;    // checks before it must have passed
  bool completes = false;  // exchanges before it must have ended
  bool checks = false;     // some of its steps check indices
  std::int64_t launches = 0;
};

constexpr std::int64_t most_launches = 1 << 16;  // of one graph

// A step that overwrites state, or that the host runs, starts after the checks before it, and after
// exchanges whose values it may use: a failed one leaves undefined values.
std::vector<Segment> segments_of(const ProgramSteps& steps, const NcclExchanges& exchanges,
                                 const Program& program) {
  std::vector<Segment> segments;
  bool pending = false, exchanged = false;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    Segment next{.begin = i,
                 .end = i + 1,
                 .on_host = steps.needs_host(i),
                 .exchanges = exchanges.carries(program.steps[i]),
                 .checks = steps.checks(i),
                 .launches = steps.launches(i)};
    next.demands = pending && (next.on_host || next.exchanges || steps.writes_state(i));
    next.completes = exchanged && steps.writes_state(i);
    if (next.demands) pending = false;
    if (next.completes) exchanged = false;
    pending |= next.checks;
    exchanged |= next.exchanges;
    Segment* const last = segments.empty() ? nullptr : &segments.back();
    if (!last || last->on_host || next.on_host || last->exchanges || next.exchanges ||
        next.demands || next.completes || last->launches + next.launches > most_launches) {
      segments.push_back(next);
      continue;
    }
    last->end = next.end;
    last->checks |= next.checks;
    last->launches += next.launches;
  }
  return segments;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value && std::string_view(value) != "0";
}

class GpuExecutable : public Executable {
 public:
  GpuExecutable(const Program& program, const GpuDevice& memory, const Backend::Progress& progress)
      : program_(program),
        device_(CudaDevice::open(memory.ordinal())),
        errors_(device_, memory),
        exchanges_(program, memory, device_),
        steps_(program, memory, errors_, exchanges_, progress),
        streams_(device_, program),
        graphs_(device_),
        clock_(device_, std::string(memory.name()), program),
        segments_(segments_of(steps_, exchanges_, program)) {
    compiler = steps_.compiler;
    cached = steps_.cached;
    compile_ms = steps_.compile_ms;
  }

  // Returns when all exchanges are complete: later work does not depend on other ranks.
  void run(std::byte* const* buffers, std::size_t first_step) override {
    with_exchanges([&] { run_steps(buffers, first_step); });
  }

  void run_step(std::size_t step, std::byte* const* buffers) override {
    with_exchanges([&] { run_single(step, buffers); });
  }

 private:
  // Other ranks may wait for what is on its way when this one fails.
  template <class Body>
  void with_exchanges(Body&& body) {
    try {
      body();
    } catch (...) {
      exchanges_.end();
      throw;
    }
  }

  // The first call waits after each step, so that a kernel that fails is named.
  void run_steps(std::byte* const* buffers, std::size_t first_step) {
    errors_.restart();
    const bool timed = DeviceTimes::shared().noting();
    if (timed) clock_.begin();
    if (waits_for_each_ || !(ran_ || graphs_.use() == GraphUse::first)) {
      for (std::size_t i = first_step; i < program_.steps.size(); ++i) run_alone(i, buffers, timed);
    } else {
      for (const Segment& segment : segments_) {
        if (segment.end <= first_step) continue;
        run(segment, std::max(first_step, segment.begin), buffers, timed);
      }
      exchanges_.complete();
      demand_checks();
    }
    ran_ = true;
    if (timed) clock_.report();
  }

  void run_single(std::size_t step, std::byte* const* buffers) {
    errors_.restart();
    const bool timed = DeviceTimes::shared().noting();
    if (timed) clock_.begin();
    run_alone(step, buffers, timed);
    if (timed) clock_.report();
  }

  static std::string doing(const Step& step) {
    const char* const what = step.is<KernelStep>() ? "the kernel '" : "the step '";
    return "running " + (what + step.name) + "'";
  }

  void run_alone(std::size_t index, std::byte* const* buffers, bool timed) {
    const Step& step = program_.steps[index];
    reached_ = index;
    try {
      if (exchanges_.carries(step)) {
        exchange(index, buffers, timed);
      } else {
        if (timed) clock_.before(index, 0, device_->stream());
        steps_.start(index, buffers, device_->stream());
        if (timed) clock_.after(device_->stream());
      }
      exchanges_.complete();
      device_->wait(doing(step));
      demand_checks();
    } catch (const Error& error) {
      Diagnostic diagnostic = error.diagnostic();
      if (diagnostic.ops.empty()) diagnostic.ops.assign(step.ops.begin(), step.ops.end());
      throw Error(error.fault(), error.kind(), std::move(diagnostic));
    }
  }

  // Measured where it is transferred; of the end of an exchange that was started, the waiting.
  void exchange(std::size_t index, std::byte* const* buffers, bool timed) {
    const Step& step = program_.steps[index];
    const bool ends = step.as<CollectiveStep>()->carried == CollectiveStep::Part::finish;
    const cuda::Stream on = ends ? device_->stream() : exchanges_.stream();
    exchanges_.prepare(step, buffers, device_->stream());
    if (timed) clock_.before(index, ends ? 0 : exchange_lane, on);
    exchanges_.transfer(step, buffers);
    if (ends) exchanges_.join(step, buffers, device_->stream());
    if (timed) clock_.after(on);
    if (!ends) exchanges_.join(step, buffers, device_->stream());
  }

  void run(const Segment& segment, std::size_t begin, std::byte* const* buffers, bool timed) {
    if (segment.demands || segment.on_host) exchanges_.complete();
    if (segment.completes) exchanges_.complete_joined();
    if (segment.demands) demand_checks();
    if (segment.exchanges) {
      reached_ = begin;
      return exchange(begin, buffers, timed);
    }
    if (segment.on_host) return run_alone(begin, buffers, timed);
    reached_ = segment.end - 1;
    const auto start = [&](cuda::Stream stream) {
      issue(begin, segment.end, buffers, stream, timed);
    };
    const std::span addresses(buffers, program_.buffers.size());
    const bool whole = !timed && segment.launches > 1 && segment.launches <= most_launches;
    if (!whole || !graphs_.launch(begin, segment.end, addresses, start)) start(device_->stream());
    if (segment.checks) errors_.note_check();
  }

  // Starts the steps [begin, end), which follow and precede all other work of `own`.
  void issue(std::size_t begin, std::size_t end, std::byte* const* buffers, cuda::Stream own,
             bool timed) {
    device_->make_current();
    streams_.fork(own, begin, end);
    try {
      for (std::size_t i = begin; i < end; ++i) {
        const cuda::Stream stream = streams_.before(i);
        if (timed) clock_.before(i, streams_.place(i).lane, stream);
        steps_.start(i, buffers, stream);
        if (timed) clock_.after(stream);
        streams_.after(i);
      }
    } catch (...) {
      streams_.join_after_failure();
      throw;
    }
    streams_.join();
  }

  void demand_checks() {
    if (!errors_.pending()) return;
    try {
      errors_.demand();
    } catch (const Error&) {
      if (const auto step = errors_.failed_step()) reached_ = *step;
      throw;
    }
  }

  const Program& program_;
  std::shared_ptr<CudaDevice> device_;
  CheckErrors errors_;
  NcclExchanges exchanges_;
  ProgramSteps steps_;
  StepStreams streams_;
  StepGraphs graphs_;
  StepClock clock_;
  const std::vector<Segment> segments_;
  const bool waits_for_each_ = is_set("NGRAPH_GPU_CHECK");
  bool ran_ = false;
};

}  // namespace

std::unique_ptr<Executable> gpu_executable(const Program& program, const GpuDevice& device,
                                           const Backend::Progress& progress) {
  return std::make_unique<GpuExecutable>(program, device, progress);
}

}  // namespace ng
