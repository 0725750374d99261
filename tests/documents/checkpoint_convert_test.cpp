// SPDX-License-Identifier: Apache-2.0
// Tests rules for names and axes, conversion between formats, and binding to a document's
// variables.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "engine/base/atomic_file.h"
#include "engine/documents/binding/suggest_rules.h"
#include "engine/documents/convert_checkpoint.h"
#include "engine/documents/tensor_window.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/ops/state.h"
#include "tests/support/checkout.h"
#include "tests/support/memory_meter.h"
#include "tests/support/refusal.h"
#include "tests/support/sparse_tensor.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::string pytorch_files = testing::source_file("tests/formats/pytorch/");

Tensor matrix() {
  return Tensor::from(DType::f32, {2, 3}, std::vector<double>{0, 1, 2, 3, 4, 5});
}

Op weight(const char* name, const Shape& lengths) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    axes.push_back(make_axis(lengths[i], std::string(name) + std::to_string(i)));
  return variable(Axes(std::move(axes)), 7.0).named(name);
}

}  // namespace

class CheckpointConvertTest : public QObject {
  Q_OBJECT
 private slots:
  void patterns_data();
  void patterns();
  void rules_are_checked();
  void axes_are_ordered();
  void converts_pytorch();
  void converts_onnx();
  void lists_external_data();
  void large_tensors_are_compared_in_parts();
  void damaged_archives_are_found();
  void refuses_bad_conversions();
  void differences_of_two_formats();
  void binds_by_rules();
  void binds_modules_like_their_state_dicts();
  void binds_names_of_the_models_file();
  void suggests_similar_tensors();
  void saves_a_bound_checkpoint();
  void suggests_rules();
  void no_rule_unbinds();
  void unclear_suggestions_are_not_accepted();
  void choices_replace_names();

 private:
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  std::string save(const char* name, const std::vector<NamedTensor>& tensors) const {
    write_safetensors(path(name), refs(TensorFile{tensors, {}}));
    return path(name);
  }
  QTemporaryDir folder_;
};

void CheckpointConvertTest::patterns_data() {
  QTest::addColumn<QString>("rule");
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("renamed");
  const auto row = [](const char* rule, const char* name, const char* renamed) {
    QTest::addRow("%s on %s", rule, name) << rule << name << renamed;
  };
  row("encoder.*=enc/*", "encoder.0.weight", "enc/0.weight");
  row("encoder.*=enc/*", "decoder.0.weight", "decoder.0.weight");
  row("*.weight=*/W", "layer1.weight", "layer1/W");
  row("layer.*.*=*/*", "layer.3.bias", "3/bias");
  row("*=model/*", "a", "model/a");
  row("a=b", "a", "b");
  row("a=b", "ab", "ab");
  row("*a*=*-*", "banana", "b-nana");
  row("*ab=*", "aabab", "aab");
  row("prefix.*=*", "prefix.", "");
}

void CheckpointConvertTest::patterns() {
  QFETCH(QString, rule);
  QFETCH(QString, name);
  QFETCH(QString, renamed);
  TensorRules rules;
  rules.rename(rule.toStdString());
  QCOMPARE(QString::fromStdString(rules.renamed(name.toStdString())), renamed);
}

void CheckpointConvertTest::rules_are_checked() {
  TensorRules rules;
  for (const char* rule : {"", "a", "=b", "a=", "a*=**"})
    QVERIFY2(refusal([&] { rules.rename(rule); }, ErrorKind::value).contains("the rule"), rule);
  for (const char* rule : {"", "w:0,0", "w:1,2", ":1,0"})
    QVERIFY2(refusal([&] { rules.transpose(rule); }, ErrorKind::value).contains("the rule"), rule);
  rules.rename("a.*=b/*");
  QVERIFY(refusal([&] { rules.require_used({"b.c"}); }, ErrorKind::value)
              .contains("the rule 'a.*' matches no tensor"));
  rules.require_used({"b.c", "a.c"});
  rules.transpose("w:1,0");
  QVERIFY(refusal([&] { rules.order("w", 3); }, ErrorKind::value).contains("3 axes"));
}

