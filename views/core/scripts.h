// SPDX-License-Identifier: Apache-2.0
// Scripts: the user's Python programs. A script runs in a child process; its output arrives in
// pieces, the documents it builds arrive through the session. Every call returns at once. GUI
// thread only.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>

namespace ng::views {

enum class ScriptState { idle, starting, running, finished, failed, stopped };

// A file as it was opened; the editor has its own copy of the text.
struct ScriptFile {
  QString path;  // absolute; empty: not saved yet
  QString text;
};

// Names that the Python package offers, for completion.
struct ScriptNames {
  QStringList functions;  // after "ng.": functions, classes, modules
  QStringList members;    // after any other dot: methods of ops, transformers …
};

class Scripts : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // -- the file ---------------------------------------------------------------------------------
  virtual ScriptFile file() const = 0;            // the one opened last
  virtual void open(const QString& path) = 0;     // emits fileOpened, or reports a message
  virtual void begin() = 0;                       // opens an empty file; emits fileOpened
  virtual bool save(const ScriptFile& file) = 0;  // false: a message reports the reason
  // The editor's text that is in no file, by the name of its file; empty: none. `save` writes it.
  void setUnsaved(const QString& name, std::function<void()> save) {
    saveUnsaved_ = std::move(save);
    if (name == unsaved_) return;
    unsaved_ = name;
    emit stateChanged();
  }
  const QString& unsaved() const { return unsaved_; }
  bool saveUnsaved() {  // false: still unsaved
    if (const std::function<void()> save = saveUnsaved_) save();
    return unsaved_.isEmpty();
  }
  // Running a script executes arbitrary code. True if the user has run exactly this text before or
  // wrote it here.
  virtual bool trusted(const QString& text) const = 0;
  virtual void trust(const QString& text) = 0;

  // -- the run ----------------------------------------------------------------------------------
  // Runs the script in the file's folder. If the text differs from the file, runs a copy. Does not
  // end a running script: call stop() first.
  virtual void run(const ScriptFile& file) = 0;
  // Asks the editor to run its text, after a question about an unknown one.
  void askToRun() { emit runWanted(); }
  virtual void stop() = 0;  // interrupts; after three seconds kills the process and its children
  virtual ScriptState state() const = 0;
  virtual double seconds() const = 0;  // duration of the current run, else of the last one
  virtual QString outcome()
      const = 0;  // "finished", "exit status 3", "killed by signal 9", or why it did not start
  // Output since the last call, about `most` characters at most, in complete lines where possible.
  // Too much output drops the oldest part and says so.
  virtual QString takeOutput(int most) = 0;
  virtual bool hasOutput() const = 0;
  // The editor's line for a location in a traceback; 0 for other files.
  virtual int lineOf(const QString& file, int line) const = 0;

  // -- what it shows ----------------------------------------------------------------------------
  // The program that built this document, and its arguments; empty: the document is a file.
  virtual QStringList programOf(const QString& documentPath) const = 0;
  // Asked before a program's graph replaces the shown document; calls `open` now, later or never.
  // Without a gate, graphs are shown at once.
  using Gate = std::function<void(const QString& program, std::function<void()> open)>;
  virtual void setGate(Gate gate) = 0;

  virtual ScriptNames names() const = 0;  // empty until the package is found

 signals:
  void fileOpened();
  void runWanted();  // askToRun()
  void stateChanged();
  void outputReady();
  void namesChanged();

 private:
  QString unsaved_;
  std::function<void()> saveUnsaved_;
};

}  // namespace ng::views
