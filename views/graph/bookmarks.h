// SPDX-License-Identifier: Apache-2.0
// Up to nine places of the graph: an op and the part of the scene that was seen around it.
#pragma once

#include <QJsonArray>
#include <QRectF>
#include <array>
#include <optional>

#include "engine/session/record.h"

namespace ng::views {

struct Bookmark {
  OpKey op = 0;  // 0: only a place
  QRectF area;
  bool operator==(const Bookmark&) const = default;
};

class Bookmarks {
 public:
  static constexpr int most = 9;

  // Its number, 1 … 9: the first free one; when all are taken, the last is replaced.
  int add(const Bookmark& bookmark);
  void remove(int number);
  void clear() { places_.fill({}); }
  std::optional<Bookmark> at(int number) const;  // nothing: not set
  int of(OpKey op) const;                        // the number of an op's bookmark; 0: it has none

  QJsonArray toJson(const GraphRecord& graph) const;
  void read(const QJsonArray& places, const GraphRecord& graph);

 private:
  std::array<std::optional<Bookmark>, most> places_;
};

}  // namespace ng::views