void CheckpointConvertTest::axes_are_ordered() {
  QCOMPARE(transposed(matrix(), {1, 0}).values(), (std::vector<double>{0, 3, 1, 4, 2, 5}));
  QCOMPARE(transposed(matrix(), {}).values(), matrix().values());
  const Tensor cube = Tensor::from(DType::i16, {1, 2, 2}, std::vector<double>{1, 2, 3, 4});
  const Tensor turned = transposed(cube, {2, 0, 1});
  QCOMPARE(turned.shape, (Shape{2, 1, 2}));
  QCOMPARE(turned.values(), (std::vector<double>{1, 3, 2, 4}));
  TensorRules rules;
  rules.transpose("w*");
  rules.transpose("v:0,2,1");
  QCOMPARE(rules.order("w1", 3), (std::vector<std::size_t>{2, 1, 0}));
  QCOMPARE(rules.order("v", 3), (std::vector<std::size_t>{0, 2, 1}));
  QVERIFY(rules.order("u", 3).empty());
}

// From PyTorch to both formats of arrays; values, names and scalars are kept.
void CheckpointConvertTest::converts_pytorch() {
  TensorRules rules;
  rules.rename("state_dict/*.weight=net/*/W");
  rules.transpose("state_dict/0.weight");
  for (const char* out : {"out.safetensors", "out.npz"}) {
    const auto made = convert_checkpoint(pytorch_files + "zip.pt", path(out), rules);
    QCOMPARE(made.tensors.size(), std::size_t(34));
    QVERIFY(made.left_out.empty());
    CheckpointSource before(pytorch_files + "zip.pt"), after(path(out));
    QCOMPARE(after.contents().entries.size(), std::size_t(34));
    QCOMPARE(after.contents().find("net/0/W")->shape, (Shape{3, 2}));
    QCOMPARE(after.read("net/0/W").values(),
             transposed(before.read("state_dict/0.weight"), {1, 0}).values());
    QVERIFY(after.read("views/0") == before.read("views/0"));
    QVERIFY(after.read("types/half") == before.read("types/half"));
    QVERIFY(after.read("types/bfloat16") == before.read("types/bfloat16"));
  }
  QCOMPARE(CheckpointSource(path("out.safetensors")).contents().metadata.at("epoch"),
           std::string("3"));
}

void CheckpointConvertTest::converts_onnx() {
  const std::string model = testing::source_file("tests/onnx/models/mlp.onnx");
  CheckpointSource source(model);
  QVERIFY(!source.contents().entries.empty());
  convert_checkpoint(model, path("mlp.safetensors"), {});
  for (const TensorChange& change : compare_checkpoints(model, path("mlp.safetensors")))
    QCOMPARE(change.kind, TensorChange::Kind::equal);
}

void CheckpointConvertTest::lists_external_data() {
  const std::string model = testing::source_file("tests/formats/onnx/weights.onnx");
  CheckpointSource source(model);
  QCOMPARE(source.contents().format, std::string("ONNX model"));
  QCOMPARE(source.contents().entries.size(), std::size_t(5));
  QVERIFY(source.contents().notes.empty());
  QCOMPARE(std::string(source.contents().find("strange")->dtype.name()),
           std::string("float8_e4m3fn"));
  QCOMPARE(source.read("strange").values(), std::vector<double>{0});
  QCOMPARE(source.read("typed").values(), (std::vector<double>{0x1p40, -2}));
  QCOMPARE(source.read("half").values(), (std::vector<double>{1.5, -2}));
  QCOMPARE(source.read("raw").values(), (std::vector<double>{1, 2, 3, 4}));
  QCOMPARE(source.read("outside").values(), (std::vector<double>{5, 6, 7}));
  // Both are read in parts, in the file that holds them.
  QCOMPARE(TensorWindow::open(model, "raw")->read(2, 2).values(), (std::vector<double>{3, 4}));
  QCOMPARE(TensorWindow::open(model, "outside")->read(1, 1).values(), std::vector<double>{6});
  QVERIFY(!TensorWindow::open(model, "typed"));
  const std::string alone = path("alone.onnx");
  QVERIFY(QFile::copy(QString::fromStdString(model), QString::fromStdString(alone)));
  // Without that file, the others are read.
  CheckpointSource missing(alone);
  QVERIFY(missing.contents().find("outside")->fault.find("its external data cannot be read") !=
          std::string::npos);
  QCOMPARE(missing.read("raw").values(), (std::vector<double>{1, 2, 3, 4}));
  QVERIFY(refusal([&] { convert_checkpoint(alone, path("alone.npz"), {}); }, ErrorKind::value)
              .contains("'outside' ("));
}

