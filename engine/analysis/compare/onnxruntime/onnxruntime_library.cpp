// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/onnxruntime_library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/error.h"

namespace ng {
namespace {

namespace fs = std::filesystem;

constexpr const char* location_variable = "NGRAPH_ONNXRUNTIME";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Paths in `folder` whose names begin with `prefix`, last first; empty if it cannot be read.
std::vector<fs::path> entries(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    if (each->path().filename().string().starts_with(prefix)) found.push_back(each->path());
  std::sort(found.rbegin(), found.rend());
  return found;
}

void add_packages(const fs::path& prefix, std::vector<std::string>& found) {
  for (const fs::path& python : entries(prefix / "lib", "python3"))
    for (const char* packages : {"site-packages", "dist-packages"})
      for (const fs::path& each :
           entries(python / packages / "onnxruntime" / "capi", "libonnxruntime.so"))
        found.push_back(each.string());
}

std::vector<std::string> candidates() {
  if (const std::string chosen = variable(location_variable); !chosen.empty()) return {chosen};
  std::vector<std::string> found = {"libonnxruntime.so.1", "libonnxruntime.so"};
  if (!variable("VIRTUAL_ENV").empty()) add_packages(variable("VIRTUAL_ENV"), found);
  if (!variable("HOME").empty()) add_packages(fs::path(variable("HOME")) / ".local", found);
  add_packages("/usr/local", found);
  add_packages("/usr", found);
  return found;
}

}  // namespace

OnnxRuntimeApi open_onnxruntime() {
  Diagnostic first;
  for (const std::string& library : candidates()) {
    try {
      return OnnxRuntimeApi(library);
    } catch (const Error& error) {
      if (first.what.empty()) first = error.diagnostic();
    }
  }
  first.action =
      "install it with 'pip install onnxruntime' in the active virtual environment, or "
      "set " +
      std::string(location_variable) + " to the file libonnxruntime.so";
  throw Error(Fault::user, ErrorKind::unavailable, std::move(first));  // who can install it
}

}  // namespace ng
