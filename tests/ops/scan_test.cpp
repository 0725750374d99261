// SPDX-License-Identifier: Apache-2.0
// Tests loops: values, gradients against the unrolled steps, order, what grows with the number of
// steps and what does not, errors.
#include <QtTest>

#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr const char* transformers[] = {"reference", "cpu"};

Tensor numbers(Shape shape, double scale, double shift) {
  Tensor tensor(DType::f32, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.set(i, scale * static_cast<double>((i * 37 + 11) % 23 - 11) + shift);
  }
  return tensor;
}

// h' = tanh(W h + U x); the loss reads every h and the last one.
struct Recurrent {
  explicit Recurrent(std::int64_t steps) : time(make_axis(steps, "REC")) {
    h0 = variable({h, n}, numbers({3, 2}, 0.03, 0.1));
    w = variable({h, h_before}, numbers({3, 3}, 0.04, 0.02));
    u = variable({h, f}, numbers({3, 4}, 0.05, -0.01));
    x = variable({f, time, n}, numbers({4, steps, 2}, 0.06, 0.05));
  }

  Op next(const Op& state, const Op& element) const {
    return tanh(dot(w, cast_axes(state, {h_before, n})) + dot(u, element));
  }
  Op loss(const Op& last, const std::vector<Op>& all) const {
    Op total = sum(square(last), reduce_over(last.axes()));
    for (const Op& each : all) total = total + sum(each * each * each, reduce_over(each.axes()));
    return total;
  }
  Op by_scan(bool reverse = false) const {
    const ScanResult run =
        scan(time, {h0}, {x},
             [this](const std::vector<Op>& states, const std::vector<Op>& elements) {
               const Op state = next(states[0], elements[0]);
               return ScanStep{{state}, {state}};
             },
             {reverse});
    return loss(run.states[0], run.outputs);
  }
  Op written_out(bool reverse = false) const {
    Op state = h0;
    std::vector<Op> all;
    const std::int64_t steps = time.length();
    for (std::int64_t i = 0; i < steps; ++i) {
      // Selects one element by a dot with a one-hot row.
      Tensor row(DType::f32, {steps});
      row.set(reverse ? steps - 1 - i : i, 1);
      state = next(state, dot(x, constant(row, {time})));
      all.push_back(state);
    }
    return loss(state, all);
  }

  Axis time, h = make_axis(3, "H"), h_before = make_axis(3, "G"), f = make_axis(4, "F"),
             n = make_axis(2, "N");
  Op h0, w, u, x;
};

void compare(const std::vector<Op>& found, const std::vector<Op>& expected) {
  const Values wanted = run_once("reference", expected, {}, in_double());
  for (const char* transformer : transformers) {
    const QString wrong = difference(run_once(transformer, found, {}), wanted, 2e-5, 2e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(QString(transformer) + ": " + wrong));
  }
}

QString refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return "nothing was refused";
}

ScanStep copies(const std::vector<Op>& states, const std::vector<Op>&) {
  return {states, {}};
}

std::size_t kernels_of(const Program& program) {
  std::size_t count = 0;
  for_each_program(program, [&count](const Program& each) { count += each.kernels.size(); });
  return count;
}

}  // namespace

class ScanTest : public QObject {
  Q_OBJECT
 private slots:
  // The gradient loop reads the stored W h + U x, so it contains only its own matmuls.
  void matmuls_are_kept_for_the_gradient() {
    const Recurrent net(6);
    const Op loss = net.by_scan();
    const auto transformer = make_transformer();
    CompileOptions options;
    options.passes.library_dot_flops = 0;
    const Computation f = transformer->add_computation(
        computation({loss, deriv(loss, net.w), deriv(loss, net.u)}, std::vector<Op>{}), options);
    std::vector<int> products, kept_places;
    for (const Step& step : f.compilation().program.steps) {
      const Loop* loop = step.loop();
      if (!loop) continue;
      products.push_back(0);
      for (const Step& each : loop->body.steps) products.back() += each.is<Matmul>();
      kept_places.push_back(0);
      for (std::size_t i = 0; i < loop->states; ++i) {
        kept_places.back() += loop->last[i] >= 0 && loop->last[i] == loop->next[i];
      }
    }
    QCOMPARE(products, (std::vector<int>{2, 3}));     // W h and U x; gradients by W, U and h
    QCOMPARE(kept_places, (std::vector<int>{0, 2}));  // the sums for W and U stay in place
  }