// Sparse files of 128 MiB each, with one element that is not 0.
void CheckpointConvertTest::large_tensors_are_compared_in_parts() {
  const std::string before = path("large1.safetensors"), after = path("large2.safetensors");
  if (!testing::write_sparse(before, 1 << 13, 1 << 12, 5) ||
      !testing::write_sparse(after, 1 << 13, 1 << 12, (1 << 25) - 1))
    QSKIP("the file system stores no sparse files");
  double reached = 0;
  const testing::MemoryMeter meter(std::size_t{64} << 20);
  const auto changes = compare_checkpoints(before, after, [&](double done) {
    reached = std::max(reached, done);
    return true;
  });
  QVERIFY2(meter.peak() < 32 << 20, qPrintable(QString::number(meter.peak())));
  QCOMPARE(changes.size(), std::size_t(1));
  QCOMPARE(changes[0].most, 42.);
  QCOMPARE(changes[0].difference, 42 * std::sqrt(2.));
  QCOMPARE(changes[0].before, 42.);
  QCOMPARE(changes[0].cosine, 0.);
  QVERIFY(reached > .5);
}

void CheckpointConvertTest::damaged_archives_are_found() {
  const Tensor w({1, 2, 3});
  write_npz(path("good.npz"), std::vector<TensorRef>{{"w", &w}});
  QVERIFY(QFile::copy(folder_.filePath("good.npz"), folder_.filePath("bad.npz")));
  QFile bad(folder_.filePath("bad.npz"));
  QVERIFY(bad.open(QIODevice::ReadWrite));
  const float two = 2;
  const QByteArray element(reinterpret_cast<const char*>(&two), sizeof two);
  const qsizetype at = bad.readAll().indexOf(element);
  QVERIFY(at > 0 && bad.seek(at) && bad.write("1", 1) == 1);
  bad.close();
  QVERIFY(refusal([&] { compare_checkpoints(path("good.npz"), path("bad.npz")); }).contains("CRC"));
  QVERIFY(refusal([&] {
            convert_checkpoint(path("bad.npz"), path("x.safetensors"), {});
          }).contains("CRC"));
}

void CheckpointConvertTest::refuses_bad_conversions() {
  const std::string in = save("two.safetensors", {{"a", Tensor(1.0)}, {"b", Tensor(2.0)}});
  const auto refused = [&](const char* out, const TensorRules& rules) {
    return refusal([&] { convert_checkpoint(in, path(out), rules); }, ErrorKind::value);
  };
  QVERIFY(refused("x.pt", {}).contains("x.pt' cannot be written"));
  QVERIFY(refused("x.jpeg", {}).contains("an unknown suffix"));
  QVERIFY(refused("x.ngraph", {}).contains("cannot be written"));
  QVERIFY(refused("x.npy", {}).contains("holds one array, not 2"));
  TensorRules same;
  same.rename("b=a");
  QVERIFY(refused("x.npz", same).contains("two tensors would have the name 'a'"));
  TensorRules none;
  none.rename("c=d");
  QVERIFY(refused("x.npz", none).contains("matches no tensor"));
  write_file(path("old.npz"), "old");
  const QString stopped =
      refusal([&] { convert_checkpoint(in, path("old.npz"), {}, [](double) { return false; }); },
              ErrorKind::cancelled);
  QVERIFY2(stopped.contains("was cancelled"), qPrintable(stopped));
  QFile old(folder_.filePath("old.npz"));
  QVERIFY(old.open(QIODevice::ReadOnly));
  QCOMPARE(old.readAll(), QByteArray("old"));
}

