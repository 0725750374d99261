// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/kernel_case.h"

#include <stdlib.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>

#include "engine/analysis/kernel_reproducer.h"
#include "engine/backends/child_process.h"
#include "engine/backends/cpu/cpu_source.h"
#include "engine/base/atomic_file.h"
#include "engine/base/quote.h"
#include "engine/graph/op_def.h"
#include "engine/kernels/emit.h"
#include "engine/parsing/json_field.h"
#include "engine/session/compilation.h"

namespace ng {
namespace {

namespace fs = std::filesystem;

std::size_t step_named(const Computation& computation, const std::string& kernel) {
  const Compilation& compilation = computation.compilation();
  const Program& program = compilation.program;
  std::string known;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    if (!program.steps[i].is<KernelStep>()) continue;
    if (program.steps[i].name == kernel) return i;
    known += (known.empty() ? "" : ", ") + program.steps[i].name;
  }
  Diagnostic diagnostic;
  diagnostic.what = "no generated kernel " + quote(kernel) + " outside of loops";
  diagnostic.expected = known.empty() ? "a program with generated kernels" : "one of: " + known;
  diagnostic.action = "choose one of these; library calls have no source to reproduce";
  refuse(ErrorKind::key, std::move(diagnostic));
}

// Cuts the kernel's own code out of the text that is compiled.
void take_source(KernelCase& taken, const kernel::Kernel& kernel) {
  const std::string whole = cpu_display_source(kernel, &taken.source);
  const std::size_t begin = whole.rfind(taken.source);
  taken.entry = whole.substr(begin + taken.source.size());
  std::istringstream lines(whole.substr(0, begin));
  for (std::string line; std::getline(lines, line);)  // then errors refer to the written files
    if (!line.starts_with("#line")) taken.prelude += line + "\n";
}

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "ngraph-trial-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      refuse(ErrorKind::system, "cannot create a temporary folder at " + pattern);
    path = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  std::string path;
};

// Runs a child process with a limit on memory (8 GiB) and CPU time, so that it ends even if this
// process dies first.
ChildResult run_limited(const std::string& command, const std::string& folder,
                        std::chrono::milliseconds deadline,
                        const std::function<bool()>& cancelled) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(deadline).count() + 5;
  const std::string limited = "ulimit -v 8388608; ulimit -c 0; ulimit -t " +
                              std::to_string(seconds) + "; cd \"$0\" && exec " + command;
  return run_child({"/bin/sh", "-c", limited, folder}, deadline, cancelled);
}

// Describes a stray write; the reproducer reports the index of the overwritten memory.
std::string stray_write(const JsonField& answer, const KernelCase& kernel) {
  const std::int64_t memory = answer.at("stray").integer(INT64_MIN, INT64_MAX);
  const auto argument =
      std::find_if(kernel.arguments.begin(), kernel.arguments.end(),
                   [=](const KernelCase::Argument& each) { return each.memory == memory; });
  if (argument == kernel.arguments.end()) return {};
  const std::string name = quote(argument->name);
  const std::string place = answer.at("stray_place").text();
  if (place == "inside") return "wrote to " + name + ", which it only reads";
  return (place == "before" ? "wrote before the start of " : "wrote past the end of ") + name;
}

// Reads what the reproducer printed; throws an Error if the kernel printed something else.
void read_answer(const std::string& output, const KernelCase& kernel, KernelTrialRecord& trial) {
  Reader reader(std::as_bytes(std::span(output)), "the reproducer's output");
  const JsonTree tree = parse_json(reader);
  const JsonField answer(tree, reader);
  trial.stray_write = stray_write(answer, kernel);
  trial.max_abs = answer.at("max_abs").number();
  trial.ulps = answer.at("ulps").number();
  trial.differing = answer.at("differing").integer(0, INT64_MAX);
  trial.microseconds = answer.at("microseconds").number();
  trial.own_microseconds = answer.at("own_microseconds").number();
}

}  // namespace

