// SPDX-License-Identifier: Apache-2.0
// Tests programs built ahead of time against the cpu transformer, and what cannot be built.
#include <QJsonArray>
#include <QStandardPaths>
#include <limits>
#include <numeric>

#include "engine/graph/node.h"
#include "engine/ngraph.h"
#include "engine/ops/dot.h"
#include "engine/ops/make_op.h"
#include "engine/ops/result_type.h"
#include "tests/cli/ngraph_command.h"
#include "tests/deploy/built_program.h"
#include "tests/support/effort.h"
#include "tests/support/graph_run.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

DeployOptions options_for(bool training) {
  DeployOptions options;
  options.training = training;
  return options;
}

}  // namespace

class DeployTest : public QObject {
  Q_OBJECT
 private slots:
  void computesWhatTheCpuComputes_data();
  void computesWhatTheCpuComputes();
  void kernelsGiveTheSameBits();
  void multipliesMatricesOfItsTypes_data();
  void multipliesMatricesOfItsTypes();
  void scalesMayBeInfinite();
  void headersOfArraysAreChecked();
  void elementsArePrintedExactly();
  void sortsTakesAndScatters_data();
  void sortsTakesAndScatters();
  void positionsOutOfRangeAreReported();
  void checksClassesOfHalfFloats();
  void stateIsSavedAndRestored();
  void longNamesAreSaved();
  void damagedWeightsAreRefused();
  void dependsOnTheCLibraryOnly();
  void instancesAreIndependent();
  void weightsAreInMemoryOnce();
  void variablesMayBeInputs();
  void refusesWhatCannotBeBuilt();
  void namesDoNotClash();
  void namesMayLookLikeMarks();
  void namesOfFilesAndTargetsAreKeptFree();
  void inputsMayHaveNamesOfC();
  void programsOfOneNameDoNotLink();
  void commandLineBuilds();
  void compilesForOtherProcessors();
  void runsOnArm_data();
  void runsOnArm();
};

void DeployTest::computesWhatTheCpuComputes_data() {
  QTest::addColumn<QString>("sample");
  QTest::addColumn<QString>("computation");
  QTest::addColumn<bool>("training");
  QTest::newRow("logistic") << "05_logistic_part2" << "update" << true;
  QTest::newRow("mlp") << "06_mlp" << "evaluate" << false;
  QTest::newRow("mlp training") << "06_mlp" << "update" << true;
  QTest::newRow("convnet") << "08_convnet" << "evaluate" << false;
  QTest::newRow("convnet training") << "08_convnet" << "update" << true;
  QTest::newRow("lookup training") << "17_ptb_word_lstm" << "update" << true;
  QTest::newRow("lstm training") << "09_lstm" << "update" << true;
}

void DeployTest::computesWhatTheCpuComputes() {
  QFETCH(QString, sample);
  QFETCH(QString, computation);
  QFETCH(bool, training);
  BuiltProgram program(sample.toStdString(), computation.toStdString(), options_for(training));
  QVERIFY2(!program.built().library.empty(), program.built().reason.c_str());
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const Printed printed = program.run_example({"--calls", "5"});
  QVERIFY2(printed.code == 0, qPrintable(printed.errors));
  const std::vector<double> expected = program.expected(5);
  QVERIFY(!expected.empty());
  QCOMPARE(difference(printed.values, expected, 1e-4, 1e-5), QString());
  const Printed shared = program.run_example({"--calls", "5", "--threads", "3"});
  QCOMPARE(difference(shared.values, printed.values, 0, 0), QString());
}

// Without library calls, the cpu transformer and the program run the same kernel texts.
void DeployTest::kernelsGiveTheSameBits() {
  qputenv("NGRAPH_JIT", "host");
  qputenv("NGRAPH_CXX", "g++");
  for (const bool training : {false, true}) {
    DeployOptions options = options_for(training);
    options.compile.passes.library_dot_flops = std::int64_t{1} << 60;
    BuiltProgram program("06_mlp", training ? "update" : "evaluate", options);
    QVERIFY(program.compile_example().isEmpty());
    const Printed printed = program.run_example({"--calls", "3"});
    const std::vector<double> expected = program.expected(3);
    QVERIFY(!expected.empty());
    QCOMPARE(difference(printed.values, expected, 0, 0), QString());
  }
  qunsetenv("NGRAPH_JIT");
  qunsetenv("NGRAPH_CXX");
}

