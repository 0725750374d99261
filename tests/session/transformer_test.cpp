// SPDX-License-Identifier: Apache-2.0
// Tests transformers through the public API: results, parameters, state and its order, every error.
#include <QtTest>
#include <algorithm>
#include <numeric>

#include "engine/session/compilation.h"
#include "engine/session/transformer_info.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::vector<std::string> here = {"cpu", "reference"};

template <class Call>
void check_refusal(Call call, ErrorKind kind, const QStringList& words) {
  try {
    call();
  } catch (const Error& error) {
    const QString text = QString::fromUtf8(error.what());
    QVERIFY2(error.kind() == kind, qPrintable(text));
    for (const QString& word : words) QVERIFY2(text.contains(word), qPrintable(text));
    return;
  }
  QFAIL("no error was thrown");
}

std::vector<double> numbers(const Values& values) {
  std::vector<double> items;
  for (const auto& value : values) items.push_back(value ? value->item() : -1);
  return items;
}

using List = std::vector<double>;

}  // namespace

class TransformerTest : public QObject {
  Q_OBJECT
 private slots:
  void choices();
  void unknown_and_unavailable_names();
  void default_factory_is_cpu();
  void x_plus_one();
  void several_results();
  void results_are_copies();
  void parameters_are_broadcast_and_cast();
  void parameters_keep_their_value();
  void parameter_may_be_a_variable();
  void unused_parameters_are_fine();
  void feed_dict();
  void wrong_counts();
  void wrong_shapes();
  void missing_placeholders();
  void all_placeholders_as_parameters();
  void expression_as_parameter();
  void unknown_lengths();
  void state_is_shared();
  void transformers_have_separate_state();
  void initialize_resets();
  void computations_added_later();
  void programs_of_other_transformers();
  void closed();
  void values_before_and_after();
  void value_of_in_a_sequence();
  void doall_swaps();
  void last_write_wins();
  void sequence_runs_each_op_once();
  void unordered_writes_warn();
  void constants_are_not_assigned();
  void assigned_axes_must_fit();
  void values_from_outside();
  void raw_calls();
  void raw_calls_use_large_arrays_in_place();
  void raw_calls_store_variables_that_are_fed();
  void steps();
};

void TransformerTest::choices() {
  const auto names = transformer_choices();
  QVERIFY(std::is_sorted(names.begin(), names.end()));
  for (const std::string& name : here) {
    QVERIFY(std::find(names.begin(), names.end(), name) != names.end());
  }
  bool gpu = false;
  for (const TransformerInfo& info : all_transformers()) {
    gpu |= info.name == "gpu";
    if (!info.availability.available) QVERIFY(!info.availability.reason.empty());
  }
  QVERIFY2(gpu, "gpu is not listed");
}

void TransformerTest::unknown_and_unavailable_names() {
  check_refusal([] { make_transformer_factory("abacus"); }, ErrorKind::value,
                {"abacus", "cpu", "reference"});
  check_refusal([] { allocate_transformer("abacus"); }, ErrorKind::value, {"abacus"});
  for (const TransformerInfo& info : all_transformers()) {
    if (info.availability.available) continue;
    check_refusal(
        [&] { allocate_transformer(info.name); }, ErrorKind::unavailable,
        {QString::fromStdString(info.name), QString::fromStdString(info.availability.reason)});
  }
}

void TransformerTest::default_factory_is_cpu() {
  QCOMPARE(std::string(make_transformer()->name()), std::string("cpu"));
  set_transformer_factory(make_transformer_factory("reference"));
  QCOMPARE(std::string(make_transformer()->name()), std::string("reference"));
  set_transformer_factory(make_transformer_factory("cpu"));
}

void TransformerTest::x_plus_one() {
  const Op x = placeholder(Axes());
  const Computation f = executor(x + 1.0, x);
  for (int i = 0; i < 5; ++i) {
    const Results result = f(i);
    QCOMPARE(result.item(), i + 1.0);
    QVERIFY(result[0].shape.empty());
    QVERIFY(result[0].dtype == DType::f32);
  }
}

void TransformerTest::several_results() {
  const Op b = placeholder(Axes()), c = placeholder(Axes());
  const Op d = 4.0 * b, e = d + c;
  const TransformerPtr transformer = make_transformer();
  QCOMPARE(transformer->computation(e, b, c)(2, 7).item(), 15.0);
  const Results both = transformer->computation(std::vector<Op>{d, e}, b, c)(2, 7);
  QCOMPARE(both.size(), 2u);
  QCOMPARE(both[0].item(), 8.0);
  QCOMPARE(both[1].item(), 15.0);
}

