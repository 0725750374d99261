// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/gpu_source.h"

#include <unordered_map>

#include "engine/backends/gpu/matmul_kernels.h"
#include "engine/backends/gpu/step_kernels.h"
#include "engine/kernels/c_text.h"
#include "engine/kernels/cuda_schedule.h"

namespace ng {
namespace {

class Builder {
 public:
  explicit Builder(const Program& program) : program_(program) {}

  GpuSource build() {
    for (const Step& step : program_.steps) source_.of_steps.push_back(entry_of(step));
    if (!source_.text.empty()) {
      source_.text = kernel::cuda_prelude(source_.text) + check_error_text +
                     "#line 1 \"kernel.cu\"\n" + source_.text;
    }
    return std::move(source_);
  }

 private:
  GpuSource::Entry entry_of(const Step& step) {
    if (const auto* work = step.as<KernelStep>()) {
      return entry_of_kernel(work->kernel);
    }
    const std::string name = "ng_step_" + std::to_string(source_.of_steps.size());
    if (const auto* window = step.as<WindowStep>()) return add(step_kernel(*window, name), name);
    const auto* matmul = step.as<Matmul>();
    const bool scaled = step.reads.size() > 3;
    if (matmul && (scaled || is_small(*matmul)))
      return add(step_kernel(*matmul, scaled, name), name);
    if (const auto* check = step.as<ClassCheck>()) {
      const Buffer& classes = program_.buffers[static_cast<std::size_t>(step.writes[0])];
      return add(
          step_kernel(*check, kernel::c_type(classes.dtype), element_count(classes.shape), name),
          name);
    }
    return {};
  }

  GpuSource::Entry entry_of_kernel(int index) {
    const kernel::Kernel& kernel = program_.kernels[static_cast<std::size_t>(index)];
    const kernel::CudaSchedule schedule = kernel::cuda_schedule(kernel);
    kernel::Kernel neutral = kernel::with_neutral_names(kernel);
    neutral.name = "k";
    const std::string name = "k" + std::to_string(index);
    const auto [known, fresh] = functions_.emplace(kernel::emit_cuda(neutral).text, name);
    if (fresh) {
      neutral.name = name;
      source_.text += kernel::emit_cuda(neutral).text;
    }
    return {known->second, schedule.blocks(), schedule.threads, 0, 0};
  }

  GpuSource::Entry add(const StepKernel& kernel, const std::string& name) {
    source_.text += kernel.text;
    const std::int64_t blocks = (kernel.threads + step_kernel_block - 1) / step_kernel_block;
    return {name, blocks, step_kernel_block, kernel.checked, kernel.sum_blocks};
  }

  const Program& program_;
  GpuSource source_;
  std::unordered_map<std::string, std::string> functions_;  // by text
};

}  // namespace

GpuSource gpu_source(const Program& program) {
  return Builder(program).build();
}

}  // namespace ng
