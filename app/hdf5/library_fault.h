// SPDX-License-Identifier: Apache-2.0
// Explains failed calls of libhdf5.
#pragma once

#include <stdexcept>
#include <string>

namespace ng::hdf5 {

// A file in a format that this libhdf5 does not know.
class NewerFormat : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What libhdf5 does not know, if the last call failed for the version of a part of the file:
// "it needs a libhdf5 newer than 1.10.8: bad version number for layout message"; otherwise empty.
std::string newer_format();
// Throws NewerFormat, or std::runtime_error with `otherwise`.
[[noreturn]] void refuse_call(const std::string& otherwise);

}  // namespace ng::hdf5
