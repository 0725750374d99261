// SPDX-License-Identifier: Apache-2.0
// Tests that options without effect, numbers out of range and names that cannot be written are
// refused before anything is computed, with what is accepted.
#include <sys/stat.h>

#include <QTemporaryDir>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class RefusedOptionsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void refused_data();
  void refused();
  void compareHasNoTransformer();
  void reproducersAreQuoted();
  void lostOutputIsAnError();
  void arraysAreNotWrittenWithoutTheirProgram();
  void curvesAreNoArrays();
  void epochsCountFromOne();
  void builtProgramsSayWhy();

 private:
  QString in(const QString& name) const { return folder_.filePath(name); }

  const QString graph_ = "sample_graphs/05_logistic_part2.ngraph";
  QTemporaryDir folder_;
};

void RefusedOptionsTest::initTestCase() {
  QCOMPARE(ngraph({"run", graph_, "--epochs", "1", "--save", in("run.safetensors")}).code, 0);
  for (const char* name : {"pipe", "pipe.json", "pipe.ngcap"})
    QCOMPARE(::mkfifo(qPrintable(in(name)), 0600), 0);
}

void RefusedOptionsTest::refused_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<int>("code");
  QTest::addColumn<QStringList>("said");
  const auto row = [](const QStringList& words, int code, const QStringList& said) {
    QTest::newRow(qPrintable(words.join(' '))) << words << code << said;
  };
  const auto usage = [&](const QStringList& words, const QStringList& said) {
    row(words, 2, said);
  };
  usage({"run", graph_, "--save", in("nowhere/x.ckpt")}, {"--save", "no folder"});
  usage({"run", graph_, "--save", folder_.path()}, {"--save", "it is a folder"});
  usage({"run", graph_, "--save", in("pipe")}, {"--save", "this is not a file"});
  usage({"run", graph_, "--trace", in("pipe.json")}, {"--trace", "this is not a file"});
  usage({"capture", graph_, in("pipe.ngcap")}, {"OUT", "this is not a file"});
  for (const char* command : {"passes", "profile"})
    usage({command, graph_, "--save", in("nowhere/x.ngrec")}, {"--save", "no folder"});
  usage({"run", graph_, "--trace", in("nowhere/x.json")}, {"--trace", "no folder"});
  usage({"run", graph_, "--trace", in("x.foo")}, {".json or .pftrace"});
  usage({"run", graph_, "--disable", "zzz"},
        {"no pass or rewrite rule 'zzz'", "passes:", "rules:"});
  usage({"run", graph_, "--stage", "1"}, {"--stage goes with --stages"});
  usage({"passes", graph_, "--stage", "1"}, {"--stage goes with --stages"});
  usage({"run", graph_, "--stages", "2", "--stage", "5"}, {"--stage", "from 0 to 1, not '5'"});
  usage({"checkpoint", "bind", in("run.safetensors"), graph_, "--save", in("x.npz")},
        {"safetensors", "npz"});
  usage({"convert", graph_, in("x.foo")}, {".foo", ".onnx", ".py and .cpp"});
  usage({"checkpoint", "convert", in("run.safetensors"), in("x.foo")}, {".foo", ".safetensors"});
  usage({"convert", graph_, in("x.ngraph"), "--computation", "evaluate"}, {"--computation"});
  usage({"render", graph_, in("x.png"), "--scale", "9"}, {"from 1 to 4"});
  usage({"render", graph_, in("x.png"), "--scale", "nan"}, {"from 1 to 4"});
  usage({"render", graph_, in("x.svg"), "--scale", "2"}, {"--scale has no effect on .svg"});
  usage({"render", graph_, in("x.dot"), "--dark"}, {"--dark has no effect on .dot"});
  usage({"kernels", graph_, "--out", in("k")}, {"--out goes with --reproducer"});
  usage({"checkpoint", in("run.safetensors"), "--from", "1"}, {"--from goes with --show"});
  usage({"checkpoint", in("run.safetensors"), "--count", "1"}, {"--count goes with --show"});
  usage({"diff", graph_, graph_, "--rename", "a=b"}, {"--rename has no effect"});
  usage({"explain", graph_, "W[W 0, H 0]", "--step", "0"}, {"--step has no effect", "no loop"});
  usage({"generate", in("g.foo"), "--ops", "40"}, {".ngraph"});
  usage({"scale", graph_, "--link", "nan"}, {"--link takes a number from", "'nan'"});
  usage({"scale", graph_, "--overlap", "2"}, {"--overlap takes a number from 0 to 1"});
  usage({"compare", graph_, "--rtol", "-1"}, {"--rtol takes a number from 0 to 1"});
  usage({"compare", graph_, "--left", "zzz"}, {"available:", "reference"});
  usage({"bisect", graph_, "--slower", "0.5"}, {"--slower takes a number from 1 to 1000000"});
  row({"kernels", graph_, "--try", "k0=nowhere.cpp"}, 3, {"nowhere.cpp", "No such file"});
  row({"run", folder_.path()}, 3, {"a folder", "a document or model"});
}

