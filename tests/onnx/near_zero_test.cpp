// SPDX-License-Identifier: Apache-2.0
// Tests functions that keep the digits that their textbook formulas cancel against the C library,
// and their derivatives.
#include "engine/frontends/onnx/elementwise/near_zero.h"

#include <QtTest>
#include <cmath>
#include <numbers>

#include "engine/frontends/onnx/elementwise/activations.h"
#include "engine/frontends/onnx/elementwise/error_function.h"
#include "engine/ngraph.h"
#include "engine/ops/result_type.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using std::numbers::pi;

struct Function {
  const char* name;
  Op (*of_op)(const Op&);
  double (*of_number)(double);
  double (*derivative)(double);
};

const Function functions[] = {
    {"exp_minus_one", onnx::exp_minus_one, std::expm1, std::exp},
    {"log_one_plus", onnx::log_one_plus, std::log1p, [](double x) { return 1 / (1 + x); }},
    {"sinh", onnx::sinh, std::sinh, std::cosh},
    {"cosh", onnx::cosh, std::cosh, std::sinh},
    {"asinh", onnx::asinh, std::asinh, [](double x) { return 1 / std::sqrt(x * x + 1); }},
    {"acosh", onnx::acosh, std::acosh, [](double x) { return 1 / std::sqrt(x * x - 1); }},
    {"atanh", onnx::atanh, std::atanh, [](double x) { return 1 / (1 - x * x); }},
    {"elu", [](const Op& x) { return onnx::elu(x, 1); },
     [](double x) { return x > 0 ? x : std::expm1(x); },
     [](double x) { return x > 0 ? 1 : std::exp(x); }},
    {"softplus", onnx::softplus,
     [](double x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::abs(x))); },
     [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"complementary_error", onnx::complementary_error, std::erfc,
     [](double x) { return -2 * std::numbers::inv_sqrtpi * std::exp(-x * x); }},
};

struct Curve {
  const char* name;
  Op (*of_op)(const Op&);
  double (*slope)(double);
  double (*curvature)(double);
};

std::vector<double> arguments(DType type) {
  std::vector<double> all = {0.0, 1.0,    HUGE_VAL, NAN, 88.9, -88.9, 1e7, 1e9, 1e30, 1.0001,
                             1.5, 0.9999, 3,        20,  -3,   5,     -7,  8.5, 26};
  for (const double size : {1e-30, 1e-12, 1e-8, 3e-7, 1e-4, 0.01, 0.3, 0.75, 0.999}) {
    all.push_back(size);
    all.push_back(-size);
  }
  for (double& each : all) each = round_to(type, each);
  return all;
}

// Equal within a relative error; also infinite and no number alike.
bool near(double found, double expected, double error) {
  if (std::isnan(expected) || std::isnan(found)) return std::isnan(expected) && std::isnan(found);
  if (std::isinf(expected)) return found == expected;
  return std::abs(found - expected) <= error * std::abs(expected);
}

}  // namespace

class NearZeroTest : public QObject {
  Q_OBJECT
 private slots:
  void values_data();
  void values();
  void derivatives();
  void curvatures_data();
  void curvatures();
};

void NearZeroTest::values_data() {
  QTest::addColumn<int>("function");
  QTest::addColumn<QString>("transformer");
  QTest::addColumn<int>("dtype");
  for (std::size_t i = 0; i < std::size(functions); ++i)
    for (const char* transformer : {"cpu", "reference"})
      for (const DType type : {DType::f32, DType::f64})
        QTest::addRow("%s on %s in %s", functions[i].name, transformer,
                      std::string(name(type)).c_str())
            << int(i) << QString(transformer) << int(type);
}

void NearZeroTest::values() {
  QFETCH(int, function);
  QFETCH(QString, transformer);
  QFETCH(int, dtype);
  const Function& tested = functions[function];
  const auto type = static_cast<DType>(dtype);
  const std::vector<double> given = arguments(type);
  const ScopedResultType result(type);
  const Op x = placeholder({make_axis(std::ssize(given), "N")}, type);
  const TransformerPtr made = allocate_transformer(transformer.toStdString());
  const Tensor found = made->computation({tested.of_op(x)}, {x})
                           .call({Tensor::from(type, {std::ssize(given)}, given)})[0];
  const double error = type == DType::f32 ? 1e-6 : 4e-15;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const double expected = round_to(type, tested.of_number(given[i]));
    const double value = found.at(static_cast<std::int64_t>(i));
    QVERIFY2(near(value, expected, error), qPrintable(QString("%1: %2, expected %3")
                                                          .arg(given[i])
                                                          .arg(value, 0, 'g', 17)
                                                          .arg(expected, 0, 'g', 17)));
  }
}

