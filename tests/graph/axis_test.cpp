// SPDX-License-Identifier: Apache-2.0
// Tests axes beyond the recorded facts: duals, dot pairing, broadcasting, scopes, renaming, views.
#include <QtTest>
#include <unordered_set>

#include "engine/base/error.h"
#include "engine/graph/axis.h"
#include "engine/graph/names.h"
#include "engine/graph/tensor_description.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

template <class Call>
std::optional<ErrorKind> refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  return std::nullopt;
}

std::function<std::string()> said(const char* words) {
  return [words] { return std::string(words); };
}

#define REFUSES(kind_, ...) QCOMPARE(refusal([&] { __VA_ARGS__; }), std::optional(ErrorKind::kind_))

const Axis C = make_axis(3, "C"), H = make_axis(2, "H"), W = make_axis(4, "W"),
           N = make_axis(5, "N");

std::string labels(const Axes& axes) {
  std::string text;
  for (const Axis& axis : axes) text += (text.empty() ? "" : " ") + axis.label();
  return text;
}

}  // namespace

class AxisTest : public QObject {
  Q_OBJECT
 private slots:
  void hash_agrees_with_equality();
  void lengths_may_come_later();
  void renaming_reaches_every_copy();
  void duals_share_a_family();
  void roles_of_scoped_axes();
  void tuples_refuse_duplicates();
  void lookups();
  void dot_by_name();
  void dot_by_level();
  void dot_refusals();
  void linear_maps();
  void elementwise_broadcasting();
  void lengths_that_disagree();
  void reductions_refuse_overlap();
  void slicing_with_any_step();
  void maps_rename();
  void flattening();
  void scopes_name_axes();
  void views_of_views();
  void slices_of_descriptions();
  void names_are_given_back();
  void scopes_can_be_entered_again();
};

void AxisTest::hash_agrees_with_equality() {
  const Axis other = make_axis(7, "C");
  QVERIFY(other == C);
  QCOMPARE(other.hash(), C.hash());
  QVERIFY(!(C - 1 == C));
  QVERIFY(make_flattened_axis({C, H}) == make_flattened_axis({other, H}));
  QCOMPARE(make_flattened_axis({C, H}).hash(), make_flattened_axis({other, H}).hash());
  // Also when one list is a prefix of the other.
  QVERIFY(!(make_flattened_axis({C}) == make_flattened_axis({C, H})));
  QVERIFY(!(make_flattened_axis({C}) == C));
  QCOMPARE(std::unordered_set<Axis>({C, other, C - 1}).size(), std::size_t{2});
  QVERIFY(!(make_axis(4) == make_axis(4)));  // unnamed axes are never equal
}

void AxisTest::lengths_may_come_later() {
  Axis axis = make_axis("later");
  const Axes axes{axis, H};
  QVERIFY(!axes.all_lengths_known());
  REFUSES(value, axes.lengths());
  REFUSES(value, TensorDescription{axes});
  QCOMPARE(QString::fromStdString(axes.text()), "later: ?, H: 2");
  axis.set_length(6);
  QCOMPARE(axes.element_count(), 12);
  REFUSES(value, axis.set_length(-1));
  REFUSES(value, make_axis(-1));
  QCOMPARE(make_axis(0).length(), 0);
  axes.set_shape({7, 2});
  QCOMPARE(axis.length(), 7);
  REFUSES(value, axes.set_shape({7}));
}

void AxisTest::renaming_reaches_every_copy() {
  const Axis axis = make_axis(3, "old"), copy = axis, dual = axis - 1;
  axis.named("new");
  QCOMPARE(copy.name(), std::string("new"));
  QCOMPARE(dual.label(), std::string("new-1"));
}

void AxisTest::duals_share_a_family() {
  Axis axis = make_axis(4, "J", batch());
  const Axis dual = axis - 1;
  QCOMPARE(dual.dual_level(), -1);
  QCOMPARE((axis + 2).label(), std::string("J+2"));
  QVERIFY(dual + 1 == axis);
  QVERIFY((axis + 0).identity() == axis.identity());
  QVERIFY(axis.is_batch() && !dual.is_batch());
  axis.set_length(9);
  QCOMPARE(dual.length(), 9);
  QCOMPARE(QString::fromStdString(labels(Axes{C, N}.get_dual(-1))), "C-1 N-1");
}

