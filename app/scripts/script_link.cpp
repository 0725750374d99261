// SPDX-License-Identifier: Apache-2.0
// A local server that reads the frames of the one connected program.
#include "app/scripts/script_link.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace ng::views {

namespace {

constexpr int helloTime = 5000;                  // ms within which a program must identify itself
constexpr qint64 mostWaiting = 8 * 1024 * 1024;  // bytes; then the sender waits
constexpr qint64 mostAtOnce = 4 * 1024 * 1024;   // bytes processed per event-loop turn

bool answers(const QString& path) {
  QLocalSocket probe;
  probe.connectToServer(path);
  return probe.waitForConnected(200);
}

}  // namespace

QString ScriptLink::wellKnownSocket() {
  QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
  folder = folder.isEmpty() ? QString("%1/ngraph-%2").arg(QDir::tempPath()).arg(::getuid())
                            : folder + "/ngraph";
  const QByteArray name = QFile::encodeName(folder);
  ::mkdir(name.constData(), 0700);
  struct stat info{};
  const bool own =
      ::lstat(name.constData(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid();
  if (!own || ::chmod(name.constData(), 0700) != 0) return {};
  return folder + "/link";  // next to the window's data in a folder "workbench"
}

ScriptLink::ScriptLink(QObject* parent) : QObject(parent) {
  server_.setSocketOptions(QLocalServer::UserAccessOption);
  patience_.setSingleShot(true);
  patience_.setInterval(helloTime);
  connect(&server_, &QLocalServer::newConnection, this, &ScriptLink::welcome);
  connect(&patience_, &QTimer::timeout, this, [this] {
    Diagnostic diagnostic;
    diagnostic.what = "A program connected to the workbench without identifying itself.";
    diagnostic.action = "It was disconnected.";
    fault(diagnostic);
  });
}

ScriptLink::~ScriptLink() {
  if (socket_) socket_->disconnect(this);
}

bool ScriptLink::listen(bool wellKnown) {
  const QString place = wellKnownSocket();
  if (place.isEmpty()) {
    reason_ = "no socket folder that only this user can read";
    return false;
  }
  wellKnown_ = wellKnown && !answers(place);
  const QString path =
      wellKnown_ ? place : QString("%1-%2").arg(place).arg(QCoreApplication::applicationPid());
  QLocalServer::removeServer(path);  // left by a window that has ended
  if (server_.listen(path)) return true;
  reason_ = server_.errorString();
  return false;
}

void ScriptLink::refuse(QLocalSocket* socket, const QString& reason) {
  remote::Command command{remote::Command::Kind::refuse, {}, reason.toStdString()};
  const std::string bytes = encode(to_frame(command));
  socket->write(bytes.data(), static_cast<qint64>(bytes.size()));
  connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
  socket->disconnectFromServer();
}

void ScriptLink::welcome() {
  while (QLocalSocket* socket = server_.nextPendingConnection()) {
    if (socket_) {
      refuse(socket, "the workbench already shows another program");
      continue;
    }
    socket_ = socket;
    socket_->setReadBufferSize(mostWaiting);
    reader_ = {};
    patience_.start();
    connect(socket, &QLocalSocket::readyRead, this, &ScriptLink::read);
    connect(socket, &QLocalSocket::disconnected, this, [this] {
      read();
      drop({}, false);
    });
    read();
  }
}

// Reads a limited amount per turn to keep the window responsive; the sender waits for the rest.
void ScriptLink::read() {
  if (!socket_ || !socket_->isReadable()) return;
  try {
    const QByteArray bytes = socket_->read(mostAtOnce);
    reader_.add({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    while (socket_) {
      const auto frame = reader_.next();
      if (!frame || !take(*frame)) break;
    }
  } catch (const Error& error) {
    return fault(error.diagnostic());
  }
  if (socket_ && socket_->bytesAvailable() > 0)
    QMetaObject::invokeMethod(this, &ScriptLink::read, Qt::QueuedConnection);
}

bool ScriptLink::take(const remote::Frame& frame) {
  const remote::Message message = read_message(frame);
  if (const auto* hello = std::get_if<remote::Hello>(&message)) {
    if (greeted_) ng::refuse(ErrorKind::bad_file, "the program sent a second hello message");
    if (expected_ != 0 && ::getsid(static_cast<pid_t>(hello->pid)) != expected_) {
      QLocalSocket* stranger = socket_;
      stranger->disconnect(this);
      socket_ = nullptr;
      patience_.stop();
      refuse(stranger, "the workbench runs a script of its own");
      return false;
    }
    patience_.stop();
    greeted_ = true;
    hello_ = *hello;
    emit greeted(hello_);
    return true;
  }
  if (!greeted_) ng::refuse(ErrorKind::bad_file, "the program sent a message before its hello");
  if (const auto* end = std::get_if<remote::End>(&message)) {
    drop(QString::fromStdString(end->error), true);
    return false;
  }
  emit received(message);
  return true;
}

void ScriptLink::fault(const Diagnostic& diagnostic) {
  emit broke(diagnostic);
  drop({}, false);
}

void ScriptLink::drop(const QString& error, bool ended) {
  patience_.stop();
  if (!socket_) return;
  QLocalSocket* socket = socket_;
  socket_ = nullptr;
  socket->disconnect(this);
  socket->abort();
  socket->deleteLater();
  if (std::exchange(greeted_, false)) emit left(error, ended);
}

void ScriptLink::send(const remote::Command& command) {
  if (!greeted_ || !socket_) return;
  const std::string bytes = encode(to_frame(command));
  socket_->write(bytes.data(), static_cast<qint64>(bytes.size()));
}

}  // namespace ng::views
