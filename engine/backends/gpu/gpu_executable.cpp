// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/gpu_executable.h"

#include <chrono>
#include <optional>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/backends/gpu/cuda_module.h"
#include "engine/backends/gpu/gpu_source.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/gpu/step_kernels.h"
#include "engine/backends/host_steps.h"
#include "engine/backends/run_loop.h"
#include "engine/base/error.h"
#include "engine/runtime/memory.h"

namespace ng {
namespace {

constexpr std::ptrdiff_t factors_place = 16;

using Clock = std::chrono::steady_clock;

class GpuExecutable : public Executable {
 public:
  GpuExecutable(const Program& program, const GpuDevice& memory, const Backend::Progress& progress)
      : program_(program),
        memory_(memory),
        device_(CudaDevice::open(memory.ordinal())),
        source_(gpu_source(program)),
        words_(64, "the words of steps", memory) {
    const auto start = Clock::now();
    if (progress && !progress(0))
      refuse(ErrorKind::cancelled, "the compilation was cancelled while compiling kernels");
    compiler = nvrtc_availability().what;
    cached = true;
    if (!source_.text.empty()) module_ = std::make_unique<CudaModule>(device_, source_.text);
    if (module_) cached = module_->cached();
    for (const GpuSource::Entry& entry : source_.of_steps) {
      functions_.push_back(entry.function.empty() ? nullptr : module_->function(entry.function));
      checks_.push_back(entry.checked ? module_->function(entry.function + "_check") : nullptr);
    }
    device_->copy_in(words_.data(), &no_position, sizeof no_position);
    compile_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    for (const Step& step : program.steps) {
      if (step.is<MatrixProduct>()) device_->require_products();
      bodies_.push_back(step.loop() ? std::make_unique<GpuExecutable>(step.loop()->body, memory_,
                                                                      progress)
                                    : nullptr);
      if (!bodies_.back()) continue;
      compile_ms += bodies_.back()->compile_ms;
      cached &= bodies_.back()->cached;
    }
  }

  void run(std::byte* const* buffers, std::size_t first_step) override {
    for (std::size_t i = first_step; i < program_.steps.size(); ++i) start(i, buffers);
  }

  void run_step(std::size_t step, std::byte* const* buffers) override {
    start(step, buffers);
    device_->synchronise();
  }

 private:
  // Starts one step. All functions of this class return once it can run without them.
  class Starter {
   public:
    Starter(GpuExecutable& owner, std::size_t index, std::byte* const* buffers)
        : owner_(owner),
          device_(*owner.device_),
          index_(index),
          step_(owner.program_.steps[index]),
          buffers_(buffers) {}

    void operator()(const KernelStep&) const { owner_.launch(index_, buffers_); }
    void operator()(const WindowStep& window) const {
      if (const auto* lookup = std::get_if<Lookup>(&window)) {
        if (const auto place = owner_.wrong_index(index_, buffers_[step_.reads[1]]))
          refuse_index(*lookup, element(step_.reads[1], *place));
      }
      owner_.launch(index_, buffers_);
    }
    void operator()(const ClassCheck& check) const {
      if (const auto place = owner_.wrong_index(index_, read(0)))
        checked_class(check, element(step_.reads[0], *place));
      owner_.launch(index_, buffers_);
    }
    void operator()(const CopyStep&) const {
      device_.copy_within(written(0), read(0), bytes(step_.writes[0]));
    }
    void operator()(const JoinStep& join) const {
      std::byte* to = written(0);
      for (std::int64_t row = 0; row < join.rows; ++row) {
        for (std::size_t i = 0; i < join.block_bytes.size(); ++i) {
          device_.copy_within(to, read(i) + row * join.block_bytes[i], join.block_bytes[i]);
          to += join.block_bytes[i];
        }
      }
    }
    void operator()(const MatrixProduct& product) const {
      if (product.accumulate) {
        device_.copy_within(written(0), read(2), bytes(step_.writes[0]));
      }
      std::byte* factors = nullptr;
      if (step_.reads.size() > 3) {
        std::byte* scale = read(3);
        factors = owner_.words_.data() + factors_place;
        void* arguments[] = {&scale, &factors};
        device_.launch(owner_.functions_[index_], 1, step_kernel_block, arguments, step_.name);
      }
      device_.multiply(product, read(0), read(1), written(0), factors);
    }
    void operator()(const PrintStep&) const { run_on_host(); }
    void operator()(const EvaluateStep&) const { run_on_host(); }
    void operator()(const LoopStep&) const {
      run_loop(step_, *owner_.bodies_[index_], buffers_, owner_.memory_);
    }

   private:
    std::byte* read(std::size_t i) const { return buffers_[step_.reads[i]]; }
    std::byte* written(std::size_t i) const { return buffers_[step_.writes[i]]; }
    const Buffer& buffer(int i) const {
      return owner_.program_.buffers[static_cast<std::size_t>(i)];
    }
    std::int64_t bytes(int i) const { return buffer(i).bytes; }

    double element(int i, std::uint64_t place) const {
      std::byte value[8] = {};
      const DType dtype = buffer(i).dtype;
      const std::size_t size = size_of(dtype);
      device_.copy_out(value, buffers_[i] + place * size, static_cast<std::int64_t>(size));
      return load(dtype, value, 0);
    }

    void run_on_host() const {
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

    GpuExecutable& owner_;
    CudaDevice& device_;
    const std::size_t index_;
    const Step& step_;
    std::byte* const* buffers_;
  };

  void start(std::size_t index, std::byte* const* buffers) {
    reached_ = index;
    std::visit(Starter(*this, index, buffers), program_.steps[index].work);
  }

  void launch(std::size_t index, std::byte* const* buffers) {
    const Step& step = program_.steps[index];
    const GpuSource::Entry& entry = source_.of_steps[index];
    std::vector<std::byte*> values;
    for (const int buffer : step.reads) values.push_back(buffers[buffer]);
    for (const int buffer : step.writes) values.push_back(buffers[buffer]);
    std::vector<void*> arguments;
    for (std::byte*& value : values) arguments.push_back(&value);
    device_->launch(functions_[index], entry.blocks, entry.threads, arguments.data(), step.name);
  }

  // The position of the first index of step `index` that is out of range. Waits for the check.
  std::optional<std::uint64_t> wrong_index(std::size_t index, std::byte* indices) {
    const std::int64_t count = source_.of_steps[index].checked;
    std::byte* word = words_.data();
    void* arguments[] = {&indices, &word};
    device_->launch(checks_[index], (count + step_kernel_block - 1) / step_kernel_block,
                    step_kernel_block, arguments, program_.steps[index].name);
    std::uint64_t position = no_position;
    device_->copy_out(&position, word, sizeof position);
    if (position == no_position) return std::nullopt;
    device_->copy_in(word, &no_position, sizeof no_position);
    return position;
  }

  const Program& program_;
  const GpuDevice& memory_;
  std::shared_ptr<CudaDevice> device_;
  const GpuSource source_;
  Memory words_;  // the word of index checks; from factors_place the factors of matmuls
  std::unique_ptr<CudaModule> module_;
  std::vector<cuda::Function> functions_, checks_;      // by step; null: none
  std::vector<std::unique_ptr<GpuExecutable>> bodies_;  // of the loops, by step
};

}  // namespace

std::unique_ptr<Executable> gpu_executable(const Program& program,
                                           const GpuDevice& device,
                                           const Backend::Progress& progress) {
  return std::make_unique<GpuExecutable>(program, device, progress);
}

}  // namespace ng
