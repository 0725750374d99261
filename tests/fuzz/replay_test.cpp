// SPDX-License-Identifier: Apache-2.0
// Runs every target over its corpus: seeds, and inputs that once failed.
#include <QDir>
#include <QFile>
#include <QtTest>

#include "tests/fuzz/target.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng::fuzz;

namespace {

#define NGRAPH_TARGET(name) {#name, target_##name},
constexpr Target targets[] = {NGRAPH_FUZZ_TARGETS};
#undef NGRAPH_TARGET

QDir corpus_of(const char* target) {
  return QDir(ng::testing::sourceFile("tests/fuzz/corpus/") + target);
}

}  // namespace

class FuzzReplayTest : public QObject {
  Q_OBJECT
 private slots:
  void replays_data();
  void replays();
  void every_beginning_of_a_file_data() { replays_data(); }
  void every_beginning_of_a_file();
  void every_corpus_has_a_target();

 private:
  static const Target& target() {
    QFETCH(QString, name);
    for (const Target& each : targets)
      if (name == each.name) return each;
    qFatal("no such target");
  }
};

void FuzzReplayTest::replays_data() {
  QTest::addColumn<QString>("name");
  for (const Target& target : targets) QTest::addRow("%s", target.name) << QString(target.name);
}

void FuzzReplayTest::replays() {
  const QDir corpus = corpus_of(target().name);
  const QStringList files = corpus.entryList(QDir::Files, QDir::Name);
  QVERIFY2(!files.isEmpty(), "the target has no seeds");
  for (const QString& file : files) {
    QFile input(corpus.filePath(file));
    QVERIFY(input.open(QIODevice::ReadOnly));
    const QByteArray bytes = input.readAll();
    const std::string fault = fault_of(target(), std::as_bytes(std::span(bytes)));
    QVERIFY2(fault.empty(), qPrintable(file + ": " + QString::fromStdString(fault)));
  }
}

// Files truncated at up to 200 positions.
void FuzzReplayTest::every_beginning_of_a_file() {
  const QDir corpus = corpus_of(target().name);
  for (const QString& file : corpus.entryList(QDir::Files, QDir::Name)) {
    QFile input(corpus.filePath(file));
    QVERIFY(input.open(QIODevice::ReadOnly));
    const QByteArray bytes = input.readAll();
    const qsizetype step = bytes.size() / 200 + 1;
    for (qsizetype end = 0; end < bytes.size(); end += step) {
      const std::string fault = fault_of(target(), std::as_bytes(std::span(bytes).first(end)));
      QVERIFY2(
          fault.empty(),
          qPrintable(QString("the first %1 bytes of %2: %3").arg(end).arg(file, fault.c_str())));
    }
  }
}

void FuzzReplayTest::every_corpus_has_a_target() {
  QStringList names;
  for (const Target& target : targets) names << target.name;
  QCOMPARE(corpus_of("").entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name), names);
}

NGRAPH_TEST(FuzzReplayTest)
#include "replay_test.moc"
