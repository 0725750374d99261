// SPDX-License-Identifier: Apache-2.0
// Answers of the layout helper, kept by the structure that was asked: in memory for the program's
// life and as files in the user's cache folder. A damaged or foreign file is as good as none.
#pragma once

#include <QString>
#include <map>
#include <optional>

#include "views/layout/layout_types.h"

namespace ng::views {

class LayoutCache {
 public:
  // An empty folder keeps everything in memory only.
  explicit LayoutCache(QString folder) : folder_(std::move(folder)) {}
  static QString userFolder();

  std::optional<LayoutAnswer> find(const LayoutJob& job);
  void keep(const LayoutJob& job, const LayoutAnswer& answer);

 private:
  QString file(std::uint64_t key) const;

  struct Entry {
    LayoutJob job;
    LayoutAnswer answer;
  };
  QString folder_;
  std::map<std::uint64_t, Entry> memory_;
};

}  // namespace ng::views
