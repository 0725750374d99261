// SPDX-License-Identifier: Apache-2.0
// The graphs of the sample, pass by pass.
#include "tests/support/sample_record.h"

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"

#include <algorithm>
#include <set>

namespace ng::testing {

namespace {

using Ops = std::vector<OpRecord>;
using Keys = std::vector<OpId>;

const AxisRecord axis_c{"C", 4, 0, AxisRole::channel}, axis_n{"N", 128, 0, AxisRole::batch};
const std::vector<AxisRecord> scalar, per_n{axis_n}, per_c{axis_c}, c_by_n{axis_c, axis_n};

OpRecord make(OpId id, std::string op, std::string name, std::string glyph, Family family,
              OpRole role, const Keys& operands, const std::vector<AxisRecord>& axes) {
  OpRecord r;
  r.id = id, r.op = std::move(op), r.name = std::move(name), r.glyph = std::move(glyph);
  r.family = family, r.role = role;
  if (const OpDef* def = find_op(r.op)) r.traits = def->traits;
  const char* names[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < operands.size(); ++i)
    r.operands.push_back({operands[i], 0, names[std::min<std::size_t>(i, 2)]});
  r.results = {{axes, DType::f32}};
  std::int64_t elements = 1;
  for (const AxisRecord& a : axes) elements *= *a.length;
  r.flops = family == Family::state ? 0 : elements;
  r.bytes = 4 * elements * static_cast<std::int64_t>(operands.size() + 1);
  r.origins = {id};
  r.file = "logistic.cpp";
  r.line = static_cast<int>(id) + 10;
  return r;
}

OpRecord made(OpRecord op, std::string by, Keys origins) {
  op.made_by = std::move(by);
  op.origins = std::move(origins);
  return op;
}

Ops written() {
  const Family ew = Family::elementwise, st = Family::state;
  OpRecord dot = make(6, "dot", "dot", "⊗", Family::dense, OpRole::forward, {4, 1}, per_n);
  dot.operands[0].name = "x", dot.flops = 1024, dot.bytes = 2576;
  return {make(1, "placeholder", "X", "▢", st, OpRole::input, {}, c_by_n),
          make(2, "placeholder", "Y", "▢", st, OpRole::input, {}, per_n),
          make(3, "placeholder", "alpha", "▢", st, OpRole::input, {}, scalar),
          make(4, "variable", "W", "▣", st, OpRole::input, {}, per_c),
          make(5, "variable", "b", "▣", st, OpRole::input, {}, scalar),
          dot,
          make(7, "add", "add", "+", ew, OpRole::forward, {6, 5}, per_n),
          make(8, "sigmoid", "sigmoid", "σ", ew, OpRole::forward, {7}, per_n),
          make(9, "log", "log", "ln", ew, OpRole::loss, {8}, per_n),
          make(10, "multiply", "multiply", "×", ew, OpRole::loss, {2, 9}, per_n),
          make(12, "constant", "one", "1", st, OpRole::loss, {}, scalar),
          make(11, "subtract", "subtract", "−", ew, OpRole::loss, {12, 2}, per_n),
          make(13, "subtract", "subtract_1", "−", ew, OpRole::loss, {12, 8}, per_n),
          make(14, "log", "log_1", "ln", ew, OpRole::loss, {13}, per_n),
          make(15, "multiply", "multiply_1", "×", ew, OpRole::loss, {11, 14}, per_n),
          make(16, "add", "add_1", "+", ew, OpRole::loss, {10, 15}, per_n),
          make(17, "negative", "negative", "−", ew, OpRole::loss, {16}, per_n),
          make(18, "sum", "sum", "Σ", Family::reduction, OpRole::loss, {17}, scalar),
          make(19, "batch_size", "batch_size", "#", Family::view, OpRole::loss, {}, scalar),
          make(20, "divide", "loss", "÷", ew, OpRole::loss, {18, 19}, scalar),
          make(21, "deriv", "deriv", "∂", ew, OpRole::gradient, {20, 4}, per_c),
          make(22, "deriv", "deriv_1", "∂", ew, OpRole::gradient, {20, 5}, scalar),
          make(23, "multiply", "multiply_2", "×", ew, OpRole::update, {3, 21}, per_c),
          make(24, "subtract", "subtract_2", "−", ew, OpRole::update, {4, 23}, per_c),
          make(25, "assign", "assign", "←", Family::effect, OpRole::update, {4, 24}, per_c),
          make(26, "multiply", "multiply_3", "×", ew, OpRole::update, {3, 22}, scalar),
          make(27, "subtract", "subtract_3", "−", ew, OpRole::update, {5, 26}, scalar),
          make(28, "assign", "assign_1", "←", Family::effect, OpRole::update, {5, 27}, scalar)};
}

void erase(Ops& ops, const Keys& keys) {
  std::erase_if(ops, [&](const OpRecord& op) {
    return std::find(keys.begin(), keys.end(), op.id) != keys.end();
  });
}

void insert_before(Ops& ops, OpId before, Ops added) {
  const auto at =
      std::find_if(ops.begin(), ops.end(), [&](const OpRecord& op) { return op.id == before; });
  ops.insert(at, added.begin(), added.end());
}

void redirect(Ops& ops, OpId from, OpId to) {
  for (OpRecord& op : ops) {
    for (OperandRecord& operand : op.operands) {
      if (operand.op == from) operand.op = to;
    }
  }
}

void expand_deriv(Ops& ops) {
  const Family ew = Family::elementwise;
  erase(ops, {21, 22});
  const Keys origin{21, 22, 20};
  const auto gradient = [&](OpId id, const char* op, const char* name, const char* glyph, Family f,
                            const Keys& operands, const std::vector<AxisRecord>& axes) {
    return made(make(id, op, name, glyph, f, OpRole::gradient, operands, axes), "expand_deriv",
                origin);
  };
  insert_before(ops, 23,
                {gradient(30, "subtract", "d_logit", "−", ew, {8, 2}, per_n),
                 gradient(34, "constant", "seed", "1", Family::state, {}, scalar),
                 gradient(35, "multiply", "d_seeded", "×", ew, {30, 34}, per_n),
                 gradient(31, "divide", "d_mean", "÷", ew, {35, 19}, per_n),
                 gradient(32, "dot", "d_W", "⊗", Family::dense, {1, 31}, per_c),
                 gradient(33, "sum", "d_b", "Σ", Family::reduction, {31}, scalar)});
  redirect(ops, 21, 32);
  redirect(ops, 22, 33);
}

void fold_constants(Ops& ops) {
  OpRecord folded =
      made(make(37, "constant", "n_128", "c", Family::state, OpRole::loss, {}, scalar),
           "fold_constants", {19});
  folded.attributes = {{"value", "128"}};
  insert_before(ops, 19, {folded});
  erase(ops, {19});
  redirect(ops, 19, 37);
}

void simplify(Ops& ops) {
  erase(ops, {34, 35});
  redirect(ops, 35, 30);
}

// Moves the body after its fused op, as in records.
void fuse_one(Ops& ops, OpId fused, const std::string& name, const Keys& body, OpId before) {
  Ops inside;
  for (OpRecord& op : ops) {
    if (std::find(body.begin(), body.end(), op.id) == body.end()) continue;
    op.kernel = fused;
    op.kernel_name = name;
    inside.push_back(op);
  }
  std::set<OpId> outer;
  for (const OpRecord& op : inside) {
    for (const OperandRecord& operand : op.operands) {
      if (std::find(body.begin(), body.end(), operand.op) == body.end()) outer.insert(operand.op);
    }
  }
  OpRecord record = made(make(fused, "fused", name, "▤", Family::elementwise, inside.front().role,
                              Keys(outer.begin(), outer.end()), inside.back().results[0].axes),
                         "fuse", body);
  for (const OpRecord& op : inside) record.flops += op.flops;
  record.kernel_name = name;
  erase(ops, body);
  Ops all{record};
  all.insert(all.end(), inside.begin(), inside.end());
  insert_before(ops, before, all);
}

void fuse(Ops& ops) {
  fuse_one(ops, id_k0, "k0", {7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 20, 30, 31}, 32);
  fuse_one(ops, id_k1, "k1", {23, 24}, 25);
}

std::string print(const Ops& ops) {
  std::string text;
  for (const OpRecord& op : ops) {
    if (op.kernel != 0) text += "  ";
    text += op.name + " = " + op.op + "(";
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      text += (i ? ", %" : "%") + std::to_string(op.operands[i].op);
    text += ")\n";
  }
  return text;
}

GraphRecordPtr graph(const Ops& ops) {
  auto g = std::make_shared<GraphRecord>();
  g->ops = ops;
  g->results = {20, 25, 28};
  return g;
}

struct PassText {
  const char *name, *sentence;
  PassPhase phase;
  const char* reason;
};

PassRecord pass(const PassText& text, Ops& ops, void (*change)(Ops&)) {
  PassRecord p;
  p.name = text.name, p.sentence = text.sentence, p.phase = text.phase, p.reason = text.reason;
  p.text_before = p.text_after = print(ops);
  p.before = p.after = graph(ops);
  p.microseconds = 4;
  if (change == nullptr) return p;
  change(ops);
  p.changed = true;
  p.microseconds = 31;
  p.after = graph(ops);
  p.text_after = print(ops);
  for (const OpRecord& op : p.after->ops) {
    const OpRecord* old = p.before->find(op.id);
    if (old == nullptr) {
      p.added.push_back(op.id);
    } else if (old->kernel != op.kernel || old->operands.size() != op.operands.size() ||
               !std::equal(old->operands.begin(), old->operands.end(), op.operands.begin(),
                           [](const auto& a, const auto& b) { return a.op == b.op; })) {
      p.modified.push_back(op.id);
    }
  }
  for (const OpRecord& op : p.before->ops) {
    if (p.after->find(op.id) == nullptr) p.removed.push_back(op.id);
  }
  p.rewrites = {{text.sentence, p.removed, p.added, 3.5}};
  return p;
}

std::vector<PassRecord> passes() {
  Ops ops = written();
  std::vector<PassRecord> all;
  all.push_back(pass({"expand_deriv", "deriv(f, x) -> the adjoints of f's ops", PassPhase::graph,
                      "first: an edited op has no stale gradient"},
                     ops, expand_deriv));
  all.push_back(pass({"fold_constants", "op(constants) -> constant", PassPhase::graph,
                      "before simplify, which looks for 0 and 1"},
                     ops, fold_constants));
  all.push_back(pass({"simplify", "x*1 -> x, x+0 -> x", PassPhase::graph, ""}, ops, simplify));
  all.push_back(pass({"merge_equal", "two equal ops -> one", PassPhase::graph, ""}, ops, nullptr));
  all.push_back(pass({"drop_dead", "unused op -> nothing", PassPhase::graph, ""}, ops, nullptr));
  all.push_back(pass({"fuse", "elementwise ops and their reduction -> one kernel", PassPhase::graph,
                      "last on the graph: it defines the kernels"},
                     ops, fuse));
  all.push_back(
      pass({"liveness", "steps -> first and last use", PassPhase::program, ""}, ops, nullptr));
  return all;
}

KernelRecord kernel(OpId id, const std::string& name, const Keys& ops) {
  KernelRecord k;
  k.id = id, k.name = name, k.ops = ops;
  k.reads = {"a_Y", "t0", "a_b"}, k.writes = {"t1", "a_loss"};
  k.source.text = "void " + name +
                  "(const float* y, const float* z, float* out) {\n"
                  "  float sum = 0;\n  for (long n = 0; n < 128; ++n) {\n"
                  "    const float s = 1.0f / (1.0f + exp(-z[n]));\n"
                  "    out[n] = (s - y[n]) / 128.0f;\n    sum += out[n];\n  }\n}\n";
  k.source.lines = {{4, {ops.front()}}, {5, {ops.back()}}};
  k.cuda = k.source;
  k.llvm_ir.absent = k.assembly.absent = "The Clang plugin is not installed.";
  k.ptx.absent = "NVRTC is not installed.";
  k.loops = "N 128 (16 lanes)";
  k.flops = 2944, k.bytes = 1540, k.compile_ms = 7.2;
  return k;
}

BufferRecord buffer(std::string name, BufferKind kind, std::int64_t bytes, std::int64_t offset,
                    Keys values) {
  BufferRecord b;
  b.name = std::move(name), b.kind = kind, b.bytes = bytes, b.offset = offset;
  b.last_step = 3, b.values = std::move(values), b.owner = b.values.front();
  b.last_reader = id_assign_w, b.reason = "read by k1";
  return b;
}

}  // namespace

CompilationRecordPtr sample_compilation() {
  auto c = std::make_shared<CompilationRecord>();
  c->computation = "update", c->transformer = "cpu";
  c->passes = passes();
  c->kernels = {kernel(id_k0, "k0", {7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 20, 30, 31}),
                kernel(id_k1, "k1", {23, 24})};
  c->buffers = {buffer("a_W", BufferKind::persistent, 16, 0, {4}),
                buffer("a_b", BufferKind::persistent, 4, 64, {5}),
                buffer("a_X", BufferKind::input, 2048, 0, {1}),
                buffer("a_Y", BufferKind::input, 512, 2048, {2}),
                buffer("t0", BufferKind::temporary, 512, 0, {6}),
                buffer("t1", BufferKind::temporary, 512, 512, {31})};
  c->steps = {{"dot(a_W, a_X) -> t0", "", {6}},
              {"k0(a_Y, t0, a_b) -> t1, a_loss", "k0", {8, 20}},
              {"dot(a_X, t1) -> t2", "", {32}},
              {"k1(a_W, t2) -> a_W", "k1", {24, 25}}};
  c->compile_ms = 84, c->peak_bytes = 1024, c->unshared_bytes = 4096, c->flops = 5320;
  c->bytes = 9120;
  return c;
}

DocumentRecordPtr sample_document() {
  auto d = std::make_shared<DocumentRecord>();
  d->path = "sample_graphs/03_logistic.ngraph", d->title = "Logistic regression";
  d->description = "Two Gaussians separated by a line.", d->made_by = "logistic.cpp";
  d->computations = {{"update", {1, 2, 3}, {20, 25, 28}}, {"evaluate", {1, 2}, {20}}};
  d->variables = {4, 5}, d->placeholders = {1, 2, 3}, d->parameters = 5;
  PlanRecord plan;
  plan.computation = "update", plan.evaluation = "evaluate";
  plan.epochs = 10, plan.batches = 10;
  plan.data_source = "mixture of 2 Gaussians, seed 0", plan.plots = {"loss"};
  plan.batch_size = 128;
  plan.data = {{"digits",
                "mnist",
                "MNIST: 28 x 28 digits",
                "synthetic, seed 0",
                "train-images-idx3-ubyte and three more",
                {"digits.train.image", "digits.train.label"},
                6000,
                false}};
  plan.evaluations = {{"avg loss", "evaluate", 4, true}};
  plan.callbacks = {{CallbackKind::stop_at_non_finite, 1, ""}};
  d->plan = std::make_shared<const PlanRecord>(std::move(plan));
  Ops ops = written();
  d->graph = graph(ops);
  return d;
}

}  // namespace ng::testing
