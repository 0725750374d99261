// SPDX-License-Identifier: Apache-2.0
// Tests checkpoints with elements that the engine does not compute with: they are converted as they
// are or refused, compared, and bound by their values.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "engine/base/atomic_file.h"
#include "engine/documents/binding/checkpoint_binding.h"
#include "engine/documents/convert_checkpoint.h"
#include "engine/documents/tensor_window.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/ops/state.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Values = std::vector<double>;

Op weight(const char* name, const Shape& lengths) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    axes.push_back(make_axis(lengths[i], std::string(name) + std::to_string(i)));
  return variable(Axes(std::move(axes)), 7.0).named(name);
}

std::function<std::vector<std::byte>()> elements(const std::vector<int>& values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return [bytes] { return bytes; };
}

// Fields of protobuf: a number, and a part with its length (below 128).
std::string field(int number, int value) {
  return {static_cast<char>(number << 3), static_cast<char>(value)};
}
std::string field(int number, const std::string& part) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(part.size())} + part;
}
// An initializer with two elements.
std::string initializer(const char* name, int type, const std::string& data) {
  return field(5, field(1, 2) + field(2, type) + field(8, std::string(name)) + data);
}

}  // namespace

class CheckpointTypesTest : public QObject {
  Q_OBJECT
 private slots:
  void elements_are_copied();
  void nothing_is_left_out_unasked();
  void compares();
  void compares_bytes_without_values();
  void complex_elements_differ_by_their_modulus();
  void binds();
  void reads_windows();
  void initializers_of_onnx();

 private:
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  // Two elements of 8-bit floats each, complex numbers (2, 1), and two elements of 4 bits.
  std::string other_types(const char* name) const {
    return stream(
        name,
        {{"e4m3", StoredType("float8_e4m3fn"), {2}, elements({0x38, 0xc0})},
         {"e5m2", StoredType("float8_e5m2"), {2}, elements({0x38, 0xc0})},
         {"c", StoredType("complex64"), {2, 1}, [] { return Tensor({1, 2, 3, -4}).bytes.copy(); }},
         {"f4", StoredType("float4_e2m1fn"), {1, 2}, elements({0x21})}});
  }
  std::string four_bits(const char* name) const {
    return stream(name, {{"f4", StoredType("float4_e2m1fn"), {2}, elements({0x21})}});
  }
  std::string stream(const char* name, const std::vector<TensorToWrite>& tensors) const {
    stream_safetensors(path(name), tensors, {});
    return path(name);
  }
  QTemporaryDir folder_;
};

// Elements of other types are copied, also when their axes are reordered.
void CheckpointTypesTest::elements_are_copied() {
  const std::string in = other_types("other.safetensors");
  TensorRules rules;
  rules.transpose("c");
  for (const char* out : {"other2.safetensors", "other2.npz"}) {
    const auto made = convert_checkpoint(in, path(out), rules, {}, Unsupported::skip);
    CheckpointSource before(in), after(path(out));
    for (const char* name : {"e4m3", "e5m2"}) {
      QVERIFY(after.contents().find(name)->dtype == before.contents().find(name)->dtype);
      QCOMPARE(after.read_elements(name), before.read_elements(name));
    }
    QCOMPARE(after.read("e4m3").values(), (Values{1, -2}));
    QCOMPARE(after.contents().find("c")->shape, (Shape{1, 2}));
    QCOMPARE(after.read("c").values(), (Values{1, 2, 3, -4}));
  }
  convert_checkpoint(in, path("four.safetensors"), {});
  QCOMPARE(CheckpointSource(path("four.safetensors")).read_elements("f4").size(), std::size_t(1));
  TensorRules packed;
  packed.transpose("f4");
  QVERIFY(refusal([&] { convert_checkpoint(in, path("no.safetensors"), packed); }, ErrorKind::value)
              .contains("the axes of float4_e2m1fn cannot be reordered"));
}

