// SPDX-License-Identifier: Apache-2.0
// Tests errors of structural ops: the message names the op, its axes and the source line, and the
// engine stays usable.
#include <QtTest>
#include <functional>
#include <numeric>
#include <optional>

#include "engine/base/error.h"
#include "engine/ngraph.h"
#include "engine/runtime/print_sink.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis c = make_axis(4, "C"), n = make_axis(3, "N"), t = make_axis(2, "T");

Op table() {
  return placeholder(Axes{c, n});
}

struct Refusal {
  std::function<void()> build;
  std::string op;     // named in the message
  std::string found;  // substring of the message: the axis or item
  ErrorKind kind = ErrorKind::value;
};

const Refusal refusals[] = {
    {[] { tensor_slice(table(), {SliceItem::at(0)}); }, "tensor_slice", "(C: 4, N: 3)"},
    {[] { getitem(table(), {SliceItem::at(4)}); }, "tensor_slice", "4 on the axis C: 4"},
    {[] { getitem(table(), {SliceItem::at(-5)}); }, "tensor_slice", "-4 to 3"},
    {[] { getitem(table(), {SliceItem::range({}, {}, -1)}); }, "tensor_slice", "::-1"},
    {[] { getitem(table(), {SliceItem::range({}, {}, 0)}); }, "tensor_slice", "::0"},
    {[] { getitem(placeholder(make_axis("L")), {SliceItem::at(0)}); }, "tensor_slice", "L: ?"},
    {[] { tensor_slice(table(), {SliceItem::range(0, 2), SliceItem::all()}, Axes{c, n}); },
     "tensor_slice", "(2, 3)"},
    {[] { slice_along_axis(table(), t, 0); }, "tensor_slice", "T: 2"},
    {[] { unslice(table(), {SliceItem::all(), SliceItem::at(1)}, Axes{c, n}); }, "unslice", "(4,)"},
    {[] { replace_slice(table(), {SliceItem::at(0), SliceItem::all()}, placeholder(t)); },
     "replace_slice", "T: 2"},
    {[] { pad(table(), std::vector<std::int64_t>{1}); }, "pad", "(C: 4, N: 3)"},
    {[] { pad(table(), std::vector<std::int64_t>{0, -1}); }, "pad", "N: 3"},
    {[] { pad(table(), std::vector<Padding>{{0, 0}, {INT64_MAX, 1}}); }, "pad", "too long"},
    {[] { pad(table(), std::vector<Padding>{{1LL << 40, 0}, {1LL << 40, 0}}); }, "pad", "C"},
    {[] { stack({table(), table()}, make_axis(3, "T")); }, "stack", "T: 3"},
    {[] { stack({table(), placeholder(Axes{c, t})}, t); }, "stack", "(C: 4, N: 3)"},
    {[] { stack({table(), table()}, t, 3); }, "stack", "0 to 2"},
    {[] { stack({table(), table()}, make_axis(2, "C")); }, "stack", "C"},
    {[] { stack({}, t); }, "stack", "at least one operand"},
    {[] { concat_along_axis({table(), placeholder(Axes{c, t})}, c); }, "concat_along_axis",
     "(N: 3)", ErrorKind::runtime},
    {[] { concat_along_axis({table(), table()}, t); }, "concat_along_axis", "T"},
    {[] { concat_along_axis({flatten(table()), flatten(table())}, flatten(table()).axes()[0]); },
     "concat_along_axis", "flattened"},
    {[] { concat_along_axis({placeholder(make_axis("L"))}, make_axis("L")); }, "concat_along_axis",
     "L", ErrorKind::runtime},
    {[] { one_hot(table(), c); }, "one_hot", "C: 4"},
    {[] { one_hot(table(), make_axis(0, "Y")); }, "one_hot", "Y: 0"},
    {[] { flatten(table(), Axes(make_flattened_axis({n, c}))); }, "flatten", "N"},
    {[] { flatten_at(table(), 3); }, "flatten", "3"},
    {[] { unflatten(flatten(table()), Axes{n, c}); }, "unflatten", "N"},
    {[] { expand_dims(table(), t, 3); }, "expand_dims", "T: 2"},
    {[] { cast_role(table(), Axes{c}); }, "cast_role", "(C: 4, N: 3)"},
    {[] { map_roles(table(), {{"C", "N"}}); }, "map_roles", "N", ErrorKind::value},
    {[] { broadcast(placeholder(make_axis(2, "C")), Axes{c, n}); }, "broadcast", "C: 2"},
    {[] { axes_with_order(table(), Axes{n, make_axis(2, "C")}); }, "axes_with_order", "C: 4"},
    {[] { set_item(table() * 2.0, {SliceItem::at(0)}, 1.0); }, "set_item", "multiply"},
    {[] { set_item(variable(Axes{c, n}), {SliceItem::range({}, {}, -1)}, 1.0); }, "set_item",
     "::-1"},
    {[] { set_item(variable(Axes{c, n}), {SliceItem::at(0)}, placeholder(c)); }, "set_item",
     "C: 4"},
    {[] { fill(variable(c), Tensor{1, 2, 3, 4}); }, "fill", "a number"},
    {[] { fill(variable(c), placeholder(Axes())); }, "fill", "a number"},
    {[] { fill(constant(Tensor(1.0)), 2.0); }, "fill", "constant"},
    {[] { assign(table() + 1.0, 1.0); }, "assign", "add"},
    {[] { placeholder(Axes{make_axis(1LL << 40, "A"), make_axis(1LL << 40, "B")}); }, "placeholder",
     "A"},
};

