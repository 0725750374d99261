// SPDX-License-Identifier: Apache-2.0
// Tests that verify finds each kind of fault in a program, and none in a valid one.
#include <QtTest>
#include <functional>

#include "engine/backends/backend_table.h"
#include "engine/lowering/program_passes/verify_program.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Program compiled(const std::vector<Op>& results, const std::vector<Op>& parameters) {
  const Op node = computation(results, parameters).named("f");
  return compile(node.value().node, *find_backend("cpu"), {})->program;
}

// A matmul and kernels that read each other's temporaries.
Program chain() {
  const Axis a = make_axis(40, "A"), b = make_axis(50, "B"), c = make_axis(60, "C");
  const Op x = placeholder({a, b}), y = placeholder({b, c});
  const Op product = dot(x, y), rows = sum(exp(product), reduce_over({c}));
  const Op again = dot(product * rows, transpose(y));
  return compiled({sum(again * x)}, {x, y});
}

// A loop with a carried state, a sequence, an invariant and an output.
Program loop() {
  const Axis t = make_axis(4, "T"), m = make_axis(3, "M");
  const Op x = placeholder({t, m}), w = placeholder({m}), start = placeholder({m});
  const ScanResult made = scan(t, {start}, {x}, [&](const auto& states, const auto& elements) {
    const Op next = tanh(states[0] * w + elements[0]);
    return ScanStep{{next}, {sum(next)}};
  });
  return compiled({made.states[0], made.outputs[0]}, {x, w, start});
}

// Programs share the bodies of their loops; `change` gets one of its own.
Loop& own_loop(Program& program) {
  for (Step& step : program.steps) {
    auto* work = step.as<LoopStep>();
    if (!work) continue;
    work->loop = std::make_shared<Loop>(*work->loop);
    return *work->loop;
  }
  qFatal("the program has no loop");
}

Step& loop_step(Program& program) {
  return *std::find_if(program.steps.begin(), program.steps.end(),
                       [](const Step& step) { return step.is<LoopStep>(); });
}

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

// Two temporaries that are alive together.
std::pair<Buffer*, Buffer*> two_alive(Program& program) {
  for (Buffer& one : program.buffers) {
    for (Buffer& other : program.buffers) {
      const bool both =
          &one < &other && one.kind == BufferKind::temporary && other.kind == BufferKind::temporary;
      if (both && one.bytes > 0 && other.bytes > 0 && one.first_step <= other.last_step &&
          other.first_step <= one.last_step)
        return {&one, &other};
    }
  }
  qFatal("no two temporaries are alive together");
}

// The last step that reads a temporary, and that buffer.
std::pair<std::size_t, int> read_of_a_temporary(const Program& program) {
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    for (const int read : program.steps[i].reads) {
      if (program.buffers[index(read)].kind == BufferKind::temporary) return {i, read};
    }
  }
  qFatal("no step reads a temporary");
}

struct Broken {
  const char* name;
  std::function<Program()> program;
  std::function<void(Program&)> make;
  const char* expected;
};

