// SPDX-License-Identifier: Apache-2.0
// Tests every dtype with every class of ops on both backends: the table in engine/ops/README.md.
#include <QtTest>
#include <cmath>
#include <functional>

#include "engine/backends/cuda_texts.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/base/error.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const double not_a_number = std::nan(""), infinity = std::numeric_limits<double>::infinity();

Axis a() {
  static const Axis axis = make_axis(3, "A");
  return axis;
}
Axis b() {
  static const Axis axis = make_axis(4, "B");
  return axis;
}

Tensor filled(DType dtype, const Axes& axes, double start, double step) {
  Tensor tensor(dtype, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.set(i, start + step * static_cast<double>(i * 7 % 11));
  }
  return tensor;
}

// Along B: first, first + step, …
Tensor filled_by(DType dtype, double first, double step) {
  Tensor tensor(dtype, {4});
  for (int i = 0; i < 4; ++i) tensor.set(i, first + step * i);
  return tensor;
}

Tensor run(const std::string& transformer, const Op& result, const std::vector<Op>& parameters,
           const std::vector<Tensor>& arguments) {
  return allocate_transformer(transformer)->computation(result, parameters).call(arguments)[0];
}

// Tolerance between two roundings of the same number.
double tolerance(DType dtype) {
  switch (dtype) {
    case DType::f64: return 1e-14;
    case DType::f32: return 4e-7;
    case DType::f16: return 2e-3;
    case DType::bf16: return 1.6e-2;
    default: return 0;
  }
}

QString difference(const Tensor& found, const Tensor& expected) {
  if (found.dtype != expected.dtype || found.shape != expected.shape) return "another type";
  for (std::int64_t i = 0; i < found.size(); ++i) {
    const double x = found.at(i), y = expected.at(i), allowed = tolerance(found.dtype);
    if (std::isnan(x) && std::isnan(y)) continue;
    if (x == y || std::abs(x - y) <= allowed * std::max(1.0, std::abs(y))) continue;
    return QString("%1, not %2, at %3").arg(x).arg(y).arg(i);
  }
  return {};
}

DType dtype_at(int i) {
  return static_cast<DType>(i);
}

// The matrix as an image (C 1, D 1, H 3, W 4, N 1) or as one filter of that size.
Op as_image(const Op& x) {
  static const Axis c = make_axis(1, "C"), d = make_axis(1, "D"), n = make_axis(1, "N");
  return broadcast(x, Axes{c, d, a(), b(), n});
}

using Make = std::function<Op(const Op&, const Op&)>;

