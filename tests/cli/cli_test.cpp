// SPDX-License-Identifier: Apache-2.0
// Tests the command line end to end: output on the samples, JSON of every command, exit codes.
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>
#include <array>

#include "tests/cli/ngraph_command.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Masks times, lanes, library names and last digits, which differ between machines.
QString masked(QString text) {
  const std::pair<const char*, const char*> masks[] = {
      {R"(compiled in [\d.]+ ms( \(kernels from the cache\))?)", "compiled in TIME"},
      {R"( \(\d+ lanes\))", " (LANES)"},
      {R"( +[\d,]+(?=  (cross-entropy or|ops over a divided|a net ->|exchange ->|deriv\(|assign, |softmax, |an op over|x\*1, |two ops|values without|elementwise ops|copy of|convolution, then|convolution and|convolution whose|matmul, then|matmul by|step that needs|compute, then|without assignments|adjacent small|each buffer|temporaries ->)))",
       "  US"},
      {R"((\d\.\d{5})\d+)", "\\1"},
      {R"((?<=\S) {2,}(?=\S))", "  "},  // column widths follow the widest cell
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

}  // namespace

class CliTest : public QObject {
  Q_OBJECT
 private slots:
  void helps();
  void transformers();
  void info();
  void info_of_many_variables();
  void axes();
  void run();
  void passes();
  void kernels();
  void memory_and_program();
  void op();
  void tensor();
  void ops_that_no_computation_reaches();
  void searches_begin_with_a_minus();
  void short_names_are_unique();
  void results_of_a_loop_are_named();
  void every_command_gives_json();
  void json_of_errors();
  void wrong_usage();
  void bad_input();
  void failing_runs();
  void trace();
  void profile();
  void compare();
  void divergence();
  void checkpoints();
  void render();
  void convert();
  void edit();
  void editsAtOnceAreAllKept();
  void generate();
  void generated_graphs_agree();

 private:
  QString inFolder(const QString& name) { return folder_.filePath(name); }
  QTemporaryDir folder_;
};

void CliTest::helps() {
  checkGolden("help", {"help"});
  for (const char* command :
       {"transformers", "info",       "axes",    "find",      "op",      "run",
        "tensor",       "passes",     "kernels", "program",   "memory",  "profile",
        "render",       "checkpoint", "compare", "convert",   "capture", "diff",
        "edit",         "generate",   "man",     "completion"}) {
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
  QVERIFY(ngraph({"info", "sample_graphs/10_mnist_mlp.ngraph"})
              .out.contains("10 epochs of all batches of the data"));
}

// The time grows with their number: with its square it would exceed the limit of a command.
void CliTest::info_of_many_variables() {
  constexpr int count = 120'000;
  QFile file(inFolder("many.ngraph"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  QByteArray ops, results;
  const auto op = [&ops](int id, const char* kind, const QByteArray& rest) {
    const QByteArray number = QByteArray::number(id);
    ops += R"({"id":)" + number + R"(,"automatic":"op_)" + number + R"(","op":")" + kind + "\"," +
           rest + "},";
  };
  for (int id = 1; id < 3 * count; id += 3) {
    const QByteArray v = QByteArray::number(id), sum = QByteArray::number(id + 1);
    op(id, "variable", R"("attributes":{"axes":[],"dtype":"float32"})");
    op(id + 1, "add", "\"operands\":[" + v + "," + v + "]");
    op(id + 2, "assign", "\"operands\":[" + v + "," + sum + "]");
    results += QByteArray::number(id + 2) + ",";
  }
  ops.chop(1), results.chop(1);
  file.write(
      R"({"ngraph":1,"axes":[],"ops":[)" + ops +
      R"(],"computations":[{"id":1000000,"name":"f","returns":"list","parameters":[],"results":[)" +
      results + "]}]}");
  file.close();
  const Ran ran = ngraph({"info", file.fileName()});
  QVERIFY2(ran.code == 0 && ran.out.contains("120,000 in "), qPrintable(ran.out + ran.err));
}

void CliTest::axes() {
  for (const QString& sample : samples) checkGolden("axes_" + sample, {"axes", path(sample)});
}

// The reference transformer prints the same digits on every machine.
void CliTest::run() {
  for (const QString& sample : samples) {
    checkGolden("run_" + sample, {"run", path(sample), "--transformer", "reference"});
  }
}

void CliTest::passes() {
  checkGolden("passes", {"passes", last});
  checkGolden("passes_without", {"passes", last, "--disable", "eliminate_common_subexpressions",
                                 "--disable", "fuse"});
  checkGolden("passes_diff", {"passes", last, "--show", "simplify", "--diff"});
  checkGolden("passes_fuse", {"passes", last, "--show", "fuse"});
  checkGolden("passes_pipeline",
              {"passes", last, "--pipeline",
               "stable_patterns,expand_deriv,version_state,expand_composites,fuse"});
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
  // As lists show an op without a name of its own.
  const QString resnet = "sample_graphs/14_cifar10_resnet.ngraph";
  const Ran scoped = ngraph({"op", resnet, "resnet/top/dot_700"});
  QVERIFY2(scoped.code == 0 && scoped.out.contains("dot 'dot_700'"), qPrintable(scoped.err));
}

void CliTest::tensor() {
  checkGolden("tensor", {"tensor", last, "L", "--transformer", "reference"});
  checkGolden("tensor_later",
              {"tensor", last, "deriv_12", "--iteration", "10", "--transformer", "reference"});
  // An op inside a loop has one value per step of the loop.
  const QString loop = "sample_graphs/09_lstm.ngraph";
  const Ran inside = ngraph({"tensor", loop, "h"});
  QCOMPARE(inside.code, 3);
  QVERIFY2(inside.err.contains("'h' has a value in every step of 'scan_58'"),
           qPrintable(inside.err));
  QVERIFY(ngraph({"op", loop, "h"}).out.contains("scan_58_k1, generated"));
}

void CliTest::ops_that_no_computation_reaches() {
  const QString file = inFolder("unread.ngraph");
  const QStringList made{"edit",
                         file,
                         "--new",
                         "--do",
                         "x = placeholder(axes=(A: 3))",
                         "--do",
                         "y = x + 1",
                         "--do",
                         "q = x * 2",
                         "--do",
                         "c = constant(3)",
                         "--do",
                         "t = computation(y, x)"};
  QCOMPARE(ngraph(made).code, 0);
  const Ran value = ngraph({"tensor", file, "q", "--feed", "x=1"});
  QVERIFY2(value.out.contains("[2 2 2]"), qPrintable(value.out + value.err));
  const Ran constant = ngraph({"op", file, "c"});
  QVERIFY2(constant.out.contains("value        3"), qPrintable(constant.out + constant.err));
  const Ran traced = ngraph({"explain", file, "q[0]", "--feed", "x=1"});
  QVERIFY2(traced.code == 0, qPrintable(traced.err));
  checkExit({"tensor", file, "q"}, 3, {"give --feed x=..."});
}

void CliTest::searches_begin_with_a_minus() {
  const Ran kept = ngraph({"find", last, "-role:gradient"});
  QVERIFY2(kept.code == 0, qPrintable(kept.err));
  QCOMPARE(kept.out, ngraph({"find", last, "not role:gradient"}).out);
  checkExit({"find", last, "-gradient"}, 2, {"write -- before operands that begin with -"});
}

void CliTest::short_names_are_unique() {
  const QString file = inFolder("two.ngraph");
  QCOMPARE(ngraph({"edit", file, "--new", "--do",
                   "a = variable([], initial_value=1); b = variable([], initial_value=2)", "--do",
                   "y = a + b; rename(a, \"l1/W\"); rename(b, \"l2/W\")"})
               .code,
           0);
  for (const char* command : {"tensor", "op"})
    checkExit({command, file, "W"}, 3, {"there are 2 ops 'W'", "one of: l1/W, l2/W"});
  const Ran listed = ngraph({"find", file, "op:variable"});
  QVERIFY2(listed.out.contains("W     l1") && listed.out.contains("W     l2"),
           qPrintable(listed.out));
  const Ran second = ngraph({"tensor", file, "l2/W"});
  QVERIFY2(second.out.contains("2\n"), qPrintable(second.out + second.err));
}

void CliTest::results_of_a_loop_are_named() {
  const QString loop = "sample_graphs/15_ptb_char_rnn.ngraph";
  QVERIFY(ngraph({"op", loop, "axes_with_order_20"}).out.contains("x = scan_19#1\n"));
  const Ran states = ngraph({"tensor", loop, "scan_19#1", "--length", "rnn=3"});
  QVERIFY2(states.out.startsWith("scan_19#1 (REC: 150, rnn: 3, N: 50)"), qPrintable(states.err));
  const Ran element = ngraph({"explain", loop, "scan_19#1[4, 0, 2]", "--length", "rnn=3"});
  QVERIFY2(element.out.startsWith("scan_19#1[REC 4, rnn 0, N 2] = "), qPrintable(element.err));
  const Ran none = ngraph({"tensor", loop, "scan_19#4"});
  QCOMPARE(none.code, 3);
  QVERIFY2(none.err.contains("'scan_19' has no result 4") &&
               none.err.contains("one of: scan_19, scan_19#1, scan_19#2, scan_19#3"),
           qPrintable(none.err));
}

void CliTest::every_command_gives_json() {
  const QString svg = inFolder("json.svg"), copy = inFolder("json.ngraph");
  const QStringList commands[] = {
      {"transformers"},
      {"info", last},
      {"axes", last},
      {"find", last, "op:dot"},
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

void CliTest::json_of_errors() {
  const QJsonObject unknown = json({"rum"}, 2)["error"].toObject();
  QCOMPARE(unknown["kind"].toString(), QString("usage"));
  QVERIFY(unknown["what"].toString().contains("'rum'"));
  const QString longWord(100'000, 'x');
  QVERIFY(json({"info", longWord}, 3)["error"].toObject()["what"].toString().size() < 5000);
  QVERIFY(ngraph({longWord}).err.size() < 5000);
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
  checkExit({"run", last, "--epochs", "1", "--epochs", "2"}, 2, {"only once"});
  checkExit({"run", last, "--json=yes"}, 2, {"--json"});
  checkExit({"run", last, "--transformer", "abacus"}, 2, {"abacus", "cpu", "reference"});
  checkExit({"passes", last, "--disable", "fuze"}, 2, {"did you mean 'fuse'"});
  checkExit({"passes", last, "--disable", "expand_deriv"}, 2, {"cannot be switched off"});
  checkExit({"passes", last, "--pipeline", "fuse,nothing"}, 2, {"nothing", "simplify"});
  checkExit({"passes", last, "--pipeline", "fuse,expand_deriv,version_state"}, 2,
            {"before version_state"});
  checkExit({"passes", last, "--show", "nothing"}, 2, {"nothing", "simplify"});
  checkExit({"passes", last, "--diff"}, 2, {"--show"});
  checkExit({"kernels", last, "--show", "k0", "--as", "music"}, 2, {"music"});
  checkExit({"compare", last, "--left", "abacus"}, 2, {"abacus"});
  checkExit({"compare", last, "--rtol", "-1"}, 2, {"--rtol"});
  checkExit({"render", last}, 2, {"-o"});
  checkExit({"render", last, inFolder("x.svg"), "-o", inFolder("y.svg")}, 2, {"either"});
  QVERIFY(ngraph({"find", last, "oops:1"}).out.contains("'oops' is not a field; fields are"));
  QVERIFY(ngraph({"find", last, "kernel:k0"}).out.contains("give --computation NAME"));
  QVERIFY(
      ngraph({"find", last, "time>1us", "--computation", "update"}).out.contains("after a run"));
  checkExit({"render", last, "-o", inFolder("x.jpeg")}, 2, {".svg"});
  checkExit({"render", last, "-o", inFolder("x.svg"), "--expand", "some"}, 2, {"some"});
  checkExit({"render", last, "-o", inFolder("x.svg"), "--direction", "up"}, 2, {"right or down"});
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
  checkExit({"run", path("15_ptb_char_rnn"), "--feed", "text=3.7"}, 3, {"text", "3.7", "int32"});
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
  // Output lost because the disk is full is an error.
  QProcess full;
  prepare(full, {"info", last});
  full.setStandardOutputFile("/dev/full");
  full.start();
  QCOMPARE(finished(full).code, 4);
  checkExit({"kernels", path("01_x_plus_one"), "--transformer", "reference", "--show", "x_plus_one",
             "--as", "ir"},
            3, {"x_plus_one"});
}

void CliTest::trace() {
  const QString file = inFolder("trace.json");
  QCOMPARE(ngraph({"run", last, "--epochs", "1", "--trace", file}).code, 0);
  QFile read(file);
  QVERIFY(read.open(QIODevice::ReadOnly));
  const QJsonArray events = QJsonDocument::fromJson(read.readAll())["traceEvents"].toArray();
  int calls = 0, steps = 0, compile = 0, evaluations = 0;
  for (const QJsonValue& event : events) {
    calls += event["cat"] == "call";
    steps += event["cat"] == "step";
    compile += event["cat"] == "pass";
    evaluations += event["cat"] == "evaluation";
  }
  QCOMPARE(calls, 10);
  QVERIFY(steps >= calls);
  QVERIFY(compile > 5);
  QCOMPARE(evaluations, 2);  // at the start and after the epoch
}

// Times differ from run to run: only invariants are checked.
void CliTest::profile() {
  const QJsonObject found = json({"profile", last, "--calls", "3"}, 0);
  QCOMPARE(found["calls"].toInt(), 3);
  QVERIFY(found["peaks"]["gflops"].toDouble() > 0);
  QVERIFY(!found["kernels"].toArray().isEmpty());
  for (const QJsonValue& kernel : found["kernels"].toArray())
    QVERIFY(kernel["microseconds"].toDouble() > 0 && !kernel["limited"].toString().isEmpty());
  QVERIFY(ngraph({"profile", path("01_x_plus_one")}).out.contains("median of 20 calls"));
}

void CliTest::compare() {
  for (const QString& sample : samples) {
    const Ran ran = ngraph({"compare", path(sample)});
    QVERIFY2(ran.code == 0 && ran.out.contains("results agree"), qPrintable(ran.out + ran.err));
  }
}

// With zero tolerance, rounding counts as a divergence.
void CliTest::divergence() {
  const QJsonObject found = json({"compare", path("06_mlp"), "--rtol", "0"}, 1);
  QCOMPARE(found["agrees"].toBool(true), false);
  QVERIFY(!found["first_divergence"].toString().isEmpty());
}

void CliTest::checkpoints() {
  const QString first = inFolder("1.safetensors"), second = inFolder("2.safetensors");
  QCOMPARE(ngraph({"run", last, "--epochs", "1", "--save", first}).code, 0);
  QCOMPARE(ngraph({"run", last, "--epochs", "2", "--save", second}).code, 0);
  const QJsonObject contents = json({"checkpoint", first});
  QCOMPARE(contents["position"]["iteration"].toInt(), 10);
  QCOMPARE(contents["tensors"].toArray().size(), 2);
  const QJsonObject w = contents["tensors"].toArray()[0].toObject();
  QCOMPARE(w["shape"].toArray().size(), 2);
  const QJsonObject part =
      json({"checkpoint", first, "--show", "W", "--from", "2", "--count", "9"});
  QCOMPARE(part["values"].toArray().size(), 2);  // of four
  QVERIFY(ngraph({"checkpoint", first, "--show", "W"}).out.contains("W 1, H 0"));
  checkExit({"checkpoint", first, "--show", "nobody"}, 3, {"has no tensor"});
  const Ran table = ngraph({"checkpoint", first});
  QVERIFY2(table.out.contains("after 10 iterations of 'update'"), qPrintable(table.out));
  const QJsonObject changed = json({"checkpoint", first, second}, 1);
  QCOMPARE(changed["equal"].toBool(true), false);
  const QJsonObject most = changed["changes"].toArray()[0].toObject();
  QCOMPARE(most["kind"].toString(), QString("changed"));
  QVERIFY(most["relative"].toDouble() > 0);
  QVERIFY(json({"checkpoint", first, first})["equal"].toBool());
  checkExit({"checkpoint", last}, 3, {"this is a document", "ngraph run --save"});
}

void CliTest::render() {
  const QString svg = inFolder("x.svg"), dot = inFolder("x.dot");
  QCOMPARE(ngraph({"render", last, "-o", svg, "--after", "fuse", "--expand", "all"}).code, 0);
  QFile file(svg);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&file);
  int cards = 0, edges = 0, chips = 0;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    cards += xml.attributes().value("class") == QString("card");
    edges += xml.attributes().value("class") == QString("edge");
    chips += xml.attributes().value("class") == QString("chip");
  }
  QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
  QVERIFY2(cards >= 20 && edges >= cards - 5, qPrintable(QString("%1 %2").arg(cards).arg(edges)));
  QVERIFY(chips > 0);  // of constants and broadcasts, as drawn in the window
  const auto width = [&](const QStringList& more) {
    if (ngraph(QStringList{"render", last, "-o", svg} + more).code != 0) return 0.0;
    QFile drawn(svg);
    if (!drawn.open(QIODevice::ReadOnly)) return 0.0;
    QXmlStreamReader reader(&drawn);
    reader.readNextStartElement();
    return reader.attributes().value("width").toDouble();
  };
  QVERIFY(width({"--direction", "right"}) > width({"--direction", "down"}));
  QVERIFY(width({}) > 0);
  const QString dark = inFolder("dark.svg");  // the output may come first, as in convert
  QCOMPARE(ngraph({"render", last, dark, "--dark"}).code, 0);
  QFile drawn(dark), light(svg);
  QVERIFY(drawn.open(QIODevice::ReadOnly) && light.open(QIODevice::ReadOnly));
  QVERIFY(drawn.readAll().contains("rgb(22,25,30)") && !light.readAll().contains("rgb(22,25,30)"));
  QVERIFY(width({"--unfolded"}) > 0);
  QFile unfolded(svg);
  QVERIFY(unfolded.open(QIODevice::ReadOnly));
  QVERIFY(!unfolded.readAll().contains("class=\"chip\""));
  QCOMPARE(ngraph({"render", last, "-o", dot}).code, 0);
  QFile text(dot);
  QVERIFY(text.open(QIODevice::ReadOnly));
  const QString wrong = goldenDifference("cli/render.dot", QString::fromUtf8(text.readAll()));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

// A rewritten document is equal to the original; arrays survive a format round trip.
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

// A document built from lines runs; a rejected line is reported with its column.
void CliTest::edit() {
  const QString file = inFolder("edited.ngraph"), other = inFolder("other.ngraph");
  QCOMPARE(ngraph({"edit", file, "--new", "--do", "y = x + 1", "--do", "x = 4"}).code, 0);
  QVERIFY(ngraph({"run", file}).out.contains("y = 5"));
  const QJsonObject answer =
      json({"edit", file, "--do", "z = make(\"add\", y)", "--do", "w = y * 2", "--out", other});
  QCOMPARE(answer["edits"].toArray().at(0)["name"].toString(), QString("Add add"));
  QCOMPARE(answer["edits"].toArray().at(1)["type"].toString(), QString("float32 ()"));
  QCOMPARE(answer["unfinished"].toArray().at(0).toString(), QString("z lacks y"));
  const QJsonObject fed =
      json({"edit", file, "--do", "feed(x, file=\"/x.npy\")", "--out", inFolder("fed.ngraph")});
  const QJsonArray left = fed["unfinished"].toArray();
  QVERIFY(left.at(0).toString().startsWith("the file '/x.npy' of 'x'"));
  QVERIFY(ngraph({"run", other}).out.contains("w = 10"));
  checkExit({"edit", file, "--do", "z = y + exp(q"}, 3, {"column 14", "ends too early"});
  checkExit({"edit", file, "--do", "z = yy1 + 1", "--do", "remove(nothing)"}, 3, {"no op"});
  QVERIFY(!ngraph({"run", file}).out.contains("w = 10"));
}

void CliTest::editsAtOnceAreAllKept() {
  const QString file = inFolder("shared.ngraph");
  QCOMPARE(ngraph({"edit", file, "--new", "--do", "x = 4"}).code, 0);
  std::array<QProcess, 6> edits;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    prepare(edits[i], {"edit", file, "--do", QString("y%1 = x + %1").arg(i)});
    edits[i].start();
  }
  for (QProcess& each : edits) QCOMPARE(finished(each).code, 0);
  const QString all = ngraph({"run", file}).out;
  for (std::size_t i = 0; i < edits.size(); ++i)
    QVERIFY2(all.contains(QString("y%1 = %2").arg(i).arg(4 + i)), qPrintable(all));
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

// Graphs of many shapes agree; in these two, kernels once waited for each other.
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

NGRAPH_TEST(CliTest, QCoreApplication)
#include "cli_test.moc"
