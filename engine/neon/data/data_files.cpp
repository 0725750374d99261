// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/data_files.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/formats/archives/gzip.h"
#include "engine/formats/documents/inside_folder.h"

namespace ng::neon {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse_link(const std::string& path, const std::string& within) {
  Diagnostic diagnostic;
  diagnostic.what = quote(path) + ": a link points outside of the document's folder";
  diagnostic.expected = "a file in " + quote(within) + " or a subfolder";
  diagnostic.action =
      "copy the file there, or select its folder explicitly, with --data or in the window";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace

DataFile::DataFile(const std::string& path) : reader_(std::make_unique<Reader>(path)) {
  unpack();
}

DataFile::DataFile(const MadeFile& file, const std::string& origin)
    : reader_(std::make_unique<Reader>(std::as_bytes(std::span(file.bytes)),
                                       origin + "/" + file.name)) {
  unpack();
}

void DataFile::unpack() {
  if (!is_gzip(*reader_)) return;
  unpacked_ = read_gzip(*reader_);
  reader_ = std::make_unique<Reader>(std::span<const std::byte>(unpacked_), reader_->path());
}

DataFiles DataFiles::in_folder(const std::string& folder, const std::string& within) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    Diagnostic diagnostic;
    diagnostic.what = "no folder " + quote(folder) + " of a data set";
    diagnostic.found = fs::exists(folder, error) ? "a file of that name" : "nothing of that name";
    diagnostic.action = "give the folder that holds the data set's files";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  DataFiles files;
  files.origin_ = folder;
  files.within_ = within;
  return files;
}

DataFiles DataFiles::below(const std::string& folder) const {
  return in_folder((fs::path(origin_) / folder).string(), within_);
}

DataFiles DataFiles::made(std::vector<MadeFile> made, std::string origin) {
  DataFiles files;
  files.origin_ = std::move(origin);
  files.in_memory_ = true;
  files.made_ = std::move(made);
  return files;
}

bool DataFiles::has(const std::string& name) const {
  if (!in_memory_) {
    std::error_code error;
    return fs::exists(fs::path(origin_) / name, error);
  }
  return std::any_of(made_.begin(), made_.end(),
                     [&name](const MadeFile& file) { return file.name == name; });
}

std::unique_ptr<DataFile> DataFiles::open(const std::string& name) const {
  if (!in_memory_) {
    const std::string path = (fs::path(origin_) / name).string();
    if (!within_.empty() && !lies_inside(within_, path)) refuse_link(path, within_);
    return std::make_unique<DataFile>(path);
  }
  const auto found = std::find_if(made_.begin(), made_.end(),
                                  [&name](const MadeFile& file) { return file.name == name; });
  check(found != made_.end(), "a generated data set lacks a file");
  return std::make_unique<DataFile>(*found, origin_);
}

std::vector<std::string> DataFiles::require(const std::vector<std::vector<std::string>>& wanted,
                                            const std::string& holds) const {
  std::vector<std::string> names;
  std::string missing, present;
  for (const std::vector<std::string>& choices : wanted) {
    const auto found = std::find_if(choices.begin(), choices.end(),
                                    [this](const std::string& name) { return has(name); });
    std::string& list = found == choices.end() ? missing : present;
    const std::string& name = found == choices.end() ? choices.front() : *found;
    list += (list.empty() ? "" : ", ") + name;
    names.push_back(name);
  }
  if (missing.empty()) return names;
  Diagnostic diagnostic;
  diagnostic.what = "the folder " + quote(origin_) + " lacks files of the data set: " + missing;
  diagnostic.found = present.empty() ? "none of its files" : present;
  diagnostic.expected = holds;
  diagnostic.action = "put the missing files there, or use another folder";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace ng::neon
