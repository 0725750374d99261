// SPDX-License-Identifier: Apache-2.0
// The command line as its users see it: texts on the samples, JSON of every command, exit codes.
#include <signal.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "tests/support/golden.h"

using namespace ng;

namespace {

struct Ran {
  int code = -1;
  QString out, err;
};

void prepare(QProcess& process, const QStringList& words) {
  process.setWorkingDirectory(NGRAPH_SOURCE_DIR);
  process.setProgram(NGRAPH_CLI);
  process.setArguments(words);
}

Ran finished(QProcess& process) {
  if (!process.waitForFinished(120'000)) return {};
  const bool exited = process.exitStatus() == QProcess::NormalExit;
  return {exited ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}

Ran ngraph(const QStringList& words) {
  QProcess process;
  prepare(process, words);
  process.start();
  return finished(process);
}

QString shown(const QStringList& words, const Ran& ran) {
  return "ngraph " + words.join(' ') + " gave " + QString::number(ran.code) + "\n" + ran.out +
         ran.err;
}

// Times, lanes and library names differ between machines, and the last digits of values with them.
QString masked(QString text) {
  const std::pair<const char*, const char*> masks[] = {
      {R"(compiled in [\d.]+ ms( \(kernels from the cache\))?)", "compiled in TIME"},
      {R"( \(\d+ lanes\))", " (LANES)"},
      {R"( +\d+(?=  (cross-entropy or|deriv\(|assign, |softmax, |an op over|x\*1, |two ops|values that|elementwise ops|compute, then|where nothing|small neighbours|each buffer|temporaries ->)))",
       "  US"},
      {R"((\d\.\d{5})\d+)", "\\1"},
      {R"((?<=\S) {2,}(?=\S))", "  "},  // widths of columns follow the widest cell
      {R"(\n +\d+: [^\n]*)", "\n  SOURCE LINE"},
  };
  for (const auto& [pattern, with] : masks) {
    text.replace(QRegularExpression(pattern), with);
  }
  return text;
}

const QStringList samples = {"01_x_plus_one", "02_four_b_plus_c", "03_logistic_part1",
                             "04_logistic_part2_older", "05_logistic_part2"};
QString path(const QString& sample) {
  return "sample_graphs/" + sample + ".ngraph";
}
const QString last = path("05_logistic_part2");

void checkGolden(const QString& name, const QStringList& words) {
  const Ran ran = ngraph(words);
  QVERIFY2(ran.code == 0, qPrintable(shown(words, ran)));
  const QString wrong = goldenDifference("cli/" + name + ".txt", masked(ran.out));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void checkExit(const QStringList& words, int code, const QStringList& said) {
  const Ran ran = ngraph(words);
  QVERIFY2(ran.code == code, qPrintable(shown(words, ran)));
  QVERIFY2(ran.out.isEmpty(), qPrintable(shown(words, ran)));
  for (const QString& word : said) {
    QVERIFY2(ran.err.contains(word), qPrintable("no '" + word + "': " + shown(words, ran)));
  }
}

QJsonObject json(const QStringList& words, int code = 0) {
  const Ran ran = ngraph(words + QStringList{"--json"});
  QJsonParseError error;
  const QString answer = ran.out.trimmed().section('\n', -1);  // epochs before it
  const QJsonDocument document = QJsonDocument::fromJson(answer.toUtf8(), &error);
  if (ran.code != code || error.error != QJsonParseError::NoError) {
    qWarning("%s: %s", qPrintable(error.errorString()), qPrintable(shown(words, ran)));
    return {};
  }
  return document.object();
}

}  // namespace

class CliTest : public QObject {
  Q_OBJECT
 private slots:
  void helps();
  void transformers();
  void info();
  void axes();
  void run();
  void passes();
  void kernels();
  void memory_and_program();
  void op();
  void tensor();
  void every_command_gives_json();
  void runs_stream_their_epochs();
  void progress_shows_rate_and_time_left();
  void data_sets();
  void json_of_errors();
  void wrong_usage();
  void bad_input();
  void failing_runs();
  void feeds();
  void saved_and_restored();
  void trace();
  void compare();
  void divergence();
  void render();
  void convert();
  void generate();
  void generated_graphs_agree();
  void cancelled();

 private:
  QString inFolder(const QString& name) { return folder_.filePath(name); }
  QTemporaryDir folder_;
};

void CliTest::helps() {
  checkGolden("help", {"help"});
  for (const char* command :
       {"transformers", "info", "axes", "op", "run", "tensor", "passes", "kernels", "program",
        "memory", "render", "compare", "convert", "generate"}) {
    const Ran ran = ngraph({command, "--help"});
    QCOMPARE(ran.code, 0);
    QVERIFY2(ran.out.startsWith(QString("ngraph ") + command), qPrintable(ran.out));
    QVERIFY(ran.out.contains("--json"));
    QCOMPARE(ngraph({"help", command}).out, ran.out);
  }
  QVERIFY(ngraph({"--version"}).out.startsWith("ngraph "));
}

void CliTest::transformers() {
  const Ran ran = ngraph({"transformers"});
  QCOMPARE(ran.code, 0);
  for (const char* name : {"cpu", "gpu", "reference"}) QVERIFY(ran.out.contains(name));
  for (const QJsonValue& row : json({"transformers"})["transformers"].toArray()) {
    if (!row["available"].toBool()) QVERIFY(!row["reason"].toString().isEmpty());
  }
}

void CliTest::info() {
  for (const QString& sample : samples) checkGolden("info_" + sample, {"info", path(sample)});
}

void CliTest::axes() {
  for (const QString& sample : samples) checkGolden("axes_" + sample, {"axes", path(sample)});
}

// The reference transformer gives the same digits everywhere.
void CliTest::run() {
  for (const QString& sample : samples) {
    checkGolden("run_" + sample, {"run", path(sample), "--transformer", "reference"});
  }
}

void CliTest::passes() {
  checkGolden("passes", {"passes", last});
  checkGolden("passes_without",
              {"passes", last, "--disable", "merge_equal_ops", "--disable", "fuse"});
  checkGolden("passes_diff", {"passes", last, "--show", "simplify", "--diff"});
  checkGolden("passes_fuse", {"passes", last, "--show", "fuse"});
  checkGolden("passes_pipeline",
              {"passes", last, "--pipeline",
               "stable_patterns,expand_deriv,state_versions,expand_composites,fuse"});
}

void CliTest::kernels() {
  checkGolden("kernels", {"kernels", last});
  checkGolden("kernels_cuda", {"kernels", last, "--show", "k0", "--as", "cuda"});
  for (const char* as : {"source", "ir", "asm"}) {
    const QStringList words = {"kernels", last, "--show", "k0", "--as", as};
    const Ran ran = ngraph(words);
    QVERIFY2(ran.code == 0 ? ran.out.contains("k0") : ran.err.contains("has no"),
             qPrintable(shown(words, ran)));
  }
}

void CliTest::memory_and_program() {
  checkGolden("memory", {"memory", last});
  checkGolden("program", {"program", last});
  checkGolden("program_reference", {"program", last, "--transformer", "reference"});
}

void CliTest::op() {
  checkGolden("op_variable", {"op", last, "W"});
  checkGolden("op_dot", {"op", last, "dot_6"});
  checkGolden("op_removed", {"op", last, "batch_size_11"});
  checkGolden("op_effect", {"op", last, "assign_16"});
  checkGolden("op_of_a_pass", {"op", last, "sum_7a"});
}

void CliTest::tensor() {
  checkGolden("tensor", {"tensor", last, "L", "--transformer", "reference"});
  checkGolden("tensor_later",
              {"tensor", last, "deriv_12", "--iteration", "10", "--transformer", "reference"});
  // An op inside a loop has a value in every step of it.
  const QString loop = "sample_graphs/09_lstm.ngraph";
  const Ran inside = ngraph({"tensor", loop, "h"});
  QCOMPARE(inside.code, 3);
  QVERIFY2(inside.err.contains("'h' has a value in every step of 'scan_58'"),
           qPrintable(inside.err));
  QVERIFY(ngraph({"op", loop, "h"}).out.contains("scan_58_k1, generated"));
}

void CliTest::every_command_gives_json() {
  const QString svg = inFolder("json.svg"), copy = inFolder("json.ngraph");
  const QStringList commands[] = {
      {"transformers"},
      {"info", last},
      {"axes", last},
      {"op", last, "W"},
      {"run", last, "--epochs", "1"},
      {"tensor", last, "L"},
      {"passes", last},
      {"passes", last, "--show", "fuse", "--diff"},
      {"kernels", last},
      {"kernels", last, "--show", "k0"},
      {"program", last},
      {"memory", last},
      {"render", last, "-o", svg},
      {"compare", last},
      {"convert", last, copy},
      {"generate", copy, "--ops", "50"},
  };
  for (const QStringList& words : commands) {
    QVERIFY2(!json(words).isEmpty(), qPrintable(words.join(' ')));
  }
}

// A line an epoch, then one of the whole run.
void CliTest::runs_stream_their_epochs() {
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

void CliTest::json_of_errors() {
  const QJsonObject missing = json({"info", "nowhere.ngraph"}, 3)["error"].toObject();
  QCOMPARE(missing["exit"].toInt(), 3);
  QCOMPARE(missing["kind"].toString(), QString("bad_file"));
  QVERIFY(!missing["what"].toString().isEmpty());
  QCOMPARE(json({"run", last, "--epoch", "1"}, 2)["error"].toObject()["kind"].toString(),
           QString("usage"));
}

void CliTest::wrong_usage() {
  QCOMPARE(ngraph({}).code, 2);
  checkExit({"rum", last}, 2, {"rum", "did you mean 'run'"});
  checkExit({"run"}, 2, {"FILE"});
  checkExit({"run", last, "more"}, 2, {"more"});
  checkExit({"run", last, "--epoch", "3"}, 2, {"--epoch", "did you mean '--epochs'"});
  checkExit({"run", last, "--epochs"}, 2, {"--epochs", "N"});
  checkExit({"run", last, "--epochs", "three"}, 2, {"three"});
  checkExit({"run", last, "--epochs", "0"}, 2, {"from 1"});
  checkExit({"run", last, "--epochs", "1", "--epochs", "2"}, 2, {"twice"});
  checkExit({"run", last, "--json=yes"}, 2, {"--json"});
  checkExit({"run", last, "--transformer", "abacus"}, 2, {"abacus", "cpu", "reference"});
  checkExit({"passes", last, "--disable", "fuze"}, 2, {"did you mean 'fuse'"});
  checkExit({"passes", last, "--disable", "expand_deriv"}, 2, {"cannot be switched off"});
  checkExit({"passes", last, "--pipeline", "fuse,nothing"}, 2, {"nothing", "simplify"});
  checkExit({"passes", last, "--pipeline", "fuse,expand_deriv,state_versions"}, 2,
            {"before state_versions"});
  checkExit({"passes", last, "--show", "nothing"}, 2, {"nothing", "simplify"});
  checkExit({"passes", last, "--diff"}, 2, {"--show"});
  checkExit({"kernels", last, "--show", "k0", "--as", "music"}, 2, {"music"});
  checkExit({"compare", last, "--left", "abacus"}, 2, {"abacus"});
  checkExit({"compare", last, "--rtol", "-1"}, 2, {"--rtol"});
  checkExit({"render", last}, 2, {"-o"});
  checkExit({"render", last, "-o", inFolder("x.jpeg")}, 2, {".svg"});
  checkExit({"render", last, "-o", inFolder("x.svg"), "--expand", "some"}, 2, {"some"});
  checkExit({"convert", last, inFolder("x.onyx")}, 2, {".onyx", ".safetensors"});
  checkExit({"generate", inFolder("x.ngraph"), "--ops", "5"}, 2, {"from 34"});
  checkExit({"generate", inFolder("x.ngraph")}, 2, {"--ops"});
  checkExit({"run", last, "--feed", "alpha"}, 2, {"PLACEHOLDER=SOURCE"});
  checkExit({"run", last, "--feed", "alpha=what"}, 2, {"alpha=what"});
  checkExit({"run", last, "--feed", "alpha=[[1],[2,3]]"}, 2, {"different lengths"});
}

void CliTest::bad_input() {
  checkExit({"info", "nowhere.ngraph"}, 3, {"nowhere.ngraph"});
  checkExit({"info", "sample_graphs"}, 3, {"sample_graphs"});
  checkExit({"info", "README.md"}, 3, {"README.md"});
  checkExit({"run", last, "--computation", "evaluat"}, 3, {"evaluat", "did you mean", "evaluate"});
  checkExit({"op", last, "nobody"}, 3, {"nobody", "Y_hat"});
  checkExit({"tensor", last, "nobody"}, 3, {"nobody"});
  checkExit({"tensor", last, "all_updates"}, 3, {"no value"});
  checkExit({"kernels", last, "--show", "k77"}, 3, {"k77", "k0"});
  checkExit({"run", last, "--feed", "nobody=1"}, 3, {"nobody", "alpha"});
  checkExit({"run", last, "--feed", "alpha=[1,2]"}, 3, {"alpha", "(2,)"});
  checkExit({"run", last, "--feed", "X=nowhere.npy"}, 3, {"nowhere.npy"});
  checkExit({"run", last, "--restore", "README.md"}, 3, {"README.md"});
  checkExit({"run", last, "--restore", "nowhere"}, 3, {"nowhere"});
  checkExit({"run", path("02_four_b_plus_c"), "--computation", "e_alone"}, 3,
            {"--feed b=", "--feed c="});
  checkExit({"convert", last, inFolder("x.npz")}, 3, {"one kind"});
}

void CliTest::failing_runs() {
  checkExit({"run", last, "--transformer", "gpu", "--epochs", "1"}, 4, {"gpu", "cannot run"});
  checkExit({"run", path("03_logistic_part1"), "--feed", "X=nan", "--stop-at-nan"}, 4,
            {"'L' is not finite after iteration 1"});
  for (const char* transformer : {"cpu", "reference"}) {
    checkExit({"run", path("07_planted_nan"), "--stop-at-nan", "--transformer", transformer}, 4,
              {"'L' is not finite after iteration 14", "first in divide 'unit'",
               "07_planted_nan.cpp:57 at N 17, C 0"});
  }
  checkExit({"generate", "nowhere/x.ngraph", "--ops", "40"}, 4, {"nowhere/x.ngraph"});
  // The only output is lost when the disk is full: that is no success.
  QProcess full;
  prepare(full, {"info", last});
  full.setStandardOutputFile("/dev/full");
  full.start();
  QCOMPARE(finished(full).code, 4);
  checkExit({"kernels", path("01_x_plus_one"), "--transformer", "reference", "--show", "x_plus_one",
             "--as", "ir"},
            3, {"x_plus_one"});
}

void CliTest::feeds() {
  const QString two = path("02_four_b_plus_c");
  const Ran ran =
      ngraph({"run", two, "--computation", "e_alone", "--feed", "b=3", "--feed", "c=0.5*2"});
  QVERIFY2(ran.out.contains("e = 13\n"), qPrintable(ran.out + ran.err));
  const Ran several = ngraph({"run", two, "--computation", "e_alone", "--feed", "b=iteration",
                              "--feed", "c=1", "--epochs", "3"});
  QVERIFY2(several.out.contains("call 3\ne = 9\n"), qPrintable(several.out + several.err));
  const Ran listed = ngraph({"tensor", last, "dot_6", "--feed", "W=[[1,0],[0,1]]"});
  QCOMPARE(listed.code, 3);  // W is no parameter
}

void CliTest::saved_and_restored() {
  const QString kept = inFolder("kept.ckpt");
  QCOMPARE(ngraph({"run", last, "--epochs", "1", "--save", kept}).code, 0);
  const Ran on = ngraph({"run", last, "--restore", kept, "--epochs", "2"});
  const Ran whole = ngraph({"run", last, "--epochs", "2"});
  QVERIFY(on.out.contains("epoch 2"));
  QCOMPARE(on.out.mid(on.out.indexOf("epoch 2")), whole.out.mid(whole.out.indexOf("epoch 2")));
}

void CliTest::trace() {
  const QString file = inFolder("trace.json");
  QCOMPARE(ngraph({"run", last, "--epochs", "1", "--trace", file}).code, 0);
  QFile read(file);
  QVERIFY(read.open(QIODevice::ReadOnly));
  const QJsonArray events = QJsonDocument::fromJson(read.readAll())["traceEvents"].toArray();
  int calls = 0, steps = 0, compile = 0;
  for (const QJsonValue& event : events) {
    calls += event["cat"] == "call";
    steps += event["cat"] == "step";
    compile += event["cat"] == "compile";
  }
  QCOMPARE(calls, 10);
  QVERIFY(steps >= calls);
  QVERIFY(compile > 5);
}

void CliTest::compare() {
  for (const QString& sample : samples) {
    const Ran ran = ngraph({"compare", path(sample)});
    QVERIFY2(ran.code == 0 && ran.out.contains("they agree"), qPrintable(ran.out + ran.err));
  }
}

// No difference at all is allowed: rounding makes one.
void CliTest::divergence() {
  const QJsonObject found = json({"compare", last, "--rtol", "0"}, 1);
  QCOMPARE(found["agrees"].toBool(true), false);
  QVERIFY(!found["first_divergence"].toString().isEmpty());
}

void CliTest::render() {
  const QString svg = inFolder("x.svg"), dot = inFolder("x.dot");
  QCOMPARE(ngraph({"render", last, "-o", svg, "--after", "fuse", "--expand", "all"}).code, 0);
  QFile file(svg);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&file);
  int cards = 0, edges = 0;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    cards += xml.attributes().value("class") == QString("card");
    edges += xml.attributes().value("class") == QString("edge");
  }
  QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
  QVERIFY2(cards >= 20 && edges >= cards - 5, qPrintable(QString("%1 %2").arg(cards).arg(edges)));
  QCOMPARE(ngraph({"render", last, "-o", dot}).code, 0);
  QFile text(dot);
  QVERIFY(text.open(QIODevice::ReadOnly));
  const QString wrong = goldenDifference("cli/render.dot", QString::fromUtf8(text.readAll()));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  checkExit({"render", last, "-o", inFolder("x.pdf")}, 4, {"PDF"});
}

// A document written anew is the same document; arrays survive a change of format and back.
void CliTest::convert() {
  const QString once = inFolder("once.ngraph"), twice = inFolder("twice.ngraph");
  for (const QString& sample : samples) {
    QCOMPARE(ngraph({"convert", path(sample), once}).code, 0);
    QCOMPARE(ngraph({"convert", once, twice}).code, 0);
    QFile a(once), b(twice);
    QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
    QCOMPARE(a.readAll(), b.readAll());
    QCOMPARE(ngraph({"run", once}).out, ngraph({"run", path(sample)}).out);
  }
  const QString npz = "tests/reference/walkthroughs/x_plus_one.npz";
  QCOMPARE(ngraph({"convert", npz, inFolder("x.safetensors")}).code, 0);
  QCOMPARE(ngraph({"convert", inFolder("x.safetensors"), inFolder("x.npz")}).code, 0);
  QCOMPARE(ngraph({"convert", inFolder("x.npz"), inFolder("y.safetensors")}).code, 0);
  QFile x(inFolder("x.safetensors")), y(inFolder("y.safetensors"));
  QVERIFY(x.open(QIODevice::ReadOnly) && y.open(QIODevice::ReadOnly));
  QCOMPARE(x.readAll(), y.readAll());
}

void CliTest::generate() {
  const QString file = inFolder("made.ngraph"), again = inFolder("again.ngraph");
  for (int ops : {34, 35, 77, 400}) {
    const QString count = QString::number(ops);
    QCOMPARE(ngraph({"generate", file, "--ops", count, "--seed", "7"}).code, 0);
    const QJsonObject info = json({"info", file});
    QCOMPARE(info["graph"].toObject()["ops"].toArray().size(), ops);
    const Ran ran = ngraph({"compare", file});
    QVERIFY2(ran.code == 0, qPrintable(ran.out + ran.err));
    QCOMPARE(ngraph({"run", file, "--stop-at-nan"}).code, 0);
    QCOMPARE(ngraph({"generate", again, "--ops", count, "--seed", "7"}).code, 0);
    QFile a(file), b(again);
    QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
    QCOMPARE(a.readAll(), b.readAll());
  }
}

// On a terminal: how many of how many, a second, time left, the loss.
void CliTest::progress_shows_rate_and_time_left() {
  const QString script = QStandardPaths::findExecutable("script");
  if (script.isEmpty()) QSKIP("there is no 'script' to make a terminal");
  const QString log = inFolder("typescript");
  QProcess process;
  prepare(process, {});
  process.setProgram(script);
  process.setArguments(
      {"-qec", QStringLiteral(NGRAPH_CLI) + " run " + last + " --epochs 2000000 >/dev/null", log});
  process.start();
  const QRegularExpression bar(R"(\[[= ]+\] \d+/20000000  \d+/s, [\d:]+ left  .*= \d)");
  QString shown;
  for (int i = 0; i < 600 && !bar.match(shown).hasMatch(); ++i) {
    process.waitForReadyRead(100);
    shown += QString::fromUtf8(process.readAllStandardOutput());
  }
  process.kill();
  process.waitForFinished();
  QVERIFY2(bar.match(shown).hasMatch(), qPrintable(shown.right(300)));
}

// Look-alikes are written, and runs take them as they would the user's own files.
void CliTest::data_sets() {
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
  checkExit({"run", file, "--data", "digits=" + inFolder("nowhere")}, 3, {"there is no folder"});
  QFile::remove(folder + "/train-labels-idx1-ubyte");
  checkExit({"run", file, "--data", "digits=" + folder}, 3,
            {"lacks files of the data set: train-labels-idx1-ubyte"});
  checkExit({"run", file, "--batch", "4001"}, 3, {"fewer samples than a batch", "4000 samples"});
}

// Graphs of many shapes agree; these two once had kernels that waited for each other.
void CliTest::generated_graphs_agree() {
  const QString file = inFolder("many.ngraph");
  QList<QPair<int, int>> many = {{240, 23}, {277, 39}};
  for (int seed = 0; seed < 10; ++seed) many.append({40 + 31 * seed, seed});
  for (const auto& [ops, seed] : many) {
    ngraph({"generate", file, "--ops", QString::number(ops), "--seed", QString::number(seed)});
    const Ran ran = ngraph({"compare", file});
    QVERIFY2(ran.code == 0,
             qPrintable(QString("%1 ops, seed %2: ").arg(ops).arg(seed) + ran.out + ran.err));
  }
}

// Ctrl+C in the middle: what was computed is saved, and the run can go on from there.
void CliTest::cancelled() {
  const QString kept = inFolder("stopped.ckpt");
  QProcess process;
  prepare(process, {"run", last, "--epochs", "1000000000", "--save", kept});
  process.start();
  QVERIFY(process.waitForReadyRead(60'000));
  process.readAllStandardOutput();
  QVERIFY(process.waitForReadyRead(60'000));
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
  const Ran ran = finished(process);
  QCOMPARE(ran.code, 130);
  QVERIFY2(ran.err.contains("cancelled after"), qPrintable(ran.err));
  QVERIFY(QFile::exists(kept));
}

QTEST_GUILESS_MAIN(CliTest)
#include "cli_test.moc"