  void runningSums() {
    const Axis time = make_axis(5, "REC"), c = make_axis(2, "C");
    const Op x = placeholder({c, time});
    const ScanResult run = scan(time, {constant(Tensor(0.0), {c})}, {x},
                                [](const std::vector<Op>& states, const std::vector<Op>& elements) {
                                  const Op sum = states[0] + elements[0];
                                  return ScanStep{{sum}, {sum, elements[0] * 2.0}};
                                });
    QCOMPARE(run.outputs[0].axes().text(), std::string("REC: 5, C: 2"));
    for (const char* transformer : transformers) {
      const Values values =
          run_once(transformer, {run.states[0], run.outputs[0], run.outputs[1]},
                   {{x, Tensor::from(DType::f32, {2, 5},
                                     std::vector<double>{1, 2, 3, 4, 5, 10, 20, 30, 40, 50})}});
      QCOMPARE(values[0]->values(), (std::vector<double>{15, 150}));
      QCOMPARE(values[1]->values(), (std::vector<double>{1, 10, 3, 30, 6, 60, 10, 100, 15, 150}));
      QCOMPARE(values[2]->values(), (std::vector<double>{2, 20, 4, 40, 6, 60, 8, 80, 10, 100}));
    }
  }

  void statesMayBeSwapped() {
    const Axis time = make_axis(3, "REC");
    const ScanResult run = scan(time, {constant(Tensor(1.0)), constant(Tensor(2.0))}, {},
                                [](const std::vector<Op>& states, const std::vector<Op>&) {
                                  return ScanStep{{states[1], states[0]}, {states[0]}};
                                });
    for (const char* transformer : transformers) {
      const Values values =
          run_once(transformer, {run.states[0], run.states[1], run.outputs[0]}, {});
      QCOMPARE(values[0]->item(), 2.0);
      QCOMPARE(values[1]->item(), 1.0);
      QCOMPARE(values[2]->values(), (std::vector<double>{1, 2, 1}));
    }
  }

  void agreesWithUnrolledSteps() {
    for (const bool reverse : {false, true}) {
      const Recurrent r(4);
      compare({r.by_scan(reverse)}, {r.written_out(reverse)});
    }
  }

  void gradientsAgreeWithUnrolledSteps() {
    for (const bool reverse : {false, true}) {
      const Recurrent r(4);
      const Op a = r.by_scan(reverse), b = r.written_out(reverse);
      std::vector<Op> found, expected;
      for (const Op& by : {r.h0, r.w, r.u, r.x}) {
        found.push_back(deriv(a, by));
        expected.push_back(deriv(b, by));
      }
      compare(found, expected);
    }
  }

  // The step reads the whole of its sequence, too.
  void gradientsOfStepsThatReadTheLoopAxis() {
    const Axis time = make_axis(4, "REC");
    const Op x = placeholder(time), a = placeholder(Axes());
    const auto next = [&x](const Op& state, const Op& element) {
      return sum(x * state, out_axes(Axes())) * 0.1 + state * element;
    };
    const ScanResult run =
        scan(time, {a}, {x}, [&](const std::vector<Op>& s, const std::vector<Op>& e) {
          return ScanStep{{next(s[0], e[0])}, {s[0]}};
        });
    Op state = a, outputs = a * 0.0;
    for (std::int64_t i = 0; i < 4; ++i) {
      outputs = outputs + state;
      state = next(state, slice_along_axis(x, time, i));
    }
    const Op found = sum(run.outputs[0], out_axes(Axes())) + run.states[0],
             wanted = outputs + state;
    const Feeds feeds = {{x, Tensor{.5, -1, 2, .25}}, {a, Tensor(0.5)}};
    const std::vector<Op> all = {found, deriv(found, x), deriv(found, a)};
    const Values expected =
        run_once("reference", {wanted, deriv(wanted, x), deriv(wanted, a)}, feeds);
    for (const char* transformer : {"reference", "cpu"}) {
      const QString wrong = difference(run_once(transformer, all, feeds), expected, 1e-5, 1e-6);
      QVERIFY2(wrong.isEmpty(), qPrintable(QString(transformer) + ": " + wrong));
    }
  }

  void secondDerivatives() {
    const Recurrent r(3);
    const auto twice = [&r](const Op& loss) {
      const Op first = deriv(loss, r.w);
      return deriv(sum(first * first, reduce_over(first.axes())), r.u);
    };
    compare({twice(r.by_scan())}, {twice(r.written_out())});
  }

