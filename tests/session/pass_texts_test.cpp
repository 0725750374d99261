// SPDX-License-Identifier: Apache-2.0
// Tests each pass on a small graph as text: rewrites, graph before and after.
#include <QRegularExpression>
#include <QtTest>

#include "engine/passes/pass.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/convolved.h"
#include "tests/support/golden.h"
#include "tests/support/graph_run.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Renumbers ids in order of appearance, because they depend on ops created before.
QString renumbered(const QString& text) {
  static const QRegularExpression id(R"((?<=[a-z]_)(\d+)(?=[a-z]?\d*\b))");
  QString out;
  qsizetype end = 0;
  QStringList known;
  for (auto at = id.globalMatch(text); at.hasNext();) {
    const QRegularExpressionMatch match = at.next();
    if (!known.contains(match.captured())) known.append(match.captured());
    out += text.mid(end, match.capturedStart() - end);
    out += QString::number(known.indexOf(match.captured()) + 1);
    end = match.capturedEnd();
  }
  return out + text.mid(end);
}

QString names(const GraphRecord& graph, const std::vector<OpId>& ids) {
  QStringList list;
  for (OpId id : ids) {
    if (const OpRecord* op = graph.find(id)) list << QString::fromStdString(op->name);
  }
  return list.join(", ");
}

QString passText(const PassRecord& pass) {
  QString text = QString::fromStdString(pass.name + ": " + pass.sentence + "\n\n");
  for (const RewriteRecord& rewrite : pass.rewrites) {
    text += "rule " + QString::fromStdString(rewrite.rule) + ": " +
            names(*pass.before, rewrite.removed) + " -> " + names(*pass.after, rewrite.added) +
            "\n";
  }
  text += "removed: " + names(*pass.before, pass.removed) + "\n";
  text += "added: " + names(*pass.after, pass.added) + "\n";
  text += "modified: " + names(*pass.after, pass.modified) + "\n";
  text += "\nbefore:\n" + QString::fromStdString(pass.text_before);
  text += "\nafter:\n" + QString::fromStdString(pass.text_after);
  // The scratch size of a step depends on the host's vectors and threads.
  text.replace(QRegularExpression("(scratch.*?)\\d+ B"), "\\1… B");
  text.replace(QRegularExpression("(scratch.*)\\(bytes \\d+\\)"), "\\1(bytes …)");
  return renumbered(text);
}

// The graph before and after one pass, which must change it; earlier passes run too.
void check(const std::string& name, const std::vector<Op>& results, const std::vector<Op>& fed,
           const std::vector<MeshAxis>& ranks = {}) {
  CompileOptions options;
  options.passes.ranks = ranks;
  options.keep_record = true;
  options.verify = true;
  const TransformerPtr transformer = allocate_transformer("cpu");
  const CompilationRecordPtr record =
      make_record(transformer->add_computation(computation(results, fed), options).compilation());
  for (const PassRecord& pass : record->passes) {
    if (pass.name != name) continue;
    QVERIFY2(pass.changed, name.c_str());
    const QString wrong =
        goldenDifference("passes/" + QString::fromStdString(name) + ".txt", passText(pass));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    return;
  }
  QFAIL("unknown pass");
}

struct Inputs {
  Axis c = make_axis(4, "C"), n = make_axis(8, "N");
  Op x = placeholder(Axes{c, n}).named("x");
  Op y = placeholder(Axes{c, n}).named("y");
  Op w = variable(Axes(c - 1), 0.5).named("w");
  Op b = variable(Axes(), 0.25).named("b");
};

}  // namespace