std::vector<Broken> faults() {
  const auto a_kernel = [](Program& p) -> Step& {
    return *std::find_if(p.steps.begin(), p.steps.end(),
                         [](const Step& step) { return step.is<KernelStep>(); });
  };
  const auto a_matmul = [](Program& p) -> Step& {
    return *std::find_if(p.steps.begin(), p.steps.end(),
                         [](const Step& step) { return step.is<Matmul>(); });
  };
  return {
      {"read out of range", chain, [](Program& p) { p.steps[0].reads[0] = 1000; },
       "names buffer 1000"},
      {"result out of range", chain, [](Program& p) { p.results[0] = -2; }, "a result names"},
      {"parameter out of range", chain, [](Program& p) { p.parameters[0] = -1; },
       "a parameter names"},
      {"no such kernel", chain, [=](Program& p) { a_kernel(p).as<KernelStep>()->kernel = 1000; },
       "has no kernel"},
      {"scratch that is no write", chain, [](Program& p) { p.steps[0].scratch = 7; },
       "no write for its scratch"},
      {"too few buffers for a kernel", chain, [=](Program& p) { a_kernel(p).reads.pop_back(); },
       "one buffer per parameter"},
      {"a buffer of another size", chain,
       [=](Program& p) { p.buffers[index(a_kernel(p).writes[0])].bytes += 4; },
       "does not fit the kernel's parameter"},
      {"a matrix of another size", chain, [=](Program& p) { ++a_matmul(p).as<Matmul>()->k; },
       "the size of its matrix"},
      {"read before it is written", chain,
       [](Program& p) { std::reverse(p.steps.begin(), p.steps.end()); },
       "which no earlier step writes"},
      {"a result that no step writes", chain, [](Program& p) { p.steps.pop_back(); },
       "the caller reads"},
      {"a step that runs once and reads an input", chain, [](Program& p) { p.once = 1; },
       "runs once but reads the input"},
      {"a lifetime that ends too early", chain,
       [](Program& p) {
         const auto [step, read] = read_of_a_temporary(p);
         p.buffers[index(read)].last_step = p.buffers[index(read)].first_step - 1;
       },
       "does not live"},
      {"two temporaries at the same bytes", chain,
       [](Program& p) {
         const auto [one, other] = two_alive(p);
         one->offset = other->offset = 0;
       },
       "alive together at the same bytes"},
      {"a temporary outside the pool", chain,
       [](Program& p) { two_alive(p).first->offset = p.pool_bytes; }, "outside the pool"},
      {"an epilogue without a matmul", chain,
       [=](Program& p) {
         p.steps.insert(p.steps.begin(), a_kernel(p));
         p.steps.front().iterations_per_row = 1;
       },
       "an epilogue that follows no matmul"},
      {"a join that does not fill its result", chain,
       [](Program& p) {
         Step join = p.steps[0];
         join.work = JoinStep{1, {4}};
         join.reads = {p.parameters[0]};
         p.steps.push_back(join);
       },
       "do not fill the result"},
      {"a copy to a smaller buffer", chain,
       [](Program& p) {
         Step copy;
         copy.work = CopyStep();
         copy.reads = {p.parameters[0]};
         copy.writes = {p.results[0]};
         p.steps.push_back(copy);
       },
       "another of its size"},
      {"a pending write of another size", chain,
       [](Program& p) { p.writes.push_back({p.parameters[0], p.results[0], 0}); },
       "a pending write: "},
      {"a loop without its state", loop, [](Program& p) { own_loop(p).states = 2; },
       "do not match those of the body"},
      {"a loop with one element too many", loop, [](Program& p) { ++own_loop(p).count; },
       "bytes, but"},
      {"a loop whose state has no memory", loop, [](Program& p) { own_loop(p).last[0] = -1; },
       "without memory for it"},
      {"a loop with a faulty body", loop,
       [](Program& p) { own_loop(p).body.steps[0].reads[0] = 1000; }, "in its body: "},
      {"a loop with too small a pool", loop, [](Program& p) { own_loop(p).body.pool_bytes += 64; },
       "the body's temporaries"},
      {"a loop step without an operand", loop, [](Program& p) { loop_step(p).reads.pop_back(); },
       "do not match those of the body"},
  };
}

}  // namespace

class VerifyProgramTest : public QObject {
  Q_OBJECT
 private slots:
  void valid_programs_have_no_fault() {
    for (const Program& program : {chain(), loop()}) {
      const std::vector<std::string> found = verify(program);
      QVERIFY2(found.empty(), found.empty() ? "" : found.front().c_str());
    }
  }

  void each_fault_is_found_data() {
    QTest::addColumn<int>("number");
    const std::vector<Broken> all = faults();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
  }

  void each_fault_is_found() {
    QFETCH(int, number);
    const Broken fault = faults()[index(number)];
    Program program = fault.program();
    fault.make(program);
    QString found;
    for (const std::string& each : verify(program)) found += QString::fromStdString(each) + "\n";
    QVERIFY2(found.contains(fault.expected), qPrintable(found));
  }
};

NGRAPH_TEST(VerifyProgramTest)
#include "verify_program_test.moc"
