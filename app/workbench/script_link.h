// SPDX-License-Identifier: Apache-2.0
// The window's end of the link to a running program: one program at a time, whatever it sends.
// GUI thread only.
#pragma once

#include <QLocalServer>
#include <QLocalSocket>
#include <QPointer>
#include <QTemporaryDir>
#include <QTimer>

#include "engine/remote/message.h"

namespace ng::views {

class ScriptLink : public QObject {
  Q_OBJECT

 public:
  explicit ScriptLink(QObject* parent = nullptr);
  ~ScriptLink() override;

  // At the place where programs of this user look for a window, unless another window has it; else
  // at one of its own, for the programs that it starts itself. False: nowhere, reason() says why.
  bool listen(bool wellKnown = true);
  bool isWellKnown() const { return wellKnown_; }
  QString reason() const { return reason_; }
  QString socket() const { return server_.fullServerName(); }

  bool connected() const { return greeted_; }  // a program has said hello and is there
  const remote::Hello& program() const { return hello_; }
  // Only a program of this process's session is welcome: one that the window has started. 0: any.
  void expect(qint64 pid) { expected_ = pid; }
  void send(const remote::Command& command);

  // Where programs of this user look for a window; the folder is made, readable by the user alone.
  // Empty: it cannot be made, or belongs to somebody else.
  static QString wellKnownSocket();

 signals:
  void greeted(const ng::remote::Hello& hello);
  void told(const ng::remote::Message& message);  // graph, calls, halts
  // The program is gone; `error`: what it ended with. `ended`: it said so itself.
  void left(const QString& error, bool ended);
  void broke(const ng::Diagnostic& diagnostic);  // it sent what is no message; it is cut off

 private:
  void welcome();
  void refuse(QLocalSocket* socket, const QString& reason);
  void read();
  bool take(const remote::Frame& frame);  // false: nothing more is read from it
  void drop(const QString& error, bool ended);
  void fault(const Diagnostic& diagnostic);

  QLocalServer server_;
  QPointer<QLocalSocket> socket_;
  remote::FrameReader reader_;
  remote::Hello hello_;
  QTimer patience_;
  qint64 expected_ = 0;
  bool greeted_ = false, wellKnown_ = false;
  QString reason_;
};

}  // namespace ng::views
