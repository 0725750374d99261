// SPDX-License-Identifier: Apache-2.0
// Tests documents: round trips, preserved properties of ops and axes, all kinds of damage.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "engine/base/atomic_file.h"
#include "engine/documents/document_record.h"
#include "engine/formats/documents/document.h"
#include "engine/formats/format_table.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/ngraph.h"
#include "engine/ops/attribute_types.h"
#include "engine/ops/fused.h"
#include "engine/ops/op_table.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "tests/support/damage.h"
#include "tests/support/fast_folder.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

std::string content(const std::string& path) {
  Reader reader(path);
  return reader.text(reader.size());
}

// Writes without syncing to disk.
void write_quickly(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string sample(const std::string& name) {
  return testing::source_file("sample_graphs/") + name + ".ngraph";
}

std::vector<std::string> samples() {
  std::vector<std::string> names;
  const auto folder = std::filesystem::path(testing::source_file("sample_graphs"));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".ngraph") names.push_back(entry.path().stem().string());
  }
  return names;
}

// The message of the rejection, empty when the document opened. Any other exception fails the test.
std::string refusal(const std::string& path) {
  try {
    check_plan(load_document(path));
  } catch (const Error& error) {
    if (error.fault() == Fault::user && error.kind() == ErrorKind::bad_file) return error.what();
    return std::string("NOT A REFUSAL: ") + error.what();
  }
  return {};
}

// One op per kind of attribute, in scopes, over all kinds of axes.
Document varied() {
  const ScopedName scope("layer1");
  const Axis c = make_axis(
      3, "C", {.batch = false, .recurrent = false, .roles = {"in", "x"}, .docstring = "features"});
  const Axis other = make_axis(5, "C");
  const Axis dashed = make_axis(2, "pair-1");
  const Axis open =
      make_axis("T", {.batch = false, .recurrent = true, .roles = {}, .docstring = {}});
  const Axis both = make_flattened_axis({c, dashed});
  const Op x = placeholder({c, dashed}).named("x");
  const Op later = placeholder({open}, DType::f64).named("later");
  const Op w =
      variable({c - 1}, Tensor::from(DType::f32, {3}, std::vector<double>{0.1, -0.0, 1e-45}));
  w.metadata()["layer"] = "1 \"quoted\"\n\t\u202e";
  const Op flat = persistent_tensor(Axes(both), 2.5, DType::bf16).named("flat");
  const Op odd = constant(
      Tensor::from(DType::f64, {3}, std::vector<double>{NAN, INFINITY, -INFINITY}), Axes(c));
  const Op whole = constant(Tensor::from(DType::i64, {}, std::vector<double>{-7}), Axes());
  const Op log = safelog(x, -1e300);
  const Op total = sum(dot(w, x) + whole, out_axes({}));
  const Op five = placeholder({other}).named("five");
  Document document;
  document.title = "Everything";
  document.ops = {later, flat, log, odd, five};
  document.computations = {computation({total, w}, {x}, Returns::set).named("total")};
  return document;
}

}  // namespace

class DocumentTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    folder_ = fast_folder();
    path_ = folder_->path().toStdString() + "/d.ngraph";
  }
  void samples_match_their_programs();
  void samples_come_back_the_same();
  void everything_comes_back();
  void large_arrays_are_in_a_separate_file();
  void large_arrays_are_checked();
  void names_and_ids_stay();
  void axes_are_shared();
  void finds_by_name();
  void records_describe_the_document();
  void every_attribute_has_a_type();
  void tolerates_harmless_deviations();
  void many_unknown_fields_are_reported_once();
  void a_full_disk_leaves_the_old_document();
  void no_prefix_is_accepted_as_a_document();
  void no_flipped_bit_breaks_anything();
  void long_chains_need_no_stack();
  void a_key_comes_once();
  void positions_are_reported_at_any_depth();
  void is_a_format_of_the_table();

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;
};

