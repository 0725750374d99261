// SPDX-License-Identifier: Apache-2.0
// The strip above a view's content: a title, and facts that can be elided and copied.
#pragma once

class QHBoxLayout;
class QLabel;
class QWidget;

namespace ng::views {

class ElidedLabel;

// Lays out `header`, one strip high, with both labels. Callers add more widgets behind them.
QHBoxLayout* makeHeaderLine(QWidget* header, QLabel* title, ElidedLabel* facts);

}  // namespace ng::views