void CheckpointConvertTest::differences_of_two_formats() {
  const Tensor before({3, 4}), after({4, 3});
  write_npz(path("d.npz"), std::vector<TensorRef>{{"x.w", &before}, {"x.only", &before}});
  const std::string second =
      save("d.safetensors", {{"w", after}, {"only", Tensor(DType::f64, {1, 2})}});
  const auto changes = compare_checkpoints(path("d.npz"), second, {},
                                           [](const std::string& name) { return name.substr(2); });
  QCOMPARE(changes.size(), std::size_t(2));
  QCOMPARE(changes[0].kind, TensorChange::Kind::reshaped);
  QCOMPARE(changes[0].shape_after, (Shape{1, 2}));
  QCOMPARE(changes[0].dtype_before, std::optional(StoredType(DType::f32)));
  QCOMPARE(changes[0].dtype_after, std::optional(StoredType(DType::f64)));
  QVERIFY(std::isnan(changes[0].cosine));
  QCOMPARE(changes[1].kind, TensorChange::Kind::changed);
  QCOMPARE(changes[1].cosine, 24. / 25);
  QCOMPARE(changes[1].most, 1.);
  QCOMPARE(changes[1].difference, std::sqrt(2.));
  DifferenceHistogram histogram;
  for (const double difference : {2e-3, 1e-30, 1e9, 5.}) histogram.add(difference);
  QCOMPARE(histogram.decades[12 - 3], 1);
  QCOMPARE(histogram.decades[0], 1);
  QCOMPARE(histogram.decades[15], 1);
  QCOMPARE(changes[1].histogram.decades[12], 2);  // both by 1
  QVERIFY(refusal(
              [&] {
                compare_checkpoints(second, second, {}, [](const std::string&) { return "one"; });
              },
              ErrorKind::value)
              .contains("are renamed to 'one'"));
}

void CheckpointConvertTest::binds_by_rules() {
  const std::string file = save("net.safetensors", {{"enc.w", matrix()},
                                                    {"enc.b", Tensor({1, 2})},
                                                    {"enc.n", Tensor(DType::i64, {2})},
                                                    {"rest", Tensor(1.0)}});
  const std::vector<Op> state = {weight("net/b", {2}), weight("net/n", {2}),
                                 weight("net/none", {5}), weight("net/w", {3, 2})};
  BindingChoices rules;
  rules.renames = {"enc.*=net/*"};
  const CheckpointContents contents = read_checkpoint_contents(file);
  const CheckpointBinding plain = bind_checkpoint(contents, state, rules);
  using State = VariableBinding::State;
  QCOMPARE(plain.variables[0].state, State::bound);
  QCOMPARE(plain.variables[0].tensor, std::string("enc.b"));
  QCOMPARE(plain.variables[1].state, State::mismatched);
  QCOMPARE(plain.variables[1].problem, std::string("the tensor is int64 (2,), not float32 (2,)"));
  QCOMPARE(plain.variables[2].state, State::missing);
  QCOMPARE(plain.variables[3].state, State::mismatched);
  QVERIFY(plain.variables[3].problem.ends_with("; it fits when transposed"));
  QCOMPARE(plain.extra, std::vector<std::string>{"rest"});
  QVERIFY(!plain.complete());
  BindingChoices twice;
  twice.renames = {"enc.*=net/w"};
  QVERIFY(refusal([&] { bind_checkpoint(contents, state, twice); }, ErrorKind::value)
              .contains("two tensors would have the name 'net/w'"));
  rules.transposes = {"net/w"};
  QCOMPARE(bind_checkpoint(contents, state, rules).variables[3].state, State::bound);
}

