// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/faults.h"

#include <cstdlib>
#include <utility>

namespace ng::emulator {
namespace {

std::recursive_mutex& mutex() {
  static auto* kept = new std::recursive_mutex;  // threads may call at exit
  return *kept;
}

}  // namespace

Faults& Faults::all() {
  static auto* kept = new Faults;
  return *kept;
}

// NGRAPH_EMULATOR_FAIL=ENTRY:NTH:RESULT, for programs that cannot call fail().
Faults::Faults() {
  const char* given = std::getenv("NGRAPH_EMULATOR_FAIL");
  const std::string text = given ? given : "";
  const auto first = text.find(':'), second = text.rfind(':');
  if (first == std::string::npos || first == second) return;
  fail(text.substr(0, first), std::atoi(text.c_str() + first + 1),
       std::atoi(text.c_str() + second + 1));
}

void Faults::fail(const std::string& entry, int nth, int result) {
  entry_ = entry;
  left_ = nth;
  result_ = result;
}

int Faults::enter(const std::string& entry) {
  ++calls_[entry];
  ++calls_["*"];
  if (left_ == 0 || (entry_ != "*" && entry_ != entry)) return 0;
  return --left_ == 0 ? result_ : 0;
}

int Faults::calls(const std::string& entry) const {
  const auto found = calls_.find(entry);
  return found == calls_.end() ? 0 : found->second;
}

Call::Call(const char* entry) : lock_(mutex()) {
  result = Faults::all().enter(entry);
}

}  // namespace ng::emulator

using ng::emulator::Call;
using ng::emulator::Faults;

NG_EXPORTED void ngraph_emulator_fail(const char* entry, int nth, int result) {
  const Call call("ngraph_emulator_fail");
  Faults::all().fail(entry, nth, result);
}

NG_EXPORTED int ngraph_emulator_calls(const char* entry) {
  const Call call("ngraph_emulator_calls");
  return Faults::all().calls(entry);
}

// "allocation 2, stream 1"; empty: nothing is left.
NG_EXPORTED const char* ngraph_emulator_live() {
  const Call call("ngraph_emulator_live");
  static std::string text;
  text.clear();
  for (const auto& [what, count] : Faults::all().live) {
    if (count != 0) text += (text.empty() ? "" : ", ") + what + " " + std::to_string(count);
  }
  return text.c_str();
}

// The complaints since the last call.
NG_EXPORTED const char* ngraph_emulator_complaint() {
  const Call call("ngraph_emulator_complaint");
  static std::string text;
  text = std::exchange(Faults::all().complaint, "");
  return text.c_str();
}
