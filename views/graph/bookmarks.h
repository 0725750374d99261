// SPDX-License-Identifier: Apache-2.0
// Up to nine bookmarks in the graph: an op and the visible part of the scene around it.
#pragma once

#include <QJsonArray>
#include <QRectF>
#include <array>
#include <optional>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng::views {

struct Bookmark {
  OpId op = 0;  // 0: only a place
  QRectF area;
  bool operator==(const Bookmark&) const = default;
};

class Bookmarks {
 public:
  static constexpr int most = 9;

  // Returns the number, 1 … 9: the first free one; if all are used, replaces the last.
  int add(const Bookmark& bookmark);
  void remove(int number);
  void clear() { places_.fill({}); }
  std::optional<Bookmark> at(int number) const;  // nullopt: not set
  std::optional<int> of(OpId op) const;          // the number of an op's bookmark

  QJsonArray toJson(const GraphRecord& graph) const;
  void read(const QJsonArray& places, const GraphRecord& graph);

 private:
  std::array<std::optional<Bookmark>, most> places_;
};

}  // namespace ng::views