void AxisTest::roles_of_scoped_axes() {
  NameScope ax = make_name_scope("ax");
  ax["N"] = make_axis(128, {}, batch());
  ax["C"] = make_axis(4);
  ax["T"] =
      make_axis(6, {}, {.batch = false, .recurrent = true, .roles = {"Time"}, .docstring = {}});
  const Axes axes{ax["C"], ax["T"], ax["N"]};
  QCOMPARE(QString::fromStdString(axes.text()), "ax.C: 4, ax.T: 6, ax.N: 128");
  QCOMPARE(axes.batch_axis()->label(), std::string("ax.N"));
  QCOMPARE(axes.recurrent_axis()->label(), std::string("ax.T"));
  QCOMPARE(axes.channel_axis()->label(), std::string("ax.C"));
  QCOMPARE(labels(axes.feature_axes()), std::string("ax.C"));
  QCOMPARE(labels(axes.role_axes("Time")), std::string("ax.T"));
  QVERIFY(axes.get_dual(1).batch_axes().empty());
  QCOMPARE(labels(reduction_axes(axes, {}, {}).kept), std::string("ax.T ax.N"));
}

void AxisTest::tuples_refuse_duplicates() {
  REFUSES(value, (Axes{C, H, make_axis(9, "C")}));
  QCOMPARE(labels(Axes{C, C - 1}), std::string("C C-1"));
  REFUSES(value, Axes(C) + Axes({H, C}));
}

void AxisTest::lookups() {
  const Axes axes{C, H, N};
  QCOMPARE(axes.index(H), std::size_t{1});
  REFUSES(value, axes.index(W));
  QVERIFY(!axes.find(W));
  REFUSES(key, axes.get_by_name("W"));
  QCOMPARE(axes.get_by_name("N").length(), 5);
  QVERIFY(axes.find_by_name("W").empty());
}

void AxisTest::dot_by_name() {
  const DotAxes dot = dot_axes({W, C}, {C, N});
  QCOMPARE(labels(dot.out), std::string("W N"));
  QCOMPARE(dot.x_contracted.size(), std::size_t{1});
  const DotAxes outer = dot_axes(W, N);
  QVERIFY(outer.x_contracted.empty());
  QCOMPARE(labels(outer.out), std::string("W N"));
  QCOMPARE(labels(dot_axes({C, H}, {H, C}).out), std::string());
}

void AxisTest::dot_by_level() {
  const DotAxes seed = dot_axes(C - 1, {C, N});
  QCOMPARE(labels(seed.out), std::string("N"));
  QCOMPARE(seed.x_contracted[0].label(), std::string("C-1"));
  QCOMPARE(seed.y_contracted[0].label(), std::string("C"));
  // A square weight: the output has the input's axis.
  QCOMPARE(labels(dot_axes({C, C - 1}, {C, N}).out), std::string("C N"));
  // All axes one level lower: all are contracted, including the batch.
  QCOMPARE(labels(dot_axes(Axes{C, N}.get_dual(-1), {C, N}).out), std::string());
  // Flattened axes pair by their members.
  const Axis flat = make_flattened_axis({C, H});
  QCOMPARE(labels(dot_axes({W, flat - 1}, {flat, N}).out), std::string("W N"));
}

void AxisTest::dot_refusals() {
  REFUSES(value, dot_axes({C - 1, N}, {C, N}));  // N would appear in the output twice
  REFUSES(value, dot_axes(C, make_axis(9, "C")));
}

void AxisTest::linear_maps() {
  QCOMPARE(labels(linear_map_axes({C, H}, W)), std::string("W C-1 H-1"));
  QCOMPARE(labels(dot_axes(linear_map_axes({C, H}, W), {C, H, N}).out), std::string("W N"));
}

void AxisTest::elementwise_broadcasting() {
  QCOMPARE(labels(broadcast_axes({C, N}, {N, C}, said("add"))), std::string("N C"));
  QCOMPARE(labels(broadcast_axes(C, {N, C}, said("add"))), std::string("N C"));
  QCOMPARE(labels(broadcast_axes({C, N}, C, said("add"))), std::string("C N"));
  QCOMPARE(labels(broadcast_axes({C, N}, {N, H}, said("add"))), std::string("C N H"));
  QCOMPARE(labels(broadcast_axes({}, H, said("add"))), std::string("H"));
  // Of two equal axes the one with a known length is used.
  QVERIFY(broadcast_axes(C, make_axis("C"), said("add")).all_lengths_known());
  assert_valid_broadcast({N, C}, {C, H, N});
  REFUSES(value, assert_valid_broadcast({N, C}, N));
}