void DeployTest::multipliesMatricesOfItsTypes_data() {
  QTest::addColumn<bool>("floats");
  QTest::addColumn<bool>("doubles");
  QTest::newRow("float32") << true << false;
  QTest::newRow("float64") << false << true;
  QTest::newRow("both") << true << true;
  QTest::newRow("none") << false << false;
}

// The runtime leaves out the products of types that the program does not multiply. 37 rows and
// columns: whole tiles, and parts of tiles in both directions.
void DeployTest::multipliesMatricesOfItsTypes() {
  QFETCH(bool, floats);
  QFETCH(bool, doubles);
  const Axis m = make_axis(37, "M"), n = make_axis(37, "N"), k = make_axis(29, "K");
  std::vector<Op> inputs, results;
  for (const DType type : {DType::f32, DType::f64}) {
    const Op a = placeholder(Axes{m, k}, type), b = placeholder(Axes{k, n}, type);
    const bool multiplied = type == DType::f64 ? doubles : floats;
    inputs.insert(inputs.end(), {a, b});
    results.push_back(multiplied ? make_op(dot_op, {a, b}, {{"dtype", std::string(name(type))}})
                                 : sum(a, out_axes(Axes())) * b);
  }
  DeployOptions options;
  options.compile.passes.library_dot_flops = 1;
  BuiltProgram program(computation(results, inputs, Returns::list), options);
  QFile source(program.in_program(QString::fromStdString(program.built().name) + ".c"));
  QVERIFY(source.open(QIODevice::ReadOnly));
  const QByteArray text = source.readAll();
  QVERIFY(text.contains(floats ? "#define NGR_F32_PRODUCTS 1" : "#define NGR_F32_PRODUCTS 0"));
  QVERIFY(text.contains(doubles ? "#define NGR_F64_PRODUCTS 1" : "#define NGR_F64_PRODUCTS 0"));
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const std::vector<double> expected = program.expected(1);
  QCOMPARE(difference(program.run_example().values, expected, 1e-5, 1e-6), QString());
}

// w - inf * (a b), whose scale is no number of C or JSON.
void DeployTest::scalesMayBeInfinite() {
  const Axis m = make_axis(7, "M"), n = make_axis(5, "N"), k = make_axis(3, "K");
  const Op a = placeholder(Axes{m, k}), b = placeholder(Axes{k, n}), w = variable(Axes{m, n}, 1.0);
  for (const double scale : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    const Op update = sequential({assign(w, w - scale * dot(a, b)), w * 1.0});
    DeployOptions options = options_for(true);
    options.compile.passes.library_dot_flops = 1;
    BuiltProgram program(computation({update}, {a, b}, Returns::list), options);
    QVERIFY2(!program.built().library.empty(), program.built().reason.c_str());
    const QString compiled = program.compile_example();
    QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
    QCOMPARE(difference(program.run_example().values, program.expected(1), 0, 0), QString());
  }
}

