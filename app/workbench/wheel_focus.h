// SPDX-License-Identifier: Apache-2.0
// The mouse wheel changes a combo box or a number field only where that has the focus, in the whole
// application: elsewhere it scrolls what is around the field. The wheel alone gives no focus.
#pragma once

#include <QObject>

namespace ng::views {

class WheelFocus : public QObject {
 public:
  explicit WheelFocus(QObject* parent);  // from now on, while it lives

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ng::views
