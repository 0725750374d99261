// SPDX-License-Identifier: Apache-2.0
// The strip over a view's content: a title, and facts beside it that may be cut and can be copied.
#pragma once

class QHBoxLayout;
class QLabel;
class QWidget;

namespace ng::views {

// Lays out `header`, one strip high, with both labels; more is added behind them.
QHBoxLayout* makeHeaderLine(QWidget* header, QLabel* title, QLabel* facts);

}  // namespace ng::views
