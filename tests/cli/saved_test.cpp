// SPDX-License-Identifier: Apache-2.0
// Tests saved compilations on the command line: every command that shows one prints what it prints
// for the document, and the commands that need the engine say so.
#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString document = "sample_graphs/05_logistic_part2.ngraph";

// Without what differs between two compilations: times, and the texts that are made on demand.
QJsonValue permanent(const QJsonValue& value) {
  if (value.isArray()) {
    QJsonArray all;
    for (const QJsonValue& each : value.toArray()) all << permanent(each);
    return all;
  }
  if (!value.isObject()) return value;
  QJsonObject object = value.toObject();
  for (const char* each :
       {"microseconds", "compile_ms", "cached", "llvm_ir", "assembly", "ptx", "sass", "gpu_use"})
    object.remove(each);
  for (auto i = object.begin(); i != object.end(); ++i) *i = permanent(*i);
  return object;
}

}  // namespace

class SavedTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void showsWhatTheDocumentShows_data();
  void showsWhatTheDocumentShows();
  void printsExactlyWhatWasSaved();
  void hasEveryTextOfItsKernels();
  void findsByKernelsAndTimes();
  void profileKeepsTimesAndTheRun();
  void aCaptureHasTheRunAndValues();
  void listsDifferences();
  void refusesWhatNeedsTheEngine();
  void refusesOtherNames();

 private:
  QTemporaryDir folder_;
  QString saved_ = folder_.filePath("kept.ngrec");
  QJsonObject printed_;  // while saving
};

void SavedTest::initTestCase() {
  printed_ = json({"passes", document, "--save", saved_});
  QVERIFY(!printed_.isEmpty());
}

void SavedTest::showsWhatTheDocumentShows_data() {
  QTest::addColumn<QStringList>("command");
  for (const QStringList& command : {QStringList{"info"},
                                     {"passes"},
                                     {"passes", "--show", "fuse", "--diff"},
                                     {"passes", "--from", "as_written", "--to", "fuse"},
                                     {"kernels"},
                                     {"kernels", "--show", "k0", "--as", "cuda"},
                                     {"memory"},
                                     {"program"},
                                     {"axes"},
                                     {"axes", "--after", "fuse"},
                                     {"find", "op:dot"},
                                     {"find", "dot", "--after", "fuse"}})
    QTest::newRow(qPrintable(command.join(' '))) << command;
}

void SavedTest::showsWhatTheDocumentShows() {
  QFETCH(QStringList, command);
  const auto of = [&](const QString& file) {
    QStringList words = command;
    words.insert(1, file);
    return words;
  };
  const QJsonObject live = json(of(document));
  QVERIFY(!live.isEmpty());
  QCOMPARE(permanent(json(of(saved_))), permanent(live));
  const Ran text = ngraph(of(saved_));
  QVERIFY2(text.code == 0 && !text.out.isEmpty(), qPrintable(shown(of(saved_), text)));
}

void SavedTest::printsExactlyWhatWasSaved() {
  QCOMPARE(json({"passes", saved_}), printed_);
}

void SavedTest::hasEveryTextOfItsKernels() {
  for (const char* text : {"source", "ir", "asm", "cuda"}) {
    const QStringList words{"kernels", saved_, "--show", "k0", "--as", text};
    const Ran kept = ngraph(words);
    QVERIFY2(kept.code == 0 && !kept.out.isEmpty(), qPrintable(shown(words, kept)));
    QCOMPARE(kept.out, ngraph({"kernels", document, "--show", "k0", "--as", text}).out);
  }
}

// Of the compilation in the file, without --computation.
void SavedTest::findsByKernelsAndTimes() {
  QVERIFY(!json({"find", saved_, "kernel:k0"})["ops"].toArray().isEmpty());
  const QString capture = folder_.filePath("kept.ngcap");
  QCOMPARE(ngraph({"capture", document, capture, "--calls", "2"}).code, 0);
  QVERIFY(!json({"find", capture, "time>0us"})["ops"].toArray().isEmpty());
}

void SavedTest::profileKeepsTimesAndTheRun() {
  const QString path = folder_.filePath("measured.ngrec");
  const QJsonArray measured =
      json({"profile", document, "--calls", "3", "--save", path})["kernels"].toArray();
  QVERIFY(!measured.isEmpty());
  const QJsonArray kernels = json({"kernels", path})["kernels"].toArray();
  for (const QJsonValue& each : measured) {
    const auto same = [&](const QJsonValue& kernel) { return kernel["name"] == each["kernel"]; };
    const auto kernel = std::find_if(kernels.begin(), kernels.end(), same);
    QVERIFY(kernel != kernels.end());
    const QJsonObject found = (*kernel).toObject();
    QCOMPARE(found["microseconds"], each["microseconds"]);
    // A table row counts the launches of one call, the record those of all calls.
    QCOMPARE(found["launches"].toInt(), 3 * each["launches"].toInt());
  }
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QString trace = QJsonDocument::fromJson(file.readAll()).object()["trace"].toString();
  const QJsonArray events =
      QJsonDocument::fromJson(trace.toUtf8()).object()["traceEvents"].toArray();
  const auto calls = std::count_if(events.begin(), events.end(), [](const QJsonValue& event) {
    return event["name"] == "call" && event["cat"] == "call";
  });
  QCOMPARE(calls, 3);
}

