// SPDX-License-Identifier: Apache-2.0
#include "engine/c_api/guard.h"

#include <new>
#include <string_view>

#include "engine/base/bounded.h"
#include "engine/base/limits.h"
#include "engine/base/quote.h"
#include "engine/base/utf8.h"
#include "engine/c_api/handles.h"

namespace ng::c_api {
namespace {

struct ThreadError {
  int code = NGRAPH_OK;
  Diagnostic diagnostic;
};
thread_local ThreadError last;

int code_of(ErrorKind kind) {
  static_assert(NGRAPH_VALUE == static_cast<int>(ErrorKind::value) + 1);
  static_assert(NGRAPH_INTERNAL == static_cast<int>(ErrorKind::internal) + 1);
  return static_cast<int>(kind) + 1;
}

}  // namespace

int remember_error() noexcept {
  clear_error();  // of a call that a callback made
  try {
    try {
      throw;
    } catch (const CallError& error) {
      last.code = error.code;
      last.diagnostic.what = error.what;
      last.diagnostic.expected = error.expected;
      last.diagnostic = bounded(std::move(last.diagnostic));
    } catch (const Error& error) {
      last.code = code_of(error.kind());
      last.diagnostic = error.diagnostic();
    } catch (const std::bad_alloc&) {
      last.code = NGRAPH_SYSTEM;
      last.diagnostic.what = "no memory";
    } catch (const std::exception& error) {
      last.code = NGRAPH_INTERNAL;
      last.diagnostic.what = error.what();
    } catch (...) {
      last.code = NGRAPH_INTERNAL;
      last.diagnostic.what = "unknown error";
    }
  } catch (...) {  // no memory for the message
    last.code = NGRAPH_SYSTEM;
  }
  return last.code;
}

void clear_error() noexcept {
  last.code = NGRAPH_OK;
  last.diagnostic = {};
}

void require_name(const char* name) {
  require_pointer(name, "name");
  const std::string_view text = name;
  const std::size_t most = Limits().name_bytes;
  const char* const fault = text.empty()                  ? "the name is empty"
                            : text.size() > most          ? "the name is too long"
                            : !is_utf8(text)              ? "the name is no text"
                            : has_control_character(text) ? "the name holds a control character"
                                                          : nullptr;
  if (!fault) return;
  throw CallError{NGRAPH_VALUE, fault,
                  "1 to " + std::to_string(most) + " bytes of UTF-8 without control characters"};
}

void require_index(std::size_t i, std::size_t count, const char* name) {
  if (i < count) return;
  throw CallError{NGRAPH_BAD_SIZE, std::string("no ") + name + " " + std::to_string(i),
                  "a number below " + std::to_string(count)};
}

void require_bytes(std::size_t found, std::size_t expected, const std::string& name) {
  if (found == expected) return;
  throw CallError{NGRAPH_BAD_SIZE, "'" + name + "' has " + std::to_string(found) + " bytes",
                  std::to_string(expected) + " bytes"};
}

}  // namespace ng::c_api

using namespace ng::c_api;

int ngraph_last_error(ngraph_error* error) {
  if (!error) return NGRAPH_BAD_POINTER;
  if (error->size < sizeof *error) return NGRAPH_BAD_SIZE;
  const ng::Diagnostic& d = last.diagnostic;
  *error = {error->size,     last.code,          d.what.c_str(),  d.where.c_str(),
            d.found.c_str(), d.expected.c_str(), d.action.c_str()};
  return NGRAPH_OK;
}

int ngraph_require_version(uint32_t version) {
  return guarded([&] {
    if (version == NGRAPH_API_VERSION) return;
    throw CallError{NGRAPH_BAD_VERSION, "the library has another version of the C API",
                    "version " + std::to_string(NGRAPH_API_VERSION)};
  });
}

int ngraph_release(void* handle) {
  return guarded([&] {
    if (!remove_object(handle)) refuse_handle(handle, "any kind");
  });
}