// fc/weight of a module is fc.weight of its state dict. A name that may be either is neither.
void CheckpointConvertTest::binds_modules_like_their_state_dicts() {
  using State = VariableBinding::State;
  const std::vector<Op> state{weight("fc.weight", {2, 3}), weight("a/b", {2, 3}),
                              weight("x.y", {2, 3}), weight("x/y", {2, 3})};
  for (const auto& [name, variable] :
       {std::pair{"fc/weight", 0}, {"fc.weight", 0}, {"a.b", 1}, {"x.y", 2}, {"x/y", 3}}) {
    const CheckpointContents contents =
        read_checkpoint_contents(save("module.safetensors", {{name, matrix()}}));
    const CheckpointBinding binding = bind_checkpoint(contents, state, {});
    for (std::size_t i = 0; i < state.size(); ++i)
      QCOMPARE(binding.variables[i].state == State::bound, static_cast<int>(i) == variable);
  }
  const CheckpointContents two =
      read_checkpoint_contents(save("two.safetensors", {{"p.q/r", matrix()}, {"p/q.r", matrix()}}));
  QCOMPARE(bind_checkpoint(two, {weight("p/q/r", {2, 3})}, {}).variables[0].state, State::missing);
  // One that has to be transposed is suggested.
  const CheckpointContents one =
      read_checkpoint_contents(save("one.safetensors", {{"p.q", matrix()}}));
  const CheckpointBinding turned = bind_checkpoint(one, {weight("p/q", {3, 2})}, {});
  QCOMPARE(turned.variables[0].state, State::missing);
  QCOMPARE(turned.variables[0].suggestions.size(), std::size_t(1));
}

// Weights that an exporter numbered have the names of their modules; another file of the model
// still has the numbers.
void CheckpointConvertTest::binds_names_of_the_models_file() {
  const Op renamed = weight("conv1.weight", {2, 3}), other = weight("conv2.weight", {2, 3});
  renamed.metadata()["name in file"] = "onnx::Conv_12";
  other.metadata()["name in file"] = "onnx::Conv_15";
  const std::string file =
      save("numbered.safetensors", {{"onnx::Conv_12", matrix()}, {"conv2.weight", matrix()}});
  const CheckpointBinding binding =
      bind_checkpoint(read_checkpoint_contents(file), {renamed, other}, {});
  QVERIFY(binding.complete());
  QCOMPARE(binding.variables[0].tensor, std::string("onnx::Conv_12"));
  QCOMPARE(binding.variables[1].tensor, std::string("conv2.weight"));
}

void CheckpointConvertTest::suggests_similar_tensors() {
  const std::string file = save("similar.safetensors", {{"encoder.layer1.weight", matrix()},
                                                        {"encoder.layer2.weight", matrix()},
                                                        {"encoder.layer1.bias", Tensor({1, 2})}});
  const std::vector<Op> state = {weight("encoder:layer1:weight", {3, 2}),
                                 weight("encoder:layer2:weight", {2, 3}), weight("other", {9})};
  CheckpointBinding binding = bind_checkpoint(read_checkpoint_contents(file), state, {});
  const auto& first = binding.variables[0].suggestions;
  QCOMPARE(first.size(), std::size_t(2));
  QCOMPARE(first[0].tensor, std::string("encoder.layer1.weight"));
  QCOMPARE(first[0].order, (std::vector<std::size_t>{1, 0}));
  QCOMPARE(first[0].similarity, 1.);
  QVERIFY(first[1].similarity < 1);
  QVERIFY(binding.variables[2].suggestions.empty());
  accept_suggestions(binding);
  QCOMPARE(binding.variables[0].tensor, std::string("encoder.layer1.weight"));
  QCOMPARE(binding.variables[1].tensor, std::string("encoder.layer2.weight"));
  QVERIFY(binding.variables[1].order.empty());
  QCOMPARE(binding.variables[2].state, VariableBinding::State::missing);
  QCOMPARE(binding.extra, std::vector<std::string>{"encoder.layer1.bias"});
}

