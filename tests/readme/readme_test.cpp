// SPDX-License-Identifier: Apache-2.0
// Tests that the programs shown in README.md equal the files in this folder and print what it says.
#include <QtTest>

#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

class ReadmeTest : public QObject {
  Q_OBJECT
 private slots:
  void shows_data();
  void shows();
  void x_plus_one();
  void logistic_regression();
  void mnist_mlp();
  void names_what_exists();

 private:
  QString text(const QString& file);
  QStringList linesOf(const QString& program);
};

QString ReadmeTest::text(const QString& file) {
  QFile in(ng::testing::sourceFile(file));
  return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
}

QStringList ReadmeTest::linesOf(const QString& program) {
  QProcess process;
  process.start(QCoreApplication::applicationDirPath() + "/" + program, {});
  if (!process.waitForFinished(ng::testing::patience) || process.exitCode() != 0) {
    qWarning() << process.readAllStandardError();
    return {};
  }
  return QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

void ReadmeTest::shows_data() {
  QTest::addColumn<QString>("program");
  QTest::newRow("x_plus_one") << "x_plus_one";
  QTest::newRow("logistic_regression") << "logistic_regression";
  QTest::newRow("mnist_mlp") << "mnist_mlp";
}

void ReadmeTest::shows() {
  QFETCH(QString, program);
  const QString source = text("tests/readme/" + program + ".cpp");
  const QString without_licence = source.mid(source.indexOf('\n') + 1);
  QVERIFY(!without_licence.isEmpty());
  QVERIFY2(text("README.md").contains("```cpp\n" + without_licence + "```\n"),
           "README.md does not show this program unchanged");
}

void ReadmeTest::x_plus_one() {
  QCOMPARE(linesOf("readme_x_plus_one"), (QStringList{"1", "2", "3", "4", "5"}));
}

// Compared with the original's output, line by line.
void ReadmeTest::logistic_regression() {
  const QStringList lines = linesOf("readme_logistic_regression");
  const QJsonDocument record = QJsonDocument::fromJson(
      text("tests/reference/walkthroughs/logistic_regression_part1.json").toUtf8());
  const QJsonArray expected = record["lines"].toArray();
  QCOMPARE(lines.size(), 100);
  QCOMPARE(expected.size(), 100);
  const QRegularExpression number("-?\\d+\\.?\\d*(e-?\\d+)?");
  for (qsizetype i = 0; i < lines.size(); ++i) {
    auto found = number.globalMatch(lines[i]);
    auto wanted = number.globalMatch(expected[i].toString());
    int count = 0;
    for (; found.hasNext() && wanted.hasNext(); ++count) {
      const double value = found.next().captured().toDouble();
      const double reference = wanted.next().captured().toDouble();
      QVERIFY2(qAbs(value - reference) <= 1e-5 * qAbs(reference) + 1e-6,
               qPrintable(lines[i] + "\n" + expected[i].toString()));
    }
    QCOMPARE(count, 5);
    QVERIFY(!found.hasNext() && !wanted.hasNext());
  }
}

// The last line shows that it learned.
void ReadmeTest::mnist_mlp() {
  const QStringList lines = linesOf("readme_mnist_mlp");
  QVERIFY(!lines.isEmpty());
  const QString prefix = "misclassified: ";
  QVERIFY2(lines.last().startsWith(prefix), qPrintable(lines.last()));
  QVERIFY2(lines.last().mid(prefix.size()).toDouble() < 0.1, qPrintable(lines.last()));
}

// Links and file names in the recipes exist.
void ReadmeTest::names_what_exists() {
  int checked = 0;
  QStringList pages{"README.md", "engine/README.md", "engine/neon/README.md", "views/README.md",
                    "tests/README.md"};
  const QDir root(ng::testing::sourceFile(""));
  QDirIterator docs(root.filePath("resources/docs"), {"*.md"}, QDir::Files,
                    QDirIterator::Subdirectories);
  while (docs.hasNext()) pages << root.relativeFilePath(docs.next());
  QVERIFY(pages.size() > 20);
  for (const QString& page : pages) {
    const QString folder = QFileInfo(page).path() + "/";
    const QString contents = text(page);
    QVERIFY2(!contents.isEmpty(), qPrintable(page));
    const bool is_guide = page == "README.md" || page.startsWith("resources/docs/");
    QVERIFY2(is_guide || contents.count('\n') < 80, qPrintable(page + " is too long"));
    const QString prose = QString(contents).remove(
        QRegularExpression("```.*?```", QRegularExpression::DotMatchesEverythingOption));
    auto links = QRegularExpression(R"(\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\))").globalMatch(prose);
    for (; links.hasNext(); ++checked) {
      const QString target = folder + links.next().captured(1);
      QVERIFY2(QFileInfo::exists(ng::testing::sourceFile(target)),
               qPrintable(page + " links to " + target));
    }
    auto paths =
        QRegularExpression(R"(`((?:engine|views|app|tests)/[\w/.]+\.\w+)`)").globalMatch(contents);
    for (; paths.hasNext(); ++checked) {
      const QString target = paths.next().captured(1);
      QVERIFY2(QFileInfo::exists(ng::testing::sourceFile(target)),
               qPrintable(page + " names " + target));
    }
  }
  QVERIFY(checked > 10);
}

NGRAPH_TEST(ReadmeTest, QCoreApplication)
#include "readme_test.moc"
