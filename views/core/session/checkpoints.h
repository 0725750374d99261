// SPDX-License-Identifier: Apache-2.0
// Checkpoints: the run's state as files, and weights of other frameworks. GUI thread only; a
// message reports success or failure.
#pragma once

#include <QObject>
#include <QString>

#include "views/core/session/source.h"

namespace ng {
struct BindingChoices;
struct CheckpointMatch;
struct Diagnostic;
}  // namespace ng

namespace ng::views {

class Checkpoints : public QObject {
  Q_OBJECT

 public:
  explicit Checkpoints(Source& source);  // outlives this object

  void save(const QString& path);
  // Not while running: a message says so. Of any format; if not every variable has a tensor,
  // nothing is changed and matchNeeded() follows.
  void restore(const QString& path);
  // Matches tensors and variables; matched() or matchRefused() follows.
  void match(const QString& path, const BindingChoices& choices);
  // Restores the tensors of a match and starts the run over; not while running. Variables without a
  // tensor keep their values. matchRestored() follows, unless the user keeps the trained state.
  void restoreMatched(const QString& path, const BindingChoices& choices);
  // Like save() and restore(), for the workbench's own copy of a state that is discarded: it counts
  // as in no checkpoint. kept() follows keep(); keptRestored() follows a successful restoreKept().
  void keep(const QString& path);
  void restoreKept(const QString& path);

 signals:
  void saved(const QString& path);
  void notSaved(const QString& path);            // a message reports the reason
  void kept(const QString& path, bool written);  // not written: a message reports the reason
  void keptRestored(const QString& path);
  void matchNeeded(const ng::CheckpointMatch& match);
  void matched(const ng::CheckpointMatch& match);
  void matchRestored(const QString& path, bool restored);  // else a message reports the reason
  void matchRefused(const ng::Diagnostic& diagnostic);

 private:
  Source& source_;
};

}  // namespace ng::views
