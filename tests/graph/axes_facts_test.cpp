// SPDX-License-Identifier: Apache-2.0
// Tests the original's recorded facts about axes and tensor descriptions.
#include <QtTest>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/graph/axis.h"
#include "engine/graph/names.h"
#include "engine/graph/tensor_description.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using nlohmann::json;
using namespace ng;

namespace {

const json& facts() {
  static const json facts = [] {
    std::ifstream file(testing::source_file("tests/reference/axes_facts.json"));
    return json::parse(file);
  }();
  return facts;
}

Axis axis_called(const std::string& name) {
  const std::map<std::string, int> lengths = {{"C", 3}, {"H", 2}, {"W", 4},
                                              {"N", 5}, {"D", 1}, {"REC", 2}};
  return make_axis(lengths.at(name), name);
}

Axes axes_called(const json& names) {
  std::vector<Axis> axes;
  for (const std::string name : names) axes.push_back(axis_called(name));
  return Axes(axes);
}

json as_json(const Axis& axis) {
  json entry = {axis.name(), axis.length()};
  if (!axis.is_flattened()) return entry;
  json members = json::array();
  for (const Axis& member : axis.members()) members.push_back(as_json(member));
  entry.push_back(members);
  return entry;
}

json as_json(const Axes& axes) {
  json list = json::array();
  for (const Axis& axis : axes) list.push_back(as_json(axis));
  return list;
}

json fact(const Axis& axis) {
  return {{"axis", as_json(axis)}};
}
json fact(const Axes& axes) {
  return {{"axes", as_json(axes)}};
}
json fact(const std::optional<Axis>& axis) {
  return axis ? fact(*axis) : json{{"value", nullptr}};
}
json fact(bool value) {
  return {{"value", value}};
}

// The original's message with its typing errors corrected, as in our messages.
std::string mended(std::string message) {
  const std::pair<const char*, const char*> slips[] = {{"they havecommon", "they have common"},
                                                       {"origional", "original"},
                                                       {"SlicedAxis cant", "SlicedAxis can't"},
                                                       {"must has same", "must have same"}};
  for (const auto& [slip, right] : slips) {
    if (const auto at = message.find(slip); at != std::string::npos) {
      message.replace(at, std::string(slip).size(), right);
    }
  }
  return message;
}

// True if our message contains each line of the recorded one.
bool says(const Error& error, const std::string& recorded) {
  std::istringstream lines(mended(recorded));
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(' '));
    line.erase(line.find_last_not_of(' ') + 1);
    if (std::string(error.what()).find(line) == std::string::npos) return false;
  }
  return true;
}

void compare(const json& ours, const json& recorded) {
  QCOMPARE(QByteArray::fromStdString(ours.dump()), QByteArray::fromStdString(recorded.dump()));
}

// `evaluate` returns the recorded value or throws the recorded error.
void compare_outcome(const std::function<json()>& evaluate, const json& recorded) {
  if (!recorded.is_object() || !recorded.contains("raises")) {
    compare(evaluate(), recorded);
    return;
  }
  try {
    const json value = evaluate();
    QFAIL(("no error was thrown: " + recorded.dump() + " but " + value.dump()).c_str());
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::value);
    QVERIFY2(says(error, recorded["message"]), error.what());
  }
}

std::optional<Axes> optional_axes(const json& names) {
  return names.is_null() ? std::nullopt : std::optional<Axes>(axes_called(names));
}

std::optional<std::int64_t> optional_int(const json& value) {
  return value.is_null() ? std::nullopt : std::optional<std::int64_t>(value.get<std::int64_t>());
}

json as_json(const TensorDescription& td) {
  return {{"axes", as_json(td.axes())},
          {"shape", td.shape()},
          {"strides", td.strides()},
          {"offset", td.offset()},
          {"sizes", td.sizes()},
          {"tensor_size_bytes", td.tensor_size()},
          {"c_contiguous", td.c_contiguous()},
          {"broadcast_contiguous", td.broadcast_contiguous()},
          {"dtype", name(td.dtype())}};
}

