// SPDX-License-Identifier: Apache-2.0
// Tests layers: names, shared weights, modes, state, errors.
#include <QtTest>

#include "engine/graph/graph.h"
#include "engine/neon/neon.h"
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

std::vector<std::string> names_of(const neon::Layer& layer) {
  std::vector<std::string> names;
  for (const Op& op : layer.variables()) names.push_back(op.name());
  return names;
}

neon::LayerPtr two_layers(const std::string& name) {
  return neon::sequential(
      {neon::affine({.nout = 4, .activation = neon::rectlin()}), neon::affine({.nout = 2})}, name);
}

}  // namespace

class LayersTest : public QObject {
  Q_OBJECT

  // Checks that the error names the layer, the cause and what to do.
  template <class Make>
  static void refused(const Make& make, const char* layer, const char* text) {
    try {
      make();
      QFAIL("no error was thrown");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains(layer), error.what());
      QVERIFY2(QString(error.what()).contains(text), error.what());
    }
  }

 private slots:
  void names_depend_on_the_model_only();
  void initial_parameters_are_reproducible();
  void two_calls_of_a_layer_share_weights();
  void inference_takes_running_statistics();
  void a_given_normalization_is_used();
  void running_statistics_can_be_means();
  void dropout_keeps_the_requested_fraction();
  void dropout_gradients_use_the_same_mask();
  void state_survives_calls();
  void an_unrolled_cell_keeps_its_state();
  void both_directions_share_their_axis();
  void gru_follows_its_formula();
  void a_cell_unrolled_is_a_recurrent_layer();
  void lookups_stay_zero_at_the_padding();
  void lookups_are_in_steps_of_batches();
  void a_linear_layer_may_sum_over_nothing_or_give_a_scalar();
  void initialisers_follow_the_fans();
  void fans_of_a_lookup_table();
  void refusals_name_layer_and_axes();
};

void LayersTest::names_depend_on_the_model_only() {
  const Op x = placeholder({C, N});
  std::vector<std::string> first;
  {
    const neon::LayerPtr model = two_layers("mlp");
    model(x);
    first = names_of(*model);
  }
  const std::vector<std::string> expected = {"mlp/Affine/W", "mlp/Affine/bias", "mlp/Affine_0/W",
                                             "mlp/Affine_0/bias"};
  QCOMPARE(first, expected);
  // Ops, axes and models created before do not change the names.
  const neon::LayerPtr other = two_layers("other");
  other(x);
  make_axis(7);
  const neon::LayerPtr again = two_layers("mlp");
  again(x);
  QCOMPARE(names_of(*again), expected);
}

void LayersTest::initial_parameters_are_reproducible() {
  const Op x = placeholder({C, N});
  Tensor values[2];
  for (Tensor& value : values) {
    const neon::LayerPtr model = two_layers("same");
    model(x);
    value = initial_contents(model->variables()[0].node());
    two_layers("between")(x);
  }
  QCOMPARE(values[0].values(), values[1].values());
  const neon::LayerPtr other = two_layers("different");
  other(x);
  QVERIFY(initial_contents(other->variables()[0].node()).values() != values[0].values());
}

void LayersTest::two_calls_of_a_layer_share_weights() {
  const Op x = placeholder({C, N}), z = placeholder({C, N});
  const neon::LayerPtr model = two_layers("shared");
  const Op a = model(x), b = model(z);
  QCOMPARE(model->variables().size(), std::size_t{4});
  QCOMPARE((a + b).variables().size(), std::size_t{4});
  QVERIFY(b.name().starts_with("shared/"));
}

void LayersTest::inference_takes_running_statistics() {
  const Op x = placeholder({F, N});
  const auto layer = neon::batch_norm({.rho = 0.5});
  const Op train = layer(x);
  Op infer;
  {
    const neon::InferenceMode mode;
    QVERIFY(neon::InferenceMode::on());
    infer = layer(x);
  }
  QVERIFY(!neon::InferenceMode::on());
  const auto t = make_transformer();
  const Computation training = t->computation(train, x), inference = t->computation(infer, x);
  const Tensor in =
      Tensor::from(DType::f32, {3, 3}, std::vector<double>{1, 2, 3, 4, 6, 8, 0, 0, 3});
  // Before training: mean 0, variance 1.
  QVERIFY(std::abs(inference(in)[0].at(1) - 2 / std::sqrt(1.001)) < 1e-6);
  training(in);
  const double variance = 0.5 + 0.5 * 2.0 / 3, mean = 0.5 * 2;
  QVERIFY(std::abs(inference(in)[0].at(2) - (3 - mean) / std::sqrt(variance + 1e-3)) < 1e-6);
}

