// SPDX-License-Identifier: Apache-2.0
// A headless Chromium, controlled over the pipe of its debugging protocol.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QStringList>
#include <QTemporaryDir>

#include "tests/support/waits.h"

namespace ng {

class Browser {
 public:
  // Empty: not installed.
  static QString program() {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
      if (const QString path = QStandardPaths::findExecutable(name); !path.isEmpty()) return path;
    return {};
  }

  // A window of 1280 x 800 with the page of a file.
  bool open(const QString& page) {
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) return false;
    process_.setProgram(program());
    process_.setArguments({"--headless=new", "--no-sandbox", "--disable-gpu",
                           "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
                           "--window-size=1280,800", "--user-data-dir=" + profile_.path(),
                           "about:blank"});
    // Chromium reads commands from 3 and answers on 4.
    const int in = fcntl(down[0], F_DUPFD_CLOEXEC, 10), out = fcntl(up[1], F_DUPFD_CLOEXEC, 10);
    process_.setChildProcessModifier([in, out] { dup2(in, 3), dup2(out, 4); });
    process_.setStandardErrorFile(QProcess::nullDevice());
    process_.start();
    for (const int end : {down[0], up[1], in, out}) close(end);
    to_ = down[1], from_ = up[0];
    fcntl(from_, F_SETFL, O_NONBLOCK);
    if (!process_.waitForStarted(testing::patience)) return false;
    const QString target =
        call("Target.createTarget", {{"url", "about:blank"}})["targetId"].toString();
    session_ = call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}})["sessionId"]
                   .toString();
    for (const char* domain : {"Runtime.enable", "Log.enable", "Page.enable", "Network.enable"})
      call(domain);
    call("Page.navigate", {{"url", "file://" + page}});
    return holds("document.readyState === 'complete' && document.title !== ''");
  }

  ~Browser() {
    if (to_ < 0) return;
    close(to_), close(from_);
    process_.kill();
    process_.waitForFinished();
  }

  // The value of an expression in the page.
  QJsonValue value(const QString& expression) {
    return call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}})["result"]
        .toObject()["value"];
  }
  bool holds(const QString& expression) {
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < testing::patience;)
      if (value(expression).toBool()) return true;
    return false;
  }
  QPointF centre(const QString& selector) {
    const QJsonArray at =
        value(QString("(() => { const r = document.querySelector('%1')"
                      ".getBoundingClientRect(); return [r.x + r.width / 2, r.y + "
                      "r.height / 2]; })()")
                  .arg(selector))
            .toArray();
    return {at[0].toDouble(), at[1].toDouble()};
  }

  void mouse(const QString& type, QPointF at, const QJsonObject& more = {}) {
    QJsonObject event{{"type", type}, {"x", at.x()}, {"y", at.y()}};
    for (auto each = more.begin(); each != more.end(); ++each) event[each.key()] = each.value();
    call("Input.dispatchMouseEvent", event);
  }
  void drag(QPointF from, QPointF to) {
    const QJsonObject held{{"button", "left"}, {"buttons", 1}, {"clickCount", 1}};
    mouse("mouseMoved", from);
    mouse("mousePressed", from, held);
    for (const double part : {0.3, 0.7, 1.0}) mouse("mouseMoved", from + (to - from) * part, held);
    mouse("mouseReleased", to, held);
  }
  void click(QPointF at) { drag(at, at); }
  void click(const QString& selector) { click(centre(selector)); }
  void wheel(QPointF at, double down) {
    mouse("mouseWheel", at, {{"deltaX", 0}, {"deltaY", down}});
  }
  void type(const QString& text) { call("Input.insertText", {{"text", text}}); }
  void key(const QString& name, int code) {
    for (const char* type : {"keyDown", "keyUp"}) {
      call("Input.dispatchKeyEvent",
           {{"type", type}, {"key", name}, {"windowsVirtualKeyCode", code}, {"text", ""}});
    }
  }

  // What the console said that is no plain note: errors, exceptions, blocked loads.
  const QStringList& faults() const { return faults_; }
  const QStringList& loaded() const { return loaded_; }  // addresses

 private:
  QJsonObject call(const QString& method, const QJsonObject& parameters = {}) {
    QJsonObject request{{"id", ++last_}, {"method", method}, {"params", parameters}};
    if (!session_.isEmpty()) request["sessionId"] = session_;
    QByteArray text = QJsonDocument(request).toJson(QJsonDocument::Compact);
    text += '\0';
    for (qsizetype sent = 0; sent < text.size();) {
      const auto count = write(to_, text.constData() + sent, std::size_t(text.size() - sent));
      if (count <= 0) return {};
      sent += count;
    }
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < testing::patience;) {
      const QJsonObject answer = next();
      if (answer["id"].toInt() == last_) {
        const QJsonObject error = answer["error"].toObject();
        // While a page loads, an expression has no place to be evaluated in.
        if (!error.isEmpty() && method != "Runtime.evaluate")
          faults_ << method + ": " + error["message"].toString();
        return answer["result"].toObject();
      }
      if (answer.isEmpty()) usleep(2000);
    }
    faults_ << "no answer to " + method;
    return {};
  }

  // The next message; empty: none yet.
  QJsonObject next() {
    char part[65536];
    ssize_t count = 0;
    while ((count = read(from_, part, sizeof part)) > 0) received_.append(part, count);
    const qsizetype end = received_.indexOf('\0');
    if (end < 0) return {};
    const QJsonObject message = QJsonDocument::fromJson(received_.left(end)).object();
    received_.remove(0, end + 1);
    note(message["method"].toString(), message["params"].toObject());
    return message;
  }

  void note(const QString& event, const QJsonObject& of) {
    const auto text = [&of] {
      return QString::fromUtf8(QJsonDocument(of).toJson(QJsonDocument::Compact));
    };
    if (event == "Runtime.exceptionThrown") faults_ << text();
    if (event == "Runtime.consoleAPICalled" && of["type"] != "log") faults_ << text();
    if (event == "Log.entryAdded" && of["entry"].toObject()["level"] == "error") faults_ << text();
    if (event == "Network.requestWillBeSent") loaded_ << of["request"].toObject()["url"].toString();
  }

  QTemporaryDir profile_;
  QProcess process_;
  QString session_;
  QByteArray received_;
  QStringList faults_, loaded_;
  int to_ = -1, from_ = -1, last_ = 0;
};

}  // namespace ng
