// SPDX-License-Identifier: Apache-2.0
// Thin progress bar of the run.
#include "views/run/run_progress.h"

#include <QPainter>

#include "views/core/theme/theme.h"
#include "views/widgets/run_text.h"

namespace ng::views {
namespace {

constexpr int high = 4;
constexpr double leastEpoch = 6;  // minimum width of an epoch for gaps, in pixels

}  // namespace

RunProgress::RunProgress(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  setFixedHeight(high);
  connect(&session.run, &Run::runChanged, this, qOverload<>(&QWidget::update));
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

double RunProgress::fraction() const {
  const auto total = static_cast<double>(session_.run.status().totalIterations);
  return total > 0 ? static_cast<double>(session_.run.status().lastIteration) / total : 0;
}

void RunProgress::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Colours& c = Theme::current().colours();
  painter.fillRect(rect(), c.separator);
  painter.fillRect(QRectF(0, 0, width() * fraction(), height()), stateColour(session_));
  const int epochs = session_.run.status().epochs;
  const double each = epochs > 0 ? static_cast<double>(width()) / epochs : 0;
  if (each < leastEpoch) return;
  for (int i = 1; i < epochs; ++i) painter.fillRect(QRectF(i * each - 1, 0, 1, height()), c.panel);
}

}  // namespace ng::views
