// SPDX-License-Identifier: Apache-2.0
// Files of a data set, in a folder or in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/reader.h"

namespace ng::neon {

// A generated file: name and contents.
struct MadeFile {
  std::string name;
  std::string bytes;
};

// An open file of a data set; gzipped files are unpacked first.
class DataFile {
 public:
  explicit DataFile(const std::string& path);
  DataFile(const MadeFile& file, const std::string& origin);  // `file` must outlive this object
  Reader& reader() { return *reader_; }

 private:
  void unpack();
  std::vector<std::byte> unpacked_;
  std::unique_ptr<Reader> reader_;
};

class DataFiles {
 public:
  // Files of a folder; throws a bad_file Error if it does not exist. Links that point outside of
  // the folder `within` are refused; an empty `within` allows all links.
  static DataFiles in_folder(const std::string& folder, const std::string& within = {});
  // Generated files; messages show `origin` instead of a folder.
  static DataFiles made(std::vector<MadeFile> files, std::string origin);

  const std::string& origin() const { return origin_; }
  bool has(const std::string& name) const;
  // Files of a subfolder.
  DataFiles below(const std::string& folder) const;
  // Opens an existing file; throws a bad_file Error for a link that points outside.
  std::unique_ptr<DataFile> open(const std::string& name) const;

  // Finds one file for each list of alternative names. Throws a bad_file Error that lists the
  // missing files and `holds`, a description of the expected contents.
  std::vector<std::string> require(const std::vector<std::vector<std::string>>& wanted,
                                   const std::string& holds) const;

 private:
  std::string origin_, within_;
  bool in_memory_ = false;
  std::vector<MadeFile> made_;
};

}  // namespace ng::neon
