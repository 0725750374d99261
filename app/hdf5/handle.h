// SPDX-License-Identifier: Apache-2.0
// Owner of an identifier of libhdf5.
#pragma once

#include <hdf5.h>

#include <utility>

#include "app/hdf5/library_fault.h"

namespace ng::hdf5 {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  // Throws as refuse_call() does for an identifier that libhdf5 refused to make.
  Handle(hid_t id, Close close, const char* what) : id_(id), close_(close) {
    if (id < 0) refuse_call(what);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

}  // namespace ng::hdf5
