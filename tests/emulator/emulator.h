// SPDX-License-Identifier: Apache-2.0
// Controls the CUDA emulator from a test, which runs with NGRAPH_CUDA_LIBRARIES set to its folder.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace ng::emulator {

class Control {
 public:
  Control() {
    const char* folder = std::getenv("NGRAPH_CUDA_LIBRARIES");
    library_ = dlopen((std::string(folder ? folder : "") + "/libcuda.so.1").c_str(), RTLD_NOW);
    if (!library_) return;
    take(fail_, "ngraph_emulator_fail");
    take(calls_, "ngraph_emulator_calls");
    take(live_, "ngraph_emulator_live");
    take(complaint_, "ngraph_emulator_complaint");
    take(hold_, "ngraph_emulator_hold");
    take(nccl_error_, "ngraph_emulator_nccl_error");
  }
  explicit operator bool() const { return library_ != nullptr; }

  // The `nth` call from now of `entry` ("*": of any) returns `result`; nth 0: none does.
  void fail(const std::string& entry, int nth, int result) { fail_(entry.c_str(), nth, result); }
  int calls(const std::string& entry) const { return calls_(entry.c_str()); }
  // What exists: "allocation 2, stream 1"; empty: nothing.
  std::string live() const { return live_(); }
  // What programs did wrong since the last call: "k0: argument 2 is not device memory".
  std::string complaint() { return complaint_(); }
  // While held, streams make no progress, as if a kernel did not end.
  void hold(bool on) { hold_(on); }
  // The next transfer by NCCL of this rank never ends: its communicator has this error.
  void fail_transfer(int rank, int error) { nccl_error_(rank, error); }

 private:
  template <class Function>
  void take(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library_, name));
  }
  void* library_ = nullptr;
  void (*fail_)(const char*, int, int) = nullptr;
  int (*calls_)(const char*) = nullptr;
  const char* (*live_)() = nullptr;
  const char* (*complaint_)() = nullptr;
  void (*hold_)(int) = nullptr;
  void (*nccl_error_)(int, int) = nullptr;
};

}  // namespace ng::emulator