void LayersTest::a_given_normalization_is_used() {
  const auto given = neon::batch_norm();
  given->set_options({.rho = 0.25});
  const neon::AffineOptions options{.nout = 2, .batch_norm = std::shared_ptr(given)};
  const auto layer = neon::affine(options);
  layer(placeholder({C, N}));
  QVERIFY(layer->layers()[1].get() == given.get());
  QCOMPARE(initial_contents(given->parameter("rho").node()).at(0), 0.25);
  refused([&] { given->set_options({.rho = 0.5}); }, "Affine", "called already");
  refused([] { neon::batch_norm()->set_options({.eps = -1}); }, "BatchNorm", "eps");
  const auto image = neon::convolution(
      {.filter_shape = {3, 3, 2}, .batch_norm = neon::batch_norm({.init_gamma = 3})});
  image(placeholder({C, H, W, N}));
  QCOMPARE(initial_contents(image->layers()[0]->parameter("gamma").node()).at(1), 3.0);
}

void LayersTest::running_statistics_can_be_means() {
  const Op x = placeholder({F, N});
  const auto layer = neon::batch_norm();
  const auto t = make_transformer();
  const Computation training = t->computation(layer(x), x);
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    layer->set_tuning_iteration(*t, i);
    Tensor in(DType::f32, {3, 3});
    for (std::int64_t k = 0; k < 9; ++k) in.set(k, i * i + 1);
    sum += i * i + 1;
    training(in);
  }
  QVERIFY(std::abs(t->value(layer->parameter("gmean"))->at(0) - sum / 4) < 1e-6);
}

void LayersTest::dropout_keeps_the_requested_fraction() {
  const Axis many = make_axis(20000, "C");
  const Op x = placeholder({many, N});
  for (const bool per_sample : {false, true}) {
    const auto layer = neon::dropout({.keep = 0.3, .per_sample = per_sample});
    const Op y = layer(x);
    QCOMPARE(layer->parameter("mask").axes().size(), std::size_t(per_sample ? 2 : 1));
    const auto t = make_transformer();
    const Computation f = t->computation(mean(y, out_axes({})), x);
    Tensor ones(DType::f32, {20000, 3});
    for (std::int64_t i = 0; i < ones.size(); ++i) ones.set(i, 1);
    const double first = f(ones).item();
    QVERIFY(std::abs(first - 0.3) < 0.02);
    QVERIFY(f(ones).item() != first);  // sampled again
  }
  const neon::InferenceMode mode;
  const auto layer = neon::dropout({.keep = 0.3});
  QVERIFY(std::abs(executor(layer(x), x)(1.0)[0].at(5) - 0.3) < 1e-7);
}

// Also when gradients are separate results, as in training, and for two calls.
void LayersTest::dropout_gradients_use_the_same_mask() {
  const Op x = placeholder({F, N}), w = variable({F, N}, 1.0);
  for (const bool twice : {false, true}) {
    const auto layer = neon::dropout({.keep = 0.5, .per_sample = true});
    const Op once = layer(x * w);
    const Op y = twice ? layer(once) : once;
    const Op loss = sum(y, out_axes({}));
    const Op change = doall({assign(w, deriv(loss, w))});
    const Computation f = executor({y, loss, change, w}, {x});
    for (int call = 0; call < 3; ++call) {
      // w <- mask * x, so the next y is mask' * mask * x * x: with x = 1 the masks are visible.
      const Results found = f.call({Tensor(1.0)});
      for (std::int64_t i = 0; i < 9; ++i) {
        if (call == 0) QCOMPARE(found[3].at(i), found[0].at(i));
      }
    }
  }
}

