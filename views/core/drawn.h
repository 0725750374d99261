// SPDX-License-Identifier: Apache-2.0
// What is drawn, as JSON: for `ngraph-workbench --json`, for tests, and for those who read instead
// of look. Texts are those that were painted, so nothing is told that cannot be seen; a widget that
// paints figures tells them by Drawn. GUI thread only.
#pragma once

#include <QJsonArray>
#include <QJsonObject>

class QWidget;

namespace ng::views {

// Beside QWidget: a widget whose picture holds more than its texts say.
class Drawn {
 public:
  virtual ~Drawn() = default;
  // "kind" names what it is; numbers in the units of the axes that are drawn.
  virtual QJsonObject drawn() const = 0;
};

// The visible widgets below `view` that show something, from top to bottom and left to right. Each
// has a kind, "at" (x, y, width, height within `view`), and what it shows: tables all their rows.
QJsonArray drawnParts(QWidget& view);

}  // namespace ng::views
