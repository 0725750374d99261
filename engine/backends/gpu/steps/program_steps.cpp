// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/steps/program_steps.h"

#include <algorithm>
#include <chrono>

#include "engine/backends/gpu/matmul_kernels.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/host_steps.h"
#include "engine/backends/run_loop.h"
#include "engine/base/error.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

// The device of a loop's copies: they run on the loop's stream.
class OnStream : public GpuDevice {
 public:
  OnStream(const GpuDevice& device, CudaDevice& cuda, cuda::Stream stream)
      : GpuDevice(std::string(device.name()), device.ordinal()), cuda_(cuda), stream_(stream) {}
  void copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) const override {
    cuda_.copy_within(to, from, bytes, stream_);
  }

 private:
  CudaDevice& cuda_;
  cuda::Stream stream_;
};

}  // namespace

// Starts one step.
class ProgramSteps::Starter {
 public:
  Starter(ProgramSteps& owner, std::size_t index, std::byte* const* buffers, cuda::Stream stream)
      : owner_(owner),
        device_(*owner.device_),
        index_(index),
        step_(owner.program_.steps[index]),
        buffers_(buffers),
        stream_(stream) {}

  void operator()(const KernelStep&) const { owner_.launch(index_, buffers_, stream_); }
  void operator()(const WindowStep&) const {
    if (owner_.check_functions_[index_]) owner_.check(index_, read(1), stream_);
    owner_.launch(index_, buffers_, stream_);
  }
  void operator()(const ClassCheck&) const {
    owner_.check(index_, read(0), stream_);
    owner_.launch(index_, buffers_, stream_);
  }
  void operator()(const CopyStep&) const {
    device_.copy_within(written(0), read(0), bytes(step_.writes[0]), stream_);
  }
  void operator()(const JoinStep& join) const {
    std::byte* to = written(0);
    for (std::int64_t row = 0; row < join.rows; ++row) {
      for (std::size_t i = 0; i < join.block_bytes.size(); ++i) {
        device_.copy_within(to, read(i) + row * join.block_bytes[i], join.block_bytes[i], stream_);
        to += join.block_bytes[i];
      }
    }
  }
  void operator()(const Matmul& matmul) const {
    if (is_small(matmul)) return owner_.launch(index_, buffers_, stream_);
    if (matmul.accumulate) {
      device_.copy_within(written(0), read(2), bytes(step_.writes[0]), stream_);
    }
    std::byte* factors = nullptr;
    if (step_.reads.size() > 3) {
      std::byte* scale = read(3);
      factors = owner_.factors_.data();
      void* arguments[] = {&scale, &factors};
      device_.launch(owner_.functions_[index_], 1, step_kernel_block, arguments, step_.name,
                     stream_);
    }
    device_.make_current();
    device_.matmuls().multiply(matmul, read(0), read(1), written(0), factors, stream_);
  }
  void operator()(const AxisStep&) const { run_on_host(); }
  void operator()(const PrintStep&) const { run_on_host(); }
  void operator()(const EvaluateStep&) const { run_on_host(); }
  void operator()(const CollectiveStep& exchange) const {
    if (owner_.is_local(exchange)) return take_part(exchange);
    NcclExchanges& exchanges = owner_.exchanges_;
    if (!exchanges.carries(step_)) return run_on_host();
    exchanges.prepare(step_, buffers_, stream_);
    exchanges.transfer(step_, buffers_);
    exchanges.join(step_, buffers_, stream_);
  }
  void operator()(const LoopStep&) const {
    ProgramSteps& body = *owner_.bodies_[index_];
    body.stream_ = stream_;
    body.completes_exchanges_ =
        owner_.completes_exchanges_ || (owner_.writes_state(index_) && owner_.needs_host(index_));
    run_loop(step_, body, buffers_, OnStream(owner_.memory_, device_, stream_));
  }

 private:
  std::byte* read(std::size_t i) const { return buffers_[step_.reads[i]]; }
  std::byte* written(std::size_t i) const { return buffers_[step_.writes[i]]; }
  const Buffer& buffer(int i) const { return owner_.program_.buffers[static_cast<std::size_t>(i)]; }
  std::int64_t bytes(int i) const { return buffer(i).bytes; }

