// SPDX-License-Identifier: Apache-2.0
// Holds the interpreter's lock for a scope, or leaves it. Other than pybind11's guards, these end
// no thread: in a program that is about to end, Python makes a daemon thread that takes the lock
// exit by unwinding its stack, which passes through the engine and aborts the program. Such a
// thread sleeps until the process ends.
#pragma once

#include <cxxabi.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

namespace ng::python {

template <class Take>
auto taken_or_asleep(const Take& take) {
  try {
    return take();
  } catch (const abi::__forced_unwind&) {
    while (true) ::pause();
  }
}

class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    taken_or_asleep([this] { PyEval_RestoreThread(state_); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* const state_;
};

class Locked {
 public:
  Locked() : state_(taken_or_asleep([] { return PyGILState_Ensure(); })) {}
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  const PyGILState_STATE state_;
};

}  // namespace ng::python