  // The gradient by b is zero; its loop reads the states, and the unused output is removed last.
  void aGradientThatTheOutputDoesNotDependOn() {
    const Axis time = make_axis(3, "REC");
    const Op x = placeholder(time), a = placeholder(Axes()), b = placeholder(Axes());
    const ScanResult run =
        scan(time, {a, b}, {x}, [](const std::vector<Op>& s, const std::vector<Op>& e) {
          return ScanStep{{tanh(s[0] + e[0]), tanh(s[1] * e[0])}, {s[0] + 1.0}};
        });
    const Op gradient = deriv(mean(square(run.outputs[0]), out_axes(Axes())), b);
    const Feeds feeds = {{x, Tensor{1, 2, 3}}, {a, Tensor(0.5)}, {b, Tensor(0.25)}};
    CompileOptions unoptimised;
    unoptimised.passes.disabled = {"expand_composites",  "fold_constants",
                                   "simplify",           "eliminate_common_subexpressions",
                                   "eliminate_dead_ops", "fuse"};
    QCOMPARE(run_once("reference", {gradient}, feeds)[0]->item(), 0.0);
    QCOMPARE(run_once("cpu", {gradient}, feeds)[0]->item(), 0.0);
    QCOMPARE(run_once("cpu", {gradient}, feeds, unoptimised)[0]->item(), 0.0);
  }

  void zeroStepsGiveTheInitialStates() {
    const Axis time = make_axis(0, "REC");
    const ScanResult run = scan(time, {constant(Tensor(7.0))}, {},
                                [](const std::vector<Op>& states, const std::vector<Op>&) {
                                  return ScanStep{{states[0] + 1.0}, {}};
                                });
    for (const char* transformer : transformers) {
      QCOMPARE(run_once(transformer, {run.states[0]}, {})[0]->item(), 7.0);
    }
  }

  // The body breaks its contract and counts steps, so that the count shows which ones ran.
  void stepsAfterTheLastActiveOneAreSkipped() {
    const Axis time = make_axis(6, "REC");
    const Op x = variable({time}, numbers({6}, 0.5, 1));
    for (const bool reverse : {false, true}) {
      const ScanResult run =
          scan(time, {constant(Tensor(0.0)), value_of(constant(Tensor(1.0)), DType::bool_)}, {x},
               [](const std::vector<Op>& s, const std::vector<Op>& e) {
                 const Op count = s[0] + 1.0;
                 return ScanStep{{count, value_of(less(count, 4.0), DType::bool_)}, {e[0]}};
               },
               {.reverse = reverse, .active = 1});
      for (const char* transformer : transformers) {
        const Values values = run_once(transformer, {run.states[0], run.outputs[0], x}, {});
        QCOMPARE(values[0]->item(), 4.0);
        for (std::int64_t i = 0; i < 6; ++i) {
          const bool ran = reverse ? i >= 2 : i < 4;
          QCOMPARE(values[1]->at(i), ran ? values[2]->at(i) : 0.0);
        }
      }
    }
  }

  // The powers of x up to the first one above 3.
  void gradientsOfLoopsThatEndAgreeWithUnrolledSteps() {
    const Axis time = make_axis(9, "REC");
    const Op x = variable({}, 1.5);
    const ScanResult run = scan(time, {x, value_of(constant(Tensor(1.0)), DType::bool_)}, {},
                                [&x](const std::vector<Op>& s, const std::vector<Op>&) {
                                  const Op power = where(s[1], s[0] * x, s[0]);
                                  const Op active = value_of(s[1] * less(power, 3.0), DType::bool_);
                                  return ScanStep{{power, active}, {where(s[1], power, 0.0)}};
                                },
                                {.active = 1});
    const Op loss = run.states[0] + sum(run.outputs[0], reduce_over({time}));
    const Op expected = x * x * x * 2.0 + x * x;
    compare({loss, deriv(loss, x), deriv(deriv(loss, x), x)},
            {expected, deriv(expected, x), deriv(deriv(expected, x), x)});
  }

  void nestedLoops() {
    const Axis rows = make_axis(3, "R"), columns = make_axis(4, "REC");
    const Op x = variable({rows, columns}, numbers({3, 4}, 0.5, 1));
    const ScanResult run = scan(
        rows, {constant(Tensor(0.0))}, {x},
        [&columns](const std::vector<Op>& states, const std::vector<Op>& elements) {
          const ScanResult inner = scan(columns, {states[0]}, {elements[0]},
                                        [](const std::vector<Op>& s, const std::vector<Op>& e) {
                                          return ScanStep{{s[0] + e[0] * e[0]}, {}};
                                        });
          return ScanStep{{inner.states[0]}, {}};
        });
    compare({run.states[0], deriv(run.states[0], x)},
            {sum(x * x, reduce_over({rows, columns})), x * 2.0});
  }