void DocumentTest::samples_match_their_programs() {
  for (const std::string& name : samples()) {
    QProcess program;
    program.start(testing::builtProgram("write_") + QString::fromStdString(name),
                  {QString::fromStdString(path_)});
    QVERIFY2(program.waitForFinished(testing::patience), name.c_str());
    QCOMPARE(program.exitCode(), 0);
    QCOMPARE(QString::fromStdString(content(path_)), QString::fromStdString(content(sample(name))));
  }
  // Also arrays and data sets next to the document.
  const std::filesystem::path here = folder_->path().toStdString();
  const auto there = std::filesystem::path(testing::source_file("sample_graphs"));
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(here)) {
    if (!entry.is_regular_file() || entry.path() == path_) continue;
    const auto name = std::filesystem::relative(entry.path(), here);
    QVERIFY2(content(entry.path()) == content(there / name), name.c_str());
    ++files;
  }
  QVERIFY(files >= 6);
}

void DocumentTest::samples_come_back_the_same() {
  QVERIFY(samples().size() >= 5);
  for (const std::string& name : samples()) {
    const Document document = load_document(sample(name));
    QVERIFY2(document.notes.empty(), name.c_str());
    save_document(document, path_);
    QCOMPARE(QString::fromStdString(content(path_)), QString::fromStdString(content(sample(name))));
  }
}

void DocumentTest::everything_comes_back() {
  save_document(varied(), path_);
  const std::string first = content(path_);
  const Document again = load_document(path_);
  save_document(again, path_);
  QCOMPARE(QString::fromStdString(content(path_)), QString::fromStdString(first));
  const Op w = parts_of(again.computation().node()).results[1];
  QVERIFY(w.name().starts_with("layer1/AssignableTensorOp"));
  const TensorPtr value = w.node().attributes.get<TensorPtr>("initial_value");
  QCOMPARE(value->as<float>()[0], 0.1f);
  QVERIFY(std::signbit(value->as<float>()[1]));
  QCOMPARE(value->as<float>()[2], 1e-45f);
  QCOMPARE(w.axes()[0].dual_level(), -1);
  QCOMPARE(w.metadata().at("layer"), std::string("1 \"quoted\"\n\t\u202e"));
  QCOMPARE(w.axes()[0].roles().size(), std::size_t{2});
  QCOMPARE(again.find("flat").axes()[0].members().size(), std::size_t{2});
  QVERIFY(!again.find("later").axes()[0].has_length());
  QVERIFY(again.find("later").axes()[0].is_recurrent());
  QCOMPARE(again.find("five").axes()[0].name(), std::string("C"));
}

void DocumentTest::large_arrays_are_in_a_separate_file() {
  const Axis n = make_axis(100, "n");
  Tensor values(DType::f64, {100});
  for (int i = 0; i < 100; ++i) values.set(i, std::sqrt(i));
  Document document;
  document.ops = {constant(values, n).named("roots"),
                  variable(n, values, DType::f64).named("copy")};
  save_document(document, path_);
  const std::string text = content(path_);
  const Document again = load_document(path_);
  QVERIFY(*again.find("roots").node().attributes.get<TensorPtr>("value") == values);
  save_document(again, path_);
  QCOMPARE(content(path_), text);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_->path().toStdString())) {
    files += entry.path().extension() == ".safetensors";
  }
  QCOMPARE(files, 1);
}

void DocumentTest::large_arrays_are_checked() {
  Document document;
  document.ops = {constant(Tensor(DType::f32, {65}), make_axis(65, "n")).named("zeros")};
  save_document(document, path_);
  std::string file;
  for (const auto& entry : std::filesystem::directory_iterator(folder_->path().toStdString())) {
    if (entry.path().extension() == ".safetensors") file = entry.path().string();
  }
  std::string bytes = content(file);
  bytes.back() ^= 1;
  write_file(file, bytes);
  QVERIFY(refusal(path_).find("damaged") != std::string::npos);
  std::filesystem::remove(file);
  std::filesystem::create_symlink("/etc/passwd", file);
  QVERIFY(refusal(path_).find("leads out of the document's folder") != std::string::npos);
  std::filesystem::remove(file);
  QVERIFY(refusal(path_).find("cannot be opened") != std::string::npos);
}

