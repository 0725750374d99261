// SPDX-License-Identifier: Apache-2.0
// One bar per layer: the L2 norm of its tensors and, in a comparison, of the difference.
#pragma once

#include <QWidget>
#include <vector>

#include "views/checkpoints/checkpoint_rows.h"

namespace ng::views {

class NormBars : public QWidget {
  Q_OBJECT

 public:
  explicit NormBars(QWidget* parent = nullptr);
  void setNorms(std::vector<LayerNorm> norms, bool compared);
  const std::vector<LayerNorm>& norms() const { return norms_; }
  void setCurrent(const QString& layer);
  QSize sizeHint() const override;

 signals:
  void clicked(const QString& layer);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  const LayerNorm* normAt(double y) const;  // null: none
  void paintHead(QPainter& painter) const;
  void paintRow(QPainter& painter, int row, double most, int nameWidth) const;

  std::vector<LayerNorm> norms_;
  bool compared_ = false;
  QString current_;
};

}  // namespace ng::views
