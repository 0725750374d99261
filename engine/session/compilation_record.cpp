// SPDX-License-Identifier: Apache-2.0
// Builds the record of a compilation from the output of passes, lowering and the backend.
#include <algorithm>
#include <future>
#include <unordered_set>

#include "engine/backends/hetr/device_backends.h"
#include "engine/base/error.h"
#include "engine/lowering/program_passes/write_over.h"
#include "engine/ops/fused.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/graph_record.h"
#include "engine/session/pass_rewrites.h"

namespace ng {
namespace {

KernelText text_record(const DisplayText& text) {
  KernelText record;
  record.text = text.text.text;
  record.absent = text.absent;
  for (const kernel::LineNote& line : text.text.lines)
    record.lines.push_back({line.line, line.ops});
  return record;
}

LazyText printed(const Graph& graph) {
  return LazyText([graph] { return print(graph); });
}

bool stands_on_the_same(const OpRecord& a, const OpRecord& b) {
  return std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                    [](const OperandRecord& x, const OperandRecord& y) { return x.op == y.op; });
}

// Lists the ops that were added, removed, or have other operands.
void add_changes(PassRecord& pass) {
  if (pass.before == pass.after) return;
  for (const OpRecord& op : pass.after->ops) {
    const OpRecord* old = pass.before->find(op.id);
    if (!old) {
      pass.added.push_back(op.id);
    } else if (old != &op && !stands_on_the_same(op, *old)) {
      pass.modified.push_back(op.id);
    }
  }
  for (const OpRecord& op : pass.before->ops) {
    if (!pass.after->find(op.id)) pass.removed.push_back(op.id);
  }
}

class RecordMaker {
 public:
  explicit RecordMaker(const Compilation& compilation)
      : compilation_(compilation), record_(std::make_shared<CompilationRecord>()) {
    find_fused(ordered_nodes(compilation.final_graph));
    for (const Step& step : compilation.program.steps) {
      if (step.ops.empty()) continue;
      for (int buffer : step.reads) last_reader_[buffer] = step.ops.back();
    }
  }

  CompilationRecordPtr make() {
    record_->computation = compilation_.computation;
    record_->transformer = compilation_.backend->name();
    record_->diagnostics = compilation_.diagnostics;
    record_->compile_ms = compilation_.compile_ms;
    record_->cached = compilation_.executable->cached;
    record_->peak_bytes = compilation_.program.pool_bytes;
    record_->unshared_bytes = compilation_.program.unshared_bytes;
    std::future<void> program = std::async(std::launch::async, [this] {
      add_steps();
      add_buffers();
      add_program();
    });
    add_passes();
    program.get();
    record_->kernel_of(0), record_->buffer_of(0);  // builds the indices before the record is shared
    return record_;
  }

 private:
  void add_passes() {
    if (compilation_.passes.empty()) return;
    const Graph& written = compilation_.passes.front().before;
    GraphRecorder recorder(written);
    GraphRecordPtr current = recorder.record(written);
    const Graph* last = &written;
    LazyText text = printed(written);
    for (const PassResult& result : compilation_.passes) {
      PassRecord pass = described(result);
      pass.before = current;
      if (pass.phase == PassPhase::program) {
        pass.text_before = result.program_before;
        pass.text_after = result.program_after;
      } else {
        pass.text_before = text;
        if (!result.placements.empty()) {
          recorder.place(result.placements);
          if (drops_placed(result)) pass.before = current = again(recorder, result.before, current);
        }
        if (result.changed) {
          current = recorder.record(result.after);
          last = &result.after;
          text = printed(result.after);
        }
        pass.text_after = text;
      }
      pass.after = current;
      add_changes(pass);
      add_rewrites(pass);
      record_->passes.push_back(std::move(pass));
    }
    const OpCost cost = call_cost(*last);
    record_->flops = cost.flops;
    record_->bytes = cost.bytes;
  }

  // Of a graph that is cut into stages, the one before has the stages of all ops.
  static bool drops_placed(const PassResult& result) {
    std::unordered_set<OpId> left;
    for (const NodePtr& node : ordered_nodes(result.after)) left.insert(node->id);
    return std::any_of(result.placements.begin(), result.placements.end(),
                       [&left](const auto& each) { return !left.count(each.first); });
  }

  GraphRecordPtr again(GraphRecorder& recorder, const Graph& graph, const GraphRecordPtr& before) {
    GraphRecordPtr made = recorder.record(graph);
    for (PassRecord& pass : record_->passes)
      for (GraphRecordPtr* each : {&pass.before, &pass.after})
        if (*each == before) *each = made;
    return made;
  }