  // This rank's part of the whole.
  void take_part(const CollectiveStep& shard) const {
    const RankMesh* const mesh = owner_.program_.ranks.get();
    const int ranks = mesh ? mesh->group(shard.group).size() : 1;
    const int own = mesh ? mesh->group(shard.group).rank() : 0;
    const std::int64_t block = shard.part_bytes() / std::max<std::int64_t>(1, shard.outer);
    device_.copy_rows(written(0), read(0) + own * block, {shard.outer, block, block, ranks * block},
                      stream_);
  }

  // In a loop, exchanges may be on their way: the device waits for them, and only the exchanges
  // know when other ranks fail.
  void run_on_host() const {
    owner_.exchanges_.complete();
    std::vector<std::byte*> table(owner_.program_.buffers.size());
    std::vector<Memory> memory;
    for (const auto* list : {&step_.reads, &step_.writes}) {
      for (const int i : *list) {
        std::byte*& place = table[static_cast<std::size_t>(i)];
        if (place) continue;
        memory.emplace_back(bytes(i), "the host's copy of '" + buffer(i).name + "'");
        place = memory.back().data();
      }
    }
    for (const int i : step_.reads)
      device_.copy_out(table[static_cast<std::size_t>(i)], buffers_[i], bytes(i));
    run_host_step(owner_.program_, step_, table.data());
    for (const int i : step_.writes)
      device_.copy_in(buffers_[i], table[static_cast<std::size_t>(i)], bytes(i));
  }

  ProgramSteps& owner_;
  CudaDevice& device_;
  const std::size_t index_;
  const Step& step_;
  std::byte* const* buffers_;
  const cuda::Stream stream_;
};

ProgramSteps::ProgramSteps(const Program& program, const GpuDevice& memory, CheckErrors& errors,
                           NcclExchanges& exchanges, const Backend::Progress& progress,
                           const std::size_t* outer)
    : program_(program),
      memory_(memory),
      errors_(errors),
      exchanges_(exchanges),
      device_(CudaDevice::open(memory.ordinal())),
      source_(gpu_source(program)),
      factors_(64, "the factors of matmuls", memory) {
  const auto start = Clock::now();
  if (progress && !progress(0))
    refuse(ErrorKind::cancelled, "the compilation was cancelled while compiling kernels");
  compiler = nvrtc_availability().what;
  cached = true;
  if (!source_.text.empty()) module_ = std::make_unique<CudaModule>(device_, source_.text);
  if (module_) cached = module_->cached();
  compile_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    const GpuSource::Entry& entry = source_.of_steps[i];
    const std::size_t around = outer ? *outer : i;
    functions_.push_back(entry.function.empty() ? nullptr : module_->function(entry.function));
    sum_functions_.push_back(entry.sum_blocks ? module_->function(entry.function + "_sum")
                                              : nullptr);
    const bool checked = entry.checked != 0;
    check_functions_.push_back(checked ? module_->function(entry.function + "_check") : nullptr);
    check_numbers_.push_back(checked ? errors.add(step, around) : 0);
    if (const auto* matmul = step.as<Matmul>(); matmul && !is_small(*matmul)) {
      device_->make_current();
      device_->matmuls().require();
    }
    bodies_.push_back(step.loop()
                          ? std::make_unique<ProgramSteps>(step.loop()->body, memory_, errors,
                                                           exchanges, progress, &around)
                          : nullptr);
    if (!bodies_.back()) continue;
    compile_ms += bodies_.back()->compile_ms;
    cached &= bodies_.back()->cached;
  }
}