std::optional<Error> refused(const std::function<void()>& build) {
  try {
    build();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace

class BadViewsTest : public QObject {
  Q_OBJECT
 private slots:
  void refusals_name_op_axes_and_line() {
    for (const Refusal& row : refusals) {
      const auto error = refused(row.build);
      const std::string about = row.op + " about '" + row.found + "'";
      QVERIFY2(error, about.c_str());
      const std::string text = to_string(error->diagnostic());
      QVERIFY2(error->fault() == Fault::user, text.c_str());
      QVERIFY2(row.kind == ErrorKind::value || error->kind() == row.kind, text.c_str());
      QVERIFY2(text.find(row.op) != std::string::npos, (about + ": " + text).c_str());
      QVERIFY2(text.find(row.found) != std::string::npos, (about + ": " + text).c_str());
      QVERIFY2(text.find("bad_views_test.cpp:") != std::string::npos, text.c_str());
    }
  }

  void texts_of_attributes_are_read_back() {
    const std::vector<SliceItem> items = {SliceItem::at(-1), SliceItem::range({}, {}),
                                          SliceItem::range(-3, {}, 2), SliceItem::range({}, 7)};
    QCOMPARE(to_string(std::span(items)), std::string("-1, :, -3::2, :7"));
    QVERIFY(slice_items("-1, :, -3::2, :7") == items);
    const std::vector<Padding> paddings = {{1, 2}, {0, 0}};
    QCOMPARE(to_string(std::span(paddings)), std::string("(1, 2), (0, 0)"));
    QVERIFY(padding_items("(1, 2), (0, 0)") == paddings);
    for (const char* broken : {"1,", "a", "1 2", "1:2:3:4", "99999999999999999999", "(1, 2)"}) {
      QVERIFY2(refused([&] { slice_items(broken); }), broken);
    }
    for (const char* broken : {"1", "(1)", "(1, 2", "(1, 2),", "(1, 2) (3, 4)"}) {
      QVERIFY2(refused([&] { padding_items(broken); }), broken);
    }
  }

  void a_class_outside_its_axis_stops_the_run() {
    const Op x = placeholder(n), y = one_hot(x, c);
    for (const char* name : {"reference", "cpu"}) {
      const TransformerPtr transformer = allocate_transformer(name);
      const Computation f = transformer->add_computation(computation({y}, {x}));
      for (const double wrong : {4.0, -1.0, std::nan("")}) {
        const auto error = refused([&] { f.call({Tensor{0, wrong, 1}}); });
        QVERIFY(error);
        QCOMPARE(error->kind(), ErrorKind::index);
        const std::string text = to_string(error->diagnostic());
        QVERIFY2(text.find("0 to 3") != std::string::npos, text.c_str());
        QVERIFY2(text.find("C: 4") != std::string::npos, text.c_str());
      }
      QCOMPARE(f.call({Tensor{0, 3, 1}})[0].at(0), 1.0);
    }
  }

  void too_much_memory_is_a_message() {
    const Axis large = make_axis(1LL << 44, "A"), small = make_axis(2, "B");
    const Op x = placeholder(large), y = placeholder(small);
    for (const char* name : {"reference", "cpu"}) {
      const TransformerPtr transformer = allocate_transformer(name);
      const auto error = refused([&] {
        const Computation f = transformer->add_computation(computation({x * 2.0}, {x}));
        f.call({Tensor(1.0)});
      });
      QVERIFY(error);
      QCOMPARE(error->kind(), ErrorKind::system);
      const Computation f = transformer->add_computation(computation({y * 2.0}, {y}));
      QCOMPARE(f.call({Tensor{1, 2}})[0].at(1), 4.0);
    }
  }

  void print_writes_a_line_at_every_run() {
    std::vector<std::string> lines;
    const PrintSink before =
        set_print_sink([&](const std::string& line) { lines.push_back(line); });
    const Op x = placeholder(n);
    for (const char* name : {"reference", "cpu"}) {
      lines.clear();
      const TransformerPtr transformer = allocate_transformer(name);
      const Op shown = square(print_value(x, "hello")), fixed = print_value(constant(Tensor(2.0)));
      const Computation f = transformer->add_computation(computation({shown, fixed}, {x}));
      f.call({Tensor{1, 2, 3}});
      f.call({Tensor{4, 5, 6}});
      std::sort(lines.begin(), lines.end());
      QCOMPARE(lines, (std::vector<std::string>{"None: 2", "None: 2", "hello: [1 2 3]",
                                                "hello: [4 5 6]"}));
    }
    set_print_sink(before);
  }

  // A temporary does not keep values from the last run; a variable of which a part is set does.
  void scratch_and_parts_between_runs() {
    for (const char* name : {"reference", "cpu"}) {
      const Op scratch = temporary(n), v = variable(n, 0.0), x = placeholder(Axes());
      const Op seen = value_of(scratch);
      const Op all = sequential({seen, assign(scratch, 7.0), set_item(v, {SliceItem::at(1)}, x)});
      const TransformerPtr transformer = allocate_transformer(name);
      const Computation f = transformer->add_computation(computation({seen, v, all}, {x}));
      for (const double value : {3.0, 4.0}) {
        const Results results = f.call({Tensor(value)});
        QCOMPARE(results[0].values(), (std::vector<double>{0, 0, 0}));
        QCOMPARE(results[1].values(), (std::vector<double>{0, value, 0}));
      }
    }
  }

  // Guarded loads after the host's compiler has vectorized them.
  void padded_rows_through_the_hosts_compiler() {
    qputenv("NGRAPH_JIT", "host");
    for (const std::int64_t rows : {3, 5, 9, 16}) {
      const Op x = placeholder(Axes{make_axis(rows, "B"), make_axis(2, "C")});
      const Op y = pad(x, std::vector<std::int64_t>{1, 0});
      std::vector<double> values(static_cast<std::size_t>(2 * rows));
      std::iota(values.begin(), values.end(), 1.0);
      const Feeds feeds = {{x, Tensor::from(DType::f32, {rows, 2}, values)}};
      const QString wrong =
          difference(run_once("cpu", {y}, feeds), run_once("reference", {y}, feeds), 0, 0);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    qunsetenv("NGRAPH_JIT");
  }

  void axes_of_length_zero_are_legal() {
    const Axis none = make_axis(0, "C");
    const Op x = placeholder(Axes{c, n}), empty = placeholder(Axes{none, n});
    const Op joined = concat_along_axis({empty, x, empty}, c);
    const Op padded = pad(empty, std::vector<std::int64_t>{1, 0});
    const Op cost = sum(joined * joined, out_axes(Axes())) + sum(padded, out_axes(Axes()));
    const Feeds feeds = {{x, Tensor(2.0)}, {empty, Tensor(DType::f32, {0, 3})}};
    for (const char* name : {"reference", "cpu"}) {
      const Values found =
          run_once(name, {cost, deriv(cost, x), deriv(cost, empty), getitem(empty, {})}, feeds);
      QCOMPARE(found[0]->item(), 48.0);
      QCOMPARE(found[1]->values(), std::vector<double>(12, 4.0));
      QCOMPARE(found[2]->size(), 0);
      QCOMPARE(found[3]->size(), 0);
    }
  }

  void no_gradient_passes_a_stop() {
    const Op x = placeholder(n);
    const Values found = run_once("cpu", {deriv(sum(stop_gradient(x), out_axes(Axes())), x)},
                                  {{x, Tensor{1, 2, 3}}});
    QCOMPARE(found[0]->values(), (std::vector<double>{0, 0, 0}));
  }
};

NGRAPH_TEST(BadViewsTest)
#include "bad_views_test.moc"
