// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cuda_texts.h"

#include <algorithm>

#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/mapped_lines.h"
#include "engine/base/error.h"

namespace ng {

DisplayText cuda_text(const kernel::Kernel& kernel) { return {kernel::emit_cuda(kernel), ""}; }

DisplayText ptx_text(const kernel::Kernel& kernel, bool compile) {
  if (!nvrtc_availability().available) return {{}, nvrtc_availability().reason};
  if (!compile) return {{}, "compiled on request"};
  const kernel::Text cuda = kernel::emit_cuda(kernel);
  const std::string prelude = kernel::cuda_prelude();
  const auto shift = static_cast<int>(std::count(prelude.begin(), prelude.end(), '\n'));
  try {
    return {with_ops(compile_ptx(prelude + cuda.text).ptx, cuda, shift), ""};
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

}  // namespace ng