void AxisTest::lengths_that_disagree() {
  try {
    broadcast_axes(C, make_axis(9, "C"), said("add of X and Y"));
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    const QString message = error.what();
    QVERIFY2(message.contains("add of X and Y"), error.what());
    QVERIFY2(message.contains("C: 3") && message.contains("C: 9"), error.what());
  }
}

void AxisTest::reductions_refuse_overlap() {
  REFUSES(value, reduction_axes({C, H}, Axes{C}, Axes({C, H})));
  REFUSES(value, reduction_axes({C, H}, Axes{W}, {}));
  QCOMPARE(labels(reduction_axes({C, H, N}, Axes(), Axes({C, H, N})).kept), std::string("C H N"));
}

void AxisTest::slicing_with_any_step() {
  using Bound = std::optional<std::int64_t>;
  auto taken = [](std::int64_t length, Bound start, Bound stop, std::int64_t step) {
    const SliceRange range = slice_range(length, start, stop, step);
    return std::vector<std::int64_t>{range.first, range.length};
  };
  using Found = std::vector<std::int64_t>;
  QCOMPARE(taken(7, {}, {}, 2), (Found{0, 4}));
  QCOMPARE(taken(7, 1, -1, 3), (Found{1, 2}));
  QCOMPARE(taken(7, {}, {}, -2), (Found{6, 4}));
  QCOMPARE(taken(7, -2, 0, -2), (Found{5, 3}));
  QCOMPARE(taken(7, 3, -100, -1), (Found{3, 4}));
  QCOMPARE(taken(0, {}, {}, 1), (Found{0, 0}));
  QCOMPARE(taken(7, INT64_MIN, INT64_MAX, INT64_MAX), (Found{0, 1}));
  QCOMPARE(taken(7, {}, {}, INT64_MIN), (Found{6, 1}));
  REFUSES(value, slice_range(7, {}, {}, 0));
  REFUSES(value, slice_axis(W, 0, 4, 2));
  const Axis sliced = slice_axis(make_axis(8, "b", batch()), 2, 6, {});
  QVERIFY(sliced.is_batch());
  QCOMPARE(sliced.length(), 4);
}

void AxisTest::maps_rename() {
  const AxesMap map{{"C", "K"}, {"H", "M"}};
  const Axes mapped = map.map_axes({C, N, H});
  QCOMPARE(QString::fromStdString(mapped.text()), "K: 3, N: 5, M: 2");
  QVERIFY(mapped[1].identity() == N.identity());
  QVERIFY(map.invert().map_axes(mapped) == Axes({C, N, H}));
  REFUSES(duplicate_axes, AxesMap{{"C", "K"}, {"H", "K"}});
  REFUSES(value, AxesMap{{"C", "N"}}.map_axes({C, N}));
}

void AxisTest::flattening() {
  const Axis flat = make_flattened_axis({C, make_flattened_axis({H, W})});
  QCOMPARE(flat.length(), 24);
  QVERIFY(!make_flattened_axis({N}).is_batch());
  assert_valid_flatten({C, H, W}, {flat});
  assert_valid_unflatten({flat, N}, {C, H, W, N});
  REFUSES(value, assert_valid_flatten({H, C, W}, {flat}));
  REFUSES(value, Axis(flat).set_length(3));
  const Axes nested = Axes::nested({{C, H}, {N}});
  QVERIFY(nested[1].is_flattened());
  QCOMPARE(nested.lengths(), (std::vector<std::int64_t>{6, 5}));
}

void AxisTest::scopes_name_axes() {
  NameScope ax = make_name_scope("ax");
  ax["C"] = make_axis(4);
  const Axis channel = ax["C"];
  QCOMPARE(channel.name(), std::string("ax.C"));
  QCOMPARE((channel - 1).label(), std::string("ax.C-1"));
  REFUSES(key, static_cast<Axis>(ax["D"]));
  ax["D"] = ax["C"];  // one axis, renamed
  QCOMPARE(channel.name(), std::string("ax.D"));
  NameScope inner = ax.nested("layers").element(2);
  inner["K"] = make_axis(3);
  QCOMPARE(static_cast<Axis>(inner["K"]).name(), std::string("ax.layers[2].K"));
}

