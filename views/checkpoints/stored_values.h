// SPDX-License-Identifier: Apache-2.0
// The values of one tensor of a file. A large one stays there: what is visible of it is read.
#pragma once

#include <QWidget>
#include <memory>

#include "engine/session/checkpoint_contents.h"
#include "engine/session/tensor_window.h"
#include "views/core/workspace.h"
#include "views/widgets/tensor_slice.h"
#include "views/widgets/tensor_statistics.h"

class QLabel;

namespace ng::views {

class NumberGrid;

class StoredValues : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::int64_t largestHeld = std::int64_t{64} << 20;  // bytes

  explicit StoredValues(Workspace& workspace, QWidget* parent = nullptr);

  // Shows itself when the values are there. `known`: statistics, where they were counted.
  void show(const std::string& path, const CheckpointEntry& entry,
            const std::optional<TensorStatistics>& known);
  void leave();  // hides itself

  QString words() const;  // "W · float32 · A 6 · B 4 · 96 B"
  NumberGrid& grid() { return *grid_; }
  const TensorWindow* window() const { return window_.get(); }  // null: the values are held

 private:
  void put(const TensorSlice& slice, const TensorStatistics& statistics);
  double read(TensorWindow& window, std::int64_t element);

  Workspace& workspace_;
  QLabel* words_;
  NumberGrid* grid_;
  std::shared_ptr<TensorWindow> window_;
  std::optional<TensorStatistics> known_;
  JobId job_ = 0;
  int generation_ = 0;
  bool failed_ = false;  // told once
};

}  // namespace ng::views