// A type that the other format lacks is an error before anything is written, and says what to do.
void CheckpointTypesTest::nothing_is_left_out_unasked() {
  const std::string in = other_types("lacks.safetensors");
  const QString said =
      refusal([&] { convert_checkpoint(in, path("lacks.npz"), {}); }, ErrorKind::value);
  for (const char* part : {"1 tensor of '", "cannot be written to '", "'f4' (float4_e2m1fn)",
                           "convert to .safetensors, or leave them out", "--skip-unsupported"})
    QVERIFY2(said.contains(part), qPrintable(said));
  QVERIFY(!QFile::exists(folder_.filePath("lacks.npz")));
  const auto made = convert_checkpoint(in, path("lacks.npz"), {}, {}, Unsupported::skip);
  QCOMPARE(made.tensors.size(), std::size_t(3));
  QCOMPARE(made.left_out.size(), std::size_t(1));
  QCOMPARE(made.left_out[0].name, std::string("f4"));
  QCOMPARE(CheckpointSource(path("lacks.npz")).contents().entries.size(), std::size_t(3));
  // Nothing is left to write.
  const std::string only = four_bits("only.safetensors");
  QVERIFY(refusal([&] { convert_checkpoint(only, path("x.npz"), {}, {}, Unsupported::skip); },
                  ErrorKind::value)
              .contains("no tensor"));
}

// By their values if both have some, else by their bytes.
void CheckpointTypesTest::compares() {
  const std::string in = other_types("before.safetensors");
  using Kind = TensorChange::Kind;
  for (const TensorChange& change : compare_checkpoints(in, in)) QCOMPARE(change.kind, Kind::equal);
  const std::string after =
      stream("after.safetensors",
             {{"e4m3", DType::f32, {2}, [] { return Tensor({1, -2.5}).bytes.copy(); }},
              {"c", DType::f32, {2}, [] { return Tensor({1, 2}).bytes.copy(); }}});
  std::map<std::string, TensorChange> changes;
  for (const TensorChange& change : compare_checkpoints(in, after)) changes[change.name] = change;
  QCOMPARE(changes["e4m3"].kind, Kind::changed);
  QCOMPARE(changes["e4m3"].most, .5);
  QCOMPARE(changes["c"].kind, Kind::reshaped);
  QCOMPARE(changes["f4"].kind, Kind::removed);
}

void CheckpointTypesTest::complex_elements_differ_by_their_modulus() {
  const auto saved = [this](const char* name, const Tensor& parts) {
    return stream(name, {{"c", StoredType("complex64"), {2}, [&] { return parts.bytes.copy(); }}});
  };
  const auto changes = compare_checkpoints(saved("z1.safetensors", {3, -4, 1, 0}),
                                           saved("z2.safetensors", {4, -5, 1, 0}));
  QCOMPARE(changes[0].histogram.zero, std::int64_t(1));
  QCOMPARE(changes[0].most, std::sqrt(2.0));
  QCOMPARE(changes[0].most_relative, std::sqrt(2.0 / 41));
  QCOMPARE(changes[0].difference, std::sqrt(2.0));
}

// 8-bit floats fit a variable of floats; complex numbers do not.
void CheckpointTypesTest::binds() {
  CheckpointSource source(other_types("bind.safetensors"));
  const std::vector<Op> state = {weight("c", {2, 1}), weight("e4m3", {2})};
  const CheckpointBinding binding = bind_checkpoint(source.contents(), state, {});
  QCOMPARE(binding.variables[0].state, VariableBinding::State::mismatched);
  QCOMPARE(binding.variables[0].problem,
           std::string("the tensor is complex64 (2, 1), not float32 (2, 1)"));
  QCOMPARE(binding.variables[1].state, VariableBinding::State::bound);
  const Checkpoint bound = bound_checkpoint(source, binding, "net", state);
  QCOMPARE(bound.tensors[1].value.dtype, DType::f32);
  QCOMPARE(bound.tensors[1].value.values(), (Values{1, -2}));
}

