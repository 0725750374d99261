// SPDX-License-Identifier: Apache-2.0
// Scripts: Python programs of the user as the window sees them. A script runs in a child process;
// what it prints comes in pieces, what it builds comes through the session. Every call returns at
// once. GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include "engine/session/record.h"

namespace ng::views {

enum class ScriptState { idle, starting, running, finished, failed, stopped };

// A file as it was opened; the editor has its own copy of the text.
struct ScriptFile {
  QString path;  // absolute; empty: not saved yet
  QString text;
};

// What the package offers, for completion.
struct ScriptNames {
  QStringList functions;  // after "ng.": functions, classes, modules
  QStringList members;    // after any other dot: methods of ops, transformers …
};

class Scripts : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // -- the file ---------------------------------------------------------------------------------
  virtual ScriptFile file() const = 0;            // the one that was opened last
  virtual void open(const QString& path) = 0;     // fileOpened, or a message
  virtual void begin() = 0;                       // an empty one; fileOpened
  virtual bool save(const ScriptFile& file) = 0;  // false: a message says why
  // Running executes code. True: the user has run this very text before, or wrote it here.
  virtual bool trusted(const QString& text) const = 0;
  virtual void trust(const QString& text) = 0;

  // -- the run ----------------------------------------------------------------------------------
  // In the file's folder; of a text that differs from its file a copy is run. A run that is on goes
  // on: stop it first.
  virtual void run(const ScriptFile& file) = 0;
  virtual void stop() = 0;  // an interrupt; after three seconds the process and its children die
  virtual ScriptState state() const = 0;
  virtual double seconds() const = 0;  // of the run that is on, or of the last
  virtual QString outcome()
      const = 0;  // "finished", "exit status 3", "killed by signal 9", why not
  // What was printed since the last call, at most about so many characters, whole lines where
  // possible; of a flood the oldest is left out, and said so.
  virtual QString takeOutput(int most) = 0;
  virtual bool hasOutput() const = 0;
  // The line of the editor that a place in a traceback means; 0: another file.
  virtual int lineOf(const QString& file, int line) const = 0;

  // -- what it shows ----------------------------------------------------------------------------
  // Is this document one that a program made, and no file of the user's?
  virtual bool made(const QString& documentPath) const = 0;

  virtual ScriptNames names() const = 0;  // empty before the package was found

 signals:
  void fileOpened();
  void stateChanged();
  void outputReady();
  void namesChanged();
};

}  // namespace ng::views
