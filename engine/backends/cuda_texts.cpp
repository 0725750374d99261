// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cuda_texts.h"

#include <algorithm>

#include "engine/backends/gpu/cubin.h"
#include "engine/backends/gpu/disassembler.h"
#include "engine/backends/gpu/driver.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/mapped_lines.h"
#include "engine/base/error.h"
#include "engine/kernels/cuda_schedule.h"

namespace ng {

DisplayText cuda_text(const kernel::Kernel& kernel) {
  return {kernel::emit_cuda(kernel), ""};
}

namespace {

// The text that is compiled, and the number of lines before the kernel's.
struct WholeText {
  kernel::Text cuda;
  std::string text;
  int shift = 0;
};

WholeText whole_text(const kernel::Kernel& kernel) {
  WholeText whole{kernel::emit_cuda(kernel), "", 0};
  whole.text = kernel::cuda_prelude(whole.cuda.text);
  whole.shift = static_cast<int>(std::count(whole.text.begin(), whole.text.end(), '\n'));
  whole.text += whole.cuda.text;
  return whole;
}

std::optional<GpuUse> use_of(const kernel::Kernel& kernel, const std::string& cubin,
                             const std::string& architecture) {
  const std::optional<CubinUse> use = cubin_use(cubin, kernel.name);
  if (!use) return std::nullopt;
  const kernel::CudaSchedule schedule = kernel::cuda_schedule(kernel);
  return GpuUse{.architecture = architecture,
                .registers = use->registers,
                .shared_bytes = use->shared_bytes,
                .local_bytes = use->local_bytes,
                .blocks = schedule.blocks(),
                .threads = schedule.threads,
                .occupancy = occupancy(architecture, *use, schedule.threads)};
}

constexpr const char* on_request = "compiled on request";

}  // namespace

DisplayText ptx_text(const kernel::Kernel& kernel, bool compile) {
  if (!nvrtc_availability().available) return {{}, nvrtc_availability().reason};
  if (!compile) return {{}, on_request};
  const WholeText whole = whole_text(kernel);
  try {
    return {with_ops(compile_ptx(whole.text).ptx, whole.cuda, whole.shift), ""};
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

void add_machine_code(const kernel::Kernel& kernel, bool compile, const std::string& architecture,
                      DisplayTexts& texts) {
  if (!nvrtc_availability().available || !compile) {
    texts.sass.absent = compile ? nvrtc_availability().reason : on_request;
    return;
  }
  const WholeText whole = whole_text(kernel);
  try {
    const std::string cubin = compile_cubin(whole.text, architecture);
    texts.gpu_use = use_of(kernel, cubin, architecture);
    texts.sass.text = with_ops(disassemble_cubin(cubin), whole.cuda, whole.shift);
  } catch (const Error& error) {
    texts.sass.absent = error.what();
  }
}

std::string shown_architecture(int ordinal) {
  const std::vector<std::string>& known = gpu_availability().architectures;
  const auto index = static_cast<std::size_t>(ordinal);
  return index < known.size() ? known[index] : "sm_80";
}

}  // namespace ng
