// SPDX-License-Identifier: Apache-2.0
#include "app/hdf5/library_fault.h"

#include <hdf5.h>

namespace ng::hdf5 {
namespace {

// The first part of an unknown version on the stack of errors.
herr_t find_version(unsigned, const H5E_error2_t* error, void* data) {
  const std::string text = error->desc ? error->desc : "";
  if (text.find("version number") == std::string::npos) return 0;
  *static_cast<std::string*>(data) = text;
  return 1;
}

}  // namespace

std::string newer_format() {
  std::string found;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, find_version, &found);
  if (found.empty()) return {};
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return "it needs a libhdf5 newer than " + std::to_string(major) + "." + std::to_string(minor) +
         "." + std::to_string(release) + ": " + found;
}

void refuse_call(const std::string& otherwise) {
  if (const std::string newer = newer_format(); !newer.empty()) throw NewerFormat(newer);
  throw std::runtime_error(otherwise);
}

}  // namespace ng::hdf5
