// SPDX-License-Identifier: Apache-2.0
// Documents: the open document. GUI thread only; reading runs on another thread.
#pragma once

#include <QObject>

#include "views/core/session/source.h"

namespace ng::views {

class Documents : public QObject {
  Q_OBJECT

 public:
  explicit Documents(Source& source);  // outlives this object

  // Null before the first open.
  DocumentRecordPtr document() const { return source_.state().document.document; }
  QString readOnly() const { return source_.state().document.readOnly; }  // DocumentState::readOnly
  // Null: no comparison.
  DocumentDifferencePtr difference() const { return source_.state().document.difference; }
  // Emits documentChanged and compiles, or emits Messages::message.
  void open(const QString& path);
  // Shows the document of `second` with its differences from that of `first`, read-only. Emits
  // documentChanged, or Messages::message.
  void compare(const QString& first, const QString& second);
  // Names classes and tokens by these files; emits documentChanged, or Messages::message.
  void setWords(const QString& labels, const QString& vocabulary);
  // document() and Compilations::compilation() become null.
  void close();

 signals:
  void documentChanged();

 private:
  Source& source_;
};

}  // namespace ng::views
