// SPDX-License-Identifier: Apache-2.0
// Handles of a sequence of C API calls, and which of them are valid.
#pragma once

#include <vector>

#include "tests/fuzz/c_api/draw_bytes.h"

namespace ng::fuzz {

enum class HandleKind { document, transformer, computation, op, axis };

struct DrawnHandle {
  void* handle = nullptr;
  bool valid = false;  // a live handle of the kind asked for
};

class HandlePool {
 public:
  HandlePool() = default;
  HandlePool(const HandlePool&) = delete;
  HandlePool& operator=(const HandlePool&) = delete;
  ~HandlePool();  // releases all

  void add(HandleKind kind, void* handle) { live_.push_back({kind, handle}); }
  // A handle of another pool, which outlives this one.
  void lend(HandleKind kind, void* handle) { live_.push_back({kind, handle, false}); }
  // Mostly valid if there is one; otherwise null, invented, released or of another kind.
  DrawnHandle draw(HandleKind kind, DrawBytes& draws) const;
  // A handle to release: null if there is none that may be released.
  void* draw_for_release(DrawBytes& draws) const;
  void released(void* handle);
  bool is_live(HandleKind kind, const void* handle) const;
  std::size_t size() const { return live_.size(); }

 private:
  struct Live {
    HandleKind kind;
    void* handle;
    bool owned = true;
  };
  void* draw_invalid(DrawBytes& draws) const;

  std::vector<Live> live_;
  std::vector<void*> released_;
};

}  // namespace ng::fuzz
