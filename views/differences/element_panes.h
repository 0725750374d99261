// SPDX-License-Identifier: Apache-2.0
// The elements of a tensor of both documents and their difference, for a row of the differences.
#pragma once

#include <QWidget>

#include "engine/analysis/document_difference.h"
#include "views/core/workspace.h"
#include "views/widgets/heat_maps/paired_maps.h"

class QLabel;

namespace ng::views {

class SliceBar;

class ElementPanes : public QWidget {
  Q_OBJECT

 public:
  explicit ElementPanes(Workspace& workspace, QWidget* parent = nullptr);

  // Reads and subtracts in a job. Hidden if the change has no elements.
  void show(const DocumentDifferencePtr& difference, const Change& change);
  void leave();  // cancels the job and hides the widget

  PairedMaps& maps() const { return *maps_; }
  QString words() const;  // "w · 3 of 12 elements differ · largest difference 0.5"

 private:
  void put(std::shared_ptr<const PairedTensors> tensors, const QString& words);

  Workspace& workspace_;
  QLabel* words_;
  SliceBar* axes_;
  PairedMaps* maps_;
  std::shared_ptr<const PairedTensors> shown_;
  JobId job_ = 0;
  NewestRequest newest_;
};

}  // namespace ng::views
