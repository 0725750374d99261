// SPDX-License-Identifier: Apache-2.0
#include "engine/session/compile.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <unordered_set>

#include "engine/backends/hetr/device_backends.h"
#include "engine/base/cancellation.h"
#include "engine/base/counted.h"
#include "engine/base/error.h"
#include "engine/formats/content_hash.h"
#include "engine/graph/op_def.h"
#include "engine/lowering/lower_program.h"
#include "engine/lowering/op_devices.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/state.h"
#include "engine/passes/pass_options.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/runtime/ranks/same_program.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "engine/session/device_choices.h"
#include "engine/session/program_hash.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

// Interpreting takes less time than compiling.
constexpr std::int64_t interpret_below_flops = 10'000'000;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

void require_lengths(const Graph& graph) {
  for (const NodePtr& node : ordered_nodes(graph)) {
    for (const TensorType& type : node->results) {
      for (const Axis& axis : type.axes) {
        if (axis.known_length()) continue;
        Diagnostic diagnostic;
        diagnostic.what = "the length of axis '" + axis.label() + "' is not known";
        diagnostic.where = describe(*node);
        diagnostic.action = "set its length before the computation is made";
        diagnostic.ops = {node->id};
        refuse(ErrorKind::value, std::move(diagnostic));
      }
    }
  }
}