void DocumentTest::names_and_ids_stay() {
  const Document document = load_document(sample("05_logistic_part2"));
  QCOMPARE(document.find("W").id(), OpId{4});
  QCOMPARE(document.find("W").name(), std::string("W"));
  QCOMPARE(document.find("W").file(), std::string("sample_graphs/src/05_logistic_part2.cpp"));
  QVERIFY(document.find("W").line() > 0);
  QCOMPARE(document.computation().name(), std::string("update"));
  QCOMPARE(document.computation().id(), OpId{24});
  // New ops get ids above the document's.
  QVERIFY(placeholder({}).id() > 25);
  // Loading the document again gives the same names although the first copy is alive.
  QCOMPARE(load_document(sample("05_logistic_part2")).find("W").name(), std::string("W"));
}

void DocumentTest::axes_are_shared() {
  const Document document = load_document(sample("04_logistic_part2_older"));
  const Axis of_x = document.find("X").axes()[0], of_w = document.find("W").axes()[0];
  QCOMPARE(of_x.identity(), of_w.identity());
  QCOMPARE(of_w.dual_level(), -1);
  QCOMPARE(of_x.name(), std::string("ax.W"));
  QVERIFY(document.find("Y").axes()[0].is_batch());
}

void DocumentTest::finds_by_name() {
  const Document document = load_document(sample("05_logistic_part2"));
  QCOMPARE(document.find("dot_6").id(), OpId{6});
  QCOMPARE(document.find("DotOp").id(), OpId{6});
  try {
    document.find("Y_hut");
    QFAIL("found");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::key);
    QCOMPARE(error.diagnostic().action, std::string("did you mean 'Y_hat'?"));
  }
  QVERIFY_THROWS_EXCEPTION(Error, document.computation("train"));
  QVERIFY_THROWS_EXCEPTION(Error, Document().computation());
}

void DocumentTest::records_describe_the_document() {
  const DocumentRecordPtr record = make_document_record(load_document(sample("05_logistic_part2")));
  QCOMPARE(record->parameters, 5);
  QCOMPARE(record->variables, (std::vector<OpId>{4, 5}));
  QCOMPARE(record->placeholders, (std::vector<OpId>{1, 2, 3}));
  QCOMPARE(record->computations.size(), std::size_t{2});
  QCOMPARE(record->computations[0].results, (std::vector<OpId>{10, 4, 5, 23}));
  QCOMPARE(record->graph->ops.size(), std::size_t{23});
  QVERIFY(record->plan != nullptr);
  QCOMPARE(record->plan->data_source, std::string("mixture of 2 Gaussians, seed 0"));
  QCOMPARE(record->plan->evaluation, std::string("evaluate"));
  QCOMPARE(record->plan->plots, (std::vector<std::string>{"L", "avg loss"}));
}

// A new op whose attribute has a new key needs a row in attribute_types.
void DocumentTest::every_attribute_has_a_type() {
  for (const OpDef* def : op_table()) {
    if (def == &fused_op || def == &parameter_op) continue;
    for (const std::string_view key : def->attributes) {
      QVERIFY2(attribute_type(key), (std::string(def->name) + "." + std::string(key)).c_str());
    }
  }
}

