// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/cpu_source.h"

#include <algorithm>
#include <unordered_map>

#include "engine/backends/cpu/compiler/jit.h"
#include "engine/kernels/c_text.h"

namespace ng {
namespace {

constexpr std::size_t kernels_of_a_unit = 24;
// LLVM inlines the kernels of a launch and takes time quadratic in their number of loops: a
// function of 20,000 steps compiled for minutes.
constexpr std::size_t steps_of_a_launch = 128, calls_of_a_unit = 256;

// GCC 12's loop vectoriser miscompiles rows of guarded loads (pad two columns by a row, AVX-512).
// Kernels use explicit vector types and do not need it.
constexpr const char* gcc_caution =
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#pragma GCC optimize(\"no-tree-loop-vectorize\")\n#endif\n";

// A kernel has an entry and may be called by a launch. Inlined in both, it is optimised twice,
// which is worth it for the few kernels of a small program only.
constexpr const char* kernels_not_inlined =
    "#ifdef __clang__\n"
    "#pragma clang attribute push(__attribute__((noinline)), apply_to = function)\n#endif\n";
constexpr const char* end_of_not_inlined =
    "#ifdef __clang__\n#pragma clang attribute pop\n#endif\n";

std::string first_line() {
  std::string text = "#line 1 \"";
  text += jit_source_name;
  return text += "\"\n";
}

std::string prelude_text(int vector_bytes) {
  return gcc_caution + std::string("#line 1 \"prelude\"\n") + kernel::cpp_prelude(vector_bytes) +
         first_line();
}

// A call of a kernel. `place(i)` is the expression of the i-th argument.
template <class Place>
std::string call(const kernel::Kernel& kernel, const std::string& function, Place place,
                 const std::string& bounds) {
  std::string text = function + "(";
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const kernel::Parameter& parameter = kernel.parameters[i];
    text += std::string(i ? ", (" : "(") + (parameter.output ? "" : "const ") +
            kernel::c_type(parameter.dtype) + "*)" + place(i);
  }
  if (kernel.parallel) text += ", " + bounds;
  return text + ");";
}

std::string entry(const kernel::Kernel& kernel, const std::string& function) {
  const std::string name = "ng_" + function;
  return "extern \"C\" void " + name +
         "(void* const* a, long begin, long end) {\n  (void)begin, "
         "(void)end;\n  " +
         call(
             kernel, function, [](std::size_t i) { return "a[" + std::to_string(i) + "]"; },
             "begin, end") +
         "\n}\n";
}

// A function that runs the steps of a launch in order.
std::string run_function(const Program& program, const CpuUnits::Launch& launch,
                         const std::vector<std::string>& functions) {
  std::string text = "extern \"C\" void " + launch.function + "(void* const* b) {\n";
  for (std::size_t i = launch.first; i < launch.first + launch.count; ++i) {
    const Step& step = program.steps[i];
    if (step.is<CopyStep>()) {
      text += "  __builtin_memcpy(b[" + std::to_string(step.writes[0]) + "], b[" +
              std::to_string(step.reads[0]) + "], " +
              std::to_string(program.buffers[static_cast<std::size_t>(step.writes[0])].bytes) +
              ");\n";
      continue;
    }
    const auto which = static_cast<std::size_t>(step.as<KernelStep>()->kernel);
    const kernel::Kernel& kernel = program.kernels[which];
    std::string bounds;
    if (kernel.parallel) bounds = "0, " + std::to_string(kernel.parallel_extent());
    const std::string& function = functions[which];
    text += "  " +
            call(
                kernel, function,
                [&step](std::size_t place) {
                  const std::size_t reads = step.reads.size();
                  const int buffer = place < reads ? step.reads[place] : step.writes[place - reads];
                  return "b[" + std::to_string(buffer) + "]";
                },
                bounds) +
            "\n";
  }
  return text + "}\n";
}

// Does the step run on one thread, in a function of its own or of its launch?
bool is_launched(const Program& program, const Step& step) {
  if (step.iterations_per_row > 0) return false;
  if (step.is<CopyStep>()) return step.launch.has_value();
  const auto* work = step.as<KernelStep>();
  return work && !program.kernels[static_cast<std::size_t>(work->kernel)].shared_out;
}

// Writes the functions of a unit's first launches; kernels of the others are called individually.
void write_launches(const Program& program, const std::vector<std::string>& functions,
                    CpuUnits& units) {
  std::vector<std::size_t> calls(units.units.size(), 0);
  std::erase_if(units.launches, [&calls](const CpuUnits::Launch& launch) {
    if (launch.unit < 0) return true;  // copies only
    std::size_t& of_unit = calls[static_cast<std::size_t>(launch.unit)];
    of_unit += launch.count;
    return of_unit > calls_of_a_unit;
  });
  for (const CpuUnits::Launch& launch : units.launches) {
    CpuUnits::Unit& unit = units.units[static_cast<std::size_t>(launch.unit)];
    unit.text += run_function(program, launch, functions);
    unit.functions.push_back(launch.function);
  }
}

// Groups small steps into launches; a launch ends where the next kernel is in another unit.
void add_launches(const Program& program, const std::vector<std::string>& functions,
                  CpuUnits& units) {
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (!is_launched(program, step)) continue;
    const auto* work = step.as<KernelStep>();
    const int unit = work ? units.unit_of[static_cast<std::size_t>(work->kernel)] : -1;
    CpuUnits::Launch* last = units.launches.empty() ? nullptr : &units.launches.back();
    const bool follows = last && last->first + last->count == i && step.launch &&
                         last->count < steps_of_a_launch &&
                         program.steps[last->first].launch == step.launch &&
                         (unit < 0 || last->unit < 0 || last->unit == unit);
    if (!follows) {
      units.launches.push_back({i, 1, unit, "ng_run_" + std::to_string(i)});
      continue;
    }
    ++last->count;
    if (last->unit < 0) last->unit = unit;
  }
  write_launches(program, functions, units);
}

