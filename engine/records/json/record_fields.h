// SPDX-License-Identifier: Apache-2.0
// The fields of each record, listed once for both directions: `archive("name", record.name)` reads
// or writes the field, `archive.later()` one that files of earlier releases lack. Included only by
// record_json.
#pragma once

#include "engine/records/axis_record.h"
#include "engine/records/json/saved_compilation.h"
#include "engine/records/plan_record.h"

namespace ng::record_fields {

// Matches a Record, const when it is written.
template <class R, class Record>
concept Is = std::same_as<std::remove_const_t<R>, Record>;

template <class A, Is<Diagnostic> R>
void fields(A& a, R& r) {
  a("severity", r.severity), a("what", r.what), a("where", r.where), a("found", r.found);
  a("expected", r.expected), a("action", r.action), a("ops", r.ops);
}

template <class A, Is<AxisRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("length", r.length), a("dual_level", r.dual_level), a("role", r.role);
}

template <class A, Is<ResultRecord> R>
void fields(A& a, R& r) {
  a("axes", r.axes), a("dtype", r.dtype);
}

template <class A, Is<OperandRecord> R>
void fields(A& a, R& r) {
  a("op", r.op), a("result", r.result), a("name", r.name);
}

template <class A, Is<OpRecord> R>
void fields(A& a, R& r) {
  a("id", r.id), a("op", r.op), a("name", r.name), a("glyph", r.glyph), a("family", r.family);
  a.later("traits", r.traits);
  a("scope", r.scope), a("role", r.role), a("operands", r.operands), a("results", r.results);
  a("attributes", r.attributes), a("metadata", r.metadata), a("origins", r.origins);
  a("made_by", r.made_by), a("file", r.file), a("line", r.line), a("flops", r.flops);
  a("bytes", r.bytes), a("kernel", r.kernel), a("kernel_name", r.kernel_name);
}

template <class A, Is<GraphRecord> R>
void fields(A& a, R& r) {
  a("ops", r.ops), a("results", r.results);
}

template <class A, Is<RewriteRecord> R>
void fields(A& a, R& r) {
  a("rule", r.rule), a("removed", r.removed), a("added", r.added);
  a("microseconds", r.microseconds);
}

template <class A, Is<RuleRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("enabled", r.enabled);
}

template <class A, Is<PassRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("sentence", r.sentence), a("phase", r.phase), a("condition", r.condition);
  a("reason", r.reason), a("required", r.required), a("enabled", r.enabled);
  a("changed", r.changed), a("rules", r.rules);
  a("microseconds", r.microseconds), a("before", r.before), a("after", r.after);
  a("added", r.added), a("removed", r.removed), a("modified", r.modified);
  a("rewrites", r.rewrites), a("diagnostics", r.diagnostics);
  a("text_before", r.text_before), a("text_after", r.text_after);
}

template <class A, Is<LineOps> R>
void fields(A& a, R& r) {
  a("line", r.line), a("ops", r.ops);
}

template <class A, Is<KernelText> R>
void fields(A& a, R& r) {
  a("text", r.text), a("absent", r.absent), a("lines", r.lines);
}

template <class A, Is<GpuUse> R>
void fields(A& a, R& r) {
  a("architecture", r.architecture), a("registers", r.registers);
  a("shared_bytes", r.shared_bytes), a("local_bytes", r.local_bytes), a("blocks", r.blocks);
  a("threads", r.threads), a("occupancy", r.occupancy);
}

template <class A, Is<KernelRecord> R>
void fields(A& a, R& r) {
  a("id", r.id), a("name", r.name), a("kind", r.kind), a("library", r.library), a("ops", r.ops);
  a("reads", r.reads), a("writes", r.writes), a("loops", r.loops), a("flops", r.flops);
  a("bytes", r.bytes), a("compile_ms", r.compile_ms), a("cached", r.cached);
  a("microseconds", r.microseconds), a("launches", r.launches), a("source", r.source);
  a("cuda", r.cuda), a("llvm_ir", r.llvm_ir), a("assembly", r.assembly), a("ptx", r.ptx);
  a.later("sass", r.sass), a.later("gpu_use", r.gpu_use), a.later("device", r.device);
}