class PassTextsTest : public QObject {
  Q_OBJECT
 private slots:
  void stable_patterns_pass();
  void expand_deriv_pass();
  void version_state_pass();
  void expand_composites_pass();
  void fold_constants_pass();
  void choose_layout_pass();
  void simplify_pass();
  void eliminate_common_subexpressions_pass();
  void eliminate_dead_ops_pass();
  void fuse_pass();
  void share_memory_pass();
  void convolution_epilogues_pass();
  void pack_filters_pass();
  void accumulate_matmuls_pass();
  void add_scratch_pass();
  void update_in_place_pass();
  void compute_once_pass();
  void group_launches_pass();
  void liveness_pass();
  void memory_plan_pass();
  void pack_matrices_pass();
  void shard_axes_pass();
  void overlap_exchanges_pass();
  void cut_stages_pass();
  void every_pass_has_a_text();
  void second_run_changes_nothing();
};

void PassTextsTest::stable_patterns_pass() {
  const Inputs in;
  const Op binary = cross_entropy_binary_inner(sigmoid(in.x).named("p"), in.y).named("binary");
  const Op multi = cross_entropy_multi(softmax(in.x).named("q"), in.y).named("multi");
  const Op logarithm = log(softmax(in.x).named("r")).named("logarithm");
  const Op below = log(1 - sigmoid(in.x).named("s")).named("below");
  const Op ratio = log((exp(in.x).named("e") / in.y).named("quotient")).named("ratio");
  check("stable_patterns", {binary, multi, logarithm, below, ratio}, {in.x, in.y});
}

void PassTextsTest::expand_deriv_pass() {
  const Inputs in;
  const Op cost = sum(tanh(dot(in.w, in.x).named("d") + in.b), out_axes(Axes())).named("cost");
  check("expand_deriv", {deriv(cost, in.w).named("dw"), deriv(cost, in.b).named("db")}, {in.x});
}

void PassTextsTest::version_state_pass() {
  const Inputs in;
  const Op before = value_of(in.b).named("before");
  const Op all = sequential({before, assign(in.b, in.b * 2.0), (in.b + 1.0).named("after")});
  check("version_state", {before, all.named("all"), in.b}, {});
}

void PassTextsTest::expand_composites_pass() {
  const Inputs in;
  check("expand_composites",
        {softmax(in.x).named("s"), mean(in.x).named("m"), batch_size(in.x).named("n")}, {in.x});
}

void PassTextsTest::fold_constants_pass() {
  const Inputs in;
  const Op two = constant(Tensor(2.0)).named("two"), three = constant(Tensor(3.0)).named("three");
  const Op list = constant(Tensor{1, 2, 3, 4}, in.c).named("list");
  check("fold_constants", {((two * three + 1.0) * in.x).named("r"), (exp(list) * in.x).named("s")},
        {in.x});
}

void PassTextsTest::choose_layout_pass() {
  const Axis c = make_axis(2, "C"), d = make_axis(1, "D"), h = make_axis(4, "H"),
             w = make_axis(4, "W"), n = make_axis(3, "N"), t = make_axis(1, "T");
  const Op images = placeholder({n, c, d, h, w}).named("images");
  const Op filter = variable({c, t, make_axis(3, "R"), make_axis(3, "S"), make_axis(3, "K")}, 0.1)
                        .named("filter");
  const Op ordered = axes_with_order(images, {c, d, h, w, n}).named("ordered");
  const Op made = convolved(ordered, filter).named("convolved");
  const Axes& k = made.axes();
  check("choose_layout", {axes_with_order(made, {n, k[0], k[1], k[2], k[3]}).named("made")},
        {images});
}

void PassTextsTest::simplify_pass() {
  const Inputs in;
  const Op one = (in.x * 1.0).named("times_one"), zero = (one + 0.0).named("plus_zero");
  const Op twice = (-(-zero).named("minus")).named("minus_minus");
  const Op chosen = where(in.y, twice, twice).named("chosen");
  const Op turned =
      axes_with_order(axes_with_order(chosen, Axes{in.n, in.c}).named("turned"), in.x.axes())
          .named("turned_back");
  check("simplify", {(turned + (-in.y).named("minus_y")).named("r")}, {in.x, in.y});
}