void DocumentTest::tolerates_harmless_deviations() {
  const std::string good = content(sample("03_logistic_part1"));
  const auto opens = [this](const std::string& text) {
    write_file(path_, text);
    return refusal(path_);
  };
  QCOMPARE(opens("\xef\xbb\xbf" + good), std::string());
  QCOMPARE(opens(QString::fromStdString(good).replace("\n", "\r\n").toStdString()), std::string());
  QCOMPARE(opens("{\"ngraph\": 1}"), std::string());
  QVERIFY(opens("{\"größe\" 1}").find("line 1, column 10") != std::string::npos);
  QVERIFY(opens("[]").find("found: a list in JSON") != std::string::npos);
  QCOMPARE(opens("\n\n  {\"ngraph\": 1, \"ops\": []}\n\n"), std::string());
  std::string unknown = good;
  unknown.insert(unknown.find("\"title\""), "\"colour\": \"red\", ");
  QCOMPARE(opens(unknown), std::string());
  const Document document = load_document(path_);
  QCOMPARE(document.notes.size(), std::size_t{1});
  QVERIFY(document.notes[0].what.find("'colour'") != std::string::npos);
  // An op listed before its operands.
  QCOMPARE(opens("{\"ngraph\": 1, \"ops\": [{\"id\": 2, \"op\": \"exp\", \"name\": \"y\", "
                 "\"operands\": [1]}, {\"id\": 1, \"op\": \"placeholder\", \"name\": \"x\"}]}"),
           std::string());
}

void DocumentTest::many_unknown_fields_are_reported_once() {
  std::string text =
      "{\"ngraph\": 1, \"axes\": [], \"ops\": [{\"id\": 1, \"op\": \"placeholder\", "
      "\"name\": \"x\", \"attributes\": {\"axes\": [], \"dtype\": \"float32\"}}";
  for (int id = 2; id <= 20000; ++id) {
    const std::string own = std::to_string(id);
    text += ", {\"id\": " + own + ", \"op\": \"negative\", \"automatic\": \"n" + own +
            "\", \"operands\": [1], \"mood\": \"good\"}";
  }
  text += "]}";
  Notes notes;
  Reader reader(std::as_bytes(std::span(text)), path_);
  QCOMPARE(read_document(reader, notes).ops.size(), std::size_t{20000});
  QCOMPARE(notes.size(), std::size_t{101});
  QVERIFY(QString::fromStdString(notes.front().where).endsWith("ops[1]"));
  QVERIFY(QString::fromStdString(notes.back().what).contains("more unknown fields"));
}

void DocumentTest::a_full_disk_leaves_the_old_document() {
  Document document;
  document.ops = {constant(Tensor(DType::f32, {65}), make_axis(65, "n")).named("zeros")};
  inject_write_fault(-1, 0);
  save_document(document, path_);
  const int calls = inject_write_fault(-1, 0);
  QVERIFY(calls >= 8);  // write, sync, rename, directory sync, for both files
  const std::string old = content(path_);
  document.title = "new";
  document.ops.push_back(constant(Tensor(DType::f64, {70}), make_axis(70, "m")).named("more"));
  for (int n = 0; n < calls; ++n) {
    inject_write_fault(n, ENOSPC);
    bool refused = false;
    try {
      save_document(document, path_);
    } catch (const Error& error) {
      refused = error.kind() == ErrorKind::system;
    }
    inject_write_fault(-1, 0);
    QVERIFY(refused);
    // Only the last sync comes after the rename of the document.
    if (n + 1 < calls) QCOMPARE(content(path_), old);
    QCOMPARE(refusal(path_), std::string());
  }
}

void DocumentTest::no_prefix_is_accepted_as_a_document() {
  const std::string good = content(sample("05_logistic_part2"));
  const std::size_t end = good.rfind('}');
  for (std::size_t length = 0; length <= end; length += 7) {
    write_quickly(path_, good.substr(0, length));
    const std::string message = refusal(path_);
    QVERIFY2(!message.empty() && message.find("NOT A") != 0, message.c_str());
  }
}

