// SPDX-License-Identifier: Apache-2.0
// Tests the web page of `ngraph render` in headless Chromium: real mouse and keys pan, zoom,
// search, open groups and switch passes, without an error on the console and without loading
// anything.
#include <QtTest>

#include "tests/cli/browser.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class WebPageBrowserTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void pansAndZooms();
  void searchVisitsMatches();
  void anotherSearchStartsWithItsFirstMatch();
  void aGroupOpens();
  void passesAndTabsSwitch();
  void kernelsShowTheirText();
  void rowsShowOpsOfTheLastStep();
  void sizesHaveNoExponent();
  void aCaptureIsTheSamePage();
  void namesAreInert();
  void aFoldedPageIsFittedWhenItOpens();

 private:
  bool render(const QString& document) {
    const Ran ran = ngraph({"render", document, page()});
    if (ran.code != 0) qWarning("%s", qPrintable(ran.err));
    return ran.code == 0 && browser_->open(page()) &&
           browser_->holds("canvas.cardElements.length > 0");
  }
  QString page() const { return folder_.filePath("page.html"); }
  double number(const QString& expression) { return browser_->value(expression).toDouble(); }
  QString text(const QString& selector) {
    return browser_->value("document.querySelector('" + selector + "').textContent").toString();
  }

  QTemporaryDir folder_;
  std::unique_ptr<Browser> browser_;
};

void WebPageBrowserTest::init() {
  if (Browser::program().isEmpty()) QSKIP("chromium is not installed");
  browser_ = std::make_unique<Browser>();
}

void WebPageBrowserTest::cleanup() {
  if (!browser_) return;
  QVERIFY2(browser_->faults().isEmpty(), qPrintable(browser_->faults().join("\n")));
  for (const QString& address : browser_->loaded())
    QVERIFY2(address == "file://" + page() || address == "about:srcdoc", qPrintable(address));
  browser_.reset();
}

void WebPageBrowserTest::pansAndZooms() {
  QVERIFY(render("sample_graphs/06_mlp.ngraph"));
  const QPointF middle = browser_->centre("#canvas svg");
  const double x = number("canvas.x"), y = number("canvas.y"), zoom = number("canvas.zoom");
  browser_->drag(middle, middle + QPointF(60, -40));
  QCOMPARE(number("canvas.x"), x + 60);
  QCOMPARE(number("canvas.y"), y - 40);
  QVERIFY(browser_->value("state.ops.length === 0").toBool());  // a drag selects nothing
  browser_->wheel(middle, -200);
  QVERIFY(browser_->holds(QString("canvas.zoom > %1").arg(zoom * 1.2)));
  browser_->click("#fit");
  QCOMPARE(number("canvas.zoom"), zoom);
  QCOMPARE(number("canvas.x"), x);
  browser_->click("#canvas svg .card:not(.group) rect.box");
  QVERIFY(browser_->value("state.ops.length === 1").toBool());
  QVERIFY(!text("#details h2").isEmpty());
}

void WebPageBrowserTest::searchVisitsMatches() {
  QVERIFY(render("sample_graphs/06_mlp.ngraph"));
  browser_->click("#search");
  browser_->type("dot");
  const double matches = number("search().length");
  QVERIFY(matches > 1);
  QVERIFY(number("document.querySelectorAll('.card.found').length") >= 1);
  QStringList visited;
  for (int i = 0; i < static_cast<int>(matches); ++i) {
    browser_->key("Enter", 13);
    QCOMPARE(text("#details p"), QString("Match %1 of %2").arg(i + 1).arg(matches));
    visited << browser_->value("state.ops[0]").toVariant().toString();
  }
  QCOMPARE(visited.removeDuplicates(), 0);
  browser_->key("Escape", 27);
  QCOMPARE(number("document.querySelectorAll('.card.found').length"), 0);
}

void WebPageBrowserTest::anotherSearchStartsWithItsFirstMatch() {
  QVERIFY(render("sample_graphs/06_mlp.ngraph"));
  browser_->click("#search");
  browser_->type("d");
  const double matches = number("search().length");
  QVERIFY(matches > 1);
  for (int i = 0; i < 2; ++i) browser_->key("Enter", 13);
  browser_->type("o");
  browser_->key("Enter", 13);
  QVERIFY2(text("#details p").startsWith("Match 1 of "), qPrintable(text("#details p")));
}

void WebPageBrowserTest::aGroupOpens() {
  QVERIFY(render("sample_graphs/09_lstm.ngraph"));
  const double closed = number("canvas.cardElements.length");
  const QPointF group = browser_->centre("#canvas svg .card.group rect.box");
  for (const int count : {1, 2}) {
    const QJsonObject held{{"button", "left"}, {"buttons", 1}, {"clickCount", count}};
    browser_->mouse("mousePressed", group, held);
    browser_->mouse("mouseReleased", group, held);
  }
  QVERIFY(browser_->holds("state.open"));
  QVERIFY(number("canvas.cardElements.length") > closed);
  QCOMPARE(number("document.querySelectorAll('.card.chosen').length"), 1);
  browser_->click("#groups");
  QCOMPARE(number("canvas.cardElements.length"), closed);
}