void PassTextsTest::eliminate_common_subexpressions_pass() {
  const Inputs in;
  const Op a = tanh((in.x + in.y).named("s")).named("a");
  const Op b = tanh((in.y + in.x).named("t")).named("b");
  check("eliminate_common_subexpressions", {(a * 2.0).named("r"), (b - in.y).named("q")},
        {in.x, in.y});
}

void PassTextsTest::eliminate_dead_ops_pass() {
  const Inputs in;
  const Op dead = (in.x * 3.0).named("dead");
  const Op same = assign(in.b, in.b);
  check("eliminate_dead_ops", {doall({dead, same}).named("all"), (in.x + in.b).named("r")}, {in.x});
}

void PassTextsTest::fuse_pass() {
  const Inputs in;
  const Op z = (dot(in.w, in.x).named("d") + in.b).named("z");
  const Op cost = sum(square(tanh(z).named("a")).named("sq"), out_axes(Axes())).named("cost");
  check("fuse", {cost}, {in.x});
}

void PassTextsTest::shard_axes_pass() {
  const Inputs in;
  const Op cost = sum(tanh(dot(in.w, in.x).named("d") + in.b), out_axes(Axes())).named("cost");
  check("shard_axes", {deriv(cost, in.w).named("dw"), deriv(cost, in.b).named("db")}, {in.x},
        {{"N", 2}});
}

void PassTextsTest::cut_stages_pass() {
  const Inputs in;
  const Op cost = sum(square(tanh(in.x + in.b).named("a")), out_axes(Axes())).named("cost");
  check("cut_stages", {cost, deriv(cost, in.b).named("db")}, {in.x}, {{"stages", 2}});
}

void PassTextsTest::overlap_exchanges_pass() {
  const Inputs in;
  const Op rows = sum(exp(in.x), reduce_over(in.n)).named("rows"),
           all = sum(in.y, out_axes(Axes())).named("all");
  check("overlap_exchanges", {rows * 2, all + 1, tanh(in.x).named("other")}, {in.x, in.y},
        {{"N", 2}});
}

void PassTextsTest::share_memory_pass() {
  const Inputs in;
  const Op flat = flatten((in.x * 2).named("doubled")).named("flat");
  check("share_memory", {sum(exp(flat) / (1 + max(flat))).named("r")}, {in.x});
}

void PassTextsTest::convolution_epilogues_pass() {
  const Axis c = make_axis(2, "C"), d = make_axis(1, "D"), h = make_axis(4, "H"),
             w = make_axis(4, "W"), n = make_axis(16, "N"), t = make_axis(1, "T"),
             r = make_axis(3, "R"), s = make_axis(3, "S"), k = make_axis(3, "K");
  const Op image = placeholder({c, d, h, w, n}).named("image");
  const Op filter = variable({c, t, r, s, k}, 0.1).named("filter");
  const Op made = convolved(image, filter, 0, 0).named("convolved");
  const Op bias = variable({made.axes()[0]}, 0.0).named("bias");
  check("convolution_epilogues", {maximum(made + bias, 0).named("rectified")}, {image});
}

void PassTextsTest::pack_filters_pass() {
  const Axis c = make_axis(2, "C"), one = make_axis(1, "D"), h = make_axis(4, "H"),
             w = make_axis(4, "W"), n = make_axis(1, "N"), t = make_axis(1, "T");
  const Op image = placeholder({c, one, h, w, n}).named("image");
  const Axes filters{c, t, make_axis(3, "R"), make_axis(3, "S"), make_axis(3, "K")};
  const Op filter = variable(filters, 0.1).named("filter");
  check("pack_filters", {convolved(image, filter).named("convolved")}, {image});
}

void PassTextsTest::pack_matrices_pass() {
  const Axis m = make_axis(32, "M"), k = make_axis(32, "K"), n = make_axis(32, "N2");
  const Op x = placeholder({m, k}).named("left"), w = variable({k, n}, 0.1).named("weight");
  check("pack_matrices", {dot(x, w).named("product")}, {x});
}