void AxisTest::views_of_views() {
  const TensorDescription base({C, H, N}, DType::f32, "x");
  const Axis flat = make_flattened_axis({H, N});
  const auto grouped = base.flatten({C, flat});
  QCOMPARE(grouped.name(), std::string("x_rFlatten"));
  QVERIFY(grouped.is_dense() && !grouped.is_base());
  QCOMPARE(grouped.base().name(), std::string("x"));
  const auto swapped = base.reorder({N, C, H}).flatten(make_flattened_axis({N, C, H}));
  QVERIFY(!swapped.is_dense());
  QCOMPARE(swapped.unflatten({N, C, H}).strides(), (std::vector<std::int64_t>{4, 40, 20}));
  QCOMPARE(grouped.transpose().unflatten({H, N, C}).parameter_key(),
           base.reorder({H, N, C}).parameter_key());
  REFUSES(value, base.reorder({C, H}));
  REFUSES(value, base.broadcast({C, H}));
  REFUSES(value, base.cast({C, N, H}));
  REFUSES(value, grouped.unflatten({C, H, W}));
  REFUSES(value, grouped.unflatten({C, H}));
}

void AxisTest::slices_of_descriptions() {
  const TensorDescription base({C, H, N});
  const Axis part = make_axis("N");
  const SliceItem items[] = {SliceItem::at(-1), SliceItem::all(), SliceItem::range({}, {}, -2)};
  const auto view = base.slice(items, {H, part});
  QCOMPARE(view.offset(), 2 * 40 + 4 * 4);
  QCOMPARE(view.strides(), (std::vector<std::int64_t>{20, -8}));
  QCOMPARE(view.shape(), (Shape{2, 3}));
  QVERIFY(!part.has_length());  // the given axis is unchanged
  const SliceItem again[] = {SliceItem::at(0), SliceItem::at(1)};
  QCOMPARE(view.slice(again, {}).offset(), 2 * 40 + 2 * 4);
  const SliceItem outside[] = {SliceItem::at(3), SliceItem::all(), SliceItem::all()};
  REFUSES(value, base.slice(outside, {H, N}));
  REFUSES(value, base.slice(items, {H, N}));  // three items for an axis of length five
  REFUSES(value, base.slice(items, H));
  const auto swapped = base.reorder({N, C, H}).flatten(make_flattened_axis({N, C, H}));
  const SliceItem first[] = {SliceItem::range(0, 2)};
  REFUSES(value, swapped.slice(first, make_axis(2, "part")));
  const SliceItem whole[] = {SliceItem::all()};
  QCOMPARE(swapped.slice(whole, swapped.axes()).parameter_key(), swapped.parameter_key());
}

void AxisTest::names_are_given_back() {
  auto first = std::make_unique<UniqueName>("Given", "given");
  UniqueName second("Given", "given");
  QCOMPARE(second.text(), std::string("given_0"));
  first.reset();
  QCOMPARE(UniqueName("Given", "given").text(), std::string("given"));
  second.rename("given_0");
  QCOMPARE(second.text(), std::string("given_0"));
  UniqueName moved = std::move(second);
  QCOMPARE(moved.text(), std::string("given_0"));
}

void AxisTest::scopes_can_be_entered_again() {
  std::vector<UniqueName> kept;
  {
    const ScopedName layer("layer");
    kept.emplace_back("Op");
  }
  {
    const ScopedName layer("layer", true);
    QCOMPARE(layer.path(), std::string("layer"));
    QCOMPARE(UniqueName("Op", "other").text(), std::string("layer/other"));
  }
  {
    const ScopedName layer("layer");
    QCOMPARE(current_scope(), std::string("layer_0"));
  }
  kept.clear();  // the scope's name is released with the last owner of a name in it
  const ScopedName layer("layer");
  QCOMPARE(layer.path(), std::string("layer"));
}

NGRAPH_TEST(AxisTest)
#include "axis_test.moc"
