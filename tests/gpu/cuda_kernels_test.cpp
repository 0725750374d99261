// SPDX-License-Identifier: Apache-2.0
// Tests the CUDA text of kernels on the emulator: every kernel of the op cases, of training graphs
// and of random programs computes what the kernel interpreter computes, bit for bit the same in
// whatever order its threads run.
#include <QtTest>
#include <cmath>
#include <set>

#include "engine/backends/backend_table.h"
#include "engine/backends/cpu/interpreter.h"
#include "engine/kernels/cuda_schedule.h"
#include "engine/kernels/kept_elements.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/emulator/emulator.h"
#include "tests/emulator/session.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/ops/op_cases.h"
#include "tests/support/test_program.h"
#include "tests/support/training_graphs.h"

using namespace ng;

namespace {

using Arrays = std::vector<std::vector<std::byte>>;  // by parameter

// Parameters with positive values that differ from element to element.
Arrays filled(const kernel::Kernel& kernel) {
  Arrays memory;
  for (const kernel::Parameter& parameter : kernel.parameters) {
    auto& bytes = memory.emplace_back(static_cast<std::size_t>(parameter.elements) *
                                      size_of(parameter.dtype));
    for (std::int64_t i = 0; i < parameter.elements; ++i) {
      const double value =
          static_cast<double>((i * 37 + 11 * static_cast<std::int64_t>(memory.size())) % 101);
      store(parameter.dtype, bytes.data(), i,
            is_float(parameter.dtype) ? value / 101 + 0.1 : std::fmod(value, 5));
    }
  }
  return memory;
}

// Runs the kernel on the emulator, with its threads in both orders.
std::pair<Arrays, Arrays> run(const kernel::Kernel& kernel, const Arrays& arrays) {
  emulator::Session session;
  const kernel::CudaSchedule schedule = kernel::cuda_schedule(kernel);
  const std::string text = kernel::emit_cuda(kernel).text;
  const cuda::Function function =
      session.kernel(kernel::cuda_prelude(text) + text, kernel.name.c_str());
  std::vector<cuda::Address> places;
  for (const auto& bytes : arrays) places.push_back(session.allocate(bytes.size() + 64));
  std::vector<void*> arguments;
  for (cuda::Address& place : places) arguments.push_back(&place);
  const auto in_order = [&](const char* order) {
    Arrays found = arrays;
    for (std::size_t i = 0; i < arrays.size(); ++i)
      emulator::driver().copy_in(places[i], arrays[i].data(), arrays[i].size(), session.stream);
    qputenv("NGRAPH_EMULATOR_ORDER", order);
    if (schedule.blocks() > 0) {
      emulator::driver().launch_kernel(function, static_cast<unsigned>(schedule.blocks()), 1, 1,
                                       static_cast<unsigned>(schedule.threads), 1, 1, 0,
                                       session.stream, arguments.data(), nullptr);
    }
    for (std::size_t i = 0; i < arrays.size(); ++i)
      emulator::driver().copy_out(found[i].data(), places[i], found[i].size(), session.stream);
    qunsetenv("NGRAPH_EMULATOR_ORDER");
    return found;
  };
  Arrays forward = in_order("");
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] += size_of(kernel.parameters[i].dtype);  // slices of arrays begin anywhere
  return {std::move(forward), in_order("reverse")};
}

double tolerance(DType dtype) {
  return dtype == DType::f64    ? 1e-9
         : dtype == DType::f16  ? 4e-3
         : dtype == DType::bf16 ? 3e-2
                                : 4e-5;
}

// Of a double that is computed from floats, theirs.
double tolerance(const kernel::Kernel& kernel, DType dtype) {
  double most = tolerance(dtype);
  for (const kernel::Parameter& each : kernel.parameters)
    if (dtype == DType::f64 && each.dtype == DType::f32) most = tolerance(DType::f32);
  return most;
}