template <class A, Is<BufferRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("kind", r.kind), a("bytes", r.bytes), a("offset", r.offset);
  a("first_step", r.first_step), a("last_step", r.last_step), a("values", r.values);
  a("owner", r.owner), a("last_reader", r.last_reader), a("axes", r.axes);
  a("strides", r.strides), a("dtype", r.dtype), a("reason", r.reason);
  a("in_place_of", r.in_place_of);
  a.later("device", r.device);
}

template <class A, Is<StepRecord> R>
void fields(A& a, R& r) {
  a("text", r.text), a("kernel", r.kernel), a("ops", r.ops);
  a.later("once", r.once), a.later("device", r.device);
}

template <class A, Is<CompilationRecord> R>
void fields(A& a, R& r) {
  a("version", r.version), a("computation", r.computation), a("transformer", r.transformer);
  a("passes", r.passes), a("kernels", r.kernels), a("buffers", r.buffers), a("steps", r.steps);
  a("program", r.program), a("diagnostics", r.diagnostics), a("compile_ms", r.compile_ms);
  a("cached", r.cached), a("peak_bytes", r.peak_bytes), a("unshared_bytes", r.unshared_bytes);
  a("flops", r.flops), a("bytes", r.bytes);
}

template <class A, Is<ComputationRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("parameters", r.parameters), a("results", r.results);
  a.later("result_numbers", r.result_numbers), a.later("returns", r.returns);
}

template <class A, Is<LoopRecord> R>
void fields(A& a, R& r) {
  a("op", r.op), a("step", r.step);
}

template <class A, Is<PlanDataRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("kind", r.kind), a("title", r.title), a("origin", r.origin);
  a("files", r.files), a("arrays", r.arrays), a("samples", r.samples),
      a("folder_by_user", r.folder_by_user);
  a.later("settings", r.settings);
}

template <class A, Is<PlanEvaluationRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("computation", r.computation), a("batches", r.batches);
  a("enabled", r.enabled);
  a.later("reduction", r.reduction), a.later("at_start", r.at_start), a.later("given", r.given);
}

template <class A, Is<PlanCallbackRecord> R>
void fields(A& a, R& r) {
  a("kind", r.kind), a("every", r.every), a("file", r.file);
}

template <class A, Is<PlanGivenRecord> R>
void fields(A& a, R& r) {
  a("placeholder", r.placeholder), a("kind", r.kind), a("source", r.source);
  a("assumed", r.assumed);
  a.later("elements", r.elements);
}

template <class A, Is<PlanScalarRecord> R>
void fields(A& a, R& r) {
  a("op", r.op), a("name", r.name), a("value", r.value);
}

template <class A, Is<PlanLengthRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("length", r.length);
}

template <class A, Is<PlanRecord> R>
void fields(A& a, R& r) {
  a("computation", r.computation), a("evaluation", r.evaluation), a("epochs", r.epochs);
  a("batches", r.batches), a("batch_size", r.batch_size), a("data_source", r.data_source);
  a("plots", r.plots), a("data", r.data), a("evaluations", r.evaluations);
  a("callbacks", r.callbacks), a("given", r.given);
  a("scalars", r.scalars), a("fault", r.fault);
  a.later("lengths", r.lengths);
}

template <class A, Is<ModelWords> R>
void fields(A& a, R& r) {
  a("labels", r.labels), a("vocabulary", r.vocabulary);
}

template <class A, Is<DocumentRecord> R>
void fields(A& a, R& r) {
  a("path", r.path), a("title", r.title), a("description", r.description);
  a("made_by", r.made_by), a("computations", r.computations), a("variables", r.variables);
  a("placeholders", r.placeholders), a("parameters", r.parameters), a("plan", r.plan);
  a.later("words", r.words), a.later("loops", r.loops);
  a("graph", r.graph);
}

template <class A, Is<CallCostRecord> R>
void fields(A& a, R& r) {
  a("known", r.known), a("flops", r.flops), a("bytes", r.bytes), a("reason", r.reason);
}

template <class A, Is<SeriesRecord> R>
void fields(A& a, R& r) {
  a("name", r.name), a("x_title", r.x_title), a("y_title", r.y_title), a("x", r.x), a("y", r.y);
  a("op", r.op), a("unit", r.unit);
}

}  // namespace ng::record_fields
