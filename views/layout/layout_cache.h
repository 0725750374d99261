// SPDX-License-Identifier: Apache-2.0
// Caches answers of the layout helper by the question's structure: in memory and as files in the
// user's cache folder. A damaged or foreign file counts as a miss.
#pragma once

#include <QString>
#include <map>
#include <optional>

#include "views/layout/layout_types.h"

namespace ng::views {

class LayoutCache {
 public:
  // An empty folder caches in memory only.
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