void TransformerTest::results_are_copies() {
  for (const std::string& name : here) {
    const TransformerPtr transformer = allocate_transformer(name);
    const Op v = variable(Axes(), 0.0);
    const Computation step = transformer->computation({v, assign(v, v + 1.0)});
    std::vector<Results> kept;
    for (int i = 0; i < 5; ++i) kept.push_back(step());
    for (int i = 0; i < 5; ++i) QCOMPARE(kept[static_cast<std::size_t>(i)][0].item(), i + 1.0);
  }
}

void TransformerTest::parameters_are_broadcast_and_cast() {
  const Axis a = make_axis(2, "A"), b = make_axis(3, "B");
  const Op x = placeholder(Axes{a, b});
  const Computation f = executor(x * 1.0, x);
  QCOMPARE(f(2.5)[0].values(), List(6, 2.5));
  QCOMPARE(f(Tensor{1, 2, 3})[0].values(), (List{1, 2, 3, 1, 2, 3}));
  QCOMPARE(f(Tensor::from(DType::i64, {2, 1}, List{7, 8}))[0].values(), (List{7, 7, 7, 8, 8, 8}));
}

void TransformerTest::parameters_keep_their_value() {
  const TransformerPtr transformer = make_transformer();
  const Op x = placeholder(Axes());
  transformer->computation(x + 1.0, x)(41);
  QCOMPARE(transformer->value(x)->item(), 41.0);
}

void TransformerTest::parameter_may_be_a_variable() {
  const Op v = variable(Axes(), 1.0);
  const TransformerPtr transformer = make_transformer();
  const Computation fed = transformer->computation(v * 2.0, v);
  const Computation read = transformer->computation(v + 0.5);
  QCOMPARE(fed(10).item(), 20.0);
  QCOMPARE(read().item(), 10.5);
}

void TransformerTest::unused_parameters_are_fine() {
  const Op x = placeholder(Axes()), y = placeholder(make_axis(3, "C"));
  QCOMPARE(executor(x + 1.0, y, x)(Tensor{1, 2, 3}, 5).item(), 6.0);
}

void TransformerTest::feed_dict() {
  const Op x = placeholder(Axes()).named("fed_x"), y = placeholder(Axes()).named("fed_y");
  const Op stranger = placeholder(Axes()).named("stranger");
  const Computation f = executor(x - y, x, y);
  QCOMPARE(f.feed({{y, 2}, {x, 5}}).item(), 3.0);
  check_refusal([&] { f.feed({{x, 5}}); }, ErrorKind::key, {"fed_y", "transformer_test.cpp"});
  check_refusal([&] { f.feed({{x, 5}, {y, 1}, {stranger, 0}}); }, ErrorKind::value,
                {"stranger", "fed_x"});
}

void TransformerTest::wrong_counts() {
  const Op x = placeholder(make_axis(3, "C")).named("counted");
  const Computation f = executor(sum(x), x);
  check_refusal([&] { f(); }, ErrorKind::value, {"1 argument", "found: 0", "counted", "C: 3"});
  check_refusal([&] { f(1, 2); }, ErrorKind::value, {"found: 2"});
}

void TransformerTest::wrong_shapes() {
  const Op x = placeholder(Axes{make_axis(2, "A"), make_axis(3, "B")}).named("shaped");
  const Computation f = executor(x + 1.0, x);
  check_refusal([&] { f(Tensor(DType::f32, {3, 2})); }, ErrorKind::value,
                {"shaped", "(3, 2)", "(2, 3)"});
}

void TransformerTest::missing_placeholders() {
  const Op x = placeholder(Axes()).named("first_missing"), y = placeholder(Axes()).named("second");
  const TransformerPtr transformer = make_transformer();
  check_refusal([&] { transformer->computation(x + y); }, ErrorKind::value,
                {"first_missing", "second", "transformer_test.cpp"});
}

void TransformerTest::all_placeholders_as_parameters() {
  const ng::Op x = ng::placeholder(ng::Axes{}), y = ng::placeholder(ng::Axes{});
  const auto transformer = ng::make_transformer();
  const ng::Computation f = transformer->computation({x * y, y + 1}, ng::all_placeholders);
  QCOMPARE(f.parameters().size(), std::size_t{2});
  QVERIFY(f.parameters()[0] == x && f.parameters()[1] == y);
  QCOMPARE(f(2, 5)[0].item(), 10.0);
}

