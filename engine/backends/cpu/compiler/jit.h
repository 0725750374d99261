// SPDX-License-Identifier: Apache-2.0
// Compiles kernel text to callable code: with Clang in this process (the plugin), else with the
// host's compiler in a child process. All functions are thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backends/text_lines.h"

namespace ng {

// Name of a request's source in messages and line tables. A prelude can have its own name by `#line
// 1 "prelude"`, followed by `#line 1 "kernel.cpp"`: lines of inlined prelude code then map to the
// calling line.
inline constexpr const char* jit_source_name = "kernel.cpp";

struct JitRequest {
  std::string source;                  // C++20 text without includes
  std::vector<std::string> functions;  // extern "C" names that the caller needs
  int optimisation = 3;                // 0..3
  bool want_texts = false;             // also fills JitModule::texts, by a second compilation
};

// Texts for display only: the same source compiled with line tables.
struct JitTexts {
  MappedText llvm_ir, assembly;
  std::string no_llvm_ir;  // reason if llvm_ir is empty
  std::string compiler;
};

class LoadedCode;

// Owns compiled code: its functions must not be called or still be running after destruction.
class JitModule {
 public:
  explicit JitModule(std::unique_ptr<LoadedCode> code);
  ~JitModule();
  JitModule(const JitModule&) = delete;
  JitModule& operator=(const JitModule&) = delete;

  // The address of an extern "C" function of the source, or null.
  void* function(const std::string& name) const;

  JitTexts texts;         // if requested
  double compile_ms = 0;  // wall time of the call that created this, without texts
  bool cached = false;    // the machine code came from the object cache
  std::string compiler;   // "clang 19.1.7 in process", "host compiler g++ 12.2.0"

 private:
  std::unique_ptr<LoadedCode> code_;
};

struct JitAvailability {
  bool available = false;
  std::string what;    // the compiler that would be used
  std::string reason;  // why no compiler is available, or why it is not the plugin
};

// The compiler that the next cache miss would use. Loads nothing: the plugin counts as available if
// its file exists and has not failed to load before. The environment variable
// NGRAPH_JIT=plugin|host|none, read at each call, restricts the choice to one compiler.
JitAvailability jit_availability();

// Throws KernelTextError if the text does not compile, Error(unavailable) without a compiler, and
// Error(internal) if a named function is missing from the text.
std::unique_ptr<JitModule> jit_compile(const JitRequest& request);

// Compiles again, for display only; the result is not cached. Throws like jit_compile.
JitTexts jit_texts(const JitRequest& request);

}  // namespace ng
