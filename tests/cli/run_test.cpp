// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph run` end to end: feeds, data sets, checkpoints, progress, epoch streams, Ctrl+C;
// and the data sets written by `ngraph generate`.
#include <signal.h>

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "engine/formats/archives/npz.h"
#include "engine/formats/tensors/npy.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

QString path(const QString& sample) {
  return "sample_graphs/" + sample + ".ngraph";
}
const QString last = path("05_logistic_part2");

}  // namespace

class RunTest : public QObject {
  Q_OBJECT
 private slots:
  void feeds();
  void results_as_files();
  void one_lost_file_loses_no_other();
  void failing_callbacks_lose_no_files();
  void a_reader_that_ends_loses_no_files();
  void saved_and_restored();
  void nothing_left_is_said();
  void positions_of_other_epochs_are_not_taken();
  void unordered_updates_are_warned_of();
  void other_formats_are_not_saved();
  void runs_stream_their_epochs();
  void progress_shows_rate_and_time_left();
  void data_sets();
  void texts_of_other_vocabularies();
  void cancelled_data();
  void cancelled();

 private:
  QString inFolder(const QString& name) { return folder_.filePath(name); }
  QTemporaryDir folder_;
};

void RunTest::feeds() {
  const QString two = path("02_four_b_plus_c");
  const Ran ran =
      ngraph({"run", two, "--computation", "e_alone", "--feed", "b=3", "--feed", "c=0.5*2"});
  QVERIFY2(ran.out.contains("e = 13\n"), qPrintable(ran.out + ran.err));
  const Ran several = ngraph({"run", two, "--computation", "e_alone", "--feed", "b=iteration",
                              "--feed", "c=1", "--epochs", "3"});
  QVERIFY2(several.out.contains("call 3\ne = 9\n"), qPrintable(several.out + several.err));
  // Paths and names of arrays may have colons.
  const QString colons = inFolder("a::b.npy"), arrays = inFolder("c:d.npz");
  const Tensor three(3.0), four(4.0);
  write_npy(colons.toStdString(), three);
  write_npz(arrays.toStdString(), std::vector<TensorRef>{{"e:f", &four}, {"g", &three}});
  const Ran fed = ngraph({"run", two, "--computation", "e_alone", "--feed", "b=" + colons, "--feed",
                          "c=" + arrays + ":e:f"});
  QVERIFY2(fed.out.contains("e = 16\n"), qPrintable(fed.out + fed.err));
  const QString absent = inFolder("absent.npz") + ":x";
  checkExit({"run", two, "--computation", "e_alone", "--feed", "b=" + absent, "--feed", "c=1"}, 3,
            {"absent.npz"});
  const QString scaled = inFolder("scaled.ngraph");
  QCOMPARE(
      ngraph({"edit", scaled, "--new", "--do", "x = placeholder(axes=(A: 3))", "--do", "y = x * 2"})
          .code,
      0);
  const Ran words = ngraph({"run", scaled, "--feed", "x=[1, nan, -inf]"});
  QVERIFY2(words.out.contains("[2 nan -inf]"), qPrintable(words.out + words.err));
  checkExit({"run", scaled, "--feed", "x=[1, none, 2]"}, 2, {"not a number"});
  const Ran listed = ngraph({"tensor", last, "dot_6", "--feed", "W=[[1,0],[0,1]]"});
  QCOMPARE(listed.code, 3);  // W is not a placeholder
  const QString sums = inFolder("sums.ngraph");
  const QStringList lines{"H = make_axis(28)", "W = make_axis(28)", "N = make_axis(10)",
                          "x = placeholder([N, H, W])", "s = sum(x * 0 + 1, out_axes=[])"};
  QStringList made{"edit", sums, "--new"};
  for (const QString& line : lines) made << "--do" << line;
  const Ran edited = ngraph(made);
  QVERIFY2(edited.code == 0, qPrintable(edited.err));
  QVERIFY(ngraph({"run", sums}).err.contains("normal(0, 1)"));  // an example of a source
  const Ran drawn = ngraph({"run", sums, "--feed", "x=normal(0, 2, seed=3)"});
  QVERIFY2(drawn.out.contains("= 7840\n"), qPrintable(drawn.out + drawn.err));
  const Ran digits = ngraph({"run", sums, "--feed", "x=mnist.train.image"});
  QVERIFY2(digits.out.contains("= 7840\n"), qPrintable(digits.out + digits.err));
  QCOMPARE(ngraph({"run", sums, "--feed", "x=normal(0, -2)"}).code, 2);
}