void TransformerTest::expression_as_parameter() {
  const Op x = placeholder(Axes());
  const Op twice = (x * 2.0).named("twice");
  check_refusal([&] { make_transformer()->computation(twice + 1.0, twice); }, ErrorKind::value,
                {"parameter", "twice"});
}

void TransformerTest::unknown_lengths() {
  const Axis c = make_axis("C_unknown");
  const Op x = placeholder(c);
  const TransformerPtr transformer = make_transformer();
  check_refusal([&] { transformer->computation(sum(x), x); }, ErrorKind::value,
                {"C_unknown", "transformer_test.cpp"});
  Axis(c).set_length(2);
  QCOMPARE(transformer->computation(sum(x), x)(Tensor{1, 2}).item(), 3.0);
}

void TransformerTest::state_is_shared() {
  for (const std::string& name : here) {
    const TransformerPtr transformer = allocate_transformer(name);
    const Op v = variable(Axes(), 1.0);
    const Computation step = transformer->computation(assign(v, v * 2.0));
    const Computation show = transformer->computation(v + 0.0);
    step(), step();
    QCOMPARE(show().item(), 4.0);
  }
}

void TransformerTest::transformers_have_separate_state() {
  const Op v = variable(Axes(), 1.0);
  const TransformerPtr a = make_transformer(), b = make_transformer();
  a->computation(assign(v, v + 1.0))();
  QCOMPARE(b->computation(v + 0.0)().item(), 1.0);
}

void TransformerTest::initialize_resets() {
  const TransformerPtr transformer = make_transformer();
  const Op v = variable(Axes(), 3.0);
  const Computation step = transformer->computation({v, assign(v, v + 1.0)});
  step();
  transformer->initialize();
  QCOMPARE(step()[0].item(), 4.0);
}

void TransformerTest::computations_added_later() {
  const TransformerPtr transformer = make_transformer();
  const Op v = variable(Axes(), 1.0);
  transformer->computation(assign(v, v + 1.0))();
  QCOMPARE(transformer->computation(v * 10.0)().item(), 20.0);
}

// The program is the same one; the state belongs to each transformer, also after the first closes.
void TransformerTest::programs_of_other_transformers() {
  for (const std::string& name : here) {
    const Op v = variable(Axes(), 1.0);
    const TransformerPtr first = allocate_transformer(name), second = allocate_transformer(name);
    const Computation step = first->computation({assign(v, v + 1.0), v});
    QCOMPARE(step()[1].item(), 2.0);
    const Computation same = second->add_compiled(step);
    QCOMPARE(&same.compilation(), &step.compilation());
    QCOMPARE(same.transformer(), second.get());
    QCOMPARE(same()[1].item(), 2.0);
    QCOMPARE(step()[1].item(), 3.0);
    first->close();
    QCOMPARE(same()[1].item(), 3.0);
    const TransformerPtr third = allocate_transformer(name);
    QCOMPARE(third->add_compiled(step)()[1].item(), 2.0);
    const TransformerPtr other = allocate_transformer(name == "cpu" ? "reference" : "cpu");
    check_refusal([&] { other->add_compiled(step); }, ErrorKind::value,
                  {"is compiled for", QString::fromStdString(name)});
    second->close();
    check_refusal([&] { second->add_compiled(step); }, ErrorKind::value, {"closed"});
  }
}

void TransformerTest::closed() {
  const TransformerPtr transformer = make_transformer();
  const Op v = variable(Axes(), 1.0);
  const Computation f = transformer->computation(v + 1.0);
  transformer->close();
  QVERIFY(transformer->is_closed());
  check_refusal([&] { f(); }, ErrorKind::value, {"closed"});
  check_refusal([&] { transformer->computation(v); }, ErrorKind::value, {"closed"});
  check_refusal([&] { transformer->initialize(); }, ErrorKind::value, {"closed"});
  transformer->close();
}

