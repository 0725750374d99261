// SPDX-License-Identifier: Apache-2.0
// Tests transformers in shared libraries: found by path and by folder, run, and refused.
#include <dlfcn.h>
#include <QTemporaryDir>

#include "engine/backends/backend_table.h"
#include "engine/graph/node.h"
#include "engine/ngraph.h"
#include "engine/session/transformer_info.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// The number of steps that the library has run in this process.
long counted() {
  void* const library = dlopen(COUNTING_TRANSFORMER, RTLD_NOW | RTLD_NOLOAD);
  if (!library) return -1;
  return reinterpret_cast<long (*)()>(dlsym(library, "counting_transformer_steps"))();
}

}  // namespace

class ExternalTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void isListedFromItsFolder();
  void runsAndCounts();
  void stepsLeftToTheHostHaveTheLibrarysVectors();
  void failuresNameTheTransformer();
  void otherFilesAreRefused();
  void librariesOfOneNameAreListedByPath();
  void librariesAreTriedAgain();
  void programsAreComplete();
  void commandLineTakesPaths();
  void pythonListsIt();
};

void ExternalTest::initTestCase() {
  qputenv("NGRAPH_TRANSFORMERS", COUNTING_FOLDER ":/no/such/folder");
}

void ExternalTest::isListedFromItsFolder() {
  const std::vector<std::string> choices = transformer_choices();
  QVERIFY(std::find(choices.begin(), choices.end(), "counting") != choices.end());
  bool found = false;
  for (const TransformerInfo& info : all_transformers()) {
    if (info.name == "counting") found = info.availability.what.starts_with("counts steps");
  }
  QVERIFY(found);
  QCOMPARE(find_backend(COUNTING_TRANSFORMER), find_backend("counting"));
  qputenv("COUNTING_TRANSFORMER_OFF", "today");
  const QString said = refusal([] { allocate_transformer("counting"); }, ErrorKind::unavailable);
  QVERIFY2(said.contains("switched off: today"), qPrintable(said));
  qunsetenv("COUNTING_TRANSFORMER_OFF");
}

void ExternalTest::runsAndCounts() {
  const Axis n = make_axis(6, "N"), c = make_axis(3, "C");
  const Op x = placeholder(Axes{c, n}), w = variable(Axes{c}, 0.5);
  const Op y = dot(w, x), after = assign(w, w + 1);
  const auto run = [&](const std::string& name) {
    const TransformerPtr transformer = allocate_transformer(name);
    const Computation f = transformer->computation({exp(y), after}, {x});
    Tensor in(DType::f32, {3, 6});
    for (int i = 0; i < 18; ++i) in.set(i, i / 18.0);
    f.call({in});
    return f.call({in})[0];
  };
  const long before = counted();
  const Tensor result = run(COUNTING_TRANSFORMER);
  QVERIFY(counted() > before);
  QVERIFY(result == run("cpu"));
}

void ExternalTest::stepsLeftToTheHostHaveTheLibrarysVectors() {
  const QTemporaryDir folder;
  const Axis n = make_axis(77, "N");
  const Op x = placeholder(n), y = exp(x * 0.5) + 1;
  Tensor in(DType::f32, {77});
  for (int i = 0; i < 77; ++i) in.set(i, i / 77.0);
  const auto run = [&](const std::string& name) {
    return allocate_transformer(name)->computation({y, sum(y)}, {x}).call({in});
  };
  const Results expected = run("reference");
  for (const char* bytes : {"0", "16", "32", "64"}) {
    const QString copy = folder.filePath(QString("lib%1.so").arg(bytes));
    QVERIFY(QFile::copy(COUNTING_TRANSFORMER, copy));
    qputenv("COUNTING_TRANSFORMER_VECTORS", bytes);
    const Results found = run(copy.toStdString());
    for (int i = 0; i < 77; ++i)
      QVERIFY2(std::abs(found[0].at(i) - expected[0].at(i)) < 1e-6, bytes);
    QVERIFY2(std::abs(found[1].item() - expected[1].item()) < 1e-4, bytes);
  }
  qunsetenv("COUNTING_TRANSFORMER_VECTORS");
}

void ExternalTest::failuresNameTheTransformer() {
  const TransformerPtr transformer = allocate_transformer("counting");
  const Op x = placeholder(Axes{make_axis(2, "N")});
  const Op refused = computation({x + 1}, {x});
  refused.node().label->name = "refused";
  const QString said = refusal([&] { transformer->add_computation(refused); }, ErrorKind::runtime);
  QVERIFY2(said.contains("'counting' cannot compile") && said.contains("is not wanted"),
           qPrintable(said));
  // An error of a step on the host keeps its kind and message.
  const Axis rows = make_axis(4, "V"), inner = make_axis(2, "F"), batch = make_axis(3, "N");
  const Op indices = placeholder(Axes{batch}), table = variable(Axes{rows, inner}, 1.0);
  const Computation taken =
      transformer->computation({lookuptable(table, indices, Axes{batch, inner})}, {indices});
  const QString wrong = refusal([&] { taken.call({Tensor({0, 1, 9})}); }, ErrorKind::index);
  QVERIFY2(wrong.contains("9"), qPrintable(wrong));
}

void ExternalTest::librariesOfOneNameAreListedByPath() {
  const QTemporaryDir folder;
  const QString copy = folder.filePath("libcounting.so");
  QVERIFY(QFile::copy(COUNTING_TRANSFORMER, copy));
  QVERIFY(find_backend("counting"));
  const Backend* const other = find_backend(copy.toStdString());
  QVERIFY(other->availability().available);
  const std::vector<std::string> choices = transformer_choices();
  QVERIFY(std::find(choices.begin(), choices.end(), copy.toStdString()) != choices.end());
  QVERIFY(find_backend("counting") != other);
}