void RunTest::other_formats_are_not_saved() {
  const Ran ran = ngraph({"run", last, "--epochs", "1", "--save", "a.npz"});
  QCOMPARE(ran.code, 2);
  QVERIFY2(ran.err.contains("ngraph convert"), qPrintable(ran.err));
  QVERIFY(ran.out.isEmpty());
}

void RunTest::results_as_files() {
  const QString made = inFolder("made.ngraph"), out = inFolder("new/results");
  const QStringList lines{"N = make_axis(2)", "x = placeholder([N])", "y = x + 1",
                          "z = value_of(y, dtype='bfloat16')", "w = value_of(y, dtype='int8')"};
  QStringList edit{"edit", made, "--new"};
  for (const QString& line : lines) edit << "--do" << line;
  edit << "--do" << "c = computation([y, z, w, y], x)";
  const Ran edited = ngraph(edit);
  QVERIFY2(edited.code == 0, qPrintable(shown(edit, edited)));
  const QStringList run{"run", made, "--feed", "x=[1, 2.5]", "--out", out};
  const Ran ran = ngraph(run);
  QVERIFY2(ran.code == 0, qPrintable(shown(run, ran)));
  QVERIFY2(ran.out.contains("wrote " + out + "/y.npy\n"), qPrintable(ran.out));
  const QJsonArray files = json(run)["files"].toArray();
  QCOMPARE(files.size(), 4);
  QCOMPARE(files[3].toString(), out + "/y_2.npy");
  const auto array = [&](const char* name) {
    Notes notes;
    Reader reader((out + "/" + name).toStdString());
    return read_npy(reader, notes);
  };
  QCOMPARE(array("y.npy").values(), (std::vector<double>{2, 3.5}));
  QCOMPARE(array("z.npy").dtype, DType::f32);
  QCOMPARE(array("w.npy").dtype, DType::i8);
  QCOMPARE(array("w.npy").values(), (std::vector<double>{2, 3}));
  // Nothing is run if the results cannot be kept.
  checkExit({"run", made, "--out", made}, 2, {"is not a folder"});
}

// A checkpoint beyond the limit of a file's size: the results, the trace and the summary remain.
void RunTest::one_lost_file_loses_no_other() {
  const QString kept = inFolder("big.ckpt"), out = inFolder("small"), trace = inFolder("t.json");
  QProcess process;
  process.setWorkingDirectory(testing::sourceFile(""));
  process.start("bash", {"-c", "ulimit -f 400; exec \"$0\" \"$@\"", testing::builtProgram("ngraph"),
                         "run", "sample_graphs/10_mnist_mlp.ngraph", "--epochs", "1", "--save",
                         kept, "--out", out, "--trace", trace, "--json"});
  const Ran ran = finished(process);
  QCOMPARE(ran.code, 4);
  QVERIFY2(ran.err.contains("cannot write '" + kept + "'"), qPrintable(ran.err));
  QVERIFY(!QFile::exists(kept) && QFile::exists(trace));
  QVERIFY(!QDir(out).entryList(QDir::Files).isEmpty());
  const QJsonObject summary =
      QJsonDocument::fromJson(ran.out.trimmed().section('\n', -1).toUtf8()).object();
  QCOMPARE(summary["state"].toString(), QString("finished"));
  QVERIFY(summary["error"].toObject()["what"].toString().contains("cannot write"));
}