void LayersTest::an_unrolled_cell_keeps_its_state() {
  const Op x = placeholder({C, REC, N});
  const ScopedName scope("model");
  const auto cell =
      neon::rnn_cell({.nout = 3, .init = wide(), .activation = neon::tanh(), .name = "cell"});
  const Op y = neon::unroll(cell, 4, x, {.reset_cells = false, .return_sequence = false});
  const Op again = neon::unroll(cell, 4, x, {.reset_cells = false, .return_sequence = false});
  QCOMPARE(cell->parameter("h_init").name(), std::string("model/cell/h_init"));
  QVERIFY(again.axes() == y.axes());
  const Computation f = executor(y, x);
  const Tensor in = uneven({C, REC, N});
  const Tensor first = f(in)[0], second = f(in)[0];
  QVERIFY(first.values() != second.values());
  const Op h = placeholder({cell->axis(), N});
  const Op from = neon::unroll(cell, 4, x, {.init_state = h, .return_sequence = false});
  const Tensor other = executor({from}, {x, h}).call({in, first})[0];
  QCOMPARE(difference(other.values(), second.values(), 1e-6, 1e-7), QString());
}

void LayersTest::both_directions_share_their_axis() {
  const Op x = placeholder({C, H, REC, N});
  neon::BiRNNOptions options;
  options.nout = 3;
  options.sum_out = true;
  QCOMPARE(neon::birnn(options)(x).axes().size(), std::size_t{3});
  options.name = "both";
  options.sum_out = false;
  options.concat_out = true;
  const Op both = neon::birnn(options)(x);
  QCOMPARE(both.axes().text(), std::string("both: 6, REC: 4, N: 3"));
  // The layers that a layer creates have its line.
  for (const NodePtr& node : ordered_nodes({both.value()})) {
    const std::string& file = node->label->file;
    QVERIFY2(file.ends_with("layers_test.cpp"), (describe(*node) + file).c_str());
  }
}

// Two calls on halves of a sequence equal one call on the whole sequence.
void LayersTest::state_survives_calls() {
  const Axis whole = make_axis(8, "REC");
  const Op half_in = placeholder({C, REC, N}), whole_in = placeholder({C, whole, N});
  for (const bool gates : {false, true}) {
    neon::RecurrentOptions options = cells();
    options.name = "stateful";
    options.reset_cells = false;
    const auto make = [&]() -> neon::LayerPtr {
      if (gates) return neon::lstm(options);
      return neon::gru(options);
    };
    const Tensor in = uneven({C, whole, N});
    Tensor halves[2] = {Tensor(DType::f32, {2, 4, 3}), Tensor(DType::f32, {2, 4, 3})};
    for (std::int64_t c = 0; c < 2; ++c) {
      for (std::int64_t i = 0; i < 24; ++i) {
        halves[i / 12].set(c * 12 + i % 12, in.at(c * 24 + i));
      }
    }
    Tensor last;
    {
      const Op y = make()(half_in);
      const Computation f = executor(y, half_in);
      f(halves[0]);
      last = f(halves[1])[0];
    }
    const Op y = make()(whole_in);
    const Tensor all = executor(y, whole_in)(in)[0];
    for (std::int64_t k = 0; k < 3; ++k) {  // unit k at the last step of the first sample
      QVERIFY(std::abs(last.at(k * 12 + 9) - all.at(k * 24 + 21)) < 1e-6);
    }
  }
}

void LayersTest::gru_follows_its_formula() {
  const Axis one = make_axis(1, "C"), step = make_axis(1, "REC"), n = make_axis(1, "N");
  const Op x = placeholder({one, step, n}), h = placeholder({make_axis(1, "F"), n});
  const auto layer = neon::gru({.nout = 1,
                                .init = neon::constant(0.5),
                                .activation = neon::tanh(),
                                .gate_activation = neon::logistic()});
  const Op y = layer(x, std::vector<Op>{h});
  const double found = executor({y}, {x, h}).call({Tensor(0.7), Tensor(-0.4)})[0].at(0);
  const auto logistic = [](double v) { return 1 / (1 + std::exp(-v)); };
  const double r = logistic(0.5 * 0.7 - 0.5 * 0.4), z = r;
  const double candidate = std::tanh(0.5 * 0.7 + 0.5 * r * -0.4);
  QVERIFY(std::abs(found - (z * -0.4 + (1 - z) * candidate)) < 1e-6);
}

