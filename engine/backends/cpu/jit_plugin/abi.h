// SPDX-License-Identifier: Apache-2.0
// C interface between the engine and the Clang plugin. No exception and no C++ type crosses it, and
// memory is freed by the side that allocated it. Any change increments the version.
#pragma once

#include <stddef.h>
#include <stdint.h>

extern "C" {

enum { ngraph_jit_abi_version = 2 };

// Requested outputs of a compilation, bits of NgraphJitRequest::wants.
enum {
  ngraph_jit_object = 1,       // a relocatable ELF object
  ngraph_jit_llvm_ir = 2,      // the optimised module as text
  ngraph_jit_assembly = 4,     // the assembly as text
  ngraph_jit_line_tables = 8,  // source lines in both texts; not for code that is executed
  // Code that calls ThreadSanitizer's hooks at each memory access and UBSan's at an index outside
  // its array, and whose local variables begin with a pattern. The source defines the hooks.
  ngraph_jit_checked = 16,
};

struct NgraphJitText {
  const char* data;
  size_t size;
};

struct NgraphJitRequest {
  NgraphJitText source;   // C++20 text without includes
  const char* file_name;  // shown in messages and line tables
  int optimisation;       // 0..3
  uint32_t wants;
};

// `ok` is 0 if the text does not compile. `messages` holds the compiler's errors and warnings in
// both cases, as "file:line:column: error: text" lines.
struct NgraphJitResult {
  int ok;
  NgraphJitText object, llvm_ir, assembly, messages;
  double front_ms;  // parse and optimise
  double back_ms;   // machine code
};

struct NgraphJitApi {
  uint32_t version;
  const char* compiler;  // "clang 19.1.7 in process"
  // Thread-safe. Null if out of memory.
  NgraphJitResult* (*compile)(const NgraphJitRequest*);
  void (*release)(NgraphJitResult*);
};

// The interface of `version`, or null if this plugin has another version.
__attribute__((visibility("default"))) const NgraphJitApi* ngraph_jit_api(uint32_t version);
}
