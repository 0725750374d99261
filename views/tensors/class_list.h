// SPDX-License-Identifier: Apache-2.0
// The classes of a model in the order of their scores, for each row of a value: label, bar and
// probability.
#pragma once

#include <QAbstractScrollArea>
#include <string>
#include <vector>

#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {

class ClassList : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit ClassList(QWidget* parent = nullptr);

  // Requires may_be_scores(). Classes without a label are shown by their number.
  void setTensor(const TensorRecordPtr& tensor, const std::vector<std::string>& labels);
  QStringList lines() const;  // "three  99.7 %", with a line "N 2" before each of several rows

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Line {
    QString text, number;
    double part = 0;     // length of the bar, 0..1
    bool title = false;  // the place of a row
  };
  void paintLine(QPainter& painter, const Line& line, const QRect& box, int labelWidth) const;
  int labelWidth() const;
  void fitScrollBar();

  std::vector<Line> lines_;
};

}  // namespace ng::views