void finish(CpuUnits& units, int vector_bytes) {
  const bool inlines = units.units.size() == 1;
  const std::string begin =
      prelude_text(vector_bytes) + (inlines ? "" : kernels_not_inlined + first_line());
  for (CpuUnits::Unit& unit : units.units)
    unit.text = begin + unit.text + (inlines ? "" : end_of_not_inlined);
}

}  // namespace

CpuUnits cpu_units(const Program& program, int vector_bytes, NamesInText names) {
  CpuUnits units;
  std::unordered_map<std::string, std::size_t> known;
  std::vector<std::string> functions;
  std::size_t in_unit = kernels_of_a_unit;
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    const kernel::Kernel& kernel = program.kernels[i];
    kernel::Kernel neutral = kernel::with_neutral_names(kernel);
    neutral.name = "k";
    const auto [at, fresh] = known.emplace(kernel::emit_cpp(neutral).text, i);
    if (!fresh) {
      units.unit_of.push_back(units.unit_of[at->second]);
      units.entry_of.push_back(units.entry_of[at->second]);
      functions.push_back(functions[at->second]);
      continue;
    }
    if (in_unit++ == kernels_of_a_unit) {
      units.units.emplace_back();
      in_unit = 1;
    }
    CpuUnits::Unit& unit = units.units.back();
    neutral.name = "k" + std::to_string(i);
    const kernel::Kernel& written = names == NamesInText::of_ops ? kernel : neutral;
    const std::string& function = written.name;
    unit.text += kernel::emit_cpp(written).text + entry(kernel, function);
    unit.functions.push_back("ng_" + function);
    units.unit_of.push_back(static_cast<int>(units.units.size()) - 1);
    units.entry_of.push_back(unit.functions.back());
    functions.push_back(function);
  }
  add_launches(program, functions, units);
  finish(units, vector_bytes);
  return units;
}

std::string cpu_display_source(const kernel::Kernel& kernel, std::string* own) {
  *own = kernel::emit_cpp(kernel).text;
  const int bytes = kernel::vector_bytes_of(kernel);
  return prelude_text(bytes ? bytes : host_vector_bytes()) + *own + entry(kernel, kernel.name);
}

int host_vector_bytes() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 64;
  if (__builtin_cpu_supports("avx2")) return 32;
#endif
  return 16;
}

int vector_bytes_of(const Program& program) {
  for (const kernel::Kernel& kernel : program.kernels)
    if (const int bytes = kernel::vector_bytes_of(kernel)) return bytes;
  return host_vector_bytes();
}

}  // namespace ng