void PassTextsTest::accumulate_matmuls_pass() {
  const Axis m = make_axis(32, "M"), k = make_axis(32, "K"), n = make_axis(32, "N2");
  const Op x = placeholder({m, k}).named("left"), y = placeholder({k, n}).named("right");
  const Op w = variable({m, n}, 0.0).named("weight");
  check("accumulate_matmuls", {assign(w, w - 0.1 * dot(x, y).named("d")).named("update")}, {x, y});
}

void PassTextsTest::add_scratch_pass() {
  const Axis v = make_axis(64, "V"), e = make_axis(16, "E"), n = make_axis(32, "N2");
  const Op table = variable({v, e}, 1.0).named("table"), index = placeholder({n}).named("index");
  const Op cost = sum(square(lookuptable(table, index, {n, e}).named("rows"))).named("cost");
  check("add_scratch", {deriv(cost, table).named("gradient")}, {index});
}

void PassTextsTest::update_in_place_pass() {
  const Inputs in;
  check("update_in_place", {assign(in.b, (in.b * 0.5).named("half")).named("update")}, {});
}

void PassTextsTest::compute_once_pass() {
  const Inputs in;
  check("compute_once", {(in.x * exp(in.w).named("power")).named("r")}, {in.x});
}

void PassTextsTest::group_launches_pass() {
  const Inputs in;
  const Axis m = make_axis(256, "M"), k = make_axis(128, "K"), n = make_axis(64, "N2");
  const Op x = placeholder({m, k}).named("left"), y = placeholder({k, n}).named("right");
  check("group_launches", {tanh(dot(x, y).named("d")).named("r")}, {x, y});
}

void PassTextsTest::liveness_pass() {
  const Inputs in;
  const Op d = dot(in.w, in.x).named("d");
  check("liveness",
        {sum(exp(d - max(d, reduce_over(in.n)).named("m")), out_axes(Axes())).named("r")}, {in.x});
}

void PassTextsTest::memory_plan_pass() {
  const Inputs in;
  const Axis k = make_axis(4, "K");
  const Op w = variable(Axes{k, in.c}, 0.5).named("v");
  const Op first = dot(w, in.x).named("first");
  const Op second = dot(w, cast_axes(tanh(first), Axes{in.c, in.n})).named("second");
  check("memory_plan", {sum(tanh(second), out_axes(Axes())).named("r")}, {in.x});
}

void PassTextsTest::every_pass_has_a_text() {
  QStringList names;
  for (const Pass* pass : pass_table()) names << QString::fromUtf8(pass->name.data());
  for (const QString& name : names) {
    QVERIFY2(QFile::exists(testing::sourceFile("tests/golden/passes/") + name + ".txt"),
             qPrintable(name));
  }
}

// A second run of a pass changes nothing.
void PassTextsTest::second_run_changes_nothing() {
  const Inputs in;
  const Op y = softmax((dot(in.w, in.x) + in.b) * 1.0);
  const Op cost = sum(square(y - 0.5), out_axes(Axes()));
  const Op node = computation({cost, assign(in.w, in.w - deriv(cost, in.w))}, {in.x});
  const ComputationParts parts = parts_of(node.node());
  Graph graph;
  graph.results = parts.results;
  graph.parameters = parts.parameters;
  const CreationCounter counter;
  for (const Pass* pass : passes_of(pass_table(), PassPhase::graph)) {
    graph = run_pass(*pass, graph, {}, Verify::always).after;
    const PassResult again = run_pass(*pass, graph, {}, Verify::always);
    const std::string first = print(graph), second = print(again.after);
    if (pass->name == "fuse") continue;  // runs once: its kernels are not fused again
    QVERIFY2(first == second, std::string(pass->name).c_str());
  }
}

NGRAPH_TEST(PassTextsTest, QCoreApplication)
#include "pass_texts_test.moc"
