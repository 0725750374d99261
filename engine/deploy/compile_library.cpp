// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/compile_library.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "engine/backends/child_process.h"
#include "engine/backends/cpu/compiler/host_compiler.h"
#include "engine/base/error.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::minutes deadline(10);

class LibraryBuild {
 public:
  LibraryBuild(const std::string& folder, const DeployedProgram& program,
               const CompileOptions& options)
      : folder_(folder), program_(program), options_(options) {}

  BuiltLibrary run(std::size_t units) {
    if (!find_compiler()) return {"", reason_};
    std::vector<std::string> common = compile_options(*program_.target), c = common, cpp = common;
    for (const std::string& option : runtime_options()) c.push_back(option);
    c.insert(c.end(), {"-x", "c"});
    for (const std::string& option : kernel_options()) cpp.push_back(option);
    cpp.insert(cpp.end(), {"-x", "c++"});
    std::vector<std::string> sources = {program_.name + ".c"};
    if (program_.weights_inside && !program_.states.empty()) sources.push_back("weights.c");
    for (const std::string& source : sources) compile(compiler_, source, c);
    for (std::size_t i = 0; i < units; ++i)
      compile(kernel_compiler_, "kernels_" + std::to_string(i) + ".cpp", cpp);
    archive();
    return {library(), ""};
  }

 private:
  std::string library() const { return library_file(program_); }
  // A leading "-" would begin an option of the compiler.
  std::string at(const std::string& name) const {
    const fs::path path = fs::path(folder_) / name;
    return path.native().starts_with('-') ? (fs::path(".") / path).string() : path.string();
  }

  bool find_compiler() {
    if (program_.target->compiler.empty()) {
      const HostCompiler host = host_compiler();
      compiler_ = kernel_compiler_ = host.path;
      reason_ = host.reason;
      if (!std::getenv("NGRAPH_CXX")) prefer_clang();
      return !compiler_.empty();
    }
    compiler_ = kernel_compiler_ = program_.target->compiler;
    reason_ = "the cross compiler " + compiler_ + " is not installed";
    return is_installed(compiler_);
  }

  static bool is_installed(const std::string& compiler) {
    const ChildResult found = run_child({compiler, "--version"}, std::chrono::seconds(20));
    return found.started && found.exit_code == 0;
  }

  // GCC's loop vectoriser is off for kernels, so that loops over mixed types, which have no
  // explicit vectors, are scalar: a call of the MLP sample took 103 us, and 68 us with kernels by
  // Clang.
  void prefer_clang() {
    for (const char* clang : {"clang++-19", "clang++"}) {
      if (!is_installed(clang)) continue;
      kernel_compiler_ = clang;
      if (compiler_.empty()) compiler_ = clang;
      return;
    }
  }

  void run(const std::vector<std::string>& command, const std::string& what) {
    if (options_.progress && !options_.progress(what, 0.99)) {
      refuse(ErrorKind::cancelled, "the build was cancelled while " + what);
    }
    bool cancelled = false;
    const ChildResult result = run_child(command, deadline, [&] {
      cancelled = options_.progress && !options_.progress(what, 0.99);
      return cancelled;
    });
    if (cancelled) refuse(ErrorKind::cancelled, "the build was cancelled while " + what);
    if (result.exit_code == 0) return;
    Diagnostic diagnostic;
    diagnostic.what = result.timed_out ? what + " took more than ten minutes" : what + " failed";
    diagnostic.where = command.front();
    diagnostic.found = result.output;
    diagnostic.action = "build the sources alone, with --sources, and compile them";
    refuse(ErrorKind::system, std::move(diagnostic));
  }

  void compile(const std::string& compiler, const std::string& source,
               const std::vector<std::string>& options) {
    std::vector<std::string> command = {compiler};
    command.insert(command.end(), options.begin(), options.end());
    objects_.push_back(at(source + ".o"));
    command.insert(command.end(), {"-c", at(source), "-o", objects_.back()});
    run(command, "compiling " + source);
  }

  // The archiver of a cross compiler has its prefix: "aarch64-linux-gnu-ar".
  void archive() {
    const std::string cross(program_.target->compiler);
    std::vector<std::string> command = {
        cross.empty() ? "ar" : cross.substr(0, cross.rfind('-') + 1) + "ar", "rcsD", at(library())};
    command.insert(command.end(), objects_.begin(), objects_.end());
    run(command, "making " + library());
    std::error_code ignored;
    for (const std::string& object : objects_) fs::remove(object, ignored);
  }

  const std::string& folder_;
  const DeployedProgram& program_;
  const CompileOptions& options_;
  std::string compiler_, kernel_compiler_, reason_;
  std::vector<std::string> objects_;
};

}  // namespace

std::string library_file(const DeployedProgram& program) {
  return "lib" + program.name + ".a";
}

BuiltLibrary compile_library(const std::string& folder, const DeployedProgram& program,
                             std::size_t units, const CompileOptions& options) {
  return LibraryBuild(folder, program, options).run(units);
}

}  // namespace ng