void ExternalTest::otherFilesAreRefused() {
  const auto said = [](const char* path) {
    return refusal([&] { allocate_transformer(path); }, ErrorKind::unavailable);
  };
  QVERIFY2(said("/no/such/libX.so").contains("libX"), qPrintable(said("/no/such/libX.so")));
  QVERIFY2(said("libm.so.6/").contains("cannot run"), qPrintable(said("libm.so.6/")));
  QVERIFY2(said(LIBNGRAPH).contains("ngraph_transformer_api_v1"), qPrintable(said(LIBNGRAPH)));
}

// A transformer that is being written is compiled again and again.
void ExternalTest::librariesAreTriedAgain() {
  const QTemporaryDir folder;
  const std::string path = folder.filePath("liblate.so").toStdString();
  const auto isListed = [&] {
    const std::vector<std::string> choices = transformer_choices();
    return std::any_of(choices.begin(), choices.end(),
                       [](const std::string& each) { return each.find("late") != each.npos; });
  };
  const auto said = [&] {
    return refusal([&] { allocate_transformer(path); }, ErrorKind::unavailable);
  };
  QVERIFY2(said().contains("No such file"), qPrintable(said()));
  QVERIFY(QFile::copy(LIBNGRAPH, QString::fromStdString(path)));
  QVERIFY2(said().contains("ngraph_transformer_api_v1"), qPrintable(said()));
  QVERIFY(QFile::remove(QString::fromStdString(path)));
  QVERIFY(QFile::copy(COUNTING_TRANSFORMER, QString::fromStdString(path)));
  QVERIFY(allocate_transformer(path));
  QVERIFY(isListed());
}

// The text of the kernels compiles, and a matmul names its factor.
void ExternalTest::programsAreComplete() {
  const QTemporaryDir folder;
  const QString text = folder.filePath("program.cpp");
  qputenv("COUNTING_TRANSFORMER_DUMP", text.toUtf8());
  const Axis rows = make_axis(24, "R"), columns = make_axis(40, "C"), inner = make_axis(32, "K");
  const Op x = placeholder(Axes{rows, inner}), y = placeholder(Axes{inner, columns});
  const Op w = variable(Axes{rows, columns}, 0.5), rate = placeholder(Axes());
  allocate_transformer(COUNTING_TRANSFORMER)
      ->computation({assign(w, w - rate * dot(x, y)), sum(exp(x))}, {x, y, rate});
  qunsetenv("COUNTING_TRANSFORMER_DUMP");
  QFile file(text);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QString all = file.readAll();
  QVERIFY2(all.contains("\"accumulate\": 1") && all.contains("\"factor\": 1"),
           qPrintable(all.section("// {", 1).left(600)));
  QProcess compiler;
  compiler.start("c++", {"-std=c++20", "-fsyntax-only", "-w", text});
  QVERIFY(compiler.waitForFinished(testing::patience));
  QVERIFY2(compiler.exitCode() == 0, compiler.readAllStandardError().constData());
}

void ExternalTest::commandLineTakesPaths() {
  const QStringList run = {"run", "sample_graphs/05_logistic_part2.ngraph", "--epochs", "1"};
  const Ran cpu = ngraph(run),
            other = ngraph(run + QStringList{"--transformer", COUNTING_TRANSFORMER});
  QVERIFY2(other.code == 0, qPrintable(other.err));
  QVERIFY2(other.out.startsWith(cpu.out.left(22)), qPrintable(other.out));  // other vectors
  QCOMPARE(other.out.count('\n'), cpu.out.count('\n'));
  const Ran listed = ngraph({"transformers"});
  QVERIFY2(listed.out.contains("counting"), qPrintable(listed.out));
  const Ran missing = ngraph(run + QStringList{"--transformer", "./libnone.so"});
  QVERIFY2(missing.code == 4 || missing.code == 3, qPrintable(missing.err));
  QVERIFY2(missing.err.contains("libnone.so"), qPrintable(missing.err));
}

void ExternalTest::pythonListsIt() {
  QProcess process;
  process.setProgram("/usr/bin/python3");
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("PYTHONPATH", NGRAPH_PYTHON_FOLDER);
  process.setProcessEnvironment(environment);
  process.setArguments({"-c",
                        "import sys, os, ngraph as ng, ngraph.transformers as t\n"
                        "print(t.transformer_choices())\n"
                        "x = ng.placeholder([])\n"
                        "os.chdir(os.path.dirname(sys.argv[1]))\n"
                        "other = t.make_transformer_factory(os.path.basename(sys.argv[1]))()\n"
                        "f = other.computation(x + 1, x)\n"
                        "os.chdir('/')\n"
                        "print('page:', f._repr_html_()[:2000])",
                        COUNTING_TRANSFORMER});
  process.start();
  QVERIFY(process.waitForFinished(testing::patience));
  const QByteArray said = process.readAllStandardOutput(), wrong = process.readAllStandardError();
  if (wrong.contains("ModuleNotFoundError")) QSKIP("the Python package or NumPy is missing");
  QVERIFY2(process.exitCode() == 0, wrong.constData());
  QVERIFY(said.contains("counting"));
  QVERIFY2(said.contains("page: ") && !said.contains("no transformer"), said.constData());
}

NGRAPH_TEST(ExternalTest, QCoreApplication)
#include "external_test.moc"
