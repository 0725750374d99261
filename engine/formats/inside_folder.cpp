// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/inside_folder.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {

namespace fs = std::filesystem;

std::string fault_of_reference(const std::string& reference) {
  if (reference.empty()) return "it is empty";
  if (reference.find('\0') != std::string::npos) return "it holds a NUL";
  if (reference.find('\\') != std::string::npos) return "it holds a backslash";
  const fs::path path(reference);
  if (path.is_absolute()) return "it is absolute";
  if (reference.size() > 1 && reference[1] == ':') return "it names a drive";
  if (std::find(path.begin(), path.end(), "..") != path.end())
    return "it leaves the folder by '..'";
  return {};
}

std::string folder_of(const std::string& document_path) {
  const std::string folder = fs::path(document_path).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool lies_inside(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder, error);
  if (error) return false;
  const fs::path resolved = fs::weakly_canonical(path, error);
  return !error &&
         std::mismatch(root.begin(), root.end(), resolved.begin(), resolved.end()).first ==
             root.end();
}

std::string path_inside(const std::string& document_path, const std::string& reference) {
  const std::string fault = fault_of_reference(reference);
  check(fault.empty(), "a reference was not checked when it was read");
  const std::string folder = folder_of(document_path);
  const std::string path = (fs::path(folder) / reference).string();
  if (lies_inside(folder, path)) return path;
  Diagnostic diagnostic;
  diagnostic.what = quote(document_path) + ": a link leads out of the document's folder";
  diagnostic.found = quote(reference);
  diagnostic.expected = "a file in the folder of the document, or below it";
  diagnostic.action = "copy the file into the folder; nothing was read";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace ng
