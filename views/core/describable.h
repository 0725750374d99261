// SPDX-License-Identifier: Apache-2.0
// JSON description of what a widget shows, for `ngraph-workbench --json` and for tests. Texts are
// recorded while the widget paints, so the JSON contains only visible texts. Widgets that paint
// figures describe them through Describable. GUI thread only.
#pragma once

#include <QJsonArray>
#include <QJsonObject>

class QWidget;

namespace ng::views {

// Interface of a widget that shows more than its texts. Inherit it together with QWidget.
class Describable {
 public:
  virtual ~Describable() = default;
  // "kind" names the widget; numbers use the units of the drawn axes.
  virtual QJsonObject description() const = 0;
};

// The visible widgets below `view` that show something, from top to bottom and left to right. Each
// part has "kind", "at" (x, y, width, height within `view`) and its content; tables list all rows.
QJsonArray describeParts(QWidget& view);

}  // namespace ng::views