// Half precision is widened; a variable without a tensor keeps its initial value.
void CheckpointConvertTest::saves_a_bound_checkpoint() {
  const Tensor half = Tensor::from(DType::f16, {2, 3}, matrix().values());
  CheckpointSource source(save("half.safetensors", {{"w", half}}));
  const std::vector<Op> state = {weight("v", {2}), weight("w", {3, 2})};
  BindingChoices rules;
  rules.transposes = {"w"};
  const CheckpointBinding binding = bind_checkpoint(source.contents(), state, rules);
  write_checkpoint(path("bound.safetensors"), bound_checkpoint(source, binding, "net", state));
  const Checkpoint saved = read_checkpoint(path("bound.safetensors"));
  QCOMPARE(saved.document, std::string("net"));
  QVERIFY(fit(saved, state).complete());
  QCOMPARE(saved.tensors[0].value.values(), (std::vector<double>{7, 7}));
  QCOMPARE(saved.tensors[1].value.dtype, DType::f32);
  QCOMPARE(saved.tensors[1].value.values(), (std::vector<double>{0, 3, 1, 4, 2, 5}));
}

// Rules for a prefix and for other separators, then for the axes of all weights but the biases.
void CheckpointConvertTest::suggests_rules() {
  const std::string file = save("rules.safetensors", {{"encoder.0.weight", matrix()},
                                                      {"encoder.0.bias", Tensor({1, 2})},
                                                      {"encoder.1.weight", matrix()},
                                                      {"head.weight", matrix()},
                                                      {"head.bias", Tensor({1, 2})}});
  const std::vector<Op> state = {weight("enc/0/bias", {2}), weight("enc/0/weight", {3, 2}),
                                 weight("enc/1/weight", {3, 2}), weight("head.bias", {2}),
                                 weight("head.weight", {3, 2})};
  const CheckpointContents contents = read_checkpoint_contents(file);
  BindingChoices choices;
  CheckpointMatch match = match_checkpoint(contents, state, choices);
  QCOMPARE(match.binding.bound(), std::size_t(1));
  QVERIFY(match.binding.variables[4].transposable);
  using Kind = RuleSuggestion::Kind;
  QCOMPARE(match.rules.size(), std::size_t(2));
  QCOMPARE(match.rules[0].kind, Kind::rename);
  QCOMPARE(match.rules[0].rule, std::string("encoder.*.*=enc/*/*"));
  QCOMPARE(match.rules[0].variables, std::size_t(3));
  QCOMPARE(match.rules[1].kind, Kind::transpose);
  QCOMPARE(match.rules[1].rule, std::string("*.weight"));
  QCOMPARE(match.rules[1].variables, std::size_t(1));
  choices.renames = {match.rules[0].rule};
  match = match_checkpoint(contents, state, choices);
  QCOMPARE(match.rules.size(), std::size_t(1));
  QCOMPARE(match.rules[0].variables, std::size_t(3));
  choices.transposes = {match.rules[0].rule};
  match = match_checkpoint(contents, state, choices);
  QVERIFY(match.binding.complete());
  QVERIFY(match.rules.empty());
}

