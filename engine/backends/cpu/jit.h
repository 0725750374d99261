// SPDX-License-Identifier: Apache-2.0
// Kernel text to callable code: by Clang in this process (the plugin), else by the host's compiler
// in a child process. Every function here may be called from several threads at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backends/text_lines.h"

namespace ng {

// The name under which messages and line tables know a request's source. Text that a kernel brings
// along (a prelude) can stand under its own name by `#line 1 "prelude"`, followed by
// `#line 1 "kernel.cpp"`: then lines of inlined prelude code count as the calling line.
inline constexpr const char* jit_source_name = "kernel.cpp";

struct JitRequest {
  std::string source;                  // C++20 text that includes nothing
  std::vector<std::string> functions;  // extern "C" names that the caller will ask for
  int optimisation = 3;                // 0..3
  bool want_texts = false;             // fill JitModule::texts too: a second compile
};

// For display only: the same source compiled with line tables.
struct JitTexts {
  MappedText llvm_ir, assembly;
  std::string no_llvm_ir;  // why llvm_ir is empty, when it is
  std::string compiler;
};

class LoadedCode;

// Compiled code, alive as long as this object: no function of it may run or be called afterwards.
class JitModule {
 public:
  explicit JitModule(std::unique_ptr<LoadedCode> code);
  ~JitModule();
  JitModule(const JitModule&) = delete;
  JitModule& operator=(const JitModule&) = delete;

  // The address of an extern "C" function of the source; null when it has none of that name.
  void* function(const std::string& name) const;

  JitTexts texts;         // when asked for
  double compile_ms = 0;  // wall time of the call that made this, texts left out
  bool cached = false;    // the machine code came from the object cache
  std::string compiler;   // "clang 19.1.7 in process", "host compiler g++ 12.2.0"

 private:
  std::unique_ptr<LoadedCode> code_;
};

struct JitAvailability {
  bool available = false;
  std::string what;    // the compiler that would be used
  std::string reason;  // why there is none, or why it is not the plugin
};

// Which compiler the next miss of the cache would use. Opens nothing: the plugin counts as
// available when its file is there and no attempt to open it has failed.
// The environment's NGRAPH_JIT=plugin|host|none, read at each call, allows one compiler only.
JitAvailability jit_availability();

// Throws KernelTextError when the text does not compile, Error(unavailable) when there is no
// compiler, Error(internal) when a named function is missing from the text.
std::unique_ptr<JitModule> jit_compile(const JitRequest& request);

// Compiles again, for display only; nothing is cached. Throws as jit_compile does.
JitTexts jit_texts(const JitRequest& request);

}  // namespace ng
