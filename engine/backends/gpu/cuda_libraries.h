// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libraries, opened once per process when they are first needed.
#pragma once

#include <string>
#include <vector>

#include "engine/backends/gpu/cuda_functions.h"

namespace ng {

// Paths to try for a library, by its file names, best first. With NGRAPH_CUDA_LIBRARIES=DIR these
// are the files in DIR alone.
std::vector<std::string> cuda_library_names(const std::vector<std::string>& files);

template <class Functions>
struct CudaLibrary {
  Functions functions;
  std::string problem;  // why the functions must not be called; empty: they may
};

// Opens libcuda.so.1 and initialises it. Thread-safe.
const CudaLibrary<cuda::Driver>& cuda_driver();
// Opens libcublas (about 500 ms). Thread-safe.
const CudaLibrary<cuda::Blas>& cuda_blas();

// "out of memory"; the number if the driver has no text for it.
std::string cuda_error_text(cuda::Result result);

}  // namespace ng