void LayersTest::a_cell_unrolled_is_a_recurrent_layer() {
  const Op x = placeholder({C, REC, N});
  const auto cell =
      neon::rnn_cell({.nout = 3, .init = neon::constant(0.3), .activation = neon::tanh()});
  const auto layer =
      neon::recurrent({.nout = 3, .init = neon::constant(0.3), .activation = neon::tanh()});
  for (const bool reverse : {false, true}) {
    neon::RecurrentOptions options{
        .nout = 3, .init = neon::constant(0.3), .activation = neon::tanh(), .backward = reverse};
    const Op a = neon::unroll(cell, 4, x, {.reverse_mode = reverse});
    const Op b = neon::recurrent(options)(x);
    const Results both = executor({a, b}, {x}).call({uneven({C, REC, N})});
    QCOMPARE(difference(both[0].values(), both[1].values(), 1e-6, 1e-7), QString());
  }
  refused([&] { neon::unroll(cell, 5, x); }, "RNNCell", "REC: 4");
}

void LayersTest::lookups_stay_zero_at_the_padding() {
  const Op x = placeholder({REC, N});
  const auto table = neon::lookup_table({.vocab_size = 5, .embed_dim = 3, .pad_idx = 2});
  const Op rows = table(x);
  QCOMPARE(rows.axes().text(), std::string("F: 3, REC: 4, N: 3"));
  Tensor twos(DType::f32, {4, 3});
  for (std::int64_t i = 0; i < 12; ++i) twos.set(i, i == 5 ? 1 : 2);
  const Tensor found = executor(rows, x)(twos)[0];
  QCOMPARE(found.at(0), 0.0);
  QVERIFY(found.at(5) != 0);
  const auto plain = neon::lookup_table({.vocab_size = 5, .embed_dim = 3});
  QVERIFY(executor(plain(x), x)(twos)[0].at(0) != 0);
}

void LayersTest::lookups_are_in_steps_of_batches() {
  const Op x = placeholder({N, REC});
  const auto table = neon::lookup_table({.vocab_size = 12, .embed_dim = 1, .init = wide()});
  const Op rows = table(x);
  QCOMPARE(rows.axes().text(), std::string("F: 1, REC: 4, N: 3"));
  Tensor indices(DType::f32, {3, 4});
  for (std::int64_t i = 0; i < 12; ++i) indices.set(i, static_cast<double>(i));
  const Results found = executor({rows, table->parameter("LutW")}, {x}).call({indices});
  for (std::int64_t i = 0; i < 12; ++i) QCOMPARE(found[0].at(i % 4 * 3 + i / 4), found[1].at(i));
}

void LayersTest::a_linear_layer_may_sum_over_nothing_or_give_a_scalar() {
  const Op x = placeholder(N), y = placeholder({C, N});
  const auto outer = neon::linear({.init = neon::constant(2), .axes = F, .keep_axes = Axes(N)});
  const auto scalar = neon::linear({.init = neon::constant(3), .axes = Axes()});
  const auto mixed = neon::linear({.init = neon::constant(2), .axes = N, .keep_axes = Axes(C)});
  QCOMPARE(mixed(y).axes(), Axes({N, C}));
  QCOMPARE(mixed->parameter("W").axes(), Axes({make_shadow_axis(N), N}));
  const auto t = make_transformer();
  const Op spread = outer(x), summed = scalar(y);
  QCOMPARE(spread.axes(), Axes({F, N}));
  QCOMPARE(summed.axes(), Axes(N));
  const Op gradient = deriv(sum(spread, out_axes({})), x);
  const Computation run = t->computation({spread, summed, gradient}, {x, y});
  const auto of = [](std::vector<std::int64_t> shape, std::vector<double> values) {
    return Tensor::from(DType::f32, std::move(shape), std::move(values));
  };
  const auto got = run(of({3}, {1, 2, 3}), of({2, 3}, {1, 2, 3, 4, 5, 6}));
  QCOMPARE(got[0].values(), (std::vector<double>{2, 4, 6, 2, 4, 6, 2, 4, 6}));
  QCOMPARE(got[1].values(), (std::vector<double>{15, 21, 27}));
  QCOMPARE(got[2].values(), (std::vector<double>{6, 6, 6}));
}