  static PassRecord described(const PassResult& result) {
    PassRecord pass;
    pass.name = result.pass->name;
    pass.sentence = result.pass->sentence;
    pass.phase = result.pass->phase;
    pass.condition = result.pass->condition;
    pass.reason = result.pass->reason;
    pass.required = result.pass->required;
    pass.enabled = result.enabled;
    pass.changed = result.changed;
    for (const std::string_view rule : result.pass->rules) {
      const auto& off = result.disabled_rules;
      const bool enabled = std::find(off.begin(), off.end(), rule) == off.end();
      pass.rules.push_back({std::string(rule), enabled});
    }
    pass.microseconds = result.microseconds;
    pass.diagnostics = result.diagnostics;
    for (const Rewrite& rewrite : result.rewrites) {
      pass.rewrites.push_back({rewrite.rule, rewrite.removed, rewrite.added, rewrite.microseconds});
    }
    return pass;
  }

  void find_fused(const std::vector<NodePtr>& nodes) {
    for (const NodePtr& node : nodes) {
      if (node->body) fused_of_[node->body->order.back()->id] = node->id;
      if (node->loop) find_fused(node->loop->order);
    }
  }

  void add_steps() {
    for (const Step& step : compilation_.program.steps) {
      const bool once = record_->steps.size() < compilation_.program.once;
      record_->steps.push_back({step_text(step), step.name, step.ops, once});
      record_->steps.back().kernel = record_->kernels[add_kernels(step)].name;
      record_->steps.back().device = device_of(compilation_.program, step);
    }
  }

  // Lists the step's kernel and, of a loop, those of its body, which are not steps of the
  // computation. Returns the number of the step's own.
  std::size_t add_kernels(const Step& step) {
    const std::size_t own = record_->kernels.size();
    KernelRecord kernel = kernel_record(step);
    const bool own_name = step.is<KernelStep>() || step.is<Matmul>();
    if (!own_name) kernel.name = unique(step.name, known_);
    known_.emplace(kernel.name, 0);
    record_->kernels.push_back(std::move(kernel));
    if (const Loop* loop = step.loop()) add_body(*loop, own);
    return own;
  }

  // The work of the loop, whose kernel has the number `own`, is that of all its steps.
  void add_body(const Loop& loop, std::size_t own) {
    const Program* outer = std::exchange(program_, &loop.body);
    std::int64_t flops = 0, bytes = 0;
    for (const Step& step : loop.body.steps) {
      const KernelRecord& each = record_->kernels[add_kernels(step)];
      flops += each.flops;
      bytes += each.bytes;
    }
    program_ = outer;
    record_->kernels[own].flops = loop.count * flops;
    record_->kernels[own].bytes = loop.count * bytes;
  }

  static std::string unique(const std::string& name, std::map<std::string, int>& known) {
    const auto at = known.find(name);
    if (at == known.end()) return name;
    std::string text;
    do {
      text = name + "_" + std::to_string(++at->second);
    } while (known.count(text));
    return text;
  }

  KernelRecord kernel_record(const Step& step) const {
    KernelRecord kernel;
    kernel.name = step.name;
    kernel.ops = step.ops;
    kernel.id = fused_id(step);
    for (int buffer : step.reads) kernel.reads.push_back(buffer_name(buffer));
    for (int buffer : step.writes) kernel.writes.push_back(buffer_name(buffer));
    kernel.compile_ms = compilation_.executable->compile_ms;
    kernel.cached = compilation_.executable->cached;
    kernel.device = device_of(*program_, step);
    if (!crosses_devices(*program_, step)) kernel.library = backend_of(kernel).library(step);
    kernel.bytes = bytes_of(step.reads) + bytes_of(step.writes);  // unless its work knows better
    std::visit([&](const auto& work) { add_work(work, kernel); }, step.work);
    const kernel::Text text = backend_of(kernel).step_text(step);
    if (!text.text.empty() && !crosses_devices(*program_, step))
      kernel.cuda = text_record({text, ""});
    return kernel;
  }

  const Backend& backend_of(const KernelRecord& kernel) const {
    return kernel.device.empty() ? *compilation_.backend : require_device(kernel.device);
  }

  // The id of the hull on the canvas: the fused op, or the op itself if it is not fused.
  OpId fused_id(const Step& step) const {
    if (step.ops.empty()) return 0;
    const auto at = fused_of_.find(step.ops.back());
    return at == fused_of_.end() ? step.ops.back() : at->second;
  }

