// SPDX-License-Identifier: Apache-2.0
// Tests compute-once steps in inference: values that depend only on variables are computed once,
// and again after any change of a variable.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

struct Net {
  Axis a = make_axis(2048, "A");
  Op w = variable({a}, 2.0), x = placeholder({a});
  Op scale = sqrt(w + 2.0);  // depends on the variable only
  TransformerPtr transformer = make_transformer();
  Computation f = transformer->computation(x * scale, x);

  double at(double fed) const { return f(fed)[0].at(7); }
};

std::size_t once(const Computation& computation) {
  return computation.compilation().program.once;
}

}  // namespace

class ComputeOnceTest : public QObject {
  Q_OBJECT
 private slots:
  void a_step_runs_again_when_its_variable_changed() {
    const Net net;
    QCOMPARE(once(net.f), std::size_t(1));
    QCOMPARE(net.at(3), 6.0);
    QCOMPARE(net.at(5), 10.0);
    net.transformer->set_value(net.w, 7.0);
    QCOMPARE(net.at(5), 15.0);
    const Computation train = net.transformer->computation({assign(net.w, net.w + 7.0)});
    QCOMPARE(once(train), std::size_t(0));
    train();
    QCOMPARE(net.at(5), 20.0);
    for (std::size_t step = 0; step < train.step_count(); ++step) train.run_step(step);
    QCOMPARE(net.at(1), std::sqrt(23.0f));
    net.transformer->initialize();
    QCOMPARE(net.at(5), 10.0);
  }

  // What runs a step at a time, so that it can be stopped, runs the same steps as a call.
  void runs_with_a_callback_skip_them() {
    const Net net;
    std::vector<std::size_t> ran;
    const auto note = [&ran](std::size_t step) { ran.push_back(step); };
    const auto at = [&](double fed) {
      ran.clear();
      net.f.begin({fed});
      net.f.run(note);
      return net.f.finish()[0].at(7);
    };
    QCOMPARE(at(3), 6.0);
    QCOMPARE(ran, (std::vector<std::size_t>{0, 1}));
    QCOMPARE(at(5), 10.0);
    QCOMPARE(ran, std::vector<std::size_t>{1});
    net.transformer->set_value(net.w, 7.0);
    QCOMPARE(at(5), 15.0);
    QCOMPARE(ran, (std::vector<std::size_t>{0, 1}));
    net.f.begin({2.0});
    QVERIFY_THROWS_EXCEPTION(int, net.f.run([](std::size_t step) { throw int(step); }));
    QCOMPARE(at(2), 6.0);
  }

  void raw_calls_and_steps_alone() {
    const Net net;
    const Computation g = net.transformer->computation({net.x * net.scale, exp(net.w)}, net.x);
    std::vector<float> x(2048, 2), first(2048), second(2048), powers(2048), again(2048);
    const void* arguments[] = {x.data()};
    void* results[] = {first.data(), powers.data()};
    g.call_raw(arguments, results);
    void* others[] = {second.data(), again.data()};
    g.call_raw(arguments, others);  // compute-once steps still give their results
    QCOMPARE(second, first);
    QCOMPARE(again, powers);
    QCOMPARE(first[9], 4.0f);
    net.transformer->set_value(net.w, 7.0);
    g.begin(std::vector<Tensor>{2.0});
    for (std::size_t step = 0; step < g.step_count(); ++step) g.run_step(step);
    QCOMPARE(g.finish()[0].at(3), 6.0);
    QCOMPARE(net.at(2), 6.0);
  }

  void raw_calls_that_feed_the_variable() {
    for (const std::int64_t length : {4, 2048}) {
      const Op w = variable({make_axis(length, "A")}, 2.0), x = placeholder(w.axes());
      const TransformerPtr transformer = make_transformer();
      const Computation f = transformer->computation(x * sqrt(w + 2.0), w, x);
      const Computation g = transformer->computation(x * sqrt(w + 2.0), x);
      QCOMPARE(once(f), std::size_t(1));
      const std::vector<float> ones(static_cast<std::size_t>(length), 1.0f);
      for (const float fed : {7.0f, 14.0f}) {
        const std::vector<float> ws(ones.size(), fed);
        std::vector<float> out(ones.size());
        const void* arguments[] = {ws.data(), ones.data()};
        void* results[] = {out.data()};
        f.call_raw(arguments, results);
        QCOMPARE(out.back(), std::sqrt(fed + 2));
        QCOMPARE(static_cast<float>(g(1.0)[0].at(1)), std::sqrt(fed + 2));
      }
    }
  }

  // In training every value changes at each call; and the option can be disabled.
  void not_in_training_nor_switched_off() {
    const Net net;
    const Op loss = sum(net.x * net.scale, out_axes(Axes()));
    const Op step = assign(net.w, net.w - deriv(loss, net.w));
    QCOMPARE(once(net.transformer->computation({loss, step}, net.x)), std::size_t(0));
    CompileOptions options;
    options.passes.disabled = {"compute_once"};
    const Computation plain =
        net.transformer->add_computation(computation({net.x * net.scale}, {net.x}), options);
    QCOMPARE(once(plain), std::size_t(0));
    QCOMPARE(plain.step_count(), std::size_t(1));
    QCOMPARE(plain(3.0)[0].at(7), 6.0);
  }

  // Samples are new at each call; a cheap value is recomputed within the kernel that reads it.
  void neither_samples_nor_cheap_values_are_kept() {
    const Axis a = make_axis(64, "A");
    const Op w = variable({a}, 2.0), x = placeholder({a});
    const auto transformer = make_transformer();
    const Computation noisy = transformer->computation(x + uniform(temporary({a})) * w, x);
    QCOMPARE(once(noisy), std::size_t(0));
    QVERIFY(noisy(1.0)[0].values() != noisy(1.0)[0].values());
    QCOMPARE(once(transformer->computation(x * (w + 1.0), x)), std::size_t(0));
  }
};

NGRAPH_TEST(ComputeOnceTest)
#include "compute_once_test.moc"
