// SPDX-License-Identifier: Apache-2.0
// The elements of a tensor that stays in its file, as far as they are read. What a picture asks for
// is read beside the window: the box about all that it asked for, in place of the box before.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "engine/session/tensor_window.h"
#include "views/core/workspace.h"
#include "views/widgets/tensor_slice.h"

namespace ng::views {

class FileElements : public QObject {
  Q_OBJECT

 public:
  FileElements(Workspace& workspace, std::shared_ptr<const TensorWindow> window, QString name);
  ~FileElements() override;  // ends a reading

  ElementSource source();  // of nothing, when this object is gone
  const TensorWindow& window() const { return *window_; }
  std::int64_t elementsRead() const { return read_; }
  // A reading was stopped by the user, or failed: what was asked for stays away until more is asked
  // for.
  bool givenUp() const { return gaveUp_.has_value(); }

 signals:
  void changed();  // more is there, or it was given up
  void settled();  // all that a picture asked for last is there, or will not be

 private:
  std::optional<double> element(std::int64_t flat);
  void note(std::int64_t flat);
  void readAsked();
  void start(const TensorBox& box);

  Workspace& workspace_;
  std::shared_ptr<const TensorWindow> window_;
  QString name_;
  TensorBox box_;  // that is held
  Tensor part_;
  std::optional<TensorBox> asked_, reading_, gaveUp_;
  std::int64_t asks_ = 0;
  bool missed_ = false;  // something that was asked for is not held
  QTimer soon_;          // when a picture has asked for all that it wants
  JobId job_ = 0;
  std::int64_t read_ = 0;
};

}  // namespace ng::views