std::map<std::string, TensorDescription> described() {
  const Axis C = axis_called("C"), H = axis_called("H"), N = axis_called("N"), W = axis_called("W");
  const TensorDescription chn(Axes{C, H, N}), scalar((Axes()));
  const Axis CH = make_flattened_axis({C, H});
  const auto grouped = chn.flatten({CH, N});
  const SliceItem part[] = {SliceItem::range(1, 3), SliceItem::all(), SliceItem::at(2)};
  const SliceItem line[] = {SliceItem::at(2), SliceItem::at(1), SliceItem::all()};
  const Axis A = make_axis(3, "A"), B = make_axis(2, "B");
  return {
      {"base CHN", chn},
      {"transpose", chn.transpose()},
      {"reorder NCH", chn.reorder({N, C, H})},
      {"broadcast CWHN", chn.broadcast({C, W, H, N})},
      {"broadcast NWHC", chn.broadcast({N, W, H, C})},
      {"slice [1:3, :, 2]", chn.slice(part, {make_axis("C"), H})},
      {"slice [2, 1, :]", chn.slice(line, N)},
      {"flatten (CH) N", grouped},
      {"flatten (CH) N then unflatten", grouped.unflatten({C, H, N})},
      {"reorder NCH then flatten all",
       chn.reorder({N, C, H}).flatten(make_flattened_axis({N, C, H}))},
      {"cast to A B N", chn.cast({A, B, N})},
      {"scalar", scalar},
      {"scalar broadcast CH", scalar.broadcast({C, H})},
      {"float16 CH", TensorDescription({C, H}, DType::f16)},
      {"int32 N", TensorDescription(N, DType::i32)},
  };
}

}  // namespace

class AxesFactsTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    reset_axis_names();
    reset_name_counters();
  }
  void algebra();
  void roles();
  void reductions();
  void slices();
  void automatic_names();
  void op_names();
  void tensor_descriptions();
};

void AxesFactsTest::algebra() {
  for (const json& row : facts()["algebra"]) {
    const Axes x = axes_called(row["x"]), y = axes_called(row["y"]);
    compare_outcome([&] { return fact(x + y); }, row["add"]);
    compare(fact(x - y), row["sub"]);
    compare(fact(x | y), row["or"]);
    compare(fact(x & y), row["and"]);
    compare(fact(x == y), row["eq"]);
    compare(fact(x.is_sub_set(y)), row["is_sub_set"]);
    compare(fact(x.is_super_set(y)), row["is_super_set"]);
    compare(fact(x.is_equal_set(y)), row["is_equal_set"]);
    compare_outcome([&] { return assert_valid_broadcast(x, y), json{{"value", nullptr}}; },
                    row["valid_broadcast_x_to_y"]);
  }
}

void AxesFactsTest::roles() {
  for (const json& row : facts()["roles"]) {
    const Axes axes = axes_called(row["axes"]);
    compare(axes.lengths(), row["lengths"]);
    compare(axes.lengths(), row["full_lengths"]);
    compare(axes.names(), row["names"]);
    compare(axes.element_count(), row["size"]);
    compare(fact(axes.batch_axis()), row["batch_axis"]);
    // No batch axis: empty axes here, None in the original.
    const json none = {{"value", nullptr}};
    compare(axes.batch_axes().empty() ? none : fact(axes.batch_axes()), row["batch_axes"]);
    compare(fact(axes.channel_axis()), row["channel_axis"]);
    compare(fact(axes.recurrent_axis()), row["recurrent_axis"]);
    compare(fact(axes.sample_axes()), row["sample_axes"]);
    compare(fact(axes.feature_axes()), row["feature_axes"]);
    compare(fact(axes.spatial_axes()), row["spatial_axes"]);
    compare(fact(axes.flatten()), row["flatten"]);
    compare(fact(axes.flatten(true)), row["flatten_force"]);
  }
}

