// SPDX-License-Identifier: Apache-2.0
// What there is to say about one buffer, in a few lines of text with links to ops, kernels and
// other buffers.
#pragma once

#include <QLabel>

#include "views/buffers/plan_model.h"

namespace ng::views {

class BufferCard : public QLabel {
  Q_OBJECT

 public:
  explicit BufferCard(QWidget* parent = nullptr);
  void setBuffer(const PlanModelPtr& plan, int buffer);  // -1: says that a click tells more
  QString plainText() const;                             // without the links' marks

 signals:
  void opFollowed(ng::OpKey op);
  void kernelFollowed(const QString& kernel);
  void bufferFollowed(int buffer);

 private:
  void follow(const QString& link);
  void followTheme();
};

// The lines as rich text; a link is "op:ID", "kernel:NAME" or "buffer:INDEX".
QString bufferText(const PlanModel& plan, int buffer);

}  // namespace ng::views
