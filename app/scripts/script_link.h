// SPDX-License-Identifier: Apache-2.0
// The window's end of the link to a running program: one program at a time, untrusted input. GUI
// thread only.
#pragma once

#include <QLocalServer>
#include <QLocalSocket>
#include <QPointer>
#include <QTemporaryDir>
#include <QTimer>

#include "engine/base/error.h"
#include "engine/remote/message.h"

namespace ng::views {

class ScriptLink : public QObject {
  Q_OBJECT

 public:
  explicit ScriptLink(QObject* parent = nullptr);
  ~ScriptLink() override;

  // Listens where programs of this user look for a window, unless another window does; then at a
  // private socket for the programs it starts itself. On failure returns false and sets reason().
  bool listen(bool wellKnown = true);
  bool isWellKnown() const { return wellKnown_; }
  QString reason() const { return reason_; }
  QString socket() const { return server_.fullServerName(); }

  bool connected() const { return greeted_; }  // a program is connected and has sent its hello
  const remote::Hello& program() const { return hello_; }
  // Accepts only programs of this process's session, which the window has started. 0: any.
  void expect(qint64 pid) { expected_ = pid; }
  void send(const remote::Command& command);

  // Socket where programs of this user look for a window; creates its folder, readable by the user
  // alone. Empty if the folder cannot be created or belongs to another user.
  static QString wellKnownSocket();

 signals:
  void greeted(const ng::remote::Hello& hello);
  void received(const ng::remote::Message& message);  // graph, calls, stops
  // The program is gone; `error`: its final error. `ended`: it announced its end.
  void left(const QString& error, bool ended);
  void broke(const ng::Diagnostic& diagnostic);  // it sent an invalid message and was disconnected

 private:
  void welcome();
  void refuse(QLocalSocket* socket, const QString& reason);
  void read();
  bool take(const remote::Frame& frame);  // false: stop reading
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