void DocumentTest::no_flipped_bit_breaks_anything() {
  const std::string good = content(sample("01_x_plus_one"));
  int opened = 0;
  for (std::size_t bit = 0; bit < good.size() * 8; bit += 3) {
    const std::string bad = with_bit_flipped(good, bit);
    Notes notes;
    Reader reader(std::as_bytes(std::span(bad)), path_);
    try {
      const auto model = read_document(reader, notes);
      ++opened;
      QVERIFY(!document_text(model).empty());
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::bad_file);
    }
  }
  QVERIFY(opened > 0);  // bit flips within titles and descriptions
}

void DocumentTest::long_chains_need_no_stack() {
  DocumentModel model;
  constexpr std::uint64_t length = 300'000;
  model.ops.push_back({1, "placeholder", "x0", true, {}, {}, {}, {}, 0, 0});
  for (std::uint64_t id = 2; id <= length; ++id) {
    model.ops.push_back(
        {id, "negative", "x" + std::to_string(id), true, {{id - 1, 0}}, {}, {}, {}, 0, 0});
  }
  std::reverse(model.ops.begin(), model.ops.end());
  write_document(path_, model);
  QCOMPARE(load_document(path_).ops.size(), std::size_t{length});
  model.ops.back() = {1, "negative", "x0", true, {{length, 0}}, {}, {}, {}, 0, 0};
  write_document(path_, model);
  const std::string message = refusal(path_);
  QVERIFY2(message.find("299980 more -> ") != std::string::npos, message.c_str());
}

Diagnostic refusal_of(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  try {
    load_document(path);
  } catch (const Error& error) {
    return error.diagnostic();
  }
  return {};
}

// A duplicate key is reported with the line of its first use, among few keys and among many.
void DocumentTest::a_key_comes_once() {
  for (const int keys : {2, 20, 30, 200}) {
    for (const int again : {0, keys / 2, keys - 1}) {
      std::string text = "{\"ngraph\": 1, \"metadata\": {";
      for (int i = 0; i < keys; ++i)
        text += "\n\"k" + std::to_string(i) + "\": " + std::to_string(i) + ",";
      text += "\n\"k" + std::to_string(again) + "\": 0}}";
      const Diagnostic refused = refusal_of(path_, text);
      QVERIFY(refused.what.ends_with("a key comes twice in one object"));
      QCOMPARE(refused.found, "'k" + std::to_string(again) + "', which line " +
                                  std::to_string(again + 2) + " has too");
      QVERIFY(refused.where.ends_with("line " + std::to_string(keys + 2)));
    }
  }
}

void DocumentTest::positions_are_reported_at_any_depth() {
  const std::string deep = std::string(30, '[') + "\"x\"" + std::string(30, ']');
  const Diagnostic refused =
      refusal_of(path_,
                 "{\"ngraph\": 1, \"ops\": [{\"id\": 1, \"op\": \"constant\", \"name\": \"c\", "
                 "\"attributes\": {\"value\": {\"dtype\": \"float32\", \"shape\": [1], \"data\": " +
                     deep + "}}}]}");
  QVERIFY2(refused.where.find("ops[0].attributes.value") != std::string::npos,
           refused.where.c_str());
  const Diagnostic missing = refusal_of(path_,
                                        "{\"ngraph\": 1,\n\"ops\": [{\"id\": 1,\n"
                                        "\"name\": \"c\"}]}");
  QCOMPARE(missing.where, "'" + path_ + "' line 2, ops[0]");
  QCOMPARE(missing.found, std::string("no \"op\""));
}

void DocumentTest::is_a_format_of_the_table() {
  Reader reader(sample("02_four_b_plus_c"));
  const Format& format = recognise(reader);
  QCOMPARE(&format, format_named("ngraph"));
  Notes notes;
  const FileModel model = format.read(reader, notes);
  format.write(path_, model);
  QCOMPARE(content(path_), content(sample("02_four_b_plus_c")));
  QVERIFY_THROWS_EXCEPTION(Error, format.write(path_, FileModel(TensorFile{})));
}

NGRAPH_TEST(DocumentTest, QCoreApplication)
#include "document_test.moc"