  // 1,000 steps need as many kernels as 10, and they train.
  void aThousandStepsTrain() {
    std::size_t kernels = 0;
    for (const std::int64_t steps : {10, 1000}) {
      const Axis time = make_axis(steps, "REC");
      const Op x = variable({time}, numbers({steps}, 0.05, 0.3));
      const auto last_state = [&](const Op& w) {
        return scan(time, {constant(Tensor(0.0))}, {x},
                    [&w](const std::vector<Op>& s, const std::vector<Op>& e) {
                      return ScanStep{{tanh(s[0] * w + e[0])}, {}};
                    })
            .states[0];
      };
      const double aim = run_once("reference", {last_state(constant(Tensor(0.8)))}, {})[0]->item();
      const Op w = variable({}, 0.2);
      const Op loss = square(last_state(w) - aim);
      const TransformerPtr transformer = allocate_transformer("cpu");
      const Computation train =
          transformer->computation({loss, assign(w, w - deriv(loss, w) * 0.5)});
      const double first = train()[0].item();
      double last = first;
      for (int i = 0; i < 150; ++i) last = train()[0].item();
      QVERIFY2(last < first * 0.5, qPrintable(QString("%1 %2").arg(first).arg(last)));
      const std::size_t count = kernels_of(train.compilation().program);
      if (kernels > 0) QCOMPARE(count, kernels);
      kernels = count;
    }
  }

  void unusedGradientsAreNotComputed() {
    const Recurrent r(6);
    const TransformerPtr transformer = allocate_transformer("cpu");
    const Op loss = r.by_scan();
    const auto flops = [&](const std::vector<Op>& results) {
      std::int64_t total = 0;
      const Computation c = transformer->computation(results);
      for_each_program(c.compilation().program, [&total](const Program& program) {
        for (const kernel::Kernel& kernel : program.kernels) total += kernel.flops;
      });
      return total;
    };
    QVERIFY(flops({deriv(loss, r.w)}) < flops({deriv(loss, r.w), deriv(loss, r.x)}));
  }

  void valuesOfAStepCannotBeReadOutside() {
    const Axis time = make_axis(3, "REC");
    const Op x = variable({time}, 1.0);
    Op leaked;
    scan(time, {constant(Tensor(0.0))}, {x}, [&](const auto& states, const auto& elements) {
      leaked = states[0] + elements[0];
      return ScanStep{{leaked}, {}};
    });
    const QString text = refusal([&] { run_once("cpu", {leaked}, {}); });
    QVERIFY2(text.contains("has no value outside it"), qPrintable(text));
  }

  void refusals() {
    const Axis time = make_axis(5, "REC"), c = make_axis(2, "C");
    const Op x = placeholder({c, time}), s = placeholder({c}), v = variable({c});
    QVERIFY(refusal([&] { scan(time, {x}, {}, copies); }).contains("may not have its axis 'REC'"));
    QVERIFY(refusal([&] { scan(time, {s}, {s}, copies); }).contains("must have its axis 'REC'"));
    QVERIFY(refusal([&] {
              scan(time, {s}, {x}, [](const auto&, const auto&) { return ScanStep{}; });
            }).contains("as many states as it takes"));
    QVERIFY(refusal([&] {
              scan(time, {s}, {x}, [&](const auto&, const auto&) { return ScanStep{{x}, {}}; });
            }).contains("with its own axes"));
    const Op one = placeholder(Axes{});
    QVERIFY(
        refusal([&] { scan(time, {one}, {}, copies, {.active = 0}); }).contains("does not fit"));
    QVERIFY(refusal([&] {
              scan(time, {one}, {}, copies, {.active = 1});
            }).contains("the number of a state"));
    const QString assigned = refusal([&] {
      scan(time, {s}, {x}, [&](const auto& states, const auto&) {
        return ScanStep{{sequential({assign(v, states[0]), states[0]})}, {}};
      });
    });
    const QString repeated = refusal([&] {
      scan(time, {s}, {}, [](const auto& states, const auto&) {
        const Op noise = uniform(constant(Tensor(1.0), states[0].axes()));
        return ScanStep{{states[0] + noise}, {}};
      });
    });
    QVERIFY2(repeated.contains("would be the same at every step"), qPrintable(repeated));
    const Op before = uniform(constant(Tensor(1.0), s.axes()));
    scan(time, {s}, {}, [&](const auto& states, const auto&) {
      return ScanStep{{states[0] + before}, {}};  // one sample for all steps, drawn before
    });
    QVERIFY2(assigned.contains("may not contain") && assigned.contains("scan_test.cpp"),
             qPrintable(assigned));
  }
};

NGRAPH_TEST(ScanTest)
#include "scan_test.moc"