struct Row {
  const char* name;
  Make make;
  bool fractions;  // for floats only
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"add", [](const Op& x, const Op& y) { return x + y; }, false},
      {"subtract", [](const Op& x, const Op& y) { return x - y; }, false},
      {"multiply", [](const Op& x, const Op& y) { return x * y; }, false},
      {"divide", [](const Op& x, const Op& y) { return x / y; }, false},
      {"floordivide", [](const Op& x, const Op& y) { return floordivide(x, y); }, false},
      {"mod", [](const Op& x, const Op& y) { return mod(x, y); }, false},
      {"maximum", [](const Op& x, const Op& y) { return maximum(x, y); }, false},
      {"less", [](const Op& x, const Op& y) { return less(x, y); }, false},
      {"negative", [](const Op& x, const Op&) { return -x; }, false},
      {"several in one kernel", [](const Op& x, const Op& y) { return (x + y) * x - y; }, false},
      {"exp", [](const Op& x, const Op&) { return exp(x); }, true},
      {"sigmoid", [](const Op& x, const Op&) { return sigmoid(x); }, true},
      {"sum", [](const Op& x, const Op&) { return sum(x, reduce_over(b())); }, false},
      {"sum over all", [](const Op& x, const Op&) { return sum(x, out_axes(Axes())); }, false},
      {"prod", [](const Op& x, const Op&) { return prod(x, reduce_over(a())); }, false},
      {"max", [](const Op& x, const Op&) { return max(x, reduce_over(b())); }, false},
      {"min", [](const Op& x, const Op&) { return min(x, reduce_over(a())); }, false},
      {"mean", [](const Op& x, const Op&) { return mean(x, reduce_over(b())); }, false},
      {"variance", [](const Op& x, const Op&) { return variance(x, reduce_over(b())); }, false},
      {"argmax", [](const Op& x, const Op&) { return argmax(x, reduce_over(b())); }, false},
      {"a sum read at once", [](const Op& x, const Op& y) { return sum(x, reduce_over(b())) * y; },
       false},
      {"softmax", [](const Op& x, const Op&) { return softmax(x, b()); }, true},
      {"axes_with_order", [](const Op& x, const Op&) { return axes_with_order(x, Axes{b(), a()}); },
       false},
      {"tensor_slice",
       [](const Op& x, const Op&) {
         return tensor_slice(x, {SliceItem::all(), SliceItem::range(1, 3)});
       },
       false},
      {"pad", [](const Op& x, const Op&) { return pad(x, std::vector<std::int64_t>{1, 2}); },
       false},
      {"stack", [](const Op& x, const Op& y) { return stack({x, y}, make_axis(2, "S")); }, false},
      {"concat_along_axis", [](const Op& x, const Op& y) { return concat_along_axis({x, y}, b()); },
       false},
      {"flatten", [](const Op& x, const Op&) { return flatten(x); }, false},
      {"one_hot", [](const Op& x, const Op&) { return one_hot(x - x, make_axis(2, "K")); }, false},
      {"lookuptable",
       [](const Op& x, const Op& y) {
         const Op rows = slice_along_axis(y - y, b(), 0);
         return lookuptable(cast_axes(x, Axes{make_axis(3, "R"), b()}), rows, Axes{a(), b()});
       },
       false},
      {"convolution",
       [](const Op& x, const Op& y) {
         const WindowParams steps = {{"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0},
                                     {"str_d", 1}, {"str_h", 1}, {"str_w", 1},
                                     {"dil_d", 1}, {"dil_h", 1}, {"dil_w", 1}};
         return convolution(steps, as_image(x), as_image(y));
       },
       false},
      {"pooling",
       [](const Op& x, const Op&) {
         const WindowParams window = {{"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},
                                      {"str_c", 1}, {"str_d", 1}, {"str_h", 1}, {"str_w", 1},
                                      {"pad_c", 0}, {"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0}};
         return pooling("avg", window, as_image(x));
       },
       false},
      {"dot",
       [](const Op& x, const Op& y) { return dot(x, cast_axes(y, Axes{make_axis(3, "A2"), b()})); },
       false},
  };
  return all;
}

}  // namespace

class DTypesTest : public QObject {
  Q_OBJECT

  // Checks that both backends agree on row(x, y), with `dtype` if `asked`, else the default type.
  void check(const Row& row, DType dtype, bool asked) {
    const Axes axes{a(), b()};
    const Op x = placeholder(axes, dtype), y = placeholder(axes, dtype);
    std::optional<ScopedResultType> scope;
    if (asked) scope.emplace(dtype);
    const Op result = row.make(x, y);
    scope.reset();
    const bool floating = is_float(dtype) || !asked;
    if (row.fractions && !floating) return;
    const double step = is_float(dtype) ? .25 : 1;
    const std::vector<Tensor> arguments = {filled(dtype, axes, 1, step),
                                           filled(dtype, axes, 2, step)};
    const Tensor expected = run("reference", result, {x, y}, arguments);
    QCOMPARE(expected.dtype, result.dtype());
    const QString wrong = difference(run("cpu", result, {x, y}, arguments), expected);
    QVERIFY2(wrong.isEmpty(),
             qPrintable(QString("%1 of %2: %3")
                            .arg(row.name,
                                 QString::fromUtf8(name(dtype).data(), int(name(dtype).size())),
                                 wrong)));
  }

 private slots:
  void everyTypeThroughEveryClass_data() {
    QTest::addColumn<int>("dtype");
    for (int i = 0; i < dtype_count; ++i)
      QTest::newRow(std::string(name(dtype_at(i))).c_str()) << i;
  }
  void everyTypeThroughEveryClass() {
    QFETCH(int, dtype);
    for (const Row& row : rows()) {
      check(row, dtype_at(dtype), true);
      if (QTest::currentTestFailed()) return;
      check(row, dtype_at(dtype), false);
      if (QTest::currentTestFailed()) return;
    }
  }

  // As in an assign, a value written to a part is converted to the tensor's dtype.
  void partsOfIntegersAreReplacedByFloats() {
    const Axis e = make_axis(4, "E");
    for (const DType dtype : {DType::i32, DType::u8, DType::f64}) {
      const Op x = placeholder(e, dtype), y = placeholder(Axes());
      const Op result = replace_slice(x, {SliceItem::range(1, 3)}, y);
      const std::vector<double> whole{1, 2, 3, 4}, part{7.75};
      const std::vector<Tensor> arguments{Tensor::from(dtype, {4}, whole),
                                          Tensor::from(DType::f32, {}, part)};
      const Tensor found = run("cpu", result, {x, y}, arguments);
      QCOMPARE(found.dtype, dtype);
      const double wanted = dtype == DType::f64 ? 7.75 : 7;
      for (int i = 0; i < 4; ++i) QCOMPARE(found.at(i), i == 1 || i == 2 ? wanted : i + 1.0);
      QVERIFY(run("reference", result, {x, y}, arguments) == found);
    }
  }

  // Every dtype to every other, at the limits of their ranges.
  void conversions() {
    const std::vector<double> edges = {
        0,           -0.0,     .5,     -.5,           1.5,          2.5,
        -1,          127,      128,    200,           255,          256,
        -129,        32768,    65504,  65519,         65520,        -65536,
        6e-8,        3e-8,     6.1e-5, 1e-4,          2147483647,   2147483648.,
        4294967296., 1e10,     -1e10,  9.3e18,        2e19,         -1e20,
        1e39,        2049,     4097,   1.00048828125, 1.0009765624, not_a_number,
        infinity,    -infinity};
    const Axis e = make_axis(static_cast<std::int64_t>(edges.size()), "E");
    for (int from = 0; from < dtype_count; ++from) {
      const Tensor values = Tensor::from(dtype_at(from), {e.length()}, edges);
      for (int to = 0; to < dtype_count; ++to) {
        const Op x = placeholder(e, dtype_at(from));
        const Op result = value_of(x, dtype_at(to));
        const Tensor expected = run("reference", result, {x}, {values});
        const Tensor found = run("cpu", result, {x}, {values});
        for (std::int64_t i = 0; i < found.size(); ++i) {
          const double is = found.at(i), wanted = expected.at(i);
          QVERIFY2(is == wanted || (std::isnan(is) && std::isnan(wanted)),
                   qPrintable(QString("%1 from type %2 to type %3: %4, not %5")
                                  .arg(values.at(i))
                                  .arg(from)
                                  .arg(to)
                                  .arg(is)
                                  .arg(wanted)));
        }
      }
    }
  }

  // Comparisons and arithmetic keep all digits of 32-bit integers and doubles.
  void intermediatesKeepFullPrecision() {
    for (const DType dtype : {DType::i32, DType::i64, DType::u32, DType::f64}) {
      const Op x = placeholder(Axes(), dtype), y = placeholder(Axes(), dtype);
      for (const char* transformer : {"reference", "cpu"}) {
        const std::vector<Tensor> arguments = {
            Tensor::from(dtype, {}, std::vector<double>{16777217}),
            Tensor::from(dtype, {}, std::vector<double>{16777216})};
        QCOMPARE(run(transformer, greater(x, y), {x, y}, arguments).item(), 1.0);
        QCOMPARE(run(transformer, x - y, {x, y}, arguments).item(), 1.0);
      }
    }
  }

  // What is subtracted from the elements, or compared with them, has all their digits.
  void smallDifferencesOfLargeNumbers() {
    const double most = 1764547200;  // seconds; float32 has steps of 128 there
    const double total = 1 + std::exp(-1) + std::exp(-2) + std::exp(-3);
    for (const DType dtype : {DType::i32, DType::i64, DType::u32, DType::f64}) {
      const Op x = placeholder(b(), dtype), y = softmax(x);
      const Op spread = variance(x, reduce_over(b()));
      for (const char* transformer : {"reference", "cpu"}) {
        const auto found = [&](const Op& op) {
          return run(transformer, op, {x}, {filled_by(dtype, most - 3, 1)});
        };
        QCOMPARE(found(spread).item(), 1.25);
        QVERIFY(std::abs(found(y).at(2) - std::exp(-1) / total) < 1e-7);
        QVERIFY(std::abs(found(log(y)).at(0) + 3 + std::log(total)) < 1e-6);
        if (dtype != DType::f64) continue;
        QCOMPARE(found(deriv(spread, x)).values(), (std::vector<double>{-.75, -.25, .25, .75}));
        QCOMPARE(run(transformer, L2_norm(x), {x}, {filled_by(dtype, 1e30, 0)}).item(),
                 static_cast<double>(2e30f));
      }
    }
  }

  // The classes 2^24 and 2^24 + 1 are equal as float32.
  void manyClasses() {
    const Axis classes = make_axis((1 << 24) + 3, "K");
    const Op x = placeholder(a()), rows = one_hot(x, classes);
    const Op count = sum(rows, reduce_over(classes));
    const Tensor given = Tensor{16777216, 16777218, 5};
    QCOMPARE(run("cpu", count, {x}, {given}).values(), (std::vector<double>{1, 1, 1}));
  }

  // Kernels of every dtype compile as CUDA where NVRTC is installed.
  void cudaTextsCompile() {
    if (!nvrtc_availability().available) {
      QSKIP(qPrintable(QString::fromStdString(nvrtc_availability().reason)));
    }
    for (int i = 0; i < dtype_count; ++i) {
      const ScopedResultType type(dtype_at(i));
      const Op x = placeholder(Axes{a(), b()}, dtype_at(i)), y = placeholder(a(), dtype_at(i));
      const Op result = sum(maximum(x, y) * x, reduce_over(b())) + power(y, sign(y));
      std::vector<Op> results = {result, mod(x, y), cos(floordivide(x, 3))};
      if (is_float(dtype_at(i))) results = {result, uniform(x), normal(y) + y};
      const TransformerPtr transformer = allocate_transformer("cpu");
      const Computation f = transformer->computation(results, {x, y});
      for (const kernel::Kernel& kernel : f.compilation().program.kernels) {
        const DisplayText ptx = ptx_text(kernel, true);
        QVERIFY2(ptx.absent.empty(), ptx.absent.c_str());
      }
    }
  }

  void defaultsAreTheOriginals() {
    const Op i = placeholder(Axes{a(), b()}, DType::i8);
    QCOMPARE((i + i).dtype(), DType::f32);
    QCOMPARE(less(i, i).dtype(), DType::f32);
    QCOMPARE(sum(i).dtype(), DType::f32);
    QCOMPARE(argmax(i).dtype(), DType::i32);
    QCOMPARE(axes_with_order(i, Axes{b(), a()}).dtype(), DType::i8);
    QCOMPARE(broadcast(i, Axes{b(), a(), make_axis(2, "K")}).dtype(), DType::i8);
    QCOMPARE(dot(i, i).dtype(), DType::f32);
  }

  // A cast inside a kernel rounds, although nothing is stored in that dtype.
  void castsInsideAKernelRound() {
    const Op x = placeholder(a());
    const Tensor value = Tensor{1.2, 2.6, 300.7};
    for (const DType narrow : {DType::i8, DType::u16, DType::bool_, DType::f16, DType::bf16}) {
      const Tensor found = run("cpu", value_of(x * 1.5, narrow) * 2.0, {x}, {value});
      for (std::int64_t i = 0; i < value.size(); ++i) {
        const double product = static_cast<float>(value.at(i)) * 1.5f;
        QCOMPARE(found.at(i), 2 * round_to(narrow, product));
      }
    }
    const Op wide = placeholder(a(), DType::f64);
    const ScopedResultType type(DType::f64);
    const Tensor found = run("cpu", value_of(wide * 1.5, DType::f32) * 2.0, {wide}, {value});
    for (std::int64_t i = 0; i < value.size(); ++i)
      QCOMPARE(found.at(i), 2 * round_to(DType::f32, 1.5 * value.at(i)));
  }

  // A softmax of integers is 0 almost everywhere: its cross-entropy is not that of the logits.
  void costsOfIntegerSoftmax() {
    const Op x = placeholder(a()), t = placeholder(a());
    Op y;
    {
      const ScopedResultType type(DType::u32);
      y = softmax(x);
    }
    for (const char* transformer : {"reference", "cpu"}) {
      const Tensor found = run(transformer, cross_entropy_multi(y, t), {x, t},
                               {Tensor{0, 9, 0}, Tensor{.25, .5, .25}});
      QCOMPARE(found.item(), 50.0);
    }
  }

  // In a float64 scope a training step keeps full precision.
  void gradientsKeepDouble() {
    const ScopedResultType type(DType::f64);
    const Op w = variable(a(), .1, DType::f64);
    const Op cost = sum(exp(w * .3), out_axes(Axes()));
    const Op gradient = deriv(cost, w);
    QCOMPARE(gradient.dtype(), DType::f64);
    for (const char* transformer : {"reference", "cpu"}) {
      const Tensor found = run(transformer, gradient, {}, {});
      for (double d : found.values()) QVERIFY(std::abs(d - .3 * std::exp(.03)) < 1e-15);
    }
  }

  void randomSamplesAreFloats() {
    const ScopedResultType type(DType::i32);
    QVERIFY_THROWS_EXCEPTION(Error, uniform(placeholder(a())));
  }
};

NGRAPH_TEST(DTypesTest)
#include "dtypes_test.moc"