// Scan parameters have a value only inside their loop.
void require_no_loose_steps(const Graph& graph) {
  for (const NodePtr& node : ordered_nodes(graph)) {
    if (node->def->traits.kind != OpKind::loop_parameter) continue;
    Diagnostic diagnostic;
    diagnostic.what =
        "the computation reads a value inside a scan's step, which has no value outside it";
    diagnostic.where = describe(*node);
    diagnostic.action = "return it as a state or an output of the step";
    diagnostic.ops = {node->id};
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

std::vector<NodePtr> unlisted_placeholders(const Graph& graph) {
  std::vector<NodePtr> unlisted;
  const std::unordered_set<NodePtr> listed(graph.parameters.begin(), graph.parameters.end());
  for (const NodePtr& node : ordered_nodes(graph))
    if (node->def->traits.kind == OpKind::placeholder && !listed.contains(node))
      unlisted.push_back(node);
  return unlisted;
}

// Every reachable placeholder must be a parameter.
void require_parameters(const Graph& graph) {
  Diagnostic diagnostic;
  for (const NodePtr& node : unlisted_placeholders(graph)) {
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + describe(*node);
    diagnostic.ops.push_back(node->id);
  }
  if (diagnostic.ops.empty()) return;
  diagnostic.what = "the computation reaches placeholders that are not among its parameters";
  diagnostic.action = "list them after the results";
  refuse(ErrorKind::value, std::move(diagnostic));
}

class Compiler {
 public:
  Compiler(const NodePtr& node, const CompileOptions& options)
      : node_(node),
        options_(options),
        passes_(options.passes),
        result_(std::make_unique<Compilation>()) {
    result_->parts = parts_of(*node);
    result_->computation = result_->parts.name;
    graph_.results = result_->parts.results;
    graph_.parameters = result_->parts.parameters;
    graph_.kept = options.watched;
  }

  // Without lowering.
  Graph run_required_passes() {
    check_graph();
    const CreationCounter counter;
    run_graph_passes(passes_of(reference_pipeline(), PassPhase::graph));
    return graph_;
  }

  std::unique_ptr<Compilation> run(const Backend& backend) {
    const auto start = Clock::now();
    make_program(backend);
    agree_with_other_ranks();
    if (options_.ranks) options_.ranks->gather_support(result_->backend->transport_support());
    if (options_.make_executable) make_other_stages();
    begin_stage(kernel_stage(0), 0.7);
    result_->final_graph = graph_;
    const Backend::Progress progress = [this](double part) {
      return !options_.progress || options_.progress(kernel_stage(part), 0.7 + 0.3 * part);
    };
    result_->executable = executable(progress);
    result_->compile_ms = microseconds_since(start) / 1000;
    return std::move(result_);
  }

 private:
  void make_program(const Backend& backend) {
    result_->backend = &backend;
    passes_.batch_first = backend.capabilities().batch_first;
    if (options_.ranks) divide_among(*options_.ranks);
    check_graph();
    if (backend.capabilities().devices) choose_devices();
    const CreationCounter counter;
    const Pipeline all = pipeline();
    run_graph_passes(passes_of(all, PassPhase::graph));
    lower();
    for_each_program(result_->program, [this](Program& each) { each.ranks = options_.ranks; });
    run_program_passes(passes_of(all, PassPhase::program));
  }

  // The programs of the other stages, for an executable that runs all of them.
  void make_other_stages() {
    const int stages = stages_of(passes_.ranks);
    for (int stage = 0; stages > 1 && stage < stages; ++stage) {
      if (stage == passes_.stage) {
        other_stages_.emplace_back();
        continue;
      }
      begin_stage("compiling stage " + std::to_string(stage), 0.7);
      CompileOptions options = options_;
      options.passes.stage = stage;
      options.keep_record = false;
      options.progress = [this](const std::string&, double) {
        return !options_.progress || options_.progress(stage_, fraction_);
      };
      Compiler other(node_, options);
      other.make_program(*result_->backend);
      declare_state_of(other.result_->program);
      other_stages_.push_back(std::move(other.result_));
    }
  }

  // State that only another stage has: values are set and read in the buffers of this program.
  void declare_state_of(const Program& other) {
    std::vector<Buffer>& buffers = result_->program.buffers;
    for (const Buffer& buffer : other.buffers) {
      const auto is_same = [&](const Buffer& own) { return own.state == buffer.state; };
      if (buffer.state == 0 || std::any_of(buffers.begin(), buffers.end(), is_same)) continue;
      Buffer& kept = buffers.emplace_back(buffer);
      kept.placement = {.kind = StatePlacement::Kind::owned,
                        .group = std::string(stage_axis),
                        .ranks = stages_of(passes_.ranks),
                        .whole = buffer.shape};
      kept.shape = {0};
      kept.axes = {"none"};
      kept.bytes = 0;
      kept.values = {buffer.state};
      kept.first_step = kept.last_step = 0;
      kept.reason = "another stage has it";
    }
  }

  void divide_among(const RankMesh& ranks) {
    passes_.ranks = ranks.axes();
    for (const MeshAxis& axis : passes_.ranks)
      if (axis.is_stages()) passes_.stage = ranks.group(axis.name).rank();
  }

  void choose_devices() {
    if (!passes_.ranks.empty()) refuse_ranks_of_devices();
    passes_.devices = device_choices(graph_);
    passes_.batch_first = every_device_convolves_batch_first(*passes_.devices);
    if (!passes_.state_devices) passes_.state_devices = std::make_shared<StateDevices>();
  }

  // Refuses if the compilation is cancelled, here and wherever this stage polls.
  void begin_stage(const std::string& stage, double fraction) {
    stage_ = stage;
    fraction_ = fraction;
    report();
  }

  void report() const {
    if (!options_.progress || options_.progress(stage_, fraction_)) return;
    refuse(ErrorKind::cancelled, "the compilation was cancelled at " + stage_);
  }

  void check_graph() const {
    require_no_loose_steps(graph_);
    if (!unlisted_placeholders(graph_).empty()) require_parameters(with_expanded_derivatives());
    require_lengths(graph_);
  }

  // A derivative reaches what its gradients do: nothing if it is zero or one.
  Graph with_expanded_derivatives() const {
    const CreationCounter counter;
    return run_pass(*find_pass("expand_deriv"), graph_, passes_, verify()).after;
  }

  // "compiling 240 kernels", "compiling kernels: 60 of 240".
  std::string kernel_stage(double part) const {
    const std::size_t count = result_->program.kernels.size();
    if (part <= 0) return "compiling " + counted(count, "kernel");
    const auto done = static_cast<std::size_t>(part * static_cast<double>(count));
    return "compiling kernels: " + std::to_string(done) + " of " + std::to_string(count);
  }

  std::unique_ptr<Executable> executable(const Backend::Progress& progress) const {
    const Backend& backend = *result_->backend;
    const Program& program = result_->program;
    const bool at_once = options_.only_watched && kernel_flops(program) <= interpret_below_flops;
    if (options_.make_executable) {
      std::vector<const Program*> stages;
      for (const auto& other : other_stages_) stages.push_back(other ? &other->program : nullptr);
      return options_.make_executable(backend, program, stages, progress, at_once);
    }
    return at_once ? backend.interpret(program, progress) : backend.compile(program, progress);
  }

  // FLOP of the generated kernels in one call; library calls are not counted.
  static std::int64_t kernel_flops(const Program& program) {
    std::int64_t sum = 0;
    for (const Step& step : program.steps) {
      if (const auto* work = step.as<KernelStep>())
        sum += program.kernels[static_cast<std::size_t>(work->kernel)].flops;
      if (const Loop* loop = step.loop()) sum += loop->count * kernel_flops(loop->body);
    }
    return sum;
  }

  Pipeline pipeline() const {
    if (!passes_.devices) return pipeline_of_one_device();
    return with_devices(pipeline_of_one_device());
  }

  Pipeline pipeline_of_one_device() const {
    if (!options_.pipeline.empty()) {
      check_pipeline(options_.pipeline);
      return with_program_passes(options_.pipeline);
    }
    return result_->backend->capabilities().kernels ? default_pipeline() : reference_pipeline();
  }

  void run_graph_passes(const Pipeline& pipeline) {
    double done = 0;
    for (const Pass* pass : pipeline) {
      begin_stage(std::string(pass->name), 0.6 * done++ / static_cast<double>(pipeline.size()));
      if (pass == find_pass("cut_stages")) begin_stages();
      PassResult step = run_pass(*pass, graph_, passes_, verify());
      graph_ = step.after;
      keep_made();
      drop_unwatched(pass == find_pass("version_state"));
      auto& all = result_->diagnostics;
      all.insert(all.end(), step.diagnostics.begin(), step.diagnostics.end());
      if (!options_.keep_record) step.before = step.after = {};
      result_->passes.push_back(std::move(step));
    }
  }

  void keep_made() {
    if (result_->kept_made.size() == options_.watched_made.size()) return;
    const auto is_kept = [this](OpId id) {
      const auto& made = result_->kept_made;
      return std::find(made.begin(), made.end(), id) != made.end();
    };
    for (const NodePtr& node : ordered_nodes(graph_)) {
      const auto& wanted = options_.watched_made;
      const bool is_wanted = std::find(wanted.begin(), wanted.end(), node->id) != wanted.end();
      if (!is_wanted || is_kept(node->id) || !Value{node, 0}.has_type()) continue;
      graph_.kept.push_back({node, 0});
      result_->kept_made.push_back(node->id);
    }
  }

  // Each stage has to send what the others receive: what only a stage's own graph has is not
  // dropped. Watched ops that only later passes make are then missing.
  void begin_stages() {
    if (stages_of(passes_.ranks) > 1) {
      drop_unwatched();
      cut_ = true;
    }
    agree_before_stages();
  }

  // Drops results and writes once the versions of state are resolved and all watched ops exist.
  void drop_unwatched(bool writes_are_known) {
    writes_known_ |= writes_are_known;
    const bool all = result_->kept_made.size() == options_.watched_made.size();
    if (writes_known_ && all && !cut_) drop_unwatched();
  }

  void drop_unwatched() {
    if (!options_.only_watched) return;
    for (Value& value : graph_.results) value = {};
    graph_.writes.clear();
    graph_.unused.clear();
  }

  void lower() {
    begin_stage("lowering", 0.6);
    LowerOptions lower = lower_options(result_->backend->capabilities());
    std::optional<OpDevices> devices;
    if (passes_.devices) {
      lower.devices = &devices.emplace(graph_, *passes_.devices, *passes_.state_devices);
      lower.of_device = [this](const std::string& device) {
        Capabilities can = require_device(device).capabilities();
        can.batch_first &= passes_.batch_first;
        return lower_options(can);
      };
    }
    result_->program = lower_program(graph_, result_->computation, lower);
  }

  LowerOptions lower_options(const Capabilities& can) const {
    LowerOptions lower;
    lower.as = can.kernels ? LowerAs::kernels : LowerAs::reference;
    lower.double_throughout = options_.double_throughout;
    lower.library_dot_flops = passes_.library_dot_flops;
    lower.share_small_kernels = passes_.share_small_kernels;
    lower.convolutions = {can.batch_first, can.byte_convolutions};
    lower.vector_bytes = can.vector_bytes;
    lower.ranks = options_.ranks.get();
    lower.matmuls = {can.half_matmuls, can.integer_matmuls, can.batched_matmuls};
    return lower;
  }

  void run_program_passes(const Pipeline& pipeline) {
    LazyText before;
    for (const Pass* pass : pipeline) {
      result_->passes.push_back(
          run_pass(*pass, result_->program,
                   {*result_->backend, passes_, verify(), options_.keep_record, before}));
      before = result_->passes.back().program_after;
    }
  }

  bool has_stages() const { return options_.ranks && stages_of(options_.ranks->axes()) > 1; }

  // Ranks of different stages have different programs, but cut them from the same graph.
  void agree_before_stages() const {
    if (!has_stages()) return;
    std::string text = graph_hash(graph_);
    for (const std::int64_t option :
         {std::int64_t{passes_.micro_batches}, std::int64_t{passes_.whole_if_indivisible},
          static_cast<std::int64_t>(passes_.shard_state), passes_.fold_limit})
      text += " " + std::to_string(option);
    const std::string_view backend = result_->backend->name();
    text += " " + std::string(backend.substr(0, backend.find(':')));  // of all GPUs: "gpu"
    for (const std::string& name : passes_.disabled) text += " " + name;
    check_same_program(options_.ranks->world(), content_hash(text), result_->computation);
  }

  // Ranks with other programs would exchange other values, or wait for each other forever.
  void agree_with_other_ranks() const {
    if (!options_.ranks) return;
    const std::string hash = program_hash(graph_, result_->program);
    if (!has_stages())
      return check_same_program(options_.ranks->world(), hash, result_->computation);
    for (const MeshAxis& axis : options_.ranks->axes()) {
      if (!axis.is_stages())
        check_same_program(options_.ranks->group(axis.name), hash, result_->computation, axis.name);
    }
  }

  Verify verify() const { return options_.verify ? Verify::always : Verify::check_points; }

  const NodePtr& node_;
  const CompileOptions& options_;
  PassOptions passes_;  // as the options ask and the backend can
  std::unique_ptr<Compilation> result_;
  std::vector<std::unique_ptr<Compilation>> other_stages_;  // by stage; null: this one
  Graph graph_;
  bool writes_known_ = false;
  bool cut_ = false;  // into stages
  std::string stage_ = "checking the graph";
  double fraction_ = 0;
  const CancellationScope cancellation_{[this] { report(); }};
};

}  // namespace

bool verify_by_default() {
#ifdef NDEBUG
  static const bool asked = [] {
    const char* chosen = std::getenv("NGRAPH_VERIFY");
    return chosen && std::string_view(chosen) == "1";
  }();
  return asked;
#else
  return true;
#endif
}

std::unique_ptr<Compilation> compile(const NodePtr& computation, const Backend& backend,
                                     const CompileOptions& options) {
  return Compiler(computation, options).run(backend);
}

Graph required_graph(const NodePtr& computation, const CompileOptions& options) {
  return Compiler(computation, options).run_required_passes();
}

}  // namespace ng
