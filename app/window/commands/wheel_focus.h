// SPDX-License-Identifier: Apache-2.0
// Application-wide mouse wheel filter: the wheel changes a combo box or number field only if that
// has the focus, else it scrolls the surroundings. The wheel does not set the focus.
#pragma once

#include <QObject>

namespace ng::views {

class WheelFocus : public QObject {
 public:
  explicit WheelFocus(QObject* parent);  // active during its lifetime

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ng::views
