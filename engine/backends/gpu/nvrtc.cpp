// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/nvrtc.h"

#include <vector>

#include "engine/backends/gpu/cuda_libraries.h"
#include "engine/backends/gpu/shared_functions.h"
#include "engine/backends/kernel_text_error.h"
#include "engine/kernels/emit.h"

namespace ng {

namespace {

struct Compiler {
  cuda::Nvrtc functions;
  NvrtcAvailability availability;
};

Compiler open_compiler() {
  Compiler compiler;
  auto& [nvrtc, availability] = compiler;
  SharedFunctions library(
      cuda_library_names({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"}));
  library.take(nvrtc.version, "nvrtcVersion");
  library.take(nvrtc.create_program, "nvrtcCreateProgram");
  library.take(nvrtc.compile_program, "nvrtcCompileProgram");
  library.take(nvrtc.get_ptx_size, "nvrtcGetPTXSize");
  library.take(nvrtc.get_ptx, "nvrtcGetPTX");
  library.take(nvrtc.get_cubin_size, "nvrtcGetCUBINSize");
  library.take(nvrtc.get_cubin, "nvrtcGetCUBIN");
  library.take(nvrtc.get_log_size, "nvrtcGetProgramLogSize");
  library.take(nvrtc.get_log, "nvrtcGetProgramLog");
  library.take(nvrtc.destroy_program, "nvrtcDestroyProgram");
  library.take(nvrtc.get_error_string, "nvrtcGetErrorString");
  int major = 0, minor = 0;
  availability.available = library.problem().empty();
  if (!availability.available)
    availability.reason = "no NVRTC (CUDA's run-time compiler): " + library.problem();
  else if (nvrtc.version(&major, &minor) == 0)
    availability.what = "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
  return compiler;
}

const Compiler& compiler() {
  static const Compiler kept = open_compiler();
  return kept;
}

// Owns an NVRTC program.
class Compilation {
 public:
  Compilation(const cuda::Nvrtc& nvrtc, const std::string& source) : nvrtc_(nvrtc) {
    if (kernel::has_wide_integers(source)) options_.push_back("--device-int128");
    demand(nvrtc_.create_program(&program_, source.c_str(), cuda_source_name, 0, nullptr, nullptr));
  }
  ~Compilation() { nvrtc_.destroy_program(&program_); }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  // False if the text does not compile.
  bool compile(const std::string& architecture) {
    const std::string target = "--gpu-architecture=" + architecture;
    std::vector<const char*> options = options_;
    options.push_back(target.c_str());
    constexpr int does_not_compile = 6;
    const int result =
        nvrtc_.compile_program(program_, static_cast<int>(options.size()), options.data());
    if (result != does_not_compile) demand(result);
    return result == 0;
  }
  std::string log() const { return text(nvrtc_.get_log_size, nvrtc_.get_log); }
  std::string ptx() const { return text(nvrtc_.get_ptx_size, nvrtc_.get_ptx); }
  std::string cubin() const { return bytes(nvrtc_.get_cubin_size, nvrtc_.get_cubin); }

 private:
  using SizeOf = int (*)(cuda::Program, std::size_t*);
  using Get = int (*)(cuda::Program, char*);
  std::string bytes(SizeOf size_of, Get get) const {
    std::size_t size = 0;
    demand(size_of(program_, &size));
    std::string result(size, '\0');
    demand(get(program_, result.data()));
    return result;
  }
  std::string text(SizeOf size_of, Get get) const {
    std::string result = bytes(size_of, get);
    while (!result.empty() && result.back() == '\0') result.pop_back();
    return result;
  }
  void demand(int result) const {
    if (result == 0) return;
    Diagnostic diagnostic;
    diagnostic.what = "NVRTC failed while compiling kernels for the GPU";
    diagnostic.found = nvrtc_.get_error_string(result);
    diagnostic.action = "compile again, or choose the cpu transformer";
    refuse(ErrorKind::system, std::move(diagnostic));
  }

  const cuda::Nvrtc& nvrtc_;
  cuda::Program program_ = nullptr;
  // 128-bit integers, for kernels of uint64, need a CUDA of 11.5 or later.
  std::vector<const char*> options_ = {"--std=c++17", "-lineinfo"};
};

}  // namespace

const NvrtcAvailability& nvrtc_availability() {
  return compiler().availability;
}

namespace {

const Compiler& usable_compiler() {
  const Compiler& found = compiler();
  if (found.availability.available) return found;
  Diagnostic diagnostic;
  diagnostic.what = "kernels cannot be compiled for GPUs here";
  diagnostic.found = found.availability.reason;
  diagnostic.action = "install CUDA's libnvrtc";
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

}  // namespace

Ptx compile_ptx(const std::string& cuda_source, const std::string& architecture) {
  const auto& [nvrtc, availability] = usable_compiler();
  Compilation compilation(nvrtc, cuda_source);
  if (!compilation.compile(architecture))
    throw KernelTextError(availability.what, compilation.log());
  return {clean_ptx(compilation.ptx(), cuda_source_name), compilation.log()};
}

std::string compile_cubin(const std::string& cuda_source, const std::string& architecture) {
  const auto& [nvrtc, availability] = usable_compiler();
  Compilation compilation(nvrtc, cuda_source);
  if (!compilation.compile(architecture))
    throw KernelTextError(availability.what, compilation.log());
  return compilation.cubin();
}

}  // namespace ng