// A plan's checkpoint beyond the limit of a file's size; one in a folder that does not exist is
// found before the first call.
void RunTest::failing_callbacks_lose_no_files() {
  const QString document = inFolder("callback.ngraph"), out = inFolder("kept");
  QFile sample(testing::sourceFile("sample_graphs/10_mnist_mlp.ngraph"));
  QVERIFY(sample.open(QIODevice::ReadOnly));
  const QByteArray text = sample.readAll();
  const auto write = [&](const QByteArray& file) {
    QFile written(document);
    return written.open(QIODevice::WriteOnly) &&
           written.write(QByteArray(text).replace(
               "\"plots\": [", "\"callbacks\": [{\"kind\": \"checkpoint\", \"file\": \"" + file +
                                   "\", \"every\": 1}], \"plots\": [")) > 0;
  };
  QVERIFY(write("none/c.safetensors"));
  checkExit({"run", document, "--epochs", "1"}, 4, {"none/c.safetensors", "No such file"});
  QVERIFY(write("c.safetensors"));
  QProcess process;
  process.start("bash", {"-c", "ulimit -f 400; exec \"$0\" \"$@\"", testing::builtProgram("ngraph"),
                         "run", document, "--epochs", "2", "--out", out});
  const Ran ran = finished(process);
  QCOMPARE(ran.code, 4);
  QVERIFY2(ran.err.contains("c.safetensors': File too large"), qPrintable(ran.err));
  QVERIFY(!QDir(out).entryList(QDir::Files).isEmpty());
}

void RunTest::a_reader_that_ends_loses_no_files() {
  const QString kept = inFolder("piped.ckpt");
  QProcess process;
  process.setWorkingDirectory(testing::sourceFile(""));
  process.start("bash", {"-c", "\"$0\" \"$@\" | true", testing::builtProgram("ngraph"), "run", last,
                         "--epochs", "3", "--save", kept});
  QVERIFY2(finished(process).err.contains("could not be written"), "no message");
  QVERIFY(QFile::exists(kept));
}

void RunTest::saved_and_restored() {
  const QString kept = inFolder("kept.ckpt");
  QCOMPARE(ngraph({"run", last, "--epochs", "1", "--save", kept}).code, 0);
  const Ran on = ngraph({"run", last, "--restore", kept, "--epochs", "2"});
  const Ran whole = ngraph({"run", last, "--epochs", "2"});
  QVERIFY(on.out.contains("epoch 2"));
  QCOMPARE(on.out.mid(on.out.indexOf("epoch 2")), whole.out.mid(whole.out.indexOf("epoch 2")));
}

void RunTest::nothing_left_is_said() {
  const QString kept = inFolder("ended.ckpt");
  QCOMPARE(ngraph({"run", last, "--epochs", "2", "--save", kept}).code, 0);
  const Ran ended = ngraph({"run", last, "--restore", kept, "--epochs", "2"});
  QCOMPARE(ended.code, 0);
  QVERIFY2(ended.err.contains("nothing is left to run"), qPrintable(ended.err));
  QVERIFY2(ended.err.contains(kept) && ended.err.contains("found: 2 epochs") &&
               ended.err.contains("--epochs"),
           qPrintable(ended.err));
  const Ran more = ngraph({"run", last, "--restore", kept, "--epochs", "3"});
  QVERIFY2(more.err.isEmpty(), qPrintable(more.err));
}

// Values are restored, and the run starts over.
void RunTest::positions_of_other_epochs_are_not_taken() {
  const QString kept = inFolder("position.ckpt");
  QCOMPARE(ngraph({"run", last, "--epochs", "1", "--save", kept}).code, 0);
  const Ran other = ngraph({"run", last, "--restore", kept, "--epochs", "2", "--batch", "5"});
  QCOMPARE(other.code, 0);
  QVERIFY2(other.out.contains("epoch 1\n"), qPrintable(other.out));
  for (const char* part : {"ngraph: warning: ", "starts over at epoch 1", "at iteration 0",
                           "batches per epoch: 10 in the checkpoint, "})
    QVERIFY2(other.err.contains(part), qPrintable(other.err));
}

