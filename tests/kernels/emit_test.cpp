// SPDX-License-Identifier: Apache-2.0
// Tests the kernels of a real graph in both dialects: the CUDA text compiles to PTX where NVRTC is
// installed, the interpreter agrees with compiled code, every computing line names its op.
#include <QtTest>
#include <cstring>

#include "engine/backends/cpu/interpreter.h"
#include "engine/backends/cuda_texts.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/kernels/c_text.h"
#include "engine/kernels/emit.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/comma_locale.h"
#include "tests/support/test_program.h"

namespace {

// A small network with softmax, reductions over each axis, and updates.
ng::Computation network(const ng::TransformerPtr& transformer) {
  const ng::Axis n = ng::make_axis(20, "N"), c = ng::make_axis(37, "I"), k = ng::make_axis(10, "K");
  const ng::Op x = ng::placeholder({c, n}), t = ng::placeholder({k, n});
  const ng::Op w = ng::variable({k, c}, 0.01), b = ng::variable({k}, 0.1);
  const ng::Op loss = ng::mean(ng::cross_entropy_multi(ng::softmax(ng::tanh(ng::dot(w, x) + b)), t),
                               ng::out_axes({}));
  std::vector<ng::Op> updates;
  for (const ng::Op& v : loss.variables()) updates.push_back(assign(v, v - ng::deriv(loss, v)));
  return transformer->computation({loss, ng::doall(updates)}, x, t);
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

class EmitTest : public QObject {
  Q_OBJECT
 private slots:
  // A host may set a locale with a decimal comma.
  void localesDoNotChangeConstants() {
    const ng::testing::CommaLocale locale;
    if (!locale.is_set()) QSKIP("no locale with a decimal comma is installed");
    QCOMPARE(ng::kernel::c_constant(0.7125, ng::DType::f32), std::string("0.7125f"));
    QCOMPARE(ng::kernel::c_constant(0.5, ng::DType::f64), std::string("0.5"));
    const auto transformer = ng::allocate_transformer("cpu");
    const ng::Op x = ng::placeholder({ng::make_axis(5000, "N")}, ng::DType::f16);
    QCOMPARE(transformer->computation(x * 0.5 + 0.25, x)(2.0)[0].at(7), 1.25);
  }

  void everyStoreLineNamesAnOp() {
    const auto transformer = ng::allocate_transformer("cpu");
    const ng::Computation step = network(transformer);
    for (const ng::kernel::Kernel& kernel : step.compilation().program.kernels) {
      for (const ng::kernel::Text& text :
           {ng::kernel::emit_cpp(kernel), ng::kernel::emit_cuda(kernel)}) {
        const QStringList lines = QString::fromStdString(text.text).split('\n');
        for (int i = 0; i < lines.size(); ++i) {
          const bool stores = lines[i].contains("_out[") || lines[i].contains("ng_store(");
          if (!stores) continue;
          const bool named = std::any_of(text.lines.begin(), text.lines.end(), [i](const auto& l) {
            return l.line == i + 1 && !l.ops.empty();
          });
          QVERIFY2(named, qPrintable(lines[i]));
        }
      }
    }
  }

  void cudaCompilesToPtx() {
    if (!ng::nvrtc_availability().available) {
      QSKIP(qPrintable(QString::fromStdString(ng::nvrtc_availability().reason)));
    }
    const auto transformer = ng::allocate_transformer("cpu");
    const ng::Computation step = network(transformer);
    for (const ng::kernel::Kernel& kernel : step.compilation().program.kernels) {
      const ng::DisplayText ptx = ng::ptx_text(kernel, true);
      QVERIFY2(ptx.absent.empty(), ptx.absent.c_str());
      QCOMPARE(count_of(ptx.text.text, ".entry " + kernel.name), 1);
      QVERIFY(!ptx.text.lines.empty());
    }
  }

  // Runs each kernel on the same random memory in the interpreter and compiled.
  void theInterpreterAgrees() {
    const auto transformer = ng::allocate_transformer("cpu");
    const ng::Computation step = network(transformer);
    const ng::Program& program = step.compilation().program;
    for (std::size_t s = 0; s < program.steps.size(); ++s) {
      if (!program.steps[s].is<ng::KernelStep>()) continue;
      std::vector<std::vector<float>> one, two;
      for (const ng::Buffer& buffer : program.buffers) {
        std::vector<float> memory(static_cast<std::size_t>(buffer.bytes / 4) + 16);
        for (std::size_t i = 0; i < memory.size(); ++i) {
          memory[i] = static_cast<float>((i * 37 + one.size() * 11) % 101) / 101.0f + 0.1f;
        }
        one.push_back(memory);
      }
      two = one;
      const ng::Step& kernel_step = program.steps[s];
      std::vector<std::byte*> arguments, pointers;
      for (int buffer : kernel_step.reads) arguments.push_back(data(one[std::size_t(buffer)]));
      for (int buffer : kernel_step.writes) arguments.push_back(data(one[std::size_t(buffer)]));
      for (auto& memory : two) pointers.push_back(data(memory));
      ng::interpret(program.kernels[std::size_t(kernel_step.as<ng::KernelStep>()->kernel)],
                    arguments.data());
      step.compilation().executable->run_step(s, pointers.data());
      for (int buffer : kernel_step.writes) {
        const std::size_t size = std::size_t(program.buffers[std::size_t(buffer)].bytes / 4);
        for (std::size_t i = 0; i < size; ++i) {
          const float a = one[std::size_t(buffer)][i], b = two[std::size_t(buffer)][i];
          QVERIFY2(
              std::fabs(a - b) <= 2e-5f * (1 + std::fabs(a)),
              qPrintable(
                  QString("%1: %2 and %3").arg(program.kernels[0].name.c_str()).arg(a).arg(b)));
        }
      }
    }
  }

  // Op names that are keywords or identifiers in kernel text.
  void opsMayHaveAnyName() {
    const ng::Axis n = ng::make_axis(5, "N");
    for (const char* name : {"double", "t0", "i_N", "ng_load", "NG", "linux", "__x", "v_double"}) {
      const ng::Op x = ng::placeholder({n}).named(name);
      const auto transformer = ng::allocate_transformer("cpu");
      const ng::Computation twice = transformer->computation(ng::exp(x) + x * x, x);
      QCOMPARE(twice(ng::Tensor(ng::DType::f32, {5}))[0].at(4), 1.0);
    }
  }

  // A vectorized loop in several stages of one kernel, each with a remainder.
  void severalVectorizedStages() {
    const ng::Axis n = ng::make_axis(3, "N"), c = ng::make_axis(77, "C");
    ng::Tensor values(ng::DType::f32, {3, 77});
    for (std::int64_t i = 0; i < values.size(); ++i)
      values.set(i, static_cast<double>(i * 37 % 50));
    const ng::Op x = ng::placeholder({n, c});
    const std::vector<ng::Op> results = {ng::variance(x), ng::softmax(x, c), ng::argmax(x)};
    for (const ng::Op& result : results) {
      std::vector<std::vector<double>> found;
      for (const char* name : {"reference", "cpu"}) {
        const auto transformer = ng::allocate_transformer(name);
        found.push_back(transformer->computation(result, x).call({values})[0].values());
      }
      for (std::size_t i = 0; i < found[0].size(); ++i) {
        QVERIFY(std::fabs(found[1][i] - found[0][i]) <= 1e-5 * (1e-3 + std::fabs(found[0][i])));
      }
    }
  }

 private:
  static std::byte* data(std::vector<float>& memory) {
    return reinterpret_cast<std::byte*>(memory.data());
  }
};

NGRAPH_TEST(EmitTest)
#include "emit_test.moc"