// A rule that would take the tensor of a bound variable away is not suggested.
void CheckpointConvertTest::no_rule_unbinds() {
  const std::string file = save("keep.safetensors", {{"a.w", matrix()}, {"b.w", matrix()}});
  const std::vector<Op> state = {weight("b.w", {2, 3}), weight("c.w", {2, 3})};
  const CheckpointMatch match = match_checkpoint(read_checkpoint_contents(file), state, {});
  QCOMPARE(match.rules.size(), std::size_t(1));
  QCOMPARE(match.rules[0].rule, std::string("a.*=c.*"));
  const std::vector<Op> square = {weight("x.w", {2, 3}), weight("y.w", {3, 2})};
  const std::string other = save("axes.safetensors", {{"x.w", matrix()}, {"y.w", matrix()}});
  const CheckpointMatch axes = match_checkpoint(read_checkpoint_contents(other), square, {});
  QCOMPARE(axes.rules.size(), std::size_t(1));
  QCOMPARE(axes.rules[0].rule, std::string("y.w"));
}

// The numbers of a file do not tell which of two variables of the same lengths a tensor is.
void CheckpointConvertTest::unclear_suggestions_are_not_accepted() {
  const std::string file =
      save("unclear.safetensors", {{"batch_normalization/vars/0", matrix()},
                                   {"batch_normalization/vars/1", matrix()},
                                   {"transformer.decoder.blocks.10.attention.weight", matrix()},
                                   {"transformer.decoder.blocks.11.attention.weight", matrix()}});
  const std::vector<Op> state = {weight("batch_normalization/beta", {2, 3}),
                                 weight("batch_normalization/gamma", {2, 3}),
                                 weight("transformer/decoder/blocks/10/attention/weight", {2, 3}),
                                 weight("transformer/decoder/blocks/11/attention/weight", {2, 3})};
  CheckpointBinding binding = bind_checkpoint(read_checkpoint_contents(file), state, {});
  QVERIFY(binding.variables[1].suggestions.front().similarity > 0.5);
  accept_suggestions(binding);
  for (const std::size_t i : {0, 1})
    QCOMPARE(binding.variables[i].state, VariableBinding::State::missing);
  for (const std::size_t i : {2, 3}) {
    QCOMPARE(binding.variables[i].state, VariableBinding::State::bound);
    QCOMPARE(binding.variables[i].tensor[28], binding.variables[i].variable[28]);
  }
  QCOMPARE(binding.extra.size(), std::size_t{2});
}

// One tensor may be chosen for two variables; a declined variable takes no suggestion.
void CheckpointConvertTest::choices_replace_names() {
  const std::string file =
      save("choices.safetensors", {{"embed", matrix()}, {"head", matrix()}, {"last", matrix()}});
  const std::vector<Op> state = {weight("embed", {2, 3}), weight("head", {3, 2}),
                                 weight("lost", {2, 3})};
  const CheckpointContents contents = read_checkpoint_contents(file);
  BindingChoices choices;
  choices.chosen = {{"head", "embed", {1, 0}}, {"lost", "", {}}};
  choices.suggested = true;
  const CheckpointBinding binding = bind_checkpoint(contents, state, choices);
  QCOMPARE(binding.variables[1].tensor, std::string("embed"));
  QCOMPARE(binding.variables[1].state, VariableBinding::State::bound);
  QCOMPARE(binding.variables[2].state, VariableBinding::State::missing);
  QVERIFY(!binding.variables[2].suggestions.empty());
  QCOMPARE(binding.extra, (std::vector<std::string>{"head", "last"}));
  const auto refused = [&](const TensorChoice& choice) {
    BindingChoices bad;
    bad.chosen = {choice};
    return refusal([&] { bind_checkpoint(contents, state, bad); });
  };
  QVERIFY(refused({"head", "none", {}}).contains("no tensor 'none', which was chosen for 'head'"));
  QVERIFY(refused({"tail", "head", {}}).contains("no variable 'tail'"));
  QVERIFY(refused({"head", "embed", {1, 0, 2}}).contains("has 3 axes"));
  QVERIFY(refused({"head", "embed", {1, 7}}).contains("does not list each axis once"));
}

NGRAPH_TEST(CheckpointConvertTest)
#include "checkpoint_convert_test.moc"