void RunTest::unordered_updates_are_warned_of() {
  const QString made = inFolder("unordered.ngraph");
  const QStringList lines{
      "counter = variable(axes=(), initial_value=0)", "first = assign(counter, counter + 1)",
      "second = assign(counter, counter + 5)", "update = computation([first, second])"};
  QStringList edit{"edit", made, "--new"};
  for (const QString& line : lines) edit << "--do" << line;
  const Ran edited = ngraph(edit);
  QVERIFY2(edited.code == 0, qPrintable(shown(edit, edited)));
  const Ran ran = ngraph({"run", made});
  QCOMPARE(ran.code, 0);
  for (const char* part : {"ngraph: warning: two unordered assigns", "'first'", "'second'",
                           "'counter'", "ng.sequential"})
    QVERIFY2(ran.err.contains(part), qPrintable(ran.err));
}

// One line per epoch, then one for the whole run.
void RunTest::runs_stream_their_epochs() {
  const QStringList lines =
      ngraph({"run", last, "--epochs", "2", "--json"}).out.split('\n', Qt::SkipEmptyParts);
  QCOMPARE(lines.size(), 3);
  for (int epoch = 1; epoch <= 2; ++epoch) {
    const QJsonObject line = QJsonDocument::fromJson(lines[epoch - 1].toUtf8()).object();
    QCOMPARE(line["epoch"].toInt(), epoch);
    QCOMPARE(line["iteration"].toInt(), 10 * epoch);
    QVERIFY(line["evaluations"].toObject().contains("avg loss"));
    QVERIFY(!line["results"].toArray().isEmpty());
  }
  const QJsonObject ran = QJsonDocument::fromJson(lines[2].toUtf8()).object();
  QCOMPARE(ran["exit"].toInt(), 0);
  QCOMPARE(ran["state"].toString(), QString("finished"));
  QVERIFY(!ran.contains("epochs"));
  QCOMPARE(ran["iterations"].toInt(), 20);
  QVERIFY(ran["start"].toObject().contains("avg loss"));
  QCOMPARE(ran["series"].toArray()[0].toObject()["y"].toArray().size(), 20);
}

// On a terminal: iteration and total, rate, time left, loss.
void RunTest::progress_shows_rate_and_time_left() {
  const QString script = QStandardPaths::findExecutable("script");
  if (script.isEmpty()) QSKIP("the command 'script' is not installed");
  if (QProcess::execute(script, {"-qec", "true", "/dev/null"}) != 0)
    QSKIP("no terminal can be created");
  const QString log = inFolder("typescript");
  QProcess process;
  prepare(process, {});
  process.setProgram(script);
  process.setArguments(
      {"-qec", testing::builtProgram("ngraph") + " run " + last + " --epochs 2000000 >/dev/null",
       log});
  process.start();
  const QRegularExpression bar(R"(\[[= ]+\] \d+/20000000  \d+/s, [\d:]+ left  .*= \d)");
  QString shown;
  for (int i = 0; i < 1200 && !bar.match(shown).hasMatch(); ++i) {
    process.waitForReadyRead(100);
    shown += QString::fromUtf8(process.readAllStandardOutput());
  }
  process.kill();
  process.waitForFinished();
  QVERIFY2(bar.match(shown).hasMatch(), qPrintable(shown.right(300)));
}