KernelCase capture_kernel(const Computation& computation, const std::vector<Tensor>& arguments,
                          const std::string& kernel) {
  const Backend& backend = *computation.compilation().backend;
  if (!backend.capabilities().host_kernels)
    refuse(ErrorKind::unavailable,
           "the " + std::string(backend.name()) + " transformer has no kernels in C++");
  const std::size_t at = step_named(computation, kernel);
  const Program& program = computation.compilation().program;
  const Step& step = program.steps[at];
  const kernel::Kernel& text =
      program.kernels[static_cast<std::size_t>(step.as<KernelStep>()->kernel)];
  KernelCase taken;
  taken.kernel = kernel;
  take_source(taken, text);
  taken.extent = text.parallel_extent();
  std::vector<int> buffers;
  const std::vector<std::string> names = kernel::c_names(text);
  for (std::size_t i = 0; i < text.parameters.size(); ++i) {
    const std::size_t reads = step.reads.size();
    const int buffer = i < reads ? step.reads[i] : step.writes[i - reads];
    const auto known = std::find(buffers.begin(), buffers.end(), buffer);
    taken.arguments.push_back(
        {names[i], text.parameters[i].output, static_cast<int>(known - buffers.begin())});
    if (known == buffers.end()) {
      buffers.push_back(buffer);
      taken.memory.push_back({program.buffers[static_cast<std::size_t>(buffer)].name, {}, {}, {}});
    }
    if (text.parameters[i].output)
      taken.memory[static_cast<std::size_t>(taken.arguments.back().memory)].written = true;
  }
  computation.begin(arguments);
  for (std::size_t i = 0; i < at; ++i) computation.run_step(i);
  for (std::size_t i = 0; i < buffers.size(); ++i)
    taken.memory[i].before = computation.read_buffer(buffers[i]);
  computation.run_step(at);
  for (std::size_t i = 0; i < buffers.size(); ++i)
    taken.memory[i].after = computation.read_buffer(buffers[i]);
  return taken;
}

void write_reproducer(const KernelCase& kernel, const std::string& folder) {
  std::error_code failed;
  fs::create_directories(fs::path(folder) / "data", failed);
  if (failed)
    refuse(ErrorKind::system,
           "cannot create the folder " + quote(folder) + ": " + failed.message());
  const auto bytes = [](const Tensor& tensor) {
    return std::string_view(reinterpret_cast<const char*>(tensor.bytes.data()),
                            tensor.bytes.size());
  };
  for (std::size_t i = 0; i < kernel.memory.size(); ++i) {
    const std::string path = folder + "/data/" + std::to_string(i);
    write_file(path + ".in", bytes(kernel.memory[i].before));
    if (kernel.memory[i].written) write_file(path + ".expected", bytes(kernel.memory[i].after));
  }
  write_file(folder + "/prelude.h", kernel.prelude);
  write_file(folder + "/kernel.cpp", kernel.source);
  write_file(folder + "/unit.cpp",
             "#include \"prelude.h\"\n#include \"kernel.cpp\"\n" + kernel.entry);
  if (!kernel.own.empty()) {
    write_file(folder + "/own.cpp", kernel.own);
    write_file(folder + "/own_unit.cpp",
               "#define ng_" + kernel.kernel + " ng_own_" + kernel.kernel +
                   "\n#include \"prelude.h\"\n#include \"own.cpp\"\n" + kernel.entry);
  }
  write_file(folder + "/main.cpp", reproducer_main(kernel));
  write_file(folder + "/build.sh", reproducer_build(kernel));
}

KernelTrialRecord try_kernel(KernelCase kernel, const std::string& source,
                             std::chrono::milliseconds deadline,
                             const std::function<bool()>& cancelled) {
  const Folder folder;
  kernel.own = std::exchange(kernel.source, source);
  write_reproducer(kernel, folder.path);
  KernelTrialRecord trial;
  trial.kernel = kernel.kernel;
  const ChildResult build =
      run_limited("sh build.sh", folder.path, std::chrono::seconds(60), cancelled);
  trial.built = build.started && build.exit_code == 0;
  trial.output = build.output;
  trial.timed_out = build.timed_out;
  trial.cancelled = build.cancelled;
  if (!trial.built) return trial;
  const ChildResult run = run_limited("./reproduce 1e308", folder.path, deadline, cancelled);
  trial.timed_out = run.timed_out;
  trial.cancelled = run.cancelled;
  trial.output = run.output;
  if (const char* name = sigdescr_np(run.signal); run.signal != 0 && name) trial.crash = name;
  if (run.exit_code < 0) return trial;
  try {
    read_answer(run.output, kernel, trial);
    trial.ran = true;
    trial.output.clear();
  } catch (const Error&) {  // the output is shown instead
  }
  return trial;
}

}  // namespace ng
