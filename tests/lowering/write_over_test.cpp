// SPDX-License-Identifier: Apache-2.0
// Tests which temporaries reuse an operand's memory, and that the values stay correct.
#include <QtTest>

#include "engine/lowering/program_passes/write_over.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis A = make_axis(32, "A"), B = make_axis(32, "B"), C = make_axis(32, "C");

Tensor uneven(const Axes& axes, double start) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, std::sin(start + 1.3 * static_cast<double>(i)));
  return tensor;
}

// Made by the first test that reads them: the names of ops depend on the ops made before, also
// those of other tests in this program.
struct Inputs {
  Op x = placeholder({A, B}).named("x"), y = placeholder({B, C}).named("y");
};
const Inputs& inputs() {
  static const Inputs all;
  return all;
}

// The number of temporaries placed at their operand's memory.
int written_over(const std::vector<Op>& results) {
  const auto& [x, y] = inputs();
  const auto transformer = allocate_transformer("cpu");
  const Computation f = transformer->computation(results, {x, y});
  const std::vector<Buffer>& buffers = f.compilation().program.buffers;
  return static_cast<int>(std::count_if(buffers.begin(), buffers.end(), [](const Buffer& each) {
    return each.reason.find("element by element") != std::string::npos;
  }));
}

void agree(const std::vector<Op>& results) {
  const auto& [x, y] = inputs();
  const Feeds feeds = {{x, uneven({A, B}, 0)}, {y, uneven({B, C}, 1)}};
  const QString wrong = difference(run_once("cpu", results, feeds),
                                   run_once("reference", results, feeds), 1e-4, 1e-5);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

}  // namespace

class WriteOverTest : public QObject {
  Q_OBJECT
 private slots:
  void elements_overwrite_a_matmul();
  void values_read_later_are_kept();
  void a_reduction_of_the_operand_keeps_it();
  void one_operand_for_one_result();
  void a_chain_shares_one_buffer();
};

// An elementwise chain between two matmuls.
void WriteOverTest::elements_overwrite_a_matmul() {
  const auto& [x, y] = inputs();
  const Op between = exp(dot(x, y) * 0.1);
  const std::vector<Op> results = {dot(between, transpose(y))};
  QCOMPARE(written_over(results), 1);
  agree(results);
}

void WriteOverTest::values_read_later_are_kept() {
  const auto& [x, y] = inputs();
  const Op product = dot(x, y), between = exp(product * 0.1);
  const Op again = dot(between, cast_axes(product, {C, A}));
  agree({again, sum(product)});
}

// The kernel subtracts each row's maximum from its elements, so it reads the row twice.
void WriteOverTest::a_reduction_of_the_operand_keeps_it() {
  const auto& [x, y] = inputs();
  const Op product = dot(x, y);
  const Op between = product - max(product, reduce_over({C}));
  agree({dot(between, transpose(y))});
  agree({dot(softmax(product, {C}), transpose(y))});
}

void WriteOverTest::one_operand_for_one_result() {
  const auto& [x, y] = inputs();
  const Op product = dot(x, y);
  const Op up = exp(product * 0.1), down = exp(product * -0.1);
  const std::vector<Op> results = {dot(up, transpose(y)), dot(down, transpose(y) * 2)};
  QVERIFY(written_over(results) <= 1 + 1);
  agree(results);
}

void WriteOverTest::a_chain_shares_one_buffer() {
  Program program;
  for (int i = 0; i < 4; ++i) {
    Buffer buffer;
    buffer.name = "b" + std::to_string(i);
    buffer.kind = i == 3 ? BufferKind::output : BufferKind::temporary;
    buffer.bytes = 4 * 64;
    buffer.first_step = i;
    buffer.last_step = i + 1;
    program.buffers.push_back(buffer);
  }
  kernel::Kernel kernel;
  kernel.name = "k";
  kernel.parameters = {{"in", DType::f32, false, 64}, {"out", DType::f32, true, 64}};
  kernel.loops = {{"A", 64}};
  kernel::Statement store, loop;
  store.kind = kernel::Statement::Kind::store;
  store.buffer = 1;
  store.index = {0, {{0, 1}}};
  store.expr = kernel::load(0, store.index);
  loop.kind = kernel::Statement::Kind::loop;
  loop.body = {store};
  kernel.body = {loop};
  program.kernels = {kernel};
  Step first;
  first.work = EvaluateStep();
  first.writes = {0};
  program.steps = {first};
  for (int i = 1; i < 4; ++i) {
    Step step;
    step.work = KernelStep{0};
    step.reads = {i - 1};
    step.writes = {i};
    program.steps.push_back(step);
  }
  QCOMPARE(operands_written_over(program), (std::vector<int>{-1, 0, 1, -1}));
  program.kernels[0].body[0].body[0].index.offset = 1;  // writes a different element than it reads
  QCOMPARE(operands_written_over(program), (std::vector<int>{-1, -1, -1, -1}));
}

NGRAPH_TEST(WriteOverTest, QCoreApplication)
#include "write_over_test.moc"