// Their norms and differences are not known.
void CheckpointTypesTest::compares_bytes_without_values() {
  const StoredType type("float6_e2m3fn");
  const std::string before = stream("six1.safetensors", {{"w", type, {4}, elements({1, 2, 3})}}),
                    after = stream("six2.safetensors", {{"w", type, {4}, elements({1, 2, 4})}});
  const TensorChange same = compare_checkpoints(before, before).at(0);
  QCOMPARE(same.kind, TensorChange::Kind::equal);
  QCOMPARE(same.relative(), 0.);
  const TensorChange other = compare_checkpoints(before, after).at(0);
  QCOMPARE(other.kind, TensorChange::Kind::changed);
  QVERIFY(std::isnan(other.most) && std::isnan(other.relative()) && !other.has_difference());
}

// Parts of a tensor are decoded; packed and complex elements are read whole.
void CheckpointTypesTest::reads_windows() {
  const std::string in = other_types("window.safetensors");
  const auto window = TensorWindow::open(in, "e4m3");
  QVERIFY(window);
  QCOMPARE(window->dtype(), DType::f32);
  QCOMPARE(window->read(1, 1).values(), Values{-2});
  QCOMPARE(window->read_box({{0}, {2}}).values(), (Values{1, -2}));
  QCOMPARE(window->sample(10).values(), (Values{1, -2}));
  for (const char* name : {"c", "f4"}) QVERIFY2(!TensorWindow::open(in, name), name);
  CheckpointSource source(in);
  QCOMPARE(source.read_part("c", 1, 1).values(), (Values{3, -4}));
  QCOMPARE(source.read_part("f4", 1, 1).values(), Values{1});
}

// In raw data and in the typed fields; what is of an unknown type is named.
void CheckpointTypesTest::initializers_of_onnx() {
  const TensorBytes numbers = Tensor({1, 2, 3, -4}).bytes;
  const std::string floats(reinterpret_cast<const char*>(numbers.data()), numbers.size());
  const std::string graph =
      initializer("complex", 14, field(4, floats)) +
      initializer("e4m3", 17, field(5, std::string("\x38\xc0\x01"))) +
      initializer("e5m2fnuz", 20, field(9, std::string("\x38\xc0"))) +
      initializer("f4", 23, field(9, std::string("\x21"))) +
      initializer("text", 8, field(6, std::string("ab")) + field(6, std::string("c"))) +
      initializer("unknown", 99, field(9, std::string("ab")));
  std::string length;
  for (std::size_t left = graph.size(); left > 0; left >>= 7)
    length += static_cast<char>((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  write_file(path("types.onnx"), field(1, 8) + "\x3a" + length + graph);
  CheckpointSource source(path("types.onnx"));
  QCOMPARE(source.contents().entries.size(), std::size_t(6));
  QCOMPARE(source.read("complex").values(), (Values{1, 2, 3, -4}));
  QCOMPARE(source.read("e4m3").values(), (Values{1, -2}));
  QCOMPARE(source.read("e5m2fnuz").values(), (Values{.25, -1}));
  QCOMPARE(source.read("f4").values(), (Values{.5, 1}));
  QCOMPARE(source.contents().find("text")->bytes, 3);
  QCOMPARE(std::string(source.contents().find("unknown")->dtype.name()),
           std::string("the unknown type 99"));
  for (const char* name : {"text", "unknown"})
    QVERIFY(refusal([&] { source.read(name); }, ErrorKind::value).contains("are no numbers"));
  const auto made =
      convert_checkpoint(path("types.onnx"), path("onnx.safetensors"), {}, {}, Unsupported::skip);
  QCOMPARE(made.tensors.size(), std::size_t(4));
  QCOMPARE(made.left_out.size(), std::size_t(2));
}

NGRAPH_TEST(CheckpointTypesTest)
#include "checkpoint_types_test.moc"
