// SPDX-License-Identifier: Apache-2.0
// Elements of a tensor that stays in its file. A background job reads the bounding box of the
// elements that a picture requests; it replaces the previous box.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "engine/documents/tensor_window.h"
#include "views/core/workspace.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {

class FileElements : public QObject {
  Q_OBJECT

 public:
  FileElements(Workspace& workspace, std::shared_ptr<const TensorWindow> window, QString name);
  ~FileElements() override;  // cancels the running job

  ElementSource source();  // yields nothing after this object is destroyed
  const TensorWindow& window() const { return *window_; }
  std::int64_t elementsRead() const { return read_; }
  // True if the user cancelled the last read or it failed; the elements stay missing until others
  // are requested.
  bool givenUp() const { return gaveUp_.has_value(); }

 signals:
  void changed();  // elements were read, or a read was given up
  void settled();  // all elements requested last are available or given up

 private:
  std::optional<Number> element(std::int64_t flat);
  void note(std::int64_t flat);
  void readAsked();
  void start(const TensorBox& box);

  Workspace& workspace_;
  std::shared_ptr<const TensorWindow> window_;
  QString name_;
  TensorBox box_;  // loaded box; part_ holds its elements
  Tensor part_;
  std::optional<TensorBox> asked_, reading_, gaveUp_;
  std::int64_t asks_ = 0;
  bool missed_ = false;   // a requested element is not loaded
  bool leftOut_ = false;  // what was left out as far away is requested once more
  QTimer soon_;           // fires when a picture has finished requesting
  JobId job_ = 0;
  std::int64_t read_ = 0;
};

}  // namespace ng::views
