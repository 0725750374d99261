// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/cpu_source.h"

#include <unordered_map>

#include "engine/backends/cpu/jit.h"
#include "engine/kernels/c_text.h"

namespace ng {
namespace {

std::string prelude_text(int vector_bytes) {
  return "#line 1 \"prelude\"\n" + kernel::cpp_prelude(vector_bytes) + "#line 1 \"" +
         jit_source_name + "\"\n";
}

// The kernel as text without anybody's names: kernels that differ in names only are one function.
std::string anonymous_text(kernel::Kernel kernel) {
  kernel.name = "k";
  for (kernel::Parameter& parameter : kernel.parameters) parameter.name = "p";
  for (std::size_t i = 0; i < kernel.loops.size(); ++i) kernel.loops[i].name = std::to_string(i);
  kernel::for_each_statement(kernel.body, [](kernel::Statement& s) { s.note.clear(); });
  return kernel::emit_cpp(kernel).text;
}

// A call of a kernel whose i-th argument is `place(i)`.
template <class Place>
std::string call(const kernel::Kernel& kernel, const std::string& function, Place place,
                 const std::string& bounds) {
  std::string text = function + "(";
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const kernel::Parameter& parameter = kernel.parameters[i];
    text += std::string(i ? ", (" : "(") + (parameter.output ? "" : "const ") +
            kernel::c_type(parameter.dtype) + "*)" + place(i);
  }
  if (kernel.parallel_loop >= 0) text += ", " + bounds;
  return text + ");";
}

std::string entry(const kernel::Kernel& kernel, const std::string& function) {
  const std::string name = "ng_" + kernel.name;
  return "extern \"C\" void " + name + "(void* const* a, long begin, long end) {\n  (void)begin, "
         "(void)end;\n  " +
         call(kernel, function, [](std::size_t i) { return "a[" + std::to_string(i) + "]"; },
              "begin, end") +
         "\n}\n";
}

std::string run_function(const Program& program, const std::vector<std::string>& functions) {
  std::string text = "extern \"C\" void ng_run(void* const* b) {\n";
  for (const Step& step : program.steps) {
    if (step.kind == Step::Kind::copy) {
      text += "  __builtin_memcpy(b[" + std::to_string(step.writes[0]) + "], b[" +
              std::to_string(step.reads[0]) + "], " +
              std::to_string(program.buffers[static_cast<std::size_t>(step.writes[0])].bytes) +
              ");\n";
      continue;
    }
    const kernel::Kernel& kernel = program.kernels[static_cast<std::size_t>(step.kernel)];
    std::string bounds;
    if (kernel.parallel_loop >= 0) {
      const auto loop = static_cast<std::size_t>(kernel.parallel_loop);
      bounds = "0, " + std::to_string(kernel.loops[loop].extent);
    }
    const std::string& function = functions[static_cast<std::size_t>(step.kernel)];
    text += "  " + call(kernel, function, [&step](std::size_t i) {
              const std::size_t reads = step.reads.size();
              const int buffer = i < reads ? step.reads[i] : step.writes[i - reads];
              return "b[" + std::to_string(buffer) + "]";
            }, bounds) + "\n";
  }
  return text + "}\n";
}

}  // namespace

CpuSource cpu_source(const Program& program, int vector_bytes) {
  CpuSource source;
  source.text = prelude_text(vector_bytes);
  source.has_run = true;
  std::unordered_map<std::string, std::string> known;
  std::vector<std::string> functions;
  for (const kernel::Kernel& kernel : program.kernels) {
    const auto [at, fresh] = known.emplace(anonymous_text(kernel), kernel.name);
    if (fresh) source.text += kernel::emit_cpp(kernel).text;
    source.text += entry(kernel, at->second);
    functions.push_back(at->second);
    source.functions.push_back("ng_" + kernel.name);
  }
  for (const Step& step : program.steps) {
    source.has_run &= step.kind == Step::Kind::kernel || step.kind == Step::Kind::copy;
  }
  if (source.has_run) {
    source.text += run_function(program, functions);
    source.functions.push_back("ng_run");
  }
  return source;
}

std::string cpu_display_source(const kernel::Kernel& kernel, int vector_bytes, std::string* own) {
  *own = kernel::emit_cpp(kernel).text;
  return prelude_text(vector_bytes) + *own + entry(kernel, kernel.name);
}

int host_vector_bytes() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 64;
  if (__builtin_cpu_supports("avx2")) return 32;
#endif
  return 16;
}

}  // namespace ng