void LayersTest::initialisers_follow_the_fans() {
  const Axis out = make_shadow_axis(make_axis(30, "K")), in = make_axis(50, "C");
  const auto spread = [&](const neon::Initialiser& initialiser) {
    const Tensor values = initial_contents(variable({out, in}, initialiser({out, in}, 5)).node());
    double squares = 0;
    for (const double value : values.values()) squares += value * value;
    return std::sqrt(squares / static_cast<double>(values.size()));
  };
  QVERIFY(std::abs(spread(neon::glorot()) / std::sqrt(2.0 / 80) - 1) < 0.05);
  QVERIFY(std::abs(spread(neon::xavier()) / std::sqrt(1.0 / 50) - 1) < 0.05);
  QVERIFY(std::abs(spread(neon::kaiming()) / std::sqrt(2.0 / 50) - 1) < 0.05);
  QVERIFY(std::abs(spread(neon::gaussian(0, 0.2)) / 0.2 - 1) < 0.05);
  QVERIFY(std::abs(spread(neon::uniform(-1, 1)) * std::sqrt(3.0) - 1) < 0.05);
  QCOMPARE(spread(neon::constant(3)), 3.0);
}

void LayersTest::fans_of_a_lookup_table() {
  const auto largest = [](neon::Initialiser init) {
    const auto table =
        neon::lookup_table({.vocab_size = 50, .embed_dim = 30, .init = std::move(init)});
    table(placeholder(N));
    double size = 0;
    for (const double w : initial_contents(table->parameter("LutW").node()).values())
      size = std::max(size, std::abs(w));
    return size;
  };
  const double glorot = std::sqrt(6. / 80), xavier = std::sqrt(3. / 30);
  const double of_glorot = largest(neon::glorot()), of_xavier = largest(neon::xavier());
  QVERIFY2(of_glorot > .95 * glorot && of_glorot <= glorot, qPrintable(QString::number(of_glorot)));
  QVERIFY2(of_xavier > .95 * xavier && of_xavier <= xavier, qPrintable(QString::number(of_xavier)));
}

void LayersTest::refusals_name_layer_and_axes() {
  const Op x = placeholder({C, N}), image = placeholder({C, H, W, N}),
           lone = placeholder({C, H, W});
  refused([] { neon::linear({}); }, "Linear", "nout");
  refused([&] { neon::linear({.init = {}, .nout = 2})(x); }, "Linear", "initialiser");
  refused([] { neon::linear({.nout = 3, .axes = F}); }, "Linear", "nout and axes");
  refused([] { neon::linear({.axes = N}); }, "Linear", "N: 3");
  refused([] { neon::linear({.axes = make_shadow_axis(F)}); }, "Linear", "shadow");
  refused([] { neon::linear({.axes = make_axis("K")}); }, "Linear", "K");
  refused([] { neon::affine({.nout = 2, .bias_init = neon::constant(), .batch_norm = true}); },
          "Affine", "bias_init");
  refused([&] { neon::affine({.axes = N, .keep_axes = Axes(N), .name = "top"})(x); }, "top",
          "N: 3");
  refused([&] { neon::convolution({.filter_shape = {7, 3, 2}})(image); }, "Convolution",
          "larger than the image along H");
  refused([&] { neon::convolution({.filter_shape = {2, 2, 2}})(lone); }, "Convolution",
          "batch axis");
  refused([&] { neon::convolution({.filter_shape = {2, 2, 2}})(x); }, "Convolution", "spatial");
  refused([] { neon::convolution({.filter_shape = {3}}); }, "Convolution", "filter shape");
  refused([&] { neon::convolution({.filter_shape = {2, 2, 2}, .padding = "some"})(image); },
          "Convolution", "'some'");
  refused([&] { neon::pooling({.pool_shape = {2, 2}, .pool_type = "min"}); }, "Pooling", "min");
  refused([&] { neon::pooling({.pool_shape = {2, 2}, .padding = 2})(image); }, "Pooling",
          "padding");
  refused([&] { neon::recurrent(cells())(x); }, "Recurrent", "recurrent");
  refused([] { neon::lookup_table({.vocab_size = 0, .embed_dim = 2}); }, "LookupTable", "0 x 2");
  refused([] { neon::dropout({.keep = 1.5}); }, "Dropout", "1.5");
  refused([&] { neon::residual(neon::affine({.nout = 4}))(x); }, "ResidualModule", "C: 2");
  const auto affine = neon::affine({.nout = 2, .name = "once"});
  affine(x);
  refused([&] { affine(image); }, "once", "C: 2");
  refused([&] { affine->parameter("nothing"); }, "once", "nothing");
}

NGRAPH_TEST(LayersTest)
#include "layers_test.moc"
