// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph render FILE OUT.html`: the page holds the whole record and loads nothing.
#include <QJsonArray>
#include <QtTest>

#include "tests/cli/ngraph_command.h"
#include "tests/support/fast_folder.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QByteArray dataStart = "<script id=\"data\" type=\"application/json\">",
                 dataEnd = "</script>";

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray dataText(const QByteArray& page) {
  const qsizetype start = page.indexOf(dataStart) + dataStart.size();
  return page.mid(start, page.indexOf(dataEnd, start) - start);
}

// The page around its data, without the title, which the script fills in.
QByteArray shell(const QByteArray& page) {
  return QByteArray(page).replace(dataText(page), "");
}

}  // namespace

class WebPageTest : public QObject {
  Q_OBJECT
 private slots:
  void holds_every_pass_and_kernel();
  void has_groups_open_and_closed();
  void loads_nothing();
  void names_are_inert();
  void options_that_do_not_apply_are_refused();

 private:
  QByteArray page(const QString& document) {
    const QString out = folder_->filePath("page.html");
    QFile::remove(out);
    const Ran ran = ngraph({"render", document, out});
    if (ran.code != 0) qWarning("%s", qPrintable(ran.err));
    return content(out);
  }
  QJsonObject data(const QString& document) {
    QJsonParseError error;
    const auto json = QJsonDocument::fromJson(dataText(page(document)), &error);
    if (error.error != QJsonParseError::NoError) qWarning("%s", qPrintable(error.errorString()));
    return json.object();
  }

  std::unique_ptr<QTemporaryDir> folder_ = fast_folder();
  const QString logistic_ = "sample_graphs/05_logistic_part2.ngraph";
};

void WebPageTest::holds_every_pass_and_kernel() {
  const QJsonObject all = data(logistic_), record = all["record"].toObject();
  const QJsonArray passes = json({"passes", logistic_})["passes"].toArray();
  QVERIFY(passes.size() > 5);
  const QJsonArray shown = record["passes"].toArray();
  QCOMPARE(shown.size(), passes.size());
  for (qsizetype i = 0; i < passes.size(); ++i)
    QCOMPARE(shown[i].toObject()["name"], passes[i].toObject()["name"]);
  const QJsonArray graphs = record["graphs"].toArray(), pictures = all["pictures"].toArray();
  QCOMPARE(pictures.size(), graphs.size());
  for (const QJsonValue pass : shown) QVERIFY(pass["after"].toInt() < graphs.size());
  for (const QJsonValue kernel : record["kernels"].toArray()) {
    const bool generated = kernel["kind"].toString() == "generated";
    QVERIFY2(!generated || !kernel["source"]["text"].toString().isEmpty(),
             qPrintable(kernel["name"].toString()));
  }
  // An op keeps its place in all pictures, so that stepping does not move it.
  QMap<QString, QString> places;
  for (const QJsonValue picture : pictures) {
    const QJsonArray cards = picture["closed"]["cards"].toArray();
    QVERIFY(!cards.isEmpty());
    for (const QJsonValue card : cards) {
      const QString op = card["ops"][0].toString();
      const QString place = QString("%1 %2").arg(card["x"].toDouble()).arg(card["y"].toDouble());
      QCOMPARE(places.value(op, place), place);
      places[op] = place;
    }
  }
}

void WebPageTest::has_groups_open_and_closed() {
  const QJsonArray pictures = data("sample_graphs/09_lstm.ngraph")["pictures"].toArray();
  const auto cards = [&](const char* which) {
    return pictures[0][which]["cards"].toArray().size();
  };
  QVERIFY2(cards("closed") < cards("open"), qPrintable(QString::number(cards("closed"))));
  QVERIFY(pictures[0]["closed"]["cards"][0]["ops"].isArray());
}

void WebPageTest::loads_nothing() {
  const QByteArray text = shell(page(logistic_));
  QVERIFY(text.contains("default-src 'none'"));
  for (const char* way : {"http://", "https://", " src=", "@import", "url(h", "fetch(", "eval("}) {
    QByteArray own = text;
    own.replace("http://www.w3.org/2000/svg", "");  // a name, not an address
    QVERIFY2(!own.contains(way), way);
  }
}

void WebPageTest::names_are_inert() {
  const QByteArray plain = shell(page(logistic_));
  const QByteArray document = content(testing::sourceFile(logistic_));
  QVERIFY(document.contains("\"title\": \""));
  for (const QByteArray name :
       {"</script><script>alert(1)</script>", "<!--<script>", "%SCRIPT%", "]]>", "&lt;"}) {
    QJsonObject changed = QJsonDocument::fromJson(document).object();
    changed["title"] = QString(name);
    QFile file(folder_->filePath("named.ngraph"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(changed).toJson());
    file.close();
    const QByteArray made = page(file.fileName());
    QCOMPARE(shell(made), plain);
    QCOMPARE(QJsonDocument::fromJson(dataText(made)).object()["title"].toString(), QString(name));
  }
}

void WebPageTest::options_that_do_not_apply_are_refused() {
  checkExit({"render", logistic_, "x.html", "--after", "fuse"}, 2, {"--after", ".html"});
  checkExit({"render", logistic_, "x.html", "--expand", "all"}, 2, {"--expand", ".html"});
}

NGRAPH_TEST(WebPageTest, QCoreApplication)
#include "web_page_test.moc"
