// SPDX-License-Identifier: Apache-2.0
// Tests assembly line maps: in every kernel of the samples at least 90 % of the instructions map to
// an op, also in loops, and kernels in loops have their texts.
#include <QtTest>
#include <set>
#include <sstream>

#include "engine/documents/document.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Instructions are indented and are not directives.
bool is_instruction(const std::string& line) {
  const auto at = line.find_first_not_of(" \t");
  return at != line.npos && at > 0 && line[at] != '.' && line[at] != '#';
}

struct Share {
  int instructions = 0, mapped = 0;
  double part() const { return instructions ? 1.0 * mapped / instructions : 1; }
};

// Share within the body: code before the first mapped line unpacks arguments, code after the last
// one returns.
Share share_of(const KernelText& assembly) {
  std::set<int> known;
  for (const LineOps& line : assembly.lines)
    if (!line.ops.empty()) known.insert(line.line);
  Share share;
  if (known.empty()) return share;
  std::istringstream lines(assembly.text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!is_instruction(line) || number < *known.begin() || number > *known.rbegin()) continue;
    ++share.instructions;
    share.mapped += static_cast<int>(known.count(number));
  }
  return share;
}

}  // namespace

class AssemblyLinesTest : public QObject {
  Q_OBJECT
 private slots:
  void instructions_lead_to_ops_data();
  void instructions_lead_to_ops();
  void kernels_in_loops_have_texts();
};

void AssemblyLinesTest::instructions_lead_to_ops_data() {
  QTest::addColumn<QString>("sample");
  for (const char* sample :
       {"01_x_plus_one", "02_four_b_plus_c", "03_logistic_part1", "04_logistic_part2_older",
        "05_logistic_part2", "06_mlp", "07_planted_nan", "08_convnet", "09_lstm"})
    QTest::newRow(sample) << sample;
}

CompilationRecordPtr compiled(const std::string& sample, TransformerPtr& transformer,
                              Computation& computation) {
  const Document document =
      load_document(testing::source_file("sample_graphs/") + sample + ".ngraph");
  transformer = allocate_transformer("cpu");
  CompileOptions options;
  options.keep_record = true;
  computation = transformer->add_computation(document.computation(), options);
  return make_record(computation.compilation());
}

void AssemblyLinesTest::instructions_lead_to_ops() {
  QFETCH(QString, sample);
  TransformerPtr transformer;
  Computation computation;
  const CompilationRecordPtr record = compiled(sample.toStdString(), transformer, computation);
  Share all;
  int kernels = 0;
  for (KernelRecord kernel : record->kernels) {
    if (kernel.kind != KernelKind::generated) continue;
    add_kernel_texts(computation.compilation(), kernel);
    if (kernel.assembly.text.empty()) QSKIP(kernel.assembly.absent.c_str());
    const Share share = share_of(kernel.assembly);
    QVERIFY(share.instructions > 0);
    QVERIFY2(share.part() >= 0.9, qPrintable(QString("%1: %2 of %3")
                                                 .arg(QString::fromStdString(kernel.name))
                                                 .arg(share.mapped)
                                                 .arg(share.instructions)));
    all.instructions += share.instructions;
    all.mapped += share.mapped;
    ++kernels;
  }
  QVERIFY(kernels > 0);
  qInfo("%s: %d kernels, %d instructions, %.1f %% lead to an op", qPrintable(sample), kernels,
        all.instructions, 100 * all.part());
}

void AssemblyLinesTest::kernels_in_loops_have_texts() {
  TransformerPtr transformer;
  Computation computation;
  const CompilationRecordPtr record = compiled("09_lstm", transformer, computation);
  std::set<std::string> steps;
  for (const StepRecord& step : record->steps) steps.insert(step.kernel);
  int inside = 0;
  for (const KernelRecord& kernel : record->kernels) {
    if (steps.count(kernel.name) || kernel.kind != KernelKind::generated) continue;
    ++inside;
    QVERIFY(!kernel.source.text.empty() && !kernel.ops.empty());
    QVERIFY(!kernel_texts(computation.compilation(), kernel.name).source.lines.empty());
  }
  QVERIFY(inside >= 2);  // of the loop, and of its gradient
}

NGRAPH_TEST(AssemblyLinesTest)
#include "assembly_lines_test.moc"