void AxesFactsTest::reductions() {
  for (const json& row : facts()["compute_reduction_axes"]) {
    const Axes x = axes_called(row["x"]);
    compare_outcome(
        [&] {
          const Reduction found = reduction_axes(x, optional_axes(row["reduction_axes"]),
                                                 optional_axes(row["out_axes"]));
          return json{{"pair", {as_json(found.reduced), as_json(found.kept)}}};
        },
        row["reduction_and_out"]);
  }
}

void AxesFactsTest::slices() {
  for (const json& row : facts()["slice_axis"]) {
    const json& slice = row["slice"];
    compare_outcome(
        [&] {
          return fact(slice_axis(make_axis(row["axis"][1], row["axis"][0].get<std::string>()),
                                 optional_int(slice[0]), optional_int(slice[1]),
                                 optional_int(slice[2])));
        },
        row["result"]);
  }
}

void AxesFactsTest::automatic_names() {
  const json& expected = facts()["auto_names"];
  compare(json{make_axis().name(), make_axis(3).name(), make_axis().name()},
          expected["make_axis_x3"]);
  const Axis C = axis_called("C"), H = axis_called("H"), W = axis_called("W");
  compare(json{Axes{C, H}.flatten().name(), Axes{H, W}.flatten().name()}, expected["flattened_x2"]);
  const Axis shadow = make_shadow_axis(C);
  compare(json{shadow.name(), make_shadow_axis(H).name()}, expected["shadow"]);
  compare(json{is_shadow_axis(shadow), is_shadow_axis(C)}, expected["is_shadow"]);
  const std::pair<std::string, std::int64_t> lengths[] = {{"A", 2}, {"B", 3}};
  compare(as_json(Axes::of(lengths)), expected["axes_from_dict"]);
  compare(as_json(Axes{C, make_flattened_axis({H, W})}), expected["nested_list"]);
  compare(C.text(), expected["str_axis"]);
  compare(C.repr(), expected["repr_axis"]);
  compare(Axes({C, H}).text(), expected["str_axes"]);
  compare(make_axis(7, "C") == C, expected["axis_equality_name_only"]);
}

void AxesFactsTest::op_names() {
  const json& expected = facts()["op_names"];
  std::vector<UniqueName> names;
  for (int i = 0; i < 4; ++i) names.emplace_back("AssignableTensorOp");
  for (int i = 0; i < 4; ++i) names.emplace_back("AssignableTensorOp").rename("w");
  for (int i = 0; i < 3; ++i) names.emplace_back("Add");
  for (int i = 0; i < 2; ++i) names.emplace_back("ExpOp");
  json created = json::array();
  for (const UniqueName& name : names) created.push_back(name.text());
  compare(created, expected["created_in_order"]);

  json scoped = json::array();
  auto make = [&](const char* class_name) {
    scoped.push_back(names.emplace_back(class_name).text());
  };
  {
    const ScopedName outer("outer");
    make("AssignableTensorOp");
    const ScopedName inner("inner");
    make("AssignableTensorOp");
    make("ExpOp");
  }
  const ScopedName again("outer");
  make("AssignableTensorOp");
  compare(scoped, expected["scoped"]);
  compare(json{safe_name(scoped[1])}, expected["safe_name"]);
  compare(json{unscoped_name(scoped[1])}, expected["unscoped_name"]);
}

void AxesFactsTest::tensor_descriptions() {
  const auto ours = described();
  for (const json& row : facts()["tensor_descriptions"]) {
    json expected = row["td"];
    json found = as_json(ours.at(row["what"]));
    for (json* side : {&expected, &found}) {  // automatic names depend on ops created before
      for (json& axis : (*side)["axes"]) {
        if (axis.size() == 3) axis[0] = "FlattenedAxis";
      }
    }
    compare(found, expected);
  }
  QCOMPARE(ours.size(), facts()["tensor_descriptions"].size());
}

NGRAPH_TEST(AxesFactsTest)
#include "axes_facts_test.moc"