void WebPageBrowserTest::passesAndTabsSwitch() {
  QVERIFY(render("sample_graphs/05_logistic_part2.ngraph"));
  const int steps = static_cast<int>(number("steps.length"));
  QVERIFY(steps > 5);
  for (int step = 1; step < steps; ++step) {
    browser_->value(QString("document.querySelectorAll('nav button')[%1].scrollIntoView();"
                            "document.querySelectorAll('nav button')[%1].id = 'wanted' + %1")
                        .arg(step));
    browser_->click(QString("#wanted%1").arg(step));
    QCOMPARE(number("state.step"), step);
    QCOMPARE(text("#details h2"), browser_->value(QString("steps[%1].name").arg(step)).toString());
    QVERIFY(browser_->value("location.hash.length > 1").toBool());
  }
  for (int tab = 2; tab <= 4; ++tab) {
    browser_->click(QString("#tabs button:nth-child(%1)").arg(tab));
    QVERIFY(browser_->value("!document.getElementById('list').hidden").toBool());
    QVERIFY(!text("#list").isEmpty());
  }
}

void WebPageBrowserTest::kernelsShowTheirText() {
  QVERIFY(render("sample_graphs/05_logistic_part2.ngraph"));
  browser_->click("#tabs button:nth-child(2)");
  browser_->click("#list tbody tr td");
  QVERIFY(text("#details h2").startsWith("Kernel "));
  QVERIFY(text("#details pre").contains("for ("));
}

void WebPageBrowserTest::rowsShowOpsOfTheLastStep() {
  QVERIFY(render("sample_graphs/05_logistic_part2.ngraph"));
  QCOMPARE(number("state.step"), 0);
  browser_->value("chooseIn(lastStep(), record.buffers.find(row => row.values.length).values)");
  QCOMPARE(number("state.step"), number("steps.length - 1"));
  QVERIFY(text("#details").contains("result"));
}

void WebPageBrowserTest::sizesHaveNoExponent() {
  QVERIFY(render("sample_graphs/01_x_plus_one.ngraph"));
  const auto shown = [&](const char* bytes) {
    return browser_->value(QString("bytesText(%1)").arg(bytes)).toString();
  };
  QCOMPARE(shown("1000"), QString("1000 B"));
  QCOMPARE(shown("1536"), QString("1.50 KiB"));
  QCOMPARE(shown("1024000"), QString("1000 KiB"));
  QCOMPARE(shown("1047000"), QString("1022 KiB"));
  QCOMPARE(shown("2 ** 40"), QString("1024 GiB"));
}

void WebPageBrowserTest::aCaptureIsTheSamePage() {
  const QString capture = folder_.filePath("kept.ngcap");
  const Ran ran = ngraph({"capture", "sample_graphs/05_logistic_part2.ngraph", capture});
  QVERIFY2(ran.code == 0, qPrintable(ran.err));
  QVERIFY(render(capture));
  QVERIFY(number("steps.length") > 5 && number("record.kernels.length") > 0);
  browser_->click("#tabs button:nth-child(2)");
  browser_->click("#list tbody tr td");
  QVERIFY(text("#details pre").contains("for ("));
  // A capture has measured times.
  QVERIFY(browser_->value("record.kernels.some(kernel => kernel.microseconds > 0)").toBool());
  QVERIFY(text("#details").contains("µs"));
}

void WebPageBrowserTest::namesAreInert() {
  QFile sample(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"));
  QVERIFY(sample.open(QIODevice::ReadOnly));
  QJsonObject document = QJsonDocument::fromJson(sample.readAll()).object();
  const QString evil = "</script><img src=x onerror=alert(1)><script>throw 1</script>";
  document["title"] = evil;
  QFile named(folder_.filePath("named.ngraph"));
  QVERIFY(named.open(QIODevice::WriteOnly));
  named.write(QJsonDocument(document).toJson());
  named.close();
  QVERIFY(render(named.fileName()));
  QCOMPARE(text("h1"), evil);
  QCOMPARE(number("document.querySelectorAll('img').length"), 0);
}

// As notebooks show it, in a frame without an address within a closed fold, but without the
// sandbox, so that the test can look inside.
void WebPageBrowserTest::aFoldedPageIsFittedWhenItOpens() {
  QVERIFY(render("sample_graphs/05_logistic_part2.ngraph"));
  QFile file(page());
  QVERIFY(file.open(QIODevice::ReadWrite));
  const QJsonArray content = {QString::fromUtf8(file.readAll())};
  QVERIFY(file.resize(0) && file.seek(0));
  file.write(
      "<!DOCTYPE html><title>notebook</title><details><summary>page</summary>"
      "<iframe style='width:1200px;height:600px'></iframe></details>");
  file.close();
  cleanup();
  init();
  QVERIFY(browser_->open(page()));
  browser_->value("document.querySelector('iframe').setAttribute('srcdoc', " +
                  QJsonDocument(content).toJson(QJsonDocument::Compact) + "[0])");
  const QString inside = "document.querySelector('iframe').contentDocument";
  const QString width = inside + ".querySelector('.card').getBoundingClientRect().width";
  QVERIFY(browser_->holds(inside + ".querySelectorAll('.card').length > 0"));
  QCOMPARE(number(width), 0);
  browser_->click("summary");
  QVERIFY(browser_->holds(width + " > 10"));
  browser_->value(inside + ".querySelectorAll('nav button')[3].click()");
  QVERIFY(browser_->holds(inside + ".querySelector('#details h2').textContent !== ''"));
}

NGRAPH_TEST(WebPageBrowserTest, QCoreApplication)
#include "web_page_browser_test.moc"
