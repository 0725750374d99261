// SPDX-License-Identifier: Apache-2.0
// Bar chart of the ops that each pass removed, added and changed. Clicking a bar selects the pass.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "views/core/selection.h"

namespace ng::views {

struct PassChanges {
  QString name;
  std::size_t removed = 0, added = 0, modified = 0;
  int ops = 0;  // number of ops after the pass
  std::size_t all() const { return removed + added + modified; }
};

class OpSparkline : public QWidget {
  Q_OBJECT

 public:
  explicit OpSparkline(QWidget* parent = nullptr);
  void setPasses(std::vector<PassChanges> passes);  // the first entry is the graph as written
  void setCurrent(int pass);                        // or asWritten
  QRect barRect(int pass) const;
  QString tip(int pass) const;

  QSize sizeHint() const override { return {120, 32}; }
  QSize minimumSizeHint() const override { return {48, 24}; }

 signals:
  void passClicked(int pass);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  std::optional<int> passAt(int x) const;
  const PassChanges& of(int pass) const { return passes_[static_cast<std::size_t>(pass + 1)]; }

  std::vector<PassChanges> passes_;
  int current_ = asWritten;
};

}  // namespace ng::views
