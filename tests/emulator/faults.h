// SPDX-License-Identifier: Apache-2.0
// Every call of an entry point: one at a time, counted, and failing where a test asks for it.
#pragma once

#include <map>
#include <mutex>
#include <string>

namespace ng::emulator {

// Results of the driver that the emulator returns.
enum Result : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialised = 3,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_failed = 719,
  capture_unsupported = 900,
  capture_unjoined = 904,
  capture_isolation = 905
};

class Faults {
 public:
  static Faults& all();
  // The `nth` call from now of `entry` ("*": of any) returns `result`; nth 0: none does.
  void fail(const std::string& entry, int nth, int result);
  // Counts the call. The result it must return; 0: none.
  int enter(const std::string& entry);
  int calls(const std::string& entry) const;

  // What a program did wrong, in the order of the calls: "k0: argument 2 is not device memory".
  std::string complaint;
  // Things that exist: "allocation", "module", "stream" …, with their number.
  std::map<std::string, int> live;

 private:
  Faults();
  std::map<std::string, int> calls_;
  std::string entry_;
  int left_ = 0, result_ = 0;
};

// Held by every entry point for its whole call.
class Call {
 public:
  explicit Call(const char* entry);
  int result = 0;

 private:
  std::lock_guard<std::recursive_mutex> lock_;
};

}  // namespace ng::emulator

// Begins an entry point.
#define NG_EMULATED(entry)              \
  const ng::emulator::Call call(entry); \
  if (call.result != 0) return call.result

// Begins an entry point that gives something back: it does so even if it fails, like the driver's.
#define NG_EMULATED_RELEASE(entry) const ng::emulator::Call call(entry)
#define NG_RELEASED(code)                      \
  const int released = static_cast<int>(code); \
  return call.result != 0 ? call.result : released

#define NG_EXPORTED extern "C" __attribute__((visibility("default")))
