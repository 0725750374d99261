// SPDX-License-Identifier: Apache-2.0
// Documents: the open document. GUI thread only; reading runs on another thread.
#pragma once

#include <QObject>

#include "views/core/session/state/document_state.h"

namespace ng::views {

class Source;

class Documents : public QObject {
  Q_OBJECT

 public:
  explicit Documents(Source& source);  // outlives this object

  DocumentRecordPtr document() const;        // null before the first open
  QString readOnly() const;                  // DocumentState::readOnly
  DocumentDifferencePtr difference() const;  // null: no comparison
  // Emits documentChanged and compiles, or emits Messages::message.
  void open(const QString& path);
  // Shows the document of `second` with its differences from that of `first`, read-only. Emits
  // documentChanged, or Messages::message.
  void compare(const QString& first, const QString& second);
  void close();  // document() and Compilations::compilation() become null

 signals:
  void documentChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
