// SPDX-License-Identifier: Apache-2.0
// The files of a data set: in a folder, or made in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/reader.h"

namespace ng::neon {

// A file as it would lie in a folder.
struct MadeFile {
  std::string name;
  std::string bytes;
};

// A file being read; unpacked first where it is packed by gzip.
class DataFile {
 public:
  explicit DataFile(const std::string& path);
  DataFile(const MadeFile& file, const std::string& origin);  // `file` must outlive this
  Reader& reader() { return *reader_; }

 private:
  void unpack();
  std::vector<std::byte> unpacked_;
  std::unique_ptr<Reader> reader_;
};

class DataFiles {
 public:
  // The files of a folder; bad_file Error when there is no such folder. `within`: links that lead
  // out of this folder are refused; empty: they may lead anywhere.
  static DataFiles in_folder(const std::string& folder, const std::string& within = {});
  // Made ones; `origin` stands for their folder in messages.
  static DataFiles made(std::vector<MadeFile> files, std::string origin);

  const std::string& origin() const { return origin_; }
  bool has(const std::string& name) const;
  // The files of a folder in this one.
  DataFiles below(const std::string& folder) const;
  // Must be there; bad_file Error for a link that leads out.
  std::unique_ptr<DataFile> open(const std::string& name) const;

  // Of each list of names, any of which will do, the one that is there. A bad_file Error tells
  // which files are missing and that `holds` is what such a folder should hold.
  std::vector<std::string> require(const std::vector<std::vector<std::string>>& wanted,
                                   const std::string& holds) const;

 private:
  std::string origin_, within_;
  bool in_memory_ = false;
  std::vector<MadeFile> made_;
};

}  // namespace ng::neon
