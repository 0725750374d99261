// SPDX-License-Identifier: Apache-2.0
// Turns exceptions into error codes, and checks the caller's pointers and sizes.
#pragma once

#include <exception>
#include <string>

#include "engine/base/error.h"
#include "engine/c_api/ngraph.h"

namespace ng::c_api {

// A call that is wrong in itself, before it reaches the engine.
struct CallError {
  int code;
  std::string what, expected;
};

// Remembers the exception being handled as the thread's error; returns its code.
int remember_error() noexcept;
void clear_error() noexcept;

template <class F>
int guarded(F&& body) noexcept {
  clear_error();
  try {
    body();
    clear_error();  // of calls that a callback made
    return NGRAPH_OK;
  } catch (...) {
    return remember_error();
  }
}

inline void require_pointer(const void* pointer, const char* name) {
  if (!pointer) {
    throw CallError{NGRAPH_BAD_POINTER, std::string("'") + name + "' is null", "a valid pointer"};
  }
}

// A text that documents can hold.
void require_name(const char* name);
void require_index(std::size_t i, std::size_t count, const char* name);
void require_bytes(std::size_t found, std::size_t expected, const std::string& name);

// Structs may be larger in later versions of the caller, but have at least today's fields.
template <class T>
void require_struct(const T* given, const char* name) {
  require_pointer(given, name);
  if (given->size < sizeof(T)) {
    throw CallError{NGRAPH_BAD_SIZE, std::string("'") + name + ".size' is too small",
                    "sizeof of the struct, " + std::to_string(sizeof(T))};
  }
}

}  // namespace ng::c_api
