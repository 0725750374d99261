// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/module.h"

#include <cstring>

namespace ng::emulator {
namespace {

constexpr const char* mark = "// emulated CUDA module, bytes: ";

struct Signature {
  std::string name;
  int arguments = 0;
};

// Every "__global__ … NAME(A a, B b)". Parameters are plain types: their commas separate them.
std::vector<Signature> kernels_of(const std::string& cuda) {
  constexpr const char* qualifier = "__global__";
  std::vector<Signature> found;
  for (auto at = cuda.find(qualifier); at != std::string::npos; at = cuda.find(qualifier, at + 1)) {
    auto open = cuda.find('(', at);
    if (cuda.compare(open - std::min<std::size_t>(open, 17), 17, "__launch_bounds__") == 0) {
      open = cuda.find('(', cuda.find(')', open));
    }
    const auto close = cuda.find(')', open);
    if (close == std::string::npos) break;
    const auto before = cuda.find_last_of(" \n\t", open);
    Signature signature{cuda.substr(before + 1, open - before - 1), 0};
    const std::string inside = cuda.substr(open + 1, close - open - 1);
    if (inside.find_first_not_of(" \n\t") != std::string::npos) signature.arguments = 1;
    for (const char c : inside) signature.arguments += c == ',';
    found.push_back(signature);
  }
  return found;
}

Kernel kernel_of(const JitModule& code, const std::string& name) {
  Kernel kernel;
  kernel.name = name;
  kernel.run = reinterpret_cast<decltype(kernel.run)>(code.function("ng_run_" + name));
  using Ask = int (*)(int);
  const auto bytes = reinterpret_cast<Ask>(code.function("ng_bytes_" + name));
  const auto pointer = reinterpret_cast<Ask>(code.function("ng_pointer_" + name));
  for (int i = 0; bytes(i) >= 0; ++i) kernel.arguments.push_back({bytes(i), pointer(i) != 0});
  return kernel;
}

}  // namespace

std::string source_before_text() {
  return device_header() + "#line 1 \"kernel.cu\"\n";
}

std::unique_ptr<Module> compile_module(const std::string& cuda) {
  JitRequest request;
  request.optimisation = 1;
  request.source = source_before_text() + cuda + "\n#line 1 \"entries\"\n";
  const std::vector<Signature> kernels = kernels_of(cuda);
  for (const Signature& each : kernels) {
    request.source += entry_text(each.name, each.arguments);
    for (const char* entry : {"ng_run_", "ng_bytes_", "ng_pointer_"}) {
      request.functions.push_back(entry + each.name);
    }
  }
  auto module = std::make_unique<Module>();
  module->code = jit_compile(request);
  for (const Signature& each : kernels) {
    module->kernels[each.name] = kernel_of(*module->code, each.name);
  }
  return module;
}

std::string image_of(const std::string& cuda) {
  return mark + std::to_string(cuda.size()) + "\n" + cuda;
}

std::string text_of(const void* image) {
  const char* text = static_cast<const char*>(image);
  if (std::strncmp(text, mark, std::strlen(mark)) != 0) return "";
  char* end = nullptr;
  const auto bytes = std::strtoull(text + std::strlen(mark), &end, 10);
  return *end == '\n' ? std::string(end + 1, bytes) : "";
}

}  // namespace ng::emulator