// [L, W, update]: the cost of the old W, the new W, nothing; for every order of the list.
void TransformerTest::values_before_and_after() {
  for (const std::string& name : here) {
    const Op w = variable(Axes(), 2.0);
    const std::vector<Op> listed = {w * w, w, assign(w, w + 3.0)};
    const List expected = {4, 5, -1};
    std::vector<std::size_t> order = {0, 1, 2};
    do {
      std::vector<Op> results;
      List wanted;
      for (std::size_t i : order) results.push_back(listed[i]), wanted.push_back(expected[i]);
      QCOMPARE(numbers(run_once(name, results, {})), wanted);
    } while (std::next_permutation(order.begin(), order.end()));
    // x*1 and x+0 are expressions too, even if the compiler simplifies them.
    QCOMPARE(numbers(run_once(name, {w * 1.0, w + 0.0, w - 0.0, listed[2]}, {})),
             (List{2, 2, 2, -1}));
  }
}

void TransformerTest::value_of_in_a_sequence() {
  for (const std::string& name : here) {
    const Op v = variable(Axes(), 2.0);
    const Op before = value_of(v), update = assign(v, 5.0), after = value_of(v);
    const Op all = sequential({before, update, after});
    QCOMPARE(numbers(run_once(name, {before, after, all}, {})), (List{2, 5, 5}));
    QCOMPARE(numbers(run_once(name, {all, after, before}, {})), (List{5, 5, 2}));
  }
}

void TransformerTest::doall_swaps() {
  for (const std::string& name : here) {
    const Op a = variable(Axes(), 1.0), b = variable(Axes(), 2.0);
    const TransformerPtr transformer = allocate_transformer(name);
    const Computation swap = transformer->computation({doall({assign(a, b), assign(b, a)}), a, b});
    const Results once = swap();
    QVERIFY(!once.has_value(0));
    QCOMPARE(once[1].item(), 2.0);
    QCOMPARE(once[2].item(), 1.0);
    QCOMPARE(swap()[1].item(), 1.0);
  }
}