  void add_work(const KernelStep& step, KernelRecord& kernel) const {
    const auto& lowered = program_->kernels[static_cast<std::size_t>(step.kernel)];
    const DisplayTexts texts = backend_of(kernel).texts(lowered, false);
    kernel.kind = KernelKind::generated;
    kernel.loops = kernel::loops_text(lowered);
    kernel.flops = lowered.flops;
    kernel.bytes = lowered.bytes;
    kernel.source = text_record(texts.source);
    kernel.cuda = text_record(texts.cuda);
    kernel.llvm_ir = text_record(texts.llvm_ir);
    kernel.assembly = text_record(texts.assembly);
    kernel.ptx = text_record(texts.ptx);
    kernel.sass = text_record(texts.sass);
  }

  static void add_work(const Matmul& matmul, KernelRecord& kernel) {
    add_library(kernel);
    kernel.loops = "M " + std::to_string(matmul.m) + " × N " + std::to_string(matmul.n) + " × K " +
                   std::to_string(matmul.k);
    const std::int64_t batch = matmul.products(), results = batch * matmul.m * matmul.n;
    if (batch > 1) kernel.loops = "batch " + std::to_string(batch) + " × " + kernel.loops;
    if (matmul.packed) kernel.loops += ", packed";
    const int epilogue = matmul.accumulate ? 2 : 0;  // scaling by alpha, and the addition
    if (matmul.accumulate) kernel.loops += ", accumulated";
    kernel.flops = (2 * matmul.k + epilogue) * results;
    const auto size = [](DType dtype) { return static_cast<std::int64_t>(size_of(dtype)); };
    kernel.bytes = size(matmul.a_dtype()) * batch * matmul.m * matmul.k +
                   size(matmul.b_dtype()) * batch * matmul.k * matmul.n +
                   size(matmul.dtype) * (matmul.accumulate ? 2 : 1) * results;
  }

  static void add_work(const WindowStep& step, KernelRecord& kernel) {
    add_library(kernel);
    const WindowCost cost = cost_of(step);
    kernel.loops = cost.loops;
    kernel.flops = cost.flops;
    kernel.bytes = cost.bytes;
  }

  static void add_work(const AxisStep& step, KernelRecord& kernel) {
    add_absent(kernel, KernelKind::library, "computed by the engine's own loops on the host");
    const AxisCost cost = cost_of(step);
    kernel.loops = cost.loops;
    kernel.flops = cost.flops;
    kernel.bytes = cost.bytes;
  }

  static void add_library(KernelRecord& kernel) {
    add_absent(kernel, KernelKind::library,
               "computed by " + kernel.library + ", which has no kernel text");
  }

  static void add_work(const CopyStep&, KernelRecord& kernel) {
    add_absent(kernel, KernelKind::copy, "a copy of memory has no kernel");
  }
  static void add_work(const JoinStep&, KernelRecord& kernel) {
    add_absent(kernel, KernelKind::reference, "copied operand by operand, without a kernel");
  }
  void add_work(const CollectiveStep& step, KernelRecord& kernel) const {
    const Transport transport = transport_of(step);
    kernel.library = transport.library;
    std::string how;
    if (transport.by_device()) how = " by " + transport.library;
    if (!transport.reason.empty()) how = " through the host (" + transport.reason + ")";
    add_absent(kernel, KernelKind::collective,
               "values exchanged between ranks" + how + " have no kernel");
    CollectiveStep sized = step;  // the user's own may be for any number of ranks
    if (program_->ranks) sized.ranks = program_->ranks->group(step.group).size();
    kernel.bytes = sent_bytes(sized);
  }
  // Without a reason where the device is the host.
  Transport transport_of(const CollectiveStep& step) const {
    const RankMesh* ranks = program_->ranks.get();
    const bool on_host = compilation_.backend->device().is_host();
    if (on_host || !ranks || step.kind == CollectiveKind::shard) return {};
    return ranks->transport_of(step);
  }
  static void add_work(const ClassCheck&, KernelRecord& kernel) {
    add_absent(kernel, KernelKind::reference, "checked element by element, without a kernel");
  }
  void add_work(const PrintStep&, KernelRecord& kernel) const {
    add_absent(kernel, KernelKind::reference,
               "printed and copied, without a kernel" + by_host(kernel));
  }
  void add_work(const EvaluateStep& step, KernelRecord& kernel) const {
    kernel.flops = step.node->def->flops(*step.node);
    add_absent(kernel, KernelKind::reference,
               "computed by the op's reference implementation, without a kernel" + by_host(kernel));
  }
  std::string by_host(const KernelRecord& kernel) const {
    if (backend_of(kernel).device().is_host()) return "";
    return ", on the host: its operands and results are copied between host and GPU";
  }
  static void add_work(const LoopStep&, KernelRecord& kernel) {
    add_absent(kernel, KernelKind::loop,
               "a loop has no kernel of its own; the kernels of its body are listed");
  }

