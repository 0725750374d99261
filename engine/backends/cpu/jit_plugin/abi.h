// SPDX-License-Identifier: Apache-2.0
// The narrow C interface between the engine and the Clang plugin. Nothing throws across it, no
// C++ type crosses it, and memory is freed by the side that took it. Any change raises the version.
#pragma once

#include <stddef.h>
#include <stdint.h>

extern "C" {

enum { ngraph_jit_abi_version = 1 };

// What a compile should give, as bits of NgraphJitRequest::wants.
enum {
  ngraph_jit_object = 1,       // the bytes of a relocatable ELF object
  ngraph_jit_llvm_ir = 2,      // the optimised module as text
  ngraph_jit_assembly = 4,     // the assembly as text
  ngraph_jit_line_tables = 8,  // source lines in both texts; leave out for code that is run
};

struct NgraphJitText {
  const char* data;
  size_t size;
};

struct NgraphJitRequest {
  NgraphJitText source;   // C++20 text, complete in itself
  const char* file_name;  // as it stands in messages and line tables
  int optimisation;       // 0..3
  uint32_t wants;
};

// `ok` is 0 when the text does not compile; `messages` holds the compiler's errors and warnings
// either way, as "file:line:column: error: text" lines.
struct NgraphJitResult {
  int ok;
  NgraphJitText object, llvm_ir, assembly, messages;
  double front_ms;  // parse and optimise
  double back_ms;   // machine code
};

struct NgraphJitApi {
  uint32_t version;
  const char* compiler;  // "clang 19.1.7 in process"
  // Safe from several threads at once. Null when memory is out.
  NgraphJitResult* (*compile)(const NgraphJitRequest*);
  void (*release)(NgraphJitResult*);
};

// The interface of `version`, or null when this plugin speaks another one.
__attribute__((visibility("default"))) const NgraphJitApi* ngraph_jit_api(uint32_t version);
}