void RefusedOptionsTest::refused() {
  QFETCH(QStringList, words);
  QFETCH(int, code);
  QFETCH(QStringList, said);
  checkExit(words, code, said);
}

void RefusedOptionsTest::compareHasNoTransformer() {
  QVERIFY(!ngraph({"compare", "--help"}).out.contains("--transformer"));
  QVERIFY(ngraph({"bisect", "--help"}).out.contains("--transformer"));
}

void RefusedOptionsTest::reproducersAreQuoted() {
  const QString out = in("a 'b'");
  const QString quoted = "\"" + out + "\"";
  const Ran ran = ngraph({"kernels", graph_, "--reproducer", "k0", "--out", out});
  QVERIFY2(ran.out.contains("(cd " + quoted + " && ./reproduce)"), qPrintable(ran.out + ran.err));
  const QString build =
      json({"kernels", graph_, "--reproducer", "k0", "--out", out})["build"].toString();
  QCOMPARE(build, "sh \"" + out + "/build.sh\"");
}

void RefusedOptionsTest::lostOutputIsAnError() {
  QProcess process;
  prepare(process, {"find", graph_, "op:zzz"});
  process.setStandardOutputFile("/dev/full");
  process.start();
  const Ran ran = finished(process);
  QCOMPARE(ran.code, 4);
  QVERIFY2(ran.err.contains("could not be written"), qPrintable(ran.err));
}

// The curves of a run are stored as tensors of its checkpoint.
void RefusedOptionsTest::arraysAreNotWrittenWithoutTheirProgram() {
  QVERIFY(QDir().mkdir(in("program.py")));
  checkExit({"convert", "sample_graphs/06_mlp.ngraph", in("program.py")}, 4,
            {"this is not a file"});
  QVERIFY(!QFile::exists(in("program.npz")));
  QVERIFY(QDir().mkpath(in("folder/document.ngraph")));
  checkExit({"convert", "sample_graphs/06_mlp.ngraph", in("folder/document.ngraph")}, 4,
            {"this is not a file"});
  QCOMPARE(QDir(in("folder")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
}

void RefusedOptionsTest::curvesAreNoArrays() {
  QCOMPARE(ngraph({"convert", in("run.safetensors"), in("arrays.npz")}).code, 0);
  const Ran listed = ngraph({"checkpoint", "show", in("arrays.npz")});
  QCOMPARE(listed.code, 0);
  QVERIFY2(listed.out.contains("W") && !listed.out.contains("ngraph.series"),
           qPrintable(listed.out));
}

void RefusedOptionsTest::epochsCountFromOne() {
  const Ran ran = ngraph({"run", graph_, "--epochs", "2", "--break", "L: max > 0"});
  QCOMPARE(ran.code, 1);
  QVERIFY2(ran.out.contains("epoch 1\n") && !ran.out.contains("epoch 0"), qPrintable(ran.out));
}

void RefusedOptionsTest::builtProgramsSayWhy() {
  const Ran built =
      ngraph({"build", graph_, "--computation", "evaluate", "--out", in("built"), "--name", "net"});
  QCOMPARE(built.code, 0);
  if (built.out.contains("no library")) QSKIP("no C compiler");
  const auto ran = [](const QString& program, const QStringList& words) {
    QProcess process;
    process.setProgram(program);
    process.setArguments(words);
    process.start();
    return finished(process);
  };
  const QString program = in("built/run");
  const Ran linked = ran("cc", {"-std=c11", "-Wall", "-Werror", in("built/main.c"),
                                in("built/libnet.a"), "-lm", "-pthread", "-o", program});
  QVERIFY2(linked.code == 0, qPrintable(linked.err));
  QCOMPARE(ran(program, {}).code, 0);
  QCOMPARE(ran(program, {"--calls", "2", "--threads", "1"}).code, 0);
  const Ran missing = ran(program, {"X=nowhere.npy"});
  QCOMPARE(missing.code, 1);
  QVERIFY2(missing.err.contains("nowhere.npy: No such file"), qPrintable(missing.err));
  for (const QString& word : QStringList{"--help", "nobody=1.npy", "--calls"}) {
    const Ran wrong = ran(program, {word});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.startsWith("usage: "), qPrintable(wrong.err));
  }
}

NGRAPH_TEST(RefusedOptionsTest, QCoreApplication)
#include "refused_options_test.moc"