void SavedTest::aCaptureHasTheRunAndValues() {
  const QString path = folder_.filePath("all.ngcap");
  const QJsonObject made = json({"capture", document, path, "--calls", "2", "--tensor", "Y_hat"});
  QCOMPARE(made["calls"], QJsonValue(2));
  const QJsonArray values = made["values"].toArray();
  for (const char* name : {"Y_hat", "L", "W", "b"})
    QVERIFY2(std::count(values.begin(), values.end(), QJsonValue(name)) == 1, name);
  QCOMPARE(json({"info", path}), json({"info", saved_}));
  const QJsonObject kernel = json({"kernels", path})["kernels"].toArray().first().toObject();
  QVERIFY(kernel["microseconds"].toDouble() > 0);
  for (const QStringList& command : {QStringList{"memory", path}, {"program", path}})
    QCOMPARE(ngraph(command).code, 0);
  checkExit({"run", path}, 3, {"capture", "open the document"});
  checkExit({"convert", path, folder_.filePath("b.npz")}, 3, {"one kind"});
  checkExit({"convert", document, folder_.filePath("b.ngcap")}, 3, {"ngraph capture FILE"});
  checkExit({"capture", document, folder_.filePath("b.zip")}, 2, {".ngcap"});
  checkExit({"capture", document, path, "--tensor", "nobody"}, 3, {"nobody"});
}

void SavedTest::listsDifferences() {
  QCOMPARE(ngraph({"diff", document, document}).code, 0);
  const QString other = folder_.filePath("other.ngraph");
  QVERIFY(
      ngraph({"edit", document, "--do", "set(W, initial_value=1); extra = W * 2", "--out", other})
          .code == 0);
  const Ran ran = ngraph({"diff", document, other});
  QCOMPARE(ran.code, 1);
  QVERIFY2(ran.out.contains("initial_value") && ran.out.contains("2 added, 0 removed, 1 changed"),
           qPrintable(ran.out));
  const Ran asJson = ngraph({"diff", document, other, "--json"});
  QCOMPARE(asJson.code, 1);
  const QJsonObject found = QJsonDocument::fromJson(asJson.out.toUtf8()).object();
  QCOMPARE(found["same"], QJsonValue(false));
  QCOMPARE(found["added"], QJsonValue(2));
  const QJsonArray rows = found["differences"].toArray();
  const auto row = std::find_if(rows.begin(), rows.end(), [](const QJsonValue& each) {
    return each["what"] == "initial_value";
  });
  QVERIFY(row != rows.end());
  const QJsonObject change = row->toObject();
  QCOMPARE(change["name"], QJsonValue("W"));
  QCOMPARE(change["before"], QJsonValue("0"));
  QCOMPARE(change["after"], QJsonValue("1"));
  // A saved compilation against its document differs in nothing; compilations are not compared.
  QCOMPARE(ngraph({"diff", document, saved_}).code, 0);
  const QString capture = folder_.filePath("again.ngcap");
  QCOMPARE(ngraph({"capture", document, capture, "--calls", "2"}).code, 0);
  QVERIFY(ngraph({"diff", saved_, capture, "--json"}).code <= 1);
  const QString weights = folder_.filePath("w.safetensors");
  QCOMPARE(ngraph({"run", document, "--epochs", "1", "--save", weights}).code, 0);
  // The initial values of the variables against those after training.
  const Ran trained = ngraph({"diff", document, weights});
  QCOMPARE(trained.code, 1);
  QVERIFY2(trained.out.contains("2 tensors: 2 changed"), qPrintable(trained.out));
  checkExit({"diff", document}, 2, {});
  checkExit({"diff", document, folder_.filePath("none.ngraph")}, 3, {"none.ngraph"});
}

void SavedTest::refusesWhatNeedsTheEngine() {
  checkExit({"run", saved_}, 3, {"this is a saved compilation", "open the document"});
  checkExit({"kernels", saved_, "--reproducer", "k0", "--out", folder_.path()}, 3,
            {"this is a saved compilation"});
  checkExit({"passes", saved_, "--without", "fuse"}, 3, {"this is a saved compilation"});
  checkExit({"memory", saved_, "--without", "fuse"}, 3, {"this is a saved compilation"});
  checkExit({"passes", saved_, "--disable", "fuse"}, 2, {"--disable", "give the document"});
  checkExit({"passes", saved_, "--transformer", "reference"}, 2, {"saved with cpu"});
  checkExit({"kernels", saved_, "--computation", "evaluate"}, 2, {"saved with"});
  checkExit({"convert", saved_, folder_.filePath("a.ngraph")}, 3, {"saved compilation"});
  checkExit({"convert", document, folder_.filePath("a.ngrec")}, 3, {"passes FILE --save"});
  QVERIFY(!QFile::exists(folder_.filePath("a.ngrec")));
}

void SavedTest::refusesOtherNames() {
  checkExit({"passes", document, "--save", folder_.filePath("a.json")}, 2, {".ngrec"});
  checkExit({"profile", document, "--save", folder_.filePath("a")}, 2, {".ngrec"});
}

NGRAPH_TEST(SavedTest, QCoreApplication)
#include "saved_test.moc"