QString compared(const kernel::Kernel& kernel, const Arrays& found, const Arrays& expected) {
  for (std::size_t p = 0; p < found.size(); ++p) {
    const kernel::Parameter& parameter = kernel.parameters[p];
    for (std::int64_t i = 0; i < parameter.elements; ++i) {
      const double x = load(parameter.dtype, found[p].data(), i);
      const double y = load(parameter.dtype, expected[p].data(), i);
      if (x == y || (std::isnan(x) && std::isnan(y))) continue;
      if (std::abs(x - y) <= tolerance(kernel, parameter.dtype) * (1 + std::abs(y))) continue;
      return QString("%1[%2] is %3, expected %4").arg(parameter.name.c_str()).arg(i).arg(x).arg(y);
    }
  }
  return {};
}

}  // namespace

class CudaKernelsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(static_cast<bool>(control_)); }

  void of_op_cases() {
    for (const OpCase& c : all_op_cases()) {
      std::vector<Op> parameters;
      for (const auto& [placeholder, value] : c.inputs) parameters.push_back(placeholder);
      check(computation(c.results, parameters), QString::fromStdString(c.op + ", " + c.variant));
    }
  }
  void of_training_graphs() {
    for (const TriedComputation& tried : training_graphs())
      check(tried.computation, QString::fromStdString(tried.name));
  }
  void of_random_programs() {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const auto program = fuzz::make_program(fuzz::random_recipe(seed));
      for (const Op& f : fuzz::document_of(program).computations)
        check(f, QString("random program %1").arg(seed));
    }
  }
  // Rows of every size from one thread to a block, contiguous and not, and sums in several parts.
  void of_reductions() {
    for (const std::int64_t inner : {1, 7, 33, 1000, 1025, 9000, 700000}) {
      for (const std::int64_t outer : {1, 3, 64, 70}) {
        if (outer * inner > 1000000) continue;
        const Axis a = make_axis(outer, "A"), b = make_axis(inner, "B");
        for (const Axes& axes : {Axes{a, b}, Axes{b, a}}) {
          const Op x = placeholder(axes);
          const auto title = QString("%1 x %2").arg(outer).arg(inner);
          check(computation(std::vector<Op>{sum(x, out_axes(Axes{a})), max(x, out_axes(Axes{a}))},
                            {x}),
                title);
          check(computation(std::vector<Op>{softmax(x, Axes{b})}, {x}), title + " softmax");
        }
      }
    }
    QVERIFY(shared_ > 20);
    QVERIFY(adjacent_rows_ > 2);
  }

  // Rows whose elements are kept in registers between loops: as many as threads, fewer and more,
  // and over several axes.
  void of_rows_that_are_kept() {
    const int before = kept_;
    for (const std::int64_t inner : {40, 64, 1000, 1024, 2000, 8192, 32000, 40000}) {
      const Axis a = make_axis(32, "A"), b = make_axis(inner, "B");
      const Op x = placeholder(Axes{a, b}), scale = placeholder(b);
      const Op centred = x - mean(x, out_axes(a));
      const Op norm = centred / sqrt(mean(square(centred), out_axes(a)) + 1e-5) * scale;
      const auto title = QString("norm of %1").arg(inner);
      check(computation(std::vector<Op>{norm}, {x, scale}), title);
      check(computation(std::vector<Op>{norm, centred, exp(norm)}, {x, scale}),
            title + ", and more");
    }
    QVERIFY(kept_ >= before + 10);
    const Axis a = make_axis(5, "A"), b = make_axis(30, "B"), c = make_axis(7, "C");
    const Op x = placeholder(Axes{a, b, c});
    check(computation(std::vector<Op>{softmax(x, Axes{b, c}), x * max(x, out_axes(a))}, {x}),
          "softmax over two axes");
  }

  // Square tiles, whole and cut off; with outer loops, and with loads that need no tile.
  void of_transposes() {
    const Axis a = make_axis(70, "A"), b = make_axis(96, "B"), c = make_axis(3, "C");
    const Axes other{b, a};
    const Op x = placeholder(Axes{a, b}), y = placeholder(other), z = placeholder(Axes{c, a, b});
    const int before = tiled_;
    check(computation(std::vector<Op>{axes_with_order(x, other) * 3.0}, {x}), "transpose");
    check(computation(std::vector<Op>{exp(axes_with_order(x, other)) + y}, {x, y}), "with another");
    check(computation(std::vector<Op>{axes_with_order(z, Axes{b, c, a}) * 2.0}, {z}),
          "of three axes");
    check(computation(std::vector<Op>{axes_with_order(z, Axes{c, b, a}) * 2.0}, {z}),
          "in the middle");
    QVERIFY(tiled_ >= before + 3);
  }

  // Ops may have the names of the text's own variables.
  void of_names_that_the_text_uses() {
    const Axis a = make_axis(70, "A"), b = make_axis(500, "B"), c = make_axis(1 << 17, "C");
    for (const char* name : {"row", "lane", "at", "own", "place"}) {
      const Op x = placeholder(Axes{b, a}).named(name);
      check(computation(std::vector<Op>{sum(x, out_axes(Axes{a}))}, {x}), name);
    }
    for (const char* name : {"from", "to", "t0"}) {
      const Op x = placeholder(c).named(name);
      check(computation(std::vector<Op>{sum(x, out_axes(Axes()))}, {x}), name);
    }
    for (const char* name : {"j", "v0"}) {
      const Op x = placeholder(c).named(name);
      check(computation(std::vector<Op>{x * 2.0}, {x}), name);
    }
  }

  // Four elements a thread, where memory begins at a multiple of 16 bytes and where it does not.
  void of_large_arrays() {
    const Axis a = make_axis(40, "A"), b = make_axis(2048, "B");
    const Op x = placeholder(Axes{a, b}), y = placeholder(Axes{a, b}), c = placeholder(a),
             z = placeholder(b);
    const int before = vectors_;
    check(computation(std::vector<Op>{tanh(x) * y + c * z, x - y}, {x, y, c, z}), "large");
    check(computation(std::vector<Op>{maximum(x, 0.3)}, {x}), "large");
    QCOMPARE(vectors_, before + 2);
  }

  // Vectors of rows along B, most of which the padding of A leaves in place: the first row and the
  // last are outside of x, and so is the memory that they would be loaded from.
  void vectors_beside_padding() {
    const Axis a = make_axis(48, "A"), b = make_axis(2048, "B");
    const Op x = placeholder(Axes{a, b});
    const int before = vectors_;
    check(computation(std::vector<Op>{pad(x, {{1, 2}, {0, 0}}) * 2.0}, {x}), "padded");
    QCOMPARE(vectors_, before + 1);
  }

 private:
  void check(const Op& f, const QString& title) {
    const auto compiled = compile(f.value().node, *find_backend("gpu"), CompileOptions());
    for_each_program(compiled->program, [&](const Program& program) {
      for (const kernel::Kernel& kernel : program.kernels) check(kernel, title);
    });
  }

  void check(const kernel::Kernel& kernel, const QString& title) {
    const std::string text = kernel::emit_cuda(kernel).text;
    if (!seen_.insert(text).second) return;
    shared_ += kernel::cuda_schedule(kernel).threads_per_row > 1;
    tiled_ += !kernel::cuda_schedule(kernel).transposed.empty();
    adjacent_rows_ += kernel::cuda_schedule(kernel).adjacent_rows > 1;
    vectors_ += kernel::cuda_schedule(kernel).rows_per_thread > 1;
    kept_ += kernel::KeptElements(kernel, kernel::cuda_schedule(kernel)).any();
    Arrays expected = filled(kernel);
    const auto [found, reversed] = run(kernel, expected);
    const std::string complaint = control_.complaint();
    QVERIFY2(complaint.empty(), qPrintable(title + ": " + complaint.c_str() + "\n" + text.c_str()));
    QVERIFY2(found == reversed,
             qPrintable(title + ": the order of threads matters\n" + text.c_str()));
    std::vector<std::byte*> arguments;
    for (auto& bytes : expected) arguments.push_back(bytes.data());
    interpret(kernel, arguments.data());
    const QString wrong = compared(kernel, found, expected);
    QVERIFY2(wrong.isEmpty(), qPrintable(title + ": " + wrong + "\n" + text.c_str()));
  }

  emulator::Control control_;
  std::set<std::string> seen_;
  int shared_ = 0;         // kernels whose rows are shared by threads
  int adjacent_rows_ = 0;  // of these, rows of a block are neighbours in memory
  int tiled_ = 0;          // whose blocks compute tiles
  int kept_ = 0;           // whose threads keep elements of their rows
  int vectors_ = 0;        // whose threads compute several rows
};

NGRAPH_TEST(CudaKernelsTest)
#include "cuda_kernels_test.moc"
