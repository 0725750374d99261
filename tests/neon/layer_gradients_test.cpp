// SPDX-License-Identifier: Apache-2.0
// Checks gradients of every layer, by input and parameters, by finite differences in double.
#include <QtTest>

#include "engine/neon/neon.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis N = make_axis(3, "N"), C = make_axis(2, "C"), H = make_axis(5, "H");
const Axis W = make_axis(4, "W"), REC = make_axis(4, "REC"), F = make_axis(3, "F");

Tensor uneven(const Axes& axes, double phase = 1) {
  Tensor tensor(DType::f64, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.set(i, std::cos(phase + 1.7 * static_cast<double>(i)));
  }
  return tensor;
}

neon::Initialiser wide() {
  return neon::uniform(-0.8, 0.8);
}

neon::RecurrentOptions cells() {
  return {
      .nout = 3, .init = wide(), .activation = neon::tanh(), .gate_activation = neon::logistic()};
}

template <class Options>
Options with(Options options, void (*change)(Options&)) {
  change(options);
  return options;
}

struct Row {
  const char* name;
  Axes in;
  std::function<neon::LayerPtr()> make;
};

const std::vector<Row>& rows() {
  using neon::RecurrentOptions;
  static const std::vector<Row> all = {
      {"linear", {C, H, N}, [] { return neon::linear({.init = wide(), .nout = 3}); }},
      {"affine",
       {C, N},
       [] {
         return neon::affine({.weight_init = wide(), .nout = 3, .activation = neon::softmax()});
       }},
      {"affine, normalized",
       {C, N},
       [] {
         return neon::affine(
             {.weight_init = wide(), .nout = 3, .activation = neon::tanh(), .batch_norm = true});
       }},
      {"bias of channels", {C, H, N}, [] { return neon::bias(); }},
      {"batch_norm", {N, H}, [] { return neon::batch_norm(); }},
      {"convolution",
       {C, H, W, N},
       [] {
         return neon::convolution({.filter_shape = {3, 2, 2},
                                   .filter_init = wide(),
                                   .strides = 2,
                                   .padding = "same",
                                   .bias_init = wide()});
       }},
      {"convolution, dilated",
       {C, H, W, N},
       [] {
         return neon::convolution({.filter_shape = {3, 2, 2},
                                   .filter_init = wide(),
                                   .padding = "causal",
                                   .dilation = 2});
       }},
      {"deconvolution",
       {C, H, W, N},
       [] {
         return neon::deconvolution({{.filter_shape = {3, 2, 2},
                                      .filter_init = wide(),
                                      .strides = 2,
                                      .padding = 1,
                                      .bias_init = wide()}});
       }},
      {"deconvolution, cropped",
       {C, H, W, N},
       [] {
         return neon::deconvolution(
             {{.filter_shape = {3, 2, 2}, .filter_init = wide()}, std::vector<std::int64_t>{5, 2}});
       }},
      {"pooling by mean",
       {C, H, W, N},
       [] { return neon::pooling({.pool_shape = {2, 2}, .strides = 2, .pool_type = "avg"}); }},
      {"pooling by maximum",
       {C, H, W, N},
       [] { return neon::pooling({.pool_shape = {2, 2}, .padding = "same"}); }},
      {"recurrent", {C, REC, N}, [] { return neon::recurrent(cells()); }},
      {"recurrent, last state",
       {C, H, REC, N},
       [] {
         return neon::recurrent(
             with(cells(), +[](RecurrentOptions& o) { o.return_sequence = false; }));
       }},
      {"lstm", {C, REC, N}, [] { return neon::lstm(cells()); }},
      {"lstm, backward",
       {C, REC, N},
       [] { return neon::lstm(with(cells(), +[](RecurrentOptions& o) { o.backward = true; })); }},
      {"gru", {C, REC, N}, [] { return neon::gru(cells()); }},
      {"birnn, both",
       {C, REC, N},
       [] {
         neon::BiRNNOptions o;
         o.nout = 3;
         o.init = wide();
         o.activation = neon::tanh();
         o.reset_cells = true;
         o.concat_out = true;
         return neon::birnn(o);
       }},
      {"residual",
       {C, H, W, N},
       [] {
         return neon::residual(neon::convolution(
             {.filter_shape = {3, 3, 2}, .filter_init = wide(), .padding = "same"}));
       }},
      {"parallel",
       {C, H, W, N},
       [] {
         return neon::parallel(
             {neon::convolution({.filter_shape = {1, 1, 2}, .filter_init = wide()}),
              neon::pooling({.pool_shape = {3, 3}, .padding = 1, .pool_type = "avg"})});
       }},
  };
  return all;
}

}  // namespace

class LayerGradientsTest : public QObject {
  Q_OBJECT
 private slots:
  void gradients_by_differences_data();
  void gradients_by_differences();
};

void LayerGradientsTest::gradients_by_differences_data() {
  QTest::addColumn<int>("row");
  for (std::size_t i = 0; i < rows().size(); ++i) QTest::addRow("%s", rows()[i].name) << int(i);
}

// Gradients by the input and every parameter, on a transformer that computes in double.
void LayerGradientsTest::gradients_by_differences() {
  QFETCH(int, row);
  const Row& tried = rows()[static_cast<std::size_t>(row)];
  const neon::LayerPtr layer = tried.make();
  const Op x = placeholder(tried.in, DType::f64);
  const Op y = layer(x);
  const Op weights = constant(uneven(y.axes(), 0.3), y.axes());
  const Op cost = sum(y * weights, out_axes({}));
  std::vector<Op> all = layer->variables();
  all.push_back(x);
  std::vector<Op> gradients;
  for (const Op& op : all) gradients.push_back(deriv(cost, op));
  const auto transformer = allocate_transformer("reference");
  const Computation f = transformer->add_computation(computation({cost}, {x}), in_double());
  const Computation g = transformer->add_computation(computation(gradients, {x}), in_double());
  Tensor input = uneven(tried.in);
  transformer->allocate();
  const Results derived = g(input);
  const double h = 1e-5;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_input = i + 1 == all.size();
    const Tensor start = is_input ? input : *transformer->value(all[i]);
    for (std::int64_t k = 0; k < std::min<std::int64_t>(start.size(), 12); ++k) {
      double at[2];
      for (const int side : {0, 1}) {
        Tensor moved = start;
        moved.set(k, start.at(k) + (side ? h : -h));
        if (!is_input) transformer->set_value(all[i], moved);
        at[side] = f(is_input ? moved : input).item();
      }
      if (!is_input) transformer->set_value(all[i], start);
      const double slope = (at[1] - at[0]) / (2 * h);
      const double tolerance = is_input ? 1e-6 : 2e-2;  // variables hold float32: h is rounded
      QVERIFY2(std::abs(derived[i].at(k) - slope) <= tolerance * std::max(1.0, std::abs(slope)),
               qPrintable(QString("%1 at %2: %3, by differences %4")
                              .arg(is_input ? "input" : all[i].name().c_str())
                              .arg(k)
                              .arg(derived[i].at(k))
                              .arg(slope)));
    }
  }
}

NGRAPH_TEST(LayerGradientsTest)
#include "layer_gradients_test.moc"