void TransformerTest::last_write_wins() {
  for (const std::string& name : here) {
    const Op v = variable(Axes(), 0.0);
    const std::vector<Op> writes = {assign(v, 1.0), assign(v, 2.0), assign(v, 3.0)};
    std::vector<std::size_t> order = {0, 1, 2};
    do {
      const Op all = sequential({writes[order[0]], writes[order[1]], writes[order[2]]});
      QCOMPARE(numbers(run_once(name, {v, all}, {})),
               (List{static_cast<double>(order[2] + 1), -1}));
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

// An op listed again at the end gives the value it already had.
void TransformerTest::sequence_runs_each_op_once() {
  for (const std::string& name : here) {
    const Op v = variable(Axes(), 2.0);
    const Op cost = v * v, update = assign(v, v + 1.0);
    QCOMPARE(numbers(run_once(name, {sequential({cost, update, update, cost}), v}, {})),
             (List{4, 3}));
  }
}

void TransformerTest::unordered_writes_warn() {
  const Op v = variable(Axes(), 0.0).named("contested");
  const Op one = assign(v, 1.0), two = assign(v, 2.0);
  const TransformerPtr transformer = make_transformer();
  const Computation both = transformer->computation({v, two, one});
  QCOMPARE(both()[0].item(), 2.0);  // the one created later
  const auto& diagnostics = both.compilation().diagnostics;
  QCOMPARE(diagnostics.size(), 1u);
  QVERIFY(diagnostics[0].severity == Severity::warning);
  QVERIFY(QString::fromStdString(to_string(diagnostics[0])).contains("contested"));
}

void TransformerTest::constants_are_not_assigned() {
  const Op c = constant(Tensor(1.0)), x = placeholder(Axes());
  check_refusal([&] { assign(c, 2.0); }, ErrorKind::value, {"variable", "transformer_test.cpp"});
  check_refusal([&] { assign(x + 1.0, 2.0); }, ErrorKind::value, {"variable"});
}

void TransformerTest::assigned_axes_must_fit() {
  const Op v = variable(make_axis(2, "C"), 0.0).named("narrow");
  const Op x = placeholder(Axes{make_axis(2, "C"), make_axis(3, "N")}).named("wide");
  check_refusal([&] { assign(v, x); }, ErrorKind::value, {"narrow", "wide", "N: 3"});
}

void TransformerTest::values_from_outside() {
  const TransformerPtr transformer = make_transformer();
  const Op v = variable(make_axis(2, "C"), 1.0), other = variable(Axes(), 1.0).named("elsewhere");
  QVERIFY(!transformer->value(v));
  const Computation f = transformer->computation(sum(v));
  transformer->set_value(v, Tensor{3, 4});
  QCOMPARE(f().item(), 7.0);
  QCOMPARE(transformer->value(v)->values(), (List{3, 4}));
  check_refusal([&] { transformer->set_value(other, 1); }, ErrorKind::value, {"elsewhere"});
  check_refusal([&] { transformer->set_value(v, Tensor{1, 2, 3}); }, ErrorKind::value, {"(3,)"});
}

void TransformerTest::raw_calls() {
  const Op x = placeholder(make_axis(2, "C"));
  const Computation f = executor(x * 2.0, x);
  const float in[] = {1, 2};
  float out[2] = {};
  const void* arguments[] = {in};
  void* results[] = {out};
  f.call_raw(arguments, results);
  QCOMPARE(out[0], 2.f);
  QCOMPARE(out[1], 4.f);
  check_refusal([&] { f.call_raw({}, results); }, ErrorKind::value, {"1 argument"});
}

// Large arrays are used in place in the caller's memory, also when a result overlaps an argument.
void TransformerTest::raw_calls_use_large_arrays_in_place() {
  const Axis a = make_axis(2048, "A");
  const Op x = placeholder({a}), y = placeholder({a});
  for (const char* name : {"reference", "cpu"}) {
    const auto transformer = allocate_transformer(name);
    const Computation f = transformer->computation({x + y, x * 2.0, x, sum(x, out_axes({}))}, x, y);
    std::vector<float> xs(2048), ys(2048, 3.0f), sums(2048), doubles(2048), same(2048);
    std::iota(xs.begin(), xs.end(), 0.0f);
    float total = 0;
    const void* arguments[] = {xs.data(), ys.data()};
    void* results[] = {sums.data(), doubles.data(), same.data(), &total};
    f.call_raw(arguments, results);
    QCOMPARE(sums[2047], 2050.0f);
    QCOMPARE(doubles[2047], 4094.0f);
    QCOMPARE(same, xs);
    QCOMPARE(total, 2047.0f * 1024);
    results[0] = xs.data();  // over x, which the other results still read
    results[2] = nullptr;
    f.call_raw(arguments, results);
    QCOMPARE(xs[2047], 2050.0f);
    QCOMPARE(doubles[2047], 4094.0f);
    results[2] = same.data();  // of x, which result 0 overwrites
    f.call_raw(arguments, results);
    QCOMPARE(xs[2047], 2053.0f);
    QCOMPARE(same[2047], 2050.0f);
    QCOMPARE(f(1.0, 2.0)[0].at(5), 3.0);  // copied arguments do not overwrite the caller's arrays
    QCOMPARE(xs[2047], 2053.0f);
  }
}

// The array of a variable is copied, whatever its size: an assignment writes the variable, and the
// value that was fed is kept.
void TransformerTest::raw_calls_store_variables_that_are_fed() {
  for (const char* name : {"reference", "cpu"}) {
    for (const std::int64_t length : {4, 2048}) {
      const auto transformer = allocate_transformer(name);
      const Op v = variable(make_axis(length, "A"), 0.0);
      const std::vector<float> fed(static_cast<std::size_t>(length), 5.0f);
      std::vector<float> out(fed.size());
      const void* arguments[] = {fed.data()};
      void* results[] = {out.data()};
      transformer->computation(v * 2.0, v).call_raw(arguments, results);
      QCOMPARE(out.back(), 10.0f);
      QCOMPARE(transformer->value(v)->at(1), 5.0);
      results[0] = nullptr;
      transformer->computation({assign(v, v + 1.0)}, {v}).call_raw(arguments, results);
      QCOMPARE(fed.back(), 5.0f);
      QCOMPARE(transformer->value(v)->at(1), 6.0);
    }
  }
}

void TransformerTest::steps() {
  for (const std::string& name : here) {
    const TransformerPtr transformer = allocate_transformer(name);
    const Op x = placeholder(make_axis(2, "C"));
    const Op v = variable(Axes(), 1.0);
    const Computation f = transformer->computation({sum(x) * v, assign(v, v + 1.0)}, {x});
    for (int i = 1; i <= 2; ++i) {
      f.begin({Tensor{1, 2}});
      for (std::size_t step = 0; step < f.step_count(); ++step) f.run_step(step);
      QCOMPARE(f.finish()[0].item(), 3.0 * i);
    }
  }
}

NGRAPH_TEST(TransformerTest, QCoreApplication)
#include "transformer_test.moc"
