// SPDX-License-Identifier: Apache-2.0
// A thin bar of the run: what is done of all epochs, with a gap at the end of each.
#pragma once

#include <QWidget>

#include "views/core/session.h"

namespace ng::views {

class RunProgress : public QWidget {
  Q_OBJECT

 public:
  explicit RunProgress(Session& session, QWidget* parent = nullptr);
  double fraction() const;  // 0 … 1

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Session& session_;
};

}  // namespace ng::views
