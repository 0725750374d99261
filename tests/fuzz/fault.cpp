// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "engine/base/error.h"
#include "tests/fuzz/target.h"
#include "tests/support/memory_meter.h"

namespace ng::fuzz {
namespace {

constexpr std::size_t longest_message = 24 << 10;
constexpr std::size_t most_memory = 64 << 20;

std::string fault_of_error(const Error& error) {
  if (error.fault() == Fault::internal) return std::string("internal error: ") + error.what();
  const std::size_t length = std::strlen(error.what());
  if (length <= longest_message) return {};
  return "an error message of " + std::to_string(length) +
         " bytes: " + std::string(error.what(), 1000);
}

std::string fault_of_reading(const Target& target, Bytes bytes) {
  try {
    target.read(bytes);
    return {};
  } catch (const Error& error) {
    return fault_of_error(error);
  } catch (const std::exception& other) {
    return std::string("an exception other than Error: ") + other.what();
  }
}

}  // namespace

std::string fault_of(const Target& target, Bytes bytes) {
  const std::size_t limit = most_memory + 2 * bytes.size();
  testing::MemoryMeter meter(limit);
  std::string fault = fault_of_reading(target, bytes);
  if (fault.empty() && meter.peak() > limit)
    fault = std::to_string(meter.peak()) + " bytes of memory, allowed: " + std::to_string(limit);
  return fault;
}

}  // namespace ng::fuzz