  static void add_absent(KernelRecord& kernel, KernelKind kind, const std::string& why) {
    kernel.kind = kind;
    for (KernelText* text : {&kernel.source, &kernel.cuda, &kernel.llvm_ir, &kernel.assembly,
                             &kernel.ptx, &kernel.sass}) {
      text->absent = why;
    }
  }

  std::int64_t bytes_of(const std::vector<int>& buffers) const {
    std::int64_t bytes = 0;
    for (int buffer : buffers) bytes += program_->buffers[static_cast<std::size_t>(buffer)].bytes;
    return bytes;
  }
  const std::string& buffer_name(int buffer) const {
    return program_->buffers[static_cast<std::size_t>(buffer)].name;
  }

  std::string step_text(const Step& step) const {
    std::string reads, writes;
    for (int buffer : step.reads) reads += (reads.empty() ? "" : ", ") + buffer_name(buffer);
    for (int buffer : step.writes) writes += (writes.empty() ? "" : ", ") + buffer_name(buffer);
    return step.name + "(" + reads + ") -> " + writes;
  }

  void add_buffers() {
    const std::vector<Buffer>& buffers = compilation_.program.buffers;
    const std::vector<int> over = operands_written_over(compilation_.program);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const Buffer& buffer = buffers[i];
      BufferRecord record;
      record.name = buffer.name;
      record.kind = buffer.kind;
      record.bytes = buffer.bytes;
      record.offset = buffer.offset;
      record.first_step = buffer.first_step;
      record.last_step = buffer.last_step;
      record.values = buffer.values;
      record.owner = buffer.values.empty() ? 0 : buffer.values.front();
      const auto reader = last_reader_.find(static_cast<int>(i));
      if (reader != last_reader_.end()) record.last_reader = reader->second;
      std::int64_t stride = 1;
      record.strides.resize(buffer.shape.size());
      for (std::size_t k = buffer.shape.size(); k-- > 0;) {
        record.strides[k] = stride;
        stride *= buffer.shape[k];
      }
      for (std::size_t k = 0; k < buffer.shape.size(); ++k) {
        record.axes.push_back({buffer.axes[k], buffer.shape[k], 0, {}});
      }
      record.dtype = buffer.dtype;
      record.reason = buffer.reason;
      record.device = buffer.device;
      // Set only if memory_plan did not reuse that buffer.
      if (over[i] >= 0) record.in_place_of = buffers[static_cast<std::size_t>(over[i])].name;
      record_->buffers.push_back(std::move(record));
    }
  }

  void add_program() {
    std::vector<std::pair<int, std::vector<std::uint64_t>>> lines;
    record_->program.text = print(compilation_.program, &lines);
    for (auto& [line, ops] : lines) record_->program.lines.push_back({line, std::move(ops)});
  }

  const Compilation& compilation_;
  std::map<std::string, int> known_;                // number of requests for each step name
  const Program* program_ = &compilation_.program;  // program whose kernels are being recorded
  std::shared_ptr<CompilationRecord> record_;
  std::map<OpId, OpId> fused_of_;    // last op inside -> the fused op
  std::map<int, OpId> last_reader_;  // buffer -> op
};

}  // namespace

CompilationRecordPtr make_record(const Compilation& compilation) {
  return RecordMaker(compilation).make();
}

KernelRecord kernel_texts(const Compilation& compilation, const std::string& kernel) {
  const CompilationRecordPtr record = make_record(compilation);
  const KernelRecord* found = record->kernel(kernel);
  if (!found) refuse(ErrorKind::value, "no kernel '" + kernel + "' in this compilation");
  KernelRecord full = *found;
  add_kernel_texts(compilation, full);
  return full;
}

void add_kernel_texts(const Compilation& compilation, KernelRecord& kernel) {
  for_each_program(compilation.program, [&](const Program& program) {
    for (const Step& step : program.steps) {
      const auto* work = step.as<KernelStep>();
      if (step.name != kernel.name || !work) continue;
      const DisplayTexts texts =
          compilation.backend->texts(program.kernels[static_cast<std::size_t>(work->kernel)], true);
      kernel.llvm_ir = text_record(texts.llvm_ir);
      kernel.assembly = text_record(texts.assembly);
      kernel.ptx = text_record(texts.ptx);
      kernel.sass = text_record(texts.sass);
      kernel.gpu_use = texts.gpu_use;
    }
  });
}

}  // namespace ng
