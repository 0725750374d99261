// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/compiler/host_compiler.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "engine/backends/child_process.h"
#include "engine/backends/kernel_text_error.h"
#include "engine/backends/private_folder.h"
#include "engine/backends/text_scan.h"
#include "engine/base/error.h"

namespace ng {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::minutes deadline(1);

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

fs::path find_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  const char* variable = getenv("PATH");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const auto end = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, end)) / name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return {};
}

HostCompiler at(const fs::path& path) {
  HostCompiler compiler;
  compiler.path = path;
  std::error_code none;
  const fs::path real = fs::canonical(path, none);
  compiler.is_clang = real.filename().string().find("clang") != std::string::npos;
  struct stat info = {};
  stat(path.c_str(), &info);
  compiler.identity = real.string() + " " + std::to_string(info.st_size) + " " +
                      std::to_string(info.st_mtim.tv_sec);
  return compiler;
}

// No option lets the compiler ignore NaN or infinity or reorder operations. GCC and Clang both
// accept all of them.
std::vector<std::string> options(int optimisation) {
  return {"-O" + std::to_string(optimisation),
          "-std=c++20",
          "-march=native",
          "-mprefer-vector-width=512",
          "-ffp-contract=fast",
          "-fno-math-errno",
          "-fno-trapping-math",
          "-fno-strict-aliasing",
          "-fno-rtti",
          "-fno-exceptions",
          "-fno-asynchronous-unwind-tables",
          "-fno-threadsafe-statics",
          "-nostdinc",
          "-fPIC",
          "-Wno-psabi"};
}

[[noreturn]] void refuse_full(const fs::path& folder, std::string what, std::string found) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.where = folder;
  diagnostic.found = std::move(found);
  diagnostic.action = "free space there, or set TMPDIR to another folder";
  refuse(ErrorKind::system, std::move(diagnostic));
}

// Otherwise the compiler would find faults in a part of the text.
void write_source(const fs::path& source, const std::string& text) {
  std::ofstream out(source, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    refuse_full(source.parent_path(), "a kernel's text cannot be written", std::strerror(errno));
}

bool reports_full_disk(const std::string& output) {
  return output.find(std::strerror(ENOSPC)) != std::string::npos ||
         output.find(std::strerror(EDQUOT)) != std::string::npos;
}

void run(const HostCompiler& compiler, const JitRequest& request, const PrivateFolder& folder,
         const std::vector<std::string>& more) {
  const fs::path source = folder / jit_source_name;
  write_source(source, request.source);
  std::vector<std::string> command = {compiler.path};
  for (const std::string& option : options(request.optimisation)) command.push_back(option);
  command.insert(command.end(), more.begin(), more.end());
  command.push_back(source);
  const ChildResult result = run_child(command, deadline);
  if (result.exit_code == 0) return;
  if (reports_full_disk(result.output))
    refuse_full(source.parent_path(), "the host's compiler cannot write its files", result.output);
  Diagnostic diagnostic;
  diagnostic.where = compiler.path;
  diagnostic.found = result.output;
  if (!result.started) {
    diagnostic.what = "the host's compiler cannot be started";
  } else if (result.timed_out) {
    diagnostic.what = "the host's compiler took more than a minute for a kernel and was stopped";
  } else if (!read_messages(result.output).empty()) {
    throw KernelTextError(describe(compiler), result.output);
  } else {
    diagnostic.what = "the host's compiler failed";
  }
  refuse(ErrorKind::system, std::move(diagnostic));
}

}  // namespace

HostCompiler host_compiler() {
  const char* chosen = getenv("NGRAPH_CXX");
  std::vector<std::string> names = {"g++", "clang++-19", "clang++", "c++"};
  if (chosen && *chosen) names = {chosen};
  for (const std::string& name : names)
    if (const fs::path path = find_in_path(name); !path.empty()) return at(path);
  HostCompiler none;
  none.reason = chosen && *chosen
                    ? "NGRAPH_CXX names '" + std::string(chosen) + "', which cannot be executed"
                    : "no g++ or clang++ is in PATH";
  return none;
}

std::string describe(const HostCompiler& compiler) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;  // by identity: versions are queried once
  const std::scoped_lock lock(mutex);
  std::string& words = known[compiler.identity];
  if (!words.empty()) return words;
  const ChildResult result =
      run_child({compiler.path, compiler.is_clang ? "-dumpversion" : "-dumpfullversion"}, deadline);
  words = "host compiler " + fs::path(compiler.path).filename().string();
  const std::string version(trimmed(result.output.substr(0, result.output.find('\n'))));
  if (result.exit_code == 0) words += " " + version;
  return words;
}

std::string host_options(int optimisation) {
  std::string text;
  for (const std::string& option : options(optimisation)) text += option + " ";
  return text;
}

std::string host_compile(const HostCompiler& compiler, const JitRequest& request) {
  const PrivateFolder folder;
  const std::string library = folder / "kernel.so";
  run(compiler, request, folder, {"-shared", "-Wl,-z,now", "-o", library});
  return read_file(library);
}

JitTexts host_texts(const HostCompiler& compiler, const JitRequest& request) {
  const PrivateFolder folder;
  JitTexts texts;
  texts.compiler = describe(compiler);
  const std::string assembly = folder / "kernel.s";
  run(compiler, request, folder, {"-S", "-g1", "-o", assembly});
  texts.assembly = clean_assembly(read_file(assembly), jit_source_name);
  if (!compiler.is_clang) {
    texts.no_llvm_ir = "compiled by the " + texts.compiler + ", which has no LLVM IR";
    return texts;
  }
  const std::string ir = folder / "kernel.ll";
  run(compiler, request, folder, {"-S", "-emit-llvm", "-g1", "-o", ir});
  texts.llvm_ir = clean_llvm_ir(read_file(ir), jit_source_name);
  return texts;
}

}  // namespace ng