bool ProgramSteps::needs_host(std::size_t index) const {
  const Step& step = program_.steps[index];
  if (step.is<AxisStep>() || step.is<PrintStep>() || step.is<EvaluateStep>()) return true;
  if (const auto* exchange = step.as<CollectiveStep>())
    return !is_local(*exchange) && !exchanges_.carries(step);
  if (check_functions_[index] && writes_state(index)) return true;  // see check()
  if (!bodies_[index]) return false;
  const ProgramSteps& body = *bodies_[index];
  for (std::size_t i = 0; i < body.program_.steps.size(); ++i) {
    if (body.needs_host(i) || body.exchanges_.carries(body.program_.steps[i])) return true;
  }
  return false;
}

// A shard of as many parts as there are ranks; others are refused on the host.
bool ProgramSteps::is_local(const CollectiveStep& exchange) const {
  if (exchange.kind != CollectiveKind::shard) return false;
  const int ranks = program_.ranks ? program_.ranks->group(exchange.group).size() : 1;
  return exchange.ranks == 0 || exchange.ranks == ranks;
}

bool ProgramSteps::checks(std::size_t index) const {
  if (check_functions_[index]) return true;
  if (!bodies_[index]) return false;
  const ProgramSteps& body = *bodies_[index];
  for (std::size_t i = 0; i < body.program_.steps.size(); ++i) {
    if (body.checks(i)) return true;
  }
  return false;
}

std::int64_t ProgramSteps::launches(std::size_t index) const {
  const Step& step = program_.steps[index];
  if (const auto* join = step.as<JoinStep>())
    return join->rows * static_cast<std::int64_t>(join->block_bytes.size());
  if (!bodies_[index]) return check_functions_[index] || sum_functions_[index] ? 2 : 1;
  const ProgramSteps& body = *bodies_[index];
  std::int64_t inside = 1;
  for (std::size_t i = 0; i < body.program_.steps.size(); ++i) inside += body.launches(i);
  return inside * step.loop()->count;
}

bool ProgramSteps::writes_state(std::size_t index) const {
  const Step& step = program_.steps[index];
  return std::any_of(step.writes.begin(), step.writes.end(), [this](int buffer) {
    return program_.buffers[static_cast<std::size_t>(buffer)].kind == BufferKind::persistent;
  });
}

void ProgramSteps::start(std::size_t step, std::byte* const* buffers, cuda::Stream stream) {
  std::visit(Starter(*this, step, buffers, stream), program_.steps[step].work);
}

void ProgramSteps::run(std::byte* const* buffers, std::size_t first_step) {
  for (std::size_t i = first_step; i < program_.steps.size(); ++i) {
    if (completes_exchanges_) exchanges_.complete_joined();
    start(i, buffers, stream_);
  }
  if (completes_exchanges_) exchanges_.complete_joined();  // the loop may copy its state
}

void ProgramSteps::run_step(std::size_t step, std::byte* const* buffers) {
  start(step, buffers, device_->stream());
}

void ProgramSteps::launch(std::size_t index, std::byte* const* buffers, cuda::Stream stream) {
  const Step& step = program_.steps[index];
  const GpuSource::Entry& entry = source_.of_steps[index];
  std::vector<std::byte*> values;
  for (const int buffer : step.reads) values.push_back(buffers[buffer]);
  for (const int buffer : step.writes) values.push_back(buffers[buffer]);
  std::vector<void*> arguments;
  for (std::byte*& value : values) arguments.push_back(&value);
  device_->launch(functions_[index], entry.blocks, entry.threads, arguments.data(), step.name,
                  stream);
  if (!sum_functions_[index]) return;
  device_->launch(sum_functions_[index], entry.sum_blocks, entry.threads, arguments.data(),
                  step.name, stream);
}

// A step that overwrites state itself waits for its check.
void ProgramSteps::check(std::size_t index, std::byte* indices, cuda::Stream stream) {
  if (!check_functions_[index]) return;  // no indices
  std::byte* error = errors_.memory();
  std::uint64_t number = check_numbers_[index];
  void* arguments[] = {&indices, &error, &number};
  device_->launch(check_functions_[index], 1, check_block, arguments, program_.steps[index].name,
                  stream);
  errors_.note_check();
  if (!writes_state(index)) return;
  exchanges_.complete();
  errors_.demand();
}

}  // namespace ng