void NearZeroTest::derivatives() {
  const std::vector<double> inside = {-0.9, -0.3, -1e-7, 1e-8, 3e-7, 0.01, 0.5, 0.99};
  const std::vector<double> above = {1.01, 1.5, 4, 30};
  for (const Function& tested : functions) {
    const std::vector<double>& given = tested.of_number == functions[5].of_number ? above : inside;
    const Op x = placeholder({make_axis(std::ssize(given), "N")});
    const Op total = sum(tested.of_op(x), out_axes(Axes{}));
    const TransformerPtr made = allocate_transformer("cpu");
    const Tensor found = made->computation({deriv(total, x)}, {x})
                             .call({Tensor::from(DType::f32, {std::ssize(given)}, given)})[0];
    for (std::size_t i = 0; i < given.size(); ++i) {
      const double expected = tested.derivative(given[i]);
      QVERIFY2(std::abs(found.at(static_cast<std::int64_t>(i)) - expected) <=
                   1e-4 * std::max(1.0, std::abs(expected)),
               qPrintable(QString("%1 at %2").arg(tested.name).arg(given[i])));
    }
  }
}

void NearZeroTest::curvatures_data() {
  QTest::addColumn<Curve>("tested");
  const Curve all[] = {
      {"log_one_plus", onnx::log_one_plus, [](double x) { return 1 / (1 + x); },
       [](double x) { return -1 / ((1 + x) * (1 + x)); }},
      {"asinh", onnx::asinh, [](double x) { return 1 / std::sqrt(1 + x * x); },
       [](double x) { return -x * std::pow(1 + x * x, -1.5); }},
      {"atanh", onnx::atanh, [](double x) { return 1 / (1 - x * x); },
       [](double x) { return 2 * x / ((1 - x * x) * (1 - x * x)); }},
      {"complementary_error", onnx::complementary_error,
       [](double x) { return -2 * std::numbers::inv_sqrtpi * std::exp(-x * x); },
       [](double x) { return 4 * x * std::numbers::inv_sqrtpi * std::exp(-x * x); }},
      {"sinc", onnx::sinc,  // near 0
       [](double x) { return std::pow(pi, 4) * x * x * x / 30 - pi * pi * x / 3; },
       [](double x) { return std::pow(pi, 4) * x * x / 10 - pi * pi / 3; }},
  };
  for (const Curve& tested : all) QTest::newRow(tested.name) << tested;
}

// First and second derivatives where the digits of the values are lost.
void NearZeroTest::curvatures() {
  QFETCH(Curve, tested);
  const std::vector<double> given = {0, 1e-9, 1e-8, 1e-7, 3e-7, 1e-5, 1e-4, 1e-3, -1e-8, -1e-4};
  for (const DType type : {DType::f32, DType::f64}) {
    const ScopedResultType result(type);
    const Op x = placeholder({make_axis(std::ssize(given), "N")}, type);
    const Op slope = deriv(sum(tested.of_op(x), out_axes(Axes{})), x);
    const Op curvature = deriv(sum(slope, out_axes(Axes{})), x);
    const auto found = allocate_transformer("cpu")
                           ->computation({slope, curvature}, {x})
                           .call({Tensor::from(type, {std::ssize(given)}, given)});
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      const double error = type == DType::f32 ? 1e-5 : 1e-10;
      QVERIFY2(near(found[0].at(at), tested.slope(given[i]), error),
               qPrintable(QString("%1: %2").arg(given[i]).arg(found[0].at(at))));
      QVERIFY2(std::abs(found[1].at(at) - tested.curvature(given[i])) < 2 * error,
               qPrintable(QString("%1: %2").arg(given[i]).arg(found[1].at(at))));
    }
  }
}

NGRAPH_TEST(NearZeroTest)
#include "near_zero_test.moc"
