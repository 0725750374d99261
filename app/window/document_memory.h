// SPDX-License-Identifier: Apache-2.0
// Saves and restores how a document is viewed: selection, pass and view state
// (views/core/view_base.h). Saved every two seconds and when the window closes.
#pragma once

#include <QJsonObject>
#include <QTimer>

#include "app/window/docks.h"

namespace ng::views {

class DocumentMemory : public QObject {
  Q_OBJECT

 public:
  // All arguments must outlive this object. Does nothing while the settings are read only.
  DocumentMemory(Workspace& workspace, Docks& docks, Settings& settings);

  QJsonObject present() const;
  void note();  // saves pending changes

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
  bool restored_ = false, asked_ = false;  // for the open document
};

}  // namespace ng::views