// Elements of another type, order or shape fill as many bytes.
void DeployTest::headersOfArraysAreChecked() {
  const Op x = placeholder(Axes{make_axis(2, "M"), make_axis(3, "N")}).named("x");
  BuiltProgram program(computation({x * 2.0}, {x}, Returns::list), {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const auto fed = [&](const QByteArray& header, char version) {
    QFile file(program.in_program("x.npy"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write an array");
    const float elements[] = {0, 1, 2, 3, 4, 5};
    file.write("\x93NUMPY" + QByteArray(1, version) + QByteArray(1, '\0') +
               QByteArray(1, static_cast<char>(header.size())) +
               QByteArray(version == 1 ? 1 : 3, '\0') + header +
               QByteArray(reinterpret_cast<const char*>(elements), sizeof elements));
    file.close();
    return program.run_alone({"x=" + file.fileName()});
  };
  const QByteArray right = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n";
  for (const char version : {1, 2, 3})
    QCOMPARE(fed(right, version).values, (std::vector<double>{0, 2, 4, 6, 8, 10}));
  const auto refuses = [&](const char* before, const char* after) {
    const Printed printed = fed(QByteArray(right).replace(before, after), 1);
    QCOMPARE(printed.code, 1);
    QVERIFY2(printed.errors.contains("expected '"), qPrintable(printed.errors));
  };
  refuses("<f4", "<i4");
  refuses("<f4", ">f4");
  refuses("False", "True");
  refuses("(2, 3)", "(3, 2)");
  refuses("(2, 3)", "(6,)");
}

void DeployTest::elementsArePrintedExactly() {
  const Op x = placeholder(Axes{make_axis(1, "N")});
  const ScopedResultType type(DType::f64);
  const Op small = value_of(x, DType::f64) + 0.1, large = small + 0x1p54 + 4.0;
  const std::vector<Op> results{small, value_of(large, DType::i64), value_of(large, DType::u64)};
  BuiltProgram program(computation(results, {x}, Returns::list), {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const QByteArrayList lines = program.run_alone({}).text.split('\n');
  QCOMPARE(lines.count("18014398509481988"), 2);
  QVERIFY2(lines.contains("0.10000000000000001"), lines.join(' ').constData());
}

void DeployTest::sortsTakesAndScatters_data() {
  QTest::addColumn<int>("type");
  for (const DType type :
       {DType::f64, DType::f32, DType::f16, DType::bf16, DType::i8, DType::i64, DType::u32})
    QTest::addRow("%s", std::string(name(type)).c_str()) << static_cast<int>(type);
}

// The same bits as on cpu.
void DeployTest::sortsTakesAndScatters() {
  QFETCH(int, type);
  const auto dtype = static_cast<DType>(type);
  const ScopedResultType result_type(dtype);
  const Axis a = make_axis(5, "A"), b = make_axis(9, "B"), c = make_axis(3, "C");
  const Axis few = make_axis(4, "few"), all = make_axis(9, "all");
  const Op x = placeholder(Axes{a, b, c}, dtype);
  std::vector<Op> results;
  for (const bool back : {false, true}) {
    results.push_back(cumulative_sum(x, b, {.exclusive = back, .reverse = back}));
    results.push_back(cumulative_product(x, c, {.exclusive = !back, .reverse = back}));
    results.push_back(argsort(x, b, back ? few : all, back));
  }
  {
    const ScopedResultType other(dtype == DType::f32 ? DType::i16 : DType::f32);
    results.push_back(cumulative_sum(x, b));
    results.push_back(cumulative_product(x, c));
  }
  const Op positions = argsort(x, b, few, true);
  const Op taken = take(x, positions, b);
  results.push_back(taken);
  for (const auto reduction : {ScatterReduction::none, ScatterReduction::add, ScatterReduction::mul,
                               ScatterReduction::max, ScatterReduction::min})
    results.push_back(scatter(x, positions, taken, b, reduction));
  for (Op& result : results)  // the example prints the bits of half floats
    if (is_float(result.dtype())) result = value_of(result, DType::f32);
  BuiltProgram program(computation(results, {x}, Returns::list), {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const Printed printed = program.run_example();
  QVERIFY2(printed.code == 0, qPrintable(printed.errors));
  QCOMPARE(difference(printed.values, program.expected(1), 0, 0), QString());
}

void DeployTest::positionsOutOfRangeAreReported() {
  const Axis rows = make_axis(2, "R");
  const Op x = placeholder(Axes{rows}), positions = placeholder(Axes{make_axis(6, "P")});
  BuiltProgram program(computation({take(x, positions * 5, rows)}, {x, positions}), {});
  QVERIFY(program.compile_example().isEmpty());
  const Printed printed = program.run_example();
  QCOMPARE(printed.code, 1);
  QVERIFY2(printed.errors.contains("is outside 0 to 1"), qPrintable(printed.errors));
}

void DeployTest::checksClassesOfHalfFloats() {
  const Axes samples{make_axis(5, "N")};
  const Op f16 = placeholder(samples, DType::f16), bf16 = placeholder(samples, DType::bf16);
  const Axis classes = make_axis(3, "C");
  const Op both =
      computation({one_hot(f16, classes), one_hot(bf16, classes)}, {f16, bf16}, Returns::list);
  BuiltProgram program(both, {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const std::vector<double> expected = program.expected(1);
  QCOMPARE(std::accumulate(expected.begin(), expected.end(), 0.0), 10.0);
  QCOMPARE(difference(program.run_example().values, expected, 0, 0), QString());
}

void DeployTest::stateIsSavedAndRestored() {
  DeployOptions options = options_for(true);
  options.weights = WeightsPlace::file;
  BuiltProgram program("06_mlp", "update", options);
  QVERIFY(program.compile_example().isEmpty());
  const QString weights = program.in_program("update.safetensors");
  const QString saved = program.in_program("saved.safetensors");
  QVERIFY(QFile::exists(weights));
  QCOMPARE(program.run_example({"--weights", weights, "--calls", "3", "--save", saved}).code, 0);
  const Printed later = program.run_example({"--weights", saved, "--calls", "2"});
  const Printed all = program.run_example({"--weights", weights, "--calls", "5"});
  QVERIFY(!all.values.empty());
  QCOMPARE(difference(later.values, all.values, 0, 0), QString());
  // A checkpoint of the transformer has the same names and types.
  program.expected(3);
  const QString checkpoint = program.in_program("checkpoint.safetensors");
  program.transformer().save(checkpoint.toStdString());
  const Printed from = program.run_example({"--weights", checkpoint, "--calls", "2"});
  QVERIFY2(from.code == 0, qPrintable(from.errors));
  QCOMPARE(difference(from.values, all.values, 1e-4, 1e-5), QString());
}

void DeployTest::longNamesAreSaved() {
  const Axis n = make_axis(3, "N");
  const Op x = placeholder(Axes{n}), w = variable(Axes{n}, 1.0), v = variable(Axes{n}, 2.0);
  w.named(std::string(3000, 'w') + "\"\\");
  v.named(std::string(3000, 'w') + "v");
  const Op updated = sequential({assign(w, w + x), assign(v, v * x), w + v});
  BuiltProgram program(computation({updated}, {x}, Returns::list), options_for(true));
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const QString saved = program.in_program("saved.safetensors");
  QCOMPARE(program.run_example({"--calls", "2", "--save", saved}).code, 0);
  const Printed later = program.run_example({"--weights", saved});
  QVERIFY2(later.code == 0, qPrintable(later.errors));
  QCOMPARE(difference(later.values, program.expected(3), 1e-6, 1e-6), QString());
}

void DeployTest::damagedWeightsAreRefused() {
  BuiltProgram program("06_mlp", "evaluate", options_for(false));
  QVERIFY(program.compile_example().isEmpty());
  DeployOptions file = options_for(false);
  file.weights = WeightsPlace::file;
  BuiltProgram other("06_mlp", "evaluate", file);
  QFile whole(other.in_program("evaluate.safetensors"));
  QVERIFY(whole.open(QIODevice::ReadOnly));
  const QByteArray bytes = whole.readAll();
  const auto refuses = [&](const QByteArray& contents, const QString& said) {
    QFile damaged(program.in_program("damaged.safetensors"));
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write(contents);
    damaged.close();
    const Printed printed = program.run_example({"--weights", damaged.fileName()});
    QCOMPARE(printed.code, 1);
    QVERIFY2(printed.errors.contains(said), qPrintable(printed.errors));
  };
  refuses(bytes.left(4), "not a safetensors file");
  refuses(bytes.left(bytes.size() - 4), "are not in the file");
  refuses(QByteArray(bytes).replace("\"W1\"", "\"W9\""), "has no tensor 'W1'");
  refuses(QByteArray(bytes).replace("F32", "I32"), "element type");
  refuses(QByteArray(bytes).replace("100,28,", "100,29,"), "shape");
  const auto header = static_cast<qsizetype>(qFromLittleEndian<quint64>(bytes.constData()));
  const qsizetype last = bytes.lastIndexOf('}', 8 + header - 1);
  refuses(QByteArray(bytes).replace(last, 1, " "), "the header is damaged");
  refuses(QByteArray(bytes).replace(last, 1, "x"), "the header is damaged");
  for (int cut = 9; cut < 200; cut += 7) refuses(bytes.left(cut), "");
  const Printed missing = program.run_example({"--weights", program.in_program("none")});
  QVERIFY2(missing.errors.contains("No such file"), qPrintable(missing.errors));
}

void DeployTest::dependsOnTheCLibraryOnly() {
  BuiltProgram program("08_convnet", "update", options_for(true));
  QVERIFY(program.compile_example().isEmpty());
  QByteArray needed;
  if (!BuiltProgram::ran({"readelf", "-d", program.in_program("run")}, &needed).isEmpty())
    QSKIP("readelf is not installed");
  for (const QByteArray& line : needed.split('\n')) {
    if (!line.contains("(NEEDED)")) continue;
    QVERIFY2(line.contains("libc.so") || line.contains("libm.so"), line.constData());
  }
  // Opening takes a moment; the program measures it by the clock, which other programs may delay.
  double least = std::numeric_limits<double>::infinity();  // microseconds
  for (int i = 0; i < 5; ++i) {
    const Printed printed = program.run_example();
    QVERIFY2(printed.errors.contains("open "), qPrintable(printed.errors));
    const double microseconds = printed.errors.section("open ", 1).section(' ', 0, 0).toDouble();
    QVERIFY2(microseconds > 0, qPrintable(printed.errors));
    least = std::min(least, microseconds);
  }
  QVERIFY2(1e-6 * least < 50 * testing::seconds_of_a_unit(), qPrintable(QString::number(least)));
}

// Two instances on two threads, in arenas of the caller, with different numbers of calls.
void DeployTest::instancesAreIndependent() {
  BuiltProgram program("05_logistic_part2", "update", options_for(true));
  QString errors;
  const QString built = BuiltProgram::ran(
      {"cc", "-std=c11", "-pthread", "-I" + program.in_program(""),
       testing::sourceFile("tests/deploy/two_instances.c"), program.in_program("libupdate.a"),
       "-lm", "-o", program.in_program("two")});
  QVERIFY2(built.isEmpty(), qPrintable(built));
  const QString failed = BuiltProgram::ran({program.in_program("two")}, nullptr, &errors);
  QVERIFY2(failed.isEmpty(), qPrintable(failed));
  QVERIFY2(errors.contains("is null"), qPrintable(errors));
}

// What is computed once takes the place of the weights in the file.
void DeployTest::weightsAreInMemoryOnce() {
  const Axis c = make_axis(512, "C"), h = make_axis(1024, "H"), n = make_axis(16, "N");
  Tensor values(DType::f32, {1024, 512});
  for (std::int64_t i = 0; i < values.size(); ++i)
    values.set(i, 0.01 * static_cast<double>(i % 13 - 6));
  const Op x = placeholder(Axes{c, n}), w = variable({h, c}, values).named("w");
  DeployOptions options;
  options.weights = WeightsPlace::file;
  BuiltProgram program(computation({dot(tanh(w), x)}, {x}, Returns::list).named("predict"),
                       options);
  const QString weights = program.in_program("predict.safetensors");
  const QString built = BuiltProgram::ran(
      {"cc", "-std=c11", "-pthread", "-I" + program.in_program(""),
       testing::sourceFile("tests/deploy/resident_weights.c"), program.in_program("libpredict.a"),
       "-lm", "-o", program.in_program("resident")});
  QVERIFY2(built.isEmpty(), qPrintable(built));
  QByteArray printed;
  const QString failed =
      BuiltProgram::ran({program.in_program("resident"), weights, "8192", "16384"}, &printed);
  QVERIFY2(failed.isEmpty(), qPrintable(failed));
  const qint64 file_kib = QFile(weights).size() / 1024;
  QVERIFY2(file_kib > 2000 && printed.toLongLong() < file_kib / 4, printed.constData());
}

// The program keeps a copy of a variable that is fed.
void DeployTest::variablesMayBeInputs() {
  const Axis n = make_axis(3, "N");
  const Op x = placeholder(Axes{n}), w = variable(Axes{n}, 1.0), v = variable(Axes{n}, 0.0);
  BuiltProgram scale(computation({x * sqrt(w)}, {w, x}, Returns::list).named("scale"), {});
  BuiltProgram update(
      computation({sequential({assign(v, v + w), v * 1.0})}, {w}, Returns::list).named("update"),
      options_for(true));
  const QString program = update.in_program("fed"), saved = update.in_program("saved.safetensors");
  const QString built = BuiltProgram::ran(
      {"cc", "-std=c11", "-pthread", "-I" + update.in_program(""), "-I" + scale.in_program(""),
       testing::sourceFile("tests/deploy/fed_variables.c"), update.in_program("libupdate.a"),
       scale.in_program("libscale.a"), "-lm", "-o", program});
  QVERIFY2(built.isEmpty(), qPrintable(built));
  const QString failed = BuiltProgram::ran({program, saved});
  QVERIFY2(failed.isEmpty(), qPrintable(failed));
  QFile file(saved);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const float expected[] = {4, 4, 9, 4, 4, 9};  // v and w
  QVERIFY(file.readAll().endsWith(QByteArray(reinterpret_cast<const char*>(expected), 24)));
}

void DeployTest::refusesWhatCannotBeBuilt() {
  QTemporaryDir folder;
  const std::string out = folder.filePath("out").toStdString();
  const Document document = load_document(testing::source_file("sample_graphs/06_mlp.ngraph"));
  const Op update = document.computation("update"), evaluate = document.computation("evaluate");
  const auto says = [](const auto& call, const char* text) {
    try {
      call();
    } catch (const Error& error) {
      QVERIFY2(std::string(error.what()).find(text) != std::string::npos, error.what());
      return;
    }
    QFAIL(text);
  };
  says([&] { deploy(update, out, {}); }, "--training");
  says([&] { deploy(evaluate, out, options_for(true)); }, "nothing to train");
  DeployOptions unknown;
  unknown.target = "riscv";
  says([&] { deploy(evaluate, out, unknown); }, "x86-64-v3");
  says([&] { deploy(evaluate, "/proc/none/x", {}); }, "cannot be created");
  QVERIFY(!QFile::exists(QString::fromStdString(out)));
  says([&] { deploy(evaluate, testing::source_file("tests"), {}); }, "not empty");
  // A build that is cancelled leaves no folder, and can be repeated.
  QTemporaryDir stopped;
  DeployOptions cancelled;
  cancelled.compile.progress = [](const std::string& stage, double) {
    return !stage.starts_with("compiling kernels_");
  };
  says([&] { deploy(evaluate, stopped.filePath("out").toStdString(), cancelled); }, "cancelled");
  QVERIFY(!QFile::exists(stopped.filePath("out")));
  const Axis rec = make_axis(5, "REC"), n = make_axis(2, "N"), c = make_axis(4, "C"),
             v = make_axis(4, "V");
  const Op a = placeholder(Axes{rec, n, c}), l = placeholder(Axes{v}), s = placeholder(Axes{n}),
           t = placeholder(Axes{n});
  const Op cost = computation({ctc(a, l, s, t)}, {a, l, s, t}, Returns::list);
  says([&] { deploy(cost, out, {}); }, "'ctc'");
}

// Names of the C library and of the example program, and text that would end a comment.
void DeployTest::namesDoNotClash() {
  QTemporaryDir folder;
  for (const char* name : {"time", "main", "exp", "int", "*/ #error \"\\", "weights", "ω"}) {
    const Op x = placeholder(Axes{make_axis(3, "*/")}), w = variable(Axes{x.axes()[0]}, 2.0);
    x.named("best");
    w.named(name);
    const Op y = w * x;
    y.named("message");
    const Op node = computation({y}, {x}, Returns::list);
    node.node().label->name = name;
    const QString out = folder.filePath(QString::number(qHash(QString(name))));
    const Deployment built = deploy(node, out.toStdString(), {});
    const QString failed =
        BuiltProgram::ran({"cc", "-std=c11", "-Wall", "-Werror", out + "/main.c",
                           out + "/lib" + QString::fromStdString(built.name) + ".a", "-lm",
                           "-pthread", "-o", out + "/run"});
    QVERIFY2(failed.isEmpty(), qPrintable(QString(name) + ": " + failed));
    QByteArray said;
    QVERIFY(BuiltProgram::ran({out + "/run"}, &said).isEmpty());
    QVERIFY2(said.endsWith("\n0\n0\n0\n"), said.constData());
  }
}

// The marks of the templates, with and without their signs.
void DeployTest::namesMayLookLikeMarks() {
  const Axis n = make_axis(3, "ARGUMENTS");
  const Op w = variable(Axes{n}, 2.0);
  w.named("TABLES");
  Op y = w;
  std::vector<Op> inputs;
  for (const char* name : {"INPUTS", "RESULTS", "WEIGHTS", "CALL", "RECALL", "ARRAYS", "NAME",
                           "$TITLE$", "read_array", "make_array", "printf"}) {
    inputs.push_back(placeholder(Axes{n}));
    inputs.back().named(name);
    y = y * static_cast<double>(inputs.size()) + inputs.back();
  }
  y.named("$INPUTS$");
  const Op node = computation({y}, inputs, Returns::list);
  node.node().label->name = "$WEIGHTS$";
  DeployOptions options;
  options.weights = WeightsPlace::file;
  BuiltProgram program(node, options);
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const Printed printed = program.run_example();
  QVERIFY2(printed.code == 0, qPrintable(printed.errors));
  QCOMPARE(difference(printed.values, program.expected(1), 1e-5, 1e-5), QString());
}

void DeployTest::namesOfFilesAndTargetsAreKeptFree() {
  QTemporaryDir folder;
  DeployOptions options;
  options.compiles = false;
  for (const char* name : {"m", "help", "all", "clean", "install", "features", "strings", "alloca",
                           "endian", "ngr", "ngr_threads", "NGR_types", "kernels_0"}) {
    const Op x = placeholder(Axes{make_axis(3, "N")});
    const Op node = computation({x * 2.0}, {x}, Returns::list);
    node.node().label->name = name;
    const Deployment built = deploy(node, folder.filePath(name).toStdString(), options);
    QCOMPARE(built.name, std::string(name) + "_");
  }
}

void DeployTest::inputsMayHaveNamesOfC() {
  const Axis n = make_axis(3, "N");
  std::vector<Op> inputs;
  Op y = constant(Tensor(1.0), Axes{n});
  for (const char* name : {"threads", "atoi", "EOF", "restrict", "_Bool", "f_run", "f_program",
                           "program", "in_y", "out_y", "main"}) {
    inputs.push_back(placeholder(Axes{n}));
    inputs.back().named(name);
    y = y * 2.0 + inputs.back();
  }
  y.named("y");
  const Op node = computation({y}, inputs, Returns::list);
  node.node().label->name = "f";
  BuiltProgram program(node, {});
  const QString compiled = program.compile_example();
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const Printed printed = program.run_example();
  QVERIFY2(printed.code == 0, qPrintable(printed.errors));
  QCOMPARE(difference(printed.values, program.expected(1), 1e-5, 1e-5), QString());
}

// x + 1 and x * 5, both called "f": a program that uses both would call one of them twice.
void DeployTest::programsOfOneNameDoNotLink() {
  QTemporaryDir folder;
  const auto path = [&](const QString& name) { return folder.filePath(name); };
  const auto built = [&](const QString& to, bool product, const char* prefix) {
    const Op x = placeholder(Axes{});
    const Op node = computation({product ? x * 5.0 : x + 1.0}, {x}, Returns::list);
    node.node().label->name = "f";
    DeployOptions options;
    options.name = prefix;
    return QString::fromStdString(deploy(node, path(to).toStdString(), options).name);
  };
  const auto caller = [&](const QString& to, const QString& name, const QString& function) {
    QFile file(path(to + ".c"));
    if (!file.open(QIODevice::WriteOnly)) return;
    file.write(QString("#include \"%1/%2.h\"\nfloat %3(float x) {\n  float y = 0;\n"
                       "  %2_program* p = %2_open(0, 0, 0, 0);\n  %2_run(p, &x, &y);\n"
                       "  %2_close(p);\n  return y;\n}\n")
                   .arg(to, name, function)
                   .toUtf8());
  };
  QFile main(path("main.c"));
  QVERIFY(main.open(QIODevice::WriteOnly));
  main.write(
      "float one(float);\nfloat two(float);\n"
      "int main(void) { return one(3) == 4 && two(3) == 15 ? 0 : 1; }\n");
  main.close();
  const auto linked = [&](const QString& second, const QString& name) {
    return BuiltProgram::ran({"cc", path("main.c"), path("first.c"), path(second + ".c"),
                              path("first/libf.a"), path(second + "/lib" + name + ".a"), "-lm",
                              "-pthread", "-o", path("both")});
  };
  QCOMPARE(built("first", false, ""), QString("f"));
  QCOMPARE(built("second", true, ""), QString("f"));
  caller("first", "f", "one");
  caller("second", "f", "two");
  const QString refused = linked("second", "f");
  QVERIFY2(refused.contains("multiple definition"), qPrintable(refused));
  QCOMPARE(built("other", true, "times"), QString("times"));
  caller("other", "times", "two");
  QCOMPARE(linked("other", "times"), QString());
  QCOMPARE(BuiltProgram::ran({path("both")}), QString());
}

void DeployTest::commandLineBuilds() {
  QTemporaryDir folder;
  const QString out = folder.filePath("mlp");
  const QStringList build = {"build", "sample_graphs/06_mlp.ngraph", "--computation", "evaluate",
                             "--sources"};
  const QJsonObject built = json(build + QStringList{"--out", out});
  QCOMPARE(built["name"].toString(), QString("evaluate"));
  QVERIFY(built["files"].toArray().contains("evaluate.h"));
  QVERIFY(QFile::exists(out + "/evaluate.h"));
  checkExit(build + QStringList{"--out", out}, 3, {"not empty", out});
  QProcess process;
  process.setWorkingDirectory(folder.path());
  process.start(testing::builtProgram("ngraph"),
                {"build", testing::sourceFile(build[1]), "--computation", "evaluate", "--out=-x"});
  const Ran ran = finished(process);
  QVERIFY2(ran.code == 0, qPrintable(ran.err));
  QVERIFY(ran.out.contains("no library") || QFile::exists(folder.filePath("-x/libevaluate.a")));
  checkExit(build, 2, {"--out DIR is required"});
  checkExit(build + QStringList{"--out", out, "--target", "x86-64-v5"}, 2, {"x86-64-v4"});
  checkExit(build + QStringList{"--out", out, "--weights", "cloud"}, 2, {"inside or file"});
  checkExit({"build", "sample_graphs/06_mlp.ngraph", "--computation", "evalute", "--out", out}, 3,
            {"evaluate"});
}

void DeployTest::compilesForOtherProcessors() {
  for (const char* target : {"x86-64", "x86-64-v3", "x86-64-v4", "aarch64"}) {
    QTemporaryDir folder;
    DeployOptions options;
    options.target = target;
    const Document document =
        load_document(testing::source_file("sample_graphs/08_convnet.ngraph"));
    const Deployment built =
        deploy(document.computation("evaluate"), folder.filePath("out").toStdString(), options);
    if (built.library.empty()) {
      QVERIFY2(built.reason.find("is not installed") != std::string::npos, built.reason.c_str());
    }
    QVERIFY(QFile::exists(folder.filePath("out/evaluate.c")));
  }
}

void DeployTest::runsOnArm_data() {
  QTest::addColumn<QString>("sample");
  QTest::addColumn<QString>("computation");
  QTest::newRow("logistic") << "05_logistic_part2" << "update";
  QTest::newRow("convnet") << "08_convnet" << "update";
}

void DeployTest::runsOnArm() {
  QFETCH(QString, sample);
  QFETCH(QString, computation);
  const QStringList compiler = {"aarch64-linux-gnu-gcc", "-static"};
  if (QStandardPaths::findExecutable(compiler.first()).isEmpty() ||
      QStandardPaths::findExecutable("aarch64-linux-gnu-g++").isEmpty())
    QSKIP("the cross compiler is not installed (apt-get install g++-aarch64-linux-gnu)");
  if (QStandardPaths::findExecutable("qemu-aarch64").isEmpty())
    QSKIP("the emulator is not installed (apt-get install qemu-user)");
  DeployOptions options = options_for(true);
  options.target = "aarch64";
  BuiltProgram program(sample.toStdString(), computation.toStdString(), options);
  const QString compiled = program.compile_example(compiler);
  QVERIFY2(compiled.isEmpty(), qPrintable(compiled));
  const Printed printed = program.run_example({"--calls", "3"}, {"qemu-aarch64"});
  QVERIFY2(printed.code == 0, qPrintable(printed.errors));
  QCOMPARE(difference(printed.values, program.expected(3), 1e-4, 1e-5), QString());
}

NGRAPH_TEST(DeployTest, QCoreApplication)
#include "deploy_test.moc"
