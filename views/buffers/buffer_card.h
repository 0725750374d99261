// SPDX-License-Identifier: Apache-2.0
// Rich-text summary of one buffer, with links to ops, kernels and other buffers.
#pragma once

#include <QLabel>

#include "views/buffers/plan_model.h"

namespace ng::views {

class BufferCard : public QLabel {
  Q_OBJECT

 public:
  explicit BufferCard(QWidget* parent = nullptr);
  void setBuffer(const PlanModelPtr& plan, int buffer);  // -1: shows a usage hint
  QString plainText() const;                             // without markup

 signals:
  void opFollowed(ng::OpId op);
  void kernelFollowed(const QString& kernel);
  void bufferFollowed(int buffer);

 private:
  void follow(const QString& link);
  void followTheme();
};

// Rich text of the summary. Link targets are "op:ID", "kernel:NAME" or "buffer:INDEX".
QString bufferText(const PlanModel& plan, int buffer);

}  // namespace ng::views
