// SPDX-License-Identifier: Apache-2.0
#include "app/cli/results/result_files.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "app/cli/arguments.h"
#include "engine/base/atomic_file.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/npy.h"
#include "engine/records/tensor_record.h"

namespace ng::cli {
namespace {

// Bytes above ASCII are parts of letters.
bool isUsual(unsigned char c) {
  return c >= 0x80 || std::isalnum(c) || c == '_' || c == '-' || c == '.';
}

std::string fileName(const std::string& result) {
  std::string name = result;
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !isUsual(c); }, '_');
  // A hidden file, or the folder itself.
  if (name.empty() || name[0] == '.') name.insert(0, "_");
  return name;
}

Tensor readable(const Tensor& value) {
  if (value.dtype != DType::bf16) return value;
  return broadcast_to(value, DType::f32, value.shape, "the result");
}

}  // namespace

void requireFolder(const std::string& option, const std::string& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (!std::filesystem::is_directory(folder))
    throw UsageError(option + ": " + quote(folder) + " is not a folder and cannot be made one" +
                     (fault ? ": " + fault.message() : std::string()));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw UsageError(option + ": no permission to write to the folder " + quote(folder));
}

void requireWritable(const std::string& option, const std::string& path) {
  const auto refuseIf = [&](bool wrong, const std::string& why) {
    if (wrong) throw UsageError(option + ": " + quote(path) + " cannot be written: " + why);
  };
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  std::error_code fault;  // of a folder that cannot be entered: it is no folder then
  refuseIf(std::filesystem::is_directory(path, fault), "it is a folder");
  refuseIf(!std::filesystem::is_directory(folder, fault), "there is no folder " + quote(folder));
  try {
    const AtomicFile probe(path);
  } catch (const Error& error) {
    const Diagnostic& why = error.diagnostic();
    throw UsageError(option + ": " + why.what + (why.where.empty() ? "" : " " + why.where));
  }
}

std::vector<std::string> writeResults(const std::string& folder,
                                      std::span<const TensorRecord> results) {
  std::set<std::string> taken;
  std::vector<std::string> paths;
  for (const TensorRecord& result : results) {
    const std::string like = fileName(result.name);
    std::string name = like;
    for (int i = 2; !taken.insert(name).second; ++i) name = like + "_" + std::to_string(i);
    paths.push_back((std::filesystem::path(folder) / (name + ".npy")).string());
    write_npy(paths.back(), readable(result.value));
  }
  return paths;
}

}  // namespace ng::cli
