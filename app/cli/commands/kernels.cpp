// SPDX-License-Identifier: Apache-2.0
// `ngraph kernels`: lists kernels, prints their code, writes reproducers, tries edited sources.
#include <cmath>
#include <span>

#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "engine/analysis/kernel_case.h"
#include "engine/base/input_file.h"
#include "engine/base/quote.h"
#include "engine/base/shell_word.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/tables/kernel_table.h"

namespace ng::cli {
namespace {

struct TextKind {
  std::string_view name;
  KernelText KernelRecord::* text;
};
constexpr TextKind kinds[] = {{"source", &KernelRecord::source}, {"ir", &KernelRecord::llvm_ir},
                              {"asm", &KernelRecord::assembly},  {"cuda", &KernelRecord::cuda},
                              {"ptx", &KernelRecord::ptx},       {"sass", &KernelRecord::sass}};

const TextKind& kindNamed(const std::string& name) {
  for (const TextKind& kind : kinds) {
    if (kind.name == name) return kind;
  }
  throw UsageError("--as takes source, ir, asm, cuda, ptx or sass, not '" + name + "'");
}

// By default the language in which the transformer writes its kernels.
const TextKind& kindOf(const Arguments& arguments, const KernelRecord& kernel) {
  if (const auto name = arguments.value("--as")) return kindNamed(*name);
  const bool onlyCuda = kernel.source.text.empty() && !kernel.cuda.text.empty();
  return kindNamed(onlyCuda ? "cuda" : "source");
}

std::string listText(const CompilationRecord& record) {
  const std::string text = tableText(
      kernel_columns(),
      {"name", "device", "nodes", "kind", "loops", "flops", "bytes", "reads", "writes", "ops"},
      kernel_rows(record));
  return text.empty() ? "no kernels: the computation has nothing to compute\n" : text;
}

const KernelRecord& kernelNamed(const CompilationRecord& record, const std::string& name) {
  if (const KernelRecord* kernel = record.kernel(name)) return *kernel;
  std::vector<std::string> known;
  std::string list;
  for (const KernelRecord& kernel : record.kernels) {
    known.push_back(kernel.name);
    list += (list.empty() ? "" : ", ") + kernel.name;
  }
  Diagnostic diagnostic;
  diagnostic.what = "no kernel " + quote(name) + suggestion(name, known);
  diagnostic.expected = "one of: " + list;
  refuse(ErrorKind::key, std::move(diagnostic));
}

KernelRecord withTexts(const Arguments& arguments, const std::string& name) {
  if (const SavedCompilationPtr saved = savedCompilation(arguments))
    return kernelNamed(*saved->compilation, name);
  const Compiled compiled = compileDocument(arguments);
  return kernel_texts(compiled.computation.compilation(), kernelNamed(*compiled.record, name).name);
}

[[noreturn]] void refuseAbsent(const KernelRecord& kernel, const TextKind& kind,
                               const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.what = "kernel " + quote(kernel.name) + " has no " + std::string(kind.name) + " text";
  diagnostic.found = why;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

// Inputs and outputs of the kernel in the first call that the plan or --feed describes.
KernelCase captured(const Arguments& arguments, const std::string& kernel) {
  const Document document = openDocument(arguments);
  const Op node = chosenComputation(arguments, document);
  const TransformerPtr transformer = allocate_transformer(transformerName(arguments));
  const Computation computation = transformer->add_computation(node, compileOptions(arguments));
  return capture_kernel(computation, CallSource(arguments, document, node).arguments(0), kernel);
}

int reproduce(const Arguments& arguments, const std::string& name) {
  const auto folder = arguments.value("--out");
  if (!folder) throw UsageError("--reproducer goes with --out DIR");
  const KernelCase kernel = captured(arguments, name);
  write_reproducer(kernel, *folder);
  // A leading "-" would begin an option of sh and cd.
  const std::string path = folder->starts_with('-') ? "./" + *folder : *folder;
  const std::string inFolder = shell_word(path), build = "sh " + shell_word(path + "/build.sh");
  if (arguments.json()) {
    printJson({{"kernel", name}, {"folder", *folder}, {"build", build}});
  } else {
    print("written to " + *folder + "; " + build + " && (cd " + inFolder + " && ./reproduce)\n");
  }
  return fine;
}

std::string fileText(const std::string& path) {
  const auto file = InputFile::open(path);
  std::string text(file->size(), '\0');
  text.resize(file->read(0, std::as_writable_bytes(std::span(text))));
  return text;
}

std::string failureOf(const KernelTrialRecord& trial) {
  if (trial.timed_out)
    return trial.built ? "stopped: run time limit exceeded"
                       : "stopped: compile time limit exceeded";
  if (!trial.built) return "compile error";
  return trial.crash.empty() ? "the trial process failed" : "crashed: " + trial.crash;
}

// Handles K=FILE: compiles and runs kernel K with the source in FILE, in a child process.
int tryEdited(const Arguments& arguments, const std::string& what) {
  const auto equals = what.find('=');
  if (equals == what.npos) throw UsageError("--try " + what + ": write K=FILE");
  const std::string name = what.substr(0, equals);
  const std::string source = fileText(what.substr(equals + 1));
  const KernelTrialRecord trial = try_kernel(captured(arguments, name), source);
  if (arguments.json()) {
    printJson({{"kernel", name},
               {"built", trial.built},
               {"ran", trial.ran},
               {"timed_out", trial.timed_out},
               {"crash", trial.crash},
               {"stray_write", trial.stray_write},
               {"output", trial.output},
               {"max_abs", trial.max_abs},
               {"ulps", trial.ulps},
               {"differing", trial.differing},
               {"microseconds", trial.microseconds},
               {"own_microseconds", trial.own_microseconds}});
  } else if (!trial.ran) {
    print(failureOf(trial) + "\n" + trial.output);
  } else {
    const double ratio = trial.own_microseconds / trial.microseconds;
    print((trial.stray_write.empty() ? "" : "stray write: the kernel " + trial.stray_write + "\n") +
          number(trial.microseconds) + " µs per run, original " + number(trial.own_microseconds) +
          " µs (" + number(std::round(100 * ratio) / 100) + "×); " + grouped(trial.differing) +
          " elements differ, max abs " + number(trial.max_abs) + ", " + number(trial.ulps) +
          " ULP\n");
  }
  return trial.ran && trial.stray_write.empty() && trial.ulps <= 64 ? fine : checkFailed;
}

int run(const Arguments& arguments) {
  if (arguments.has("--out") && !arguments.has("--reproducer"))
    throw UsageError("--out goes with --reproducer K");
  if (const auto name = arguments.value("--reproducer")) return reproduce(arguments, *name);
  if (const auto what = arguments.value("--try")) return tryEdited(arguments, *what);
  if (const auto name = arguments.value("--as")) {
    kindNamed(*name);  // refuses an unknown one before compiling
    if (!arguments.has("--show")) throw UsageError("--as goes with --show K");
  }
  if (const auto shown = arguments.value("--show")) {
    const KernelRecord kernel = withTexts(arguments, *shown);
    const TextKind& kind = kindOf(arguments, kernel);
    const KernelText& text = kernel.*kind.text;
    if (text.text.empty()) refuseAbsent(kernel, kind, text.absent);
    if (arguments.json()) {
      printJson(asJson(kernel));
    } else {
      print(text.text);
    }
    return fine;
  }
  const CompilationRecordPtr record = shownCompilation(arguments);
  if (!arguments.json()) {
    print(listText(*record));
    return fine;
  }
  Json kernels = Json::array();
  for (const KernelRecord& kernel : record->kernels) kernels.push_back(asJson(kernel));
  printJson({{"computation", record->computation},
             {"transformer", record->transformer},
             {"kernels", kernels}});
  return fine;
}

}  // namespace

const Command kernels_command = {
    .name = "kernels",
    .operands = "FILE",
    .summary = "List the kernels of a computation, or print the code of one",
    .options = withRankOptions(withCallOptions(
        {{"--show", "K", "print the code of kernel K"},
         {"--as", "WHAT",
          "with --show: source, ir, asm, cuda, ptx or sass; default: source, on a GPU cuda"},
         {"--reproducer", "K", "write kernel K, its inputs and expected outputs as a program"},
         {"--out", "DIR", "with --reproducer: output folder"},
         {"--try", "K=FILE",
          "run K with the source in FILE in a child process; report error and time"}})),
    .run = run,
};

}  // namespace ng::cli
