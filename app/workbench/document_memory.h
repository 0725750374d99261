// SPDX-License-Identifier: Apache-2.0
// How a document was looked at last: it is shown so again. What is selected, the pass, and whatever
// views keep (views/core/lasting.h), noted every two seconds and when the window closes.
#pragma once

#include <QJsonObject>
#include <QTimer>

#include "app/workbench/docks.h"

namespace ng::views {

class DocumentMemory : public QObject {
  Q_OBJECT

 public:
  // All outlive it. Does nothing while the settings are read only.
  DocumentMemory(Workspace& workspace, Docks& docks, Settings& settings);

  QJsonObject present() const;
  void note();  // what is not yet noted

 private:
  void documentChanged();
  void compiled();
  void restore(const QJsonObject& state);

  Workspace& workspace_;
  Docks& docks_;
  Settings& settings_;
  QTimer clock_;
  QString path_;
  QJsonObject noted_;
  bool restored_ = false, asked_ = false;  // of the document that is open
};

}  // namespace ng::views