// Synthetic data sets are written, and runs read them like the user's own files.
void RunTest::data_sets() {
  const QString folder = inFolder("sets"), file = inFolder("digits.ngraph");
  for (const char* set : {"mnist", "cifar10", "ptb"}) {
    const Ran ran = ngraph({"generate", "--set", set, folder, "--seed", "2"});
    QVERIFY2(ran.code == 0 && ran.out.startsWith(folder + "/"), qPrintable(ran.out + ran.err));
  }
  QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 4 + 6 + 3);
  checkExit({"generate", "--set", "mnis", folder}, 2, {"did you mean 'mnist'"});
  checkExit({"generate", "--set", "mnist", "--ops", "50", folder}, 2, {"not both"});

  QFile document(file);
  QVERIFY(document.open(QIODevice::WriteOnly));
  document.write(R"({"ngraph": 1, "title": "labels",
"axes": [{"axis": "N", "length": 100, "batch": true}],
"ops": [
  {"id": 1, "op": "placeholder", "name": "y", "attributes": {"axes": ["N"], "dtype": "float32"}},
  {"id": 2, "op": "sum", "name": "total", "operands": [1], "attributes": {"out_axes": [], "reduction_axes": ["N"]}}
],
"computations": [{"id": 3, "name": "add", "results": [2], "parameters": [1], "returns": "single"}],
"plan": {"computation": "add", "epochs": 1, "batches": 0,
  "data": [{"name": "digits", "generator": "mnist"}],
  "bindings": [{"placeholder": "y", "data": "digits.train.label"}]}
})");
  document.close();
  const QJsonObject made = json({"run", file}),
                    own = json({"run", file, "--data", "digits=" + folder});
  QCOMPARE(made["iterations"].toInt(), 40);
  QCOMPARE(own["iterations"].toInt(), 40);
  QVERIFY(made["series"] != own["series"]);
  QCOMPARE(json({"run", file, "--batch", "500"})["iterations"].toInt(), 8);
  checkExit({"run", file, "--data", "digits"}, 2, {"NAME=FOLDER"});
  checkExit({"run", file, "--data", "pictures=" + folder}, 3, {"pictures", "digits"});
  const Ran synthetic = ngraph({"run", file, "--data", "digits=" + inFolder("nowhere")});
  QVERIFY2(synthetic.code == 0 && !synthetic.out.isEmpty(), qPrintable(synthetic.err));
  for (const char* part : {"warning: the folder", "does not exist: small synthetic data is used"})
    QVERIFY2(synthetic.err.contains(part), qPrintable(synthetic.err));
  QFile::remove(folder + "/train-labels-idx1-ubyte");
  checkExit({"run", file, "--data", "digits=" + folder}, 3,
            {"lacks files of the data set: train-labels-idx1-ubyte"});
  checkExit({"run", file, "--batch", "4001"}, 3, {"fewer samples than a batch", "4000 samples"});
}

void RunTest::texts_of_other_vocabularies() {
  const QString folder = inFolder("text"), words = path("17_ptb_word_lstm");
  QCOMPARE(ngraph({"generate", "--set", "ptb", folder, "--seed", "4"}).code, 0);
  for (const char* part : {"train", "valid", "test"}) {
    QFile text(folder + "/ptb." + part + ".txt");
    QVERIFY(text.open(QIODevice::Append));
    for (int i = 0; i < 20; ++i) text.write(" quick brown foxes jump \n");
  }
  const QStringList run = {"run", words, "--epochs", "1", "--batch", "128"};
  const QJsonObject own = json(run + QStringList{"--data", "ptb_words=" + folder});
  QVERIFY(own["iterations"].toInt() > 0);
  checkExit(run + QStringList{"--length", "V=20"}, 3,
            {"more classes than the axis", "synthetic ptb_words", "--length V=68"});
  checkExit(run + QStringList{"--length", "V"}, 2, {"AXIS=N"});
  checkExit(run + QStringList{"--length", "V=many"}, 2, {"many is not a length"});
  checkExit(run + QStringList{"--length", "W=5"}, 3, {"no axis 'W'", "V 68"});
  QVERIFY(json(run + QStringList{"--length", "V=70"})["iterations"].toInt() > 0);
}

void RunTest::cancelled_data() {
  QTest::addColumn<int>("signal");
  QTest::newRow("Ctrl+C") << SIGINT;
  QTest::newRow("terminated") << SIGTERM;
  QTest::newRow("the terminal is closed") << SIGHUP;
}

// After Ctrl+C the state so far is saved and the run can continue from it.
void RunTest::cancelled() {
  QFETCH(int, signal);
  const QString kept = inFolder("stopped.ckpt");
  QProcess process;
  prepare(process, {"run", last, "--epochs", "1000000000", "--save", kept});
  process.start();
  QVERIFY(process.waitForReadyRead(testing::patience));
  process.readAllStandardOutput();
  QVERIFY(process.waitForReadyRead(testing::patience));
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
  const Ran ran = finished(process);
  QCOMPARE(ran.code, 130);
  QVERIFY2(ran.err.contains("cancelled after"), qPrintable(ran.err));
  QVERIFY(QFile::exists(kept));
}

NGRAPH_TEST(RunTest, QCoreApplication)
#include "run_test.moc"
