// SPDX-License-Identifier: Apache-2.0
// Thin progress bar: fraction of all epochs done, with gaps between epochs.
#pragma once

#include <QWidget>

#include "views/core/session/session.h"

namespace ng::views {

class RunProgress : public QWidget {
  Q_OBJECT

 public:
  explicit RunProgress(Session& session, QWidget* parent = nullptr);
  double fraction() const;  // in [0, 1]

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Session& session_;
};

}  // namespace ng::views
