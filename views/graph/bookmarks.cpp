// SPDX-License-Identifier: Apache-2.0
#include "views/graph/bookmarks.h"

#include <QJsonObject>
#include <algorithm>

#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"

namespace ng::views {

int Bookmarks::add(const Bookmark& bookmark) {
  const auto free = std::find(places_.begin(), places_.end(), std::nullopt);
  const auto at = free == places_.end() ? std::prev(places_.end()) : free;
  *at = bookmark;
  return static_cast<int>(at - places_.begin()) + 1;
}

void Bookmarks::remove(int number) {
  if (number >= 1 && number <= most) places_[static_cast<std::size_t>(number - 1)].reset();
}

std::optional<Bookmark> Bookmarks::at(int number) const {
  if (number < 1 || number > most) return {};
  return places_[static_cast<std::size_t>(number - 1)];
}

std::optional<int> Bookmarks::of(OpId op) const {
  for (int number = 1; number <= most; ++number)
    if (const auto place = at(number); op && place && place->op == op) return number;
  return std::nullopt;
}

QJsonArray Bookmarks::toJson(const GraphRecord& graph) const {
  QJsonArray all;
  for (int number = 1; number <= most; ++number) {
    const auto place = at(number);
    if (!place) continue;
    const OpRecord* op = graph.find(place->op);
    all.append(QJsonObject{{"number", number},
                           {"op", op ? QString::fromStdString(full_name(*op)) : QString()},
                           {"area", QJsonArray{place->area.x(), place->area.y(),
                                               place->area.width(), place->area.height()}}});
  }
  return all;
}

void Bookmarks::read(const QJsonArray& places, const GraphRecord& graph) {
  clear();
  for (const QJsonValue& each : places) {
    const int number = each["number"].toInt();
    if (number < 1 || number > most) continue;
    Bookmark place;
    const std::string name = each["op"].toString().toStdString();
    if (const auto ops = ops_named(graph, name); ops.size() == 1) place.op = ops.front()->id;
    const QJsonValue area = each["area"];
    place.area =
        QRectF(area[0].toDouble(), area[1].toDouble(), area[2].toDouble(), area[3].toDouble());
    places_[static_cast<std::size_t>(number - 1)] = place;
  }
}

}  // namespace ng::views
