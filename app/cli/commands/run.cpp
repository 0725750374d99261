// SPDX-License-Identifier: Apache-2.0
// `ngraph run`: runs a document's plan or one computation.
#include <cmath>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/trace.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/lengths.h"
#include "app/cli/options/ranks.h"
#include "app/cli/output.h"
#include "app/cli/results/result_files.h"
#include "app/cli/results/result_words.h"
#include "app/cli/results/run_watch.h"
#include "app/cli/saved.h"
#include "engine/analysis/machine_peaks.h"
#include "engine/base/atomic_file.h"
#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/distributed/ranked_transformer.h"
#include "engine/documents/same_checkpoint.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/neon/training/progress_bar.h"
#include "engine/neon/training/same_run.h"
#include "engine/neon/training/training.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "engine/records/values/value_summary.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng::cli {
namespace {

Json valueJson(double value) {
  if (std::isfinite(value)) return value;
  return number(value);
}

// Folders of data by name, from --data.
std::map<std::string, std::string> foldersOf(const Arguments& arguments) {
  std::map<std::string, std::string> folders;
  for (const std::string& text : arguments.values("--data")) {
    const auto [name, folder] = assignment("--data", text, "NAME=FOLDER");
    folders[name] = folder;
  }
  return folders;
}

// Before the run, not after hours of it.
void checkPaths(const Arguments& arguments) {
  if (const auto path = arguments.value("--save")) {
    requireCheckpointName("--save", *path);
    requireWritable("--save", *path);
  }
  if (const auto path = arguments.value("--trace")) {
    if (!path->ends_with(".json") && !path->ends_with(".pftrace") &&
        !path->ends_with(".perfetto-trace"))
      throw UsageError("--trace takes a name that ends in .json or .pftrace, not '" + *path + "'");
    requireWritable("--trace", *path);
  }
  if (const auto folder = arguments.value("--out")) requireFolder("--out", *folder);
}

class Runner {
 public:
  // `ranks`: null for a run that is not divided. Only the first rank writes.
  Runner(const Arguments& arguments, const Document& document, const RankMeshPtr& ranks)
      : arguments_(arguments),
        document_(document),
        options_(compileOptions(arguments)),
        ranks_(ranks),
        writes_(writes_for_all(ranks.get())) {
    const std::string transformer = transformerName(arguments);
    const std::int64_t epochs = arguments.integer("--epochs", 1, std::int64_t{1} << 40, 0);
    options_.ranks = ranks;
    const Op node = chosenComputation(arguments, document);
    const Document toRun = withPlanFor(arguments, document, node);
    watch_.emplace(arguments, document);
    watch_->addTo(options_);
    const bool traces = arguments.has("--trace");
    options_.keep_record |= traces;
    const TransformerPtr made = transformer_of_rank(transformer, ranks.get());
    made->options().ranks = ranks;
    made->options().passes.shard_state = options_.passes.shard_state;
    made->options().passes.micro_batches = options_.passes.micro_batches;
    run_ = std::make_unique<TrainingRun>(toRun, made, hooks());
    for (const Diagnostic& note : run_->plan().notes) warn(note);
    for (const Diagnostic& note : run_->computation().compilation().diagnostics)
      if (note.severity == Severity::warning) warn(note);
    watch_->follow(run_->computation());
    if (writes_) checkCallbackFiles();
    if (const auto path = arguments.value("--restore")) restore(*path, epochs);
    if (epochs) run_->set_epochs(epochs);
    if (ranks_) check_same_run(*run_, ranks_->world());
    if (writes_) bar_.emplace(run_->iteration());
    eachCall_ = run_->plan().epochs == 1 || run_->plan().batches == 1;
    if (traces) {
      trace_ = std::make_unique<Trace>(*make_record(run_->computation().compilation()), true,
                                       ranks_.get());
      if (runs_on_device(transformer)) deviceNotes_.emplace();
    }
  }

  int run() {
    try {
      while (!watch_->stopped() && oneCall()) {
      }
      if (!run_->failure() && arguments_.has("--save"))
        saved_ = run_->checkpoint(CheckpointRanks::writer);
    } catch (const Error& error) {
      failure_ = error.diagnostic();
    }
    // Ranks that wait in the next call take no part in a checkpoint.
    if (run_->callback_failed() && !ranks_ && arguments_.has("--save"))
      keep([&] { saved_ = run_->checkpoint(CheckpointRanks::writer); });
    clearBar();
    if (!failure_) failure_ = run_->failure();
    const int code = finish();  // without exchanges after a failure
    if (failure_ && ranks_) ranks_->world().abort(to_string(*failure_));
    return code;
  }

 private:
  void warn(const Diagnostic& warning) const {
    if (writes_) std::fprintf(stderr, "ngraph: warning: %s\n", to_string(warning).c_str());
  }

  // Before the run, not at the end of an epoch.
  void checkCallbackFiles() const {
    for (const PlanCallback& callback : run_->plan().callbacks)
      if (!callback.file.empty())
        const AtomicFile probe(path_inside(document_.path, callback.file));
  }

  // `epochs`: those asked for; 0: those of the plan.
  void restore(const std::string& path, std::int64_t epochs) {
    const Checkpoint checkpoint = read_checkpoint(path);
    check_same_checkpoint(checkpoint, *run_->transformer());
    if (const std::optional<Diagnostic> warning = run_->restore(checkpoint)) warn(*warning);
    const std::int64_t done = run_->epoch(), all = epochs ? epochs : run_->plan().epochs;
    if (!writes_ || done != all || run_->iteration() != done * run_->plan().batches) return;
    Diagnostic note;
    note.what = "nothing is left to run: the checkpoint has finished all epochs";
    note.where = path;
    note.found = counted(done, "epoch");
    note.action =
        "give a larger number with --epochs, which counts the epochs of the checkpoint too";
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  }

  TrainingOptions hooks() {
    TrainingOptions hooks;
    hooks.cancelled = ranks_ ? std::shared_ptr<const std::atomic<bool>>(stops_) : cancelFlag();
    hooks.gives_up_waits = cancelFlag();
    hooks.stop_at_non_finite = arguments_.has("--stop-at-nan");
    hooks.check_every_op = arguments_.has("--every-op");
    if (hooks.check_every_op && !hooks.stop_at_non_finite)
      throw UsageError("--every-op requires --stop-at-nan: give both");
    hooks.history_bytes = 0;
    hooks.compile = [this](Transformer& transformer, const Op& node) {
      return transformer.add_computation(node, options_);
    };
    if (ranks_) hooks.compile_evaluation = compiledEvaluation;
    hooks.after_iteration = [this](const TrainingRun& run) { afterCall(run); };
    hooks.after_evaluation = [this](const TrainingRun& run, std::size_t i, double value) {
      afterEvaluation(run, i, value);
    };
    hooks.after_epoch = [this](const TrainingRun&) { printPending(); };
    return hooks;
  }

  // One of another batch, which the ranks may not divide, is computed by every rank.
  static Computation compiledEvaluation(Transformer& transformer, const Op& node) {
    CompileOptions options = transformer.options();
    options.passes.whole_if_indivisible = true;
    return transformer.add_computation(node, options);
  }

  // Ranks stop together: between the same two calls.
  bool oneCall() {
    if (ranks_) stops_->store(anyCancelled(ranks_));
    lastEnd_ = Trace::Clock::now();
    if (trace_) return tracedStep();
    return watch_->steps() ? watch_->step(*run_) : run_->step();
  }

  bool tracedStep() {
    if (deviceNotes_) return trace_->callOnDevice(*run_, run_->iteration() + 1).has_value();
    if (!run_->begin_call()) return false;
    const auto begin = Trace::Clock::now();
    auto start = begin;
    const std::int64_t call = run_->iteration() + 1;
    for (std::size_t step = 0; step < run_->computation().step_count(); ++step) {
      run_->run_step(step);
      const auto end = Trace::Clock::now();
      trace_->addStep(step, call, start, end);
      start = end;
    }
    trace_->addCall(call, begin, start);
    run_->finish_call();
    return true;
  }

  void afterCall(const TrainingRun& run) {
    tellCall(run);
    lastEnd_ = Trace::Clock::now();
  }

  void tellCall(const TrainingRun& run) {
    watch_->afterCall(run);
    if (bar_ && bar_->is_due()) bar_->show(run.iteration(), run.total(), note(run));
    const bool tells = eachCall_ || watch_->stopped() || run.iteration() % run.plan().batches == 0;
    if (!tells) return;
    clearBar();
    if (arguments_.json()) {
      printPending();
      Json values = Json::array();
      for (const TensorRecord& result : run.results()) {
        values.push_back(asJson(result));
        if (eachCall_) addResultWords(values.back(), result, document_);
      }
      pending_ = {{"epoch", run.epoch()},
                  {"iteration", run.iteration()},
                  {"results", values},
                  {"evaluations", Json::object()}};
      if (const Json watches = watch_->callJson(); !watches.is_null())
        pending_["watches"] = watches;
    } else {
      write(epochText(run));
    }
  }

  // The first series with a value for this call, as "L = 0.25".
  static std::string note(const TrainingRun& run) {
    for (const SeriesRecord& series : run.series()) {
      if (series.y.empty()) continue;
      return series.y_title + " = " + number(series.y.back());
    }
    return {};
  }

  // Prints the JSON line of an epoch, which is delayed until its evaluations have run.
  void printPending() {
    if (pending_.is_null()) return;
    write(pending_);
    pending_ = nullptr;
  }

  // The epoch of the last call, from 1, which a breakpoint may leave unfinished.
  static std::int64_t epochOf(const TrainingRun& run) {
    return (run.iteration() - 1) / run.plan().batches + 1;
  }

  std::string epochText(const TrainingRun& run) const {
    std::string text = eachCall_ ? "call " + std::to_string(run.iteration())
                                 : "epoch " + std::to_string(epochOf(run));
    text += "\n";
    for (const TensorRecord& result : run.results()) {
      text += valueText(result) + "\n";
      if (eachCall_) text += resultWords(result, document_);
    }
    return text + watch_->callText();
  }

  void afterEvaluation(const TrainingRun& run, std::size_t i, double value) {
    const std::string& name = run.plan().evaluations[i].name;
    if (trace_) trace_->addEvaluation(name, run.iteration(), lastEnd_, Trace::Clock::now());
    tellEvaluation(run, name, value);
    lastEnd_ = Trace::Clock::now();
  }

  void tellEvaluation(const TrainingRun& run, const std::string& name, double value) {
    if (!arguments_.json()) {
      clearBar();
      write((run.iteration() == 0 ? "start: " : "") + name + " = " + number(value) + "\n");
    } else if (run.iteration() == 0 || pending_.is_null()) {
      start_[name] = valueJson(value);
    } else {
      pending_["evaluations"][name] = valueJson(value);
    }
  }

  // Saves the state also after a cancelled run, or if a callback of the plan failed, then prints
  // the end of the output.
  int finish() {
    const bool stopped = run_->state() == RunState::cancelled;
    if (saved_ && writes_) keep([&] { write_checkpoint(*arguments_.value("--save"), *saved_); });
    if (const auto folder = arguments_.value("--out"); folder && resultsAreWhole() && writes_)
      keep([&] { files_ = writeResults(*folder, run_->results()); });
    if (trace_ && ranks_ && !failure_) trace_->gather(ranks_->world());
    if (trace_ && writes_) keep([&] { trace_->write(*arguments_.value("--trace")); });
    const int code = !unwritten_.empty() ? runFailed
                     : stopped           ? cancelled
                     : failure_          ? runFailed
                     : watch_->stopped() ? checkFailed
                                         : fine;
    printPending();
    if (!arguments_.json()) write(watch_->endText() + filesText());
    if (arguments_.json()) write(answer(code));
    if (!writes_) return code;
    if (stopped) {
      std::fprintf(stderr, "ngraph: cancelled after %lld of %lld calls\n",
                   static_cast<long long>(run_->iteration()),
                   static_cast<long long>(run_->total()));
    }
    for (const Diagnostic& one : failures())
      std::fprintf(stderr, "ngraph: %s\n", to_string(one).c_str());
    if (code == fine) noteNonFinite();
    return code;
  }

  bool resultsAreWhole() const { return !failure_ || run_->callback_failed(); }

  // Writes one of the outputs; one that cannot be written does not lose the others.
  void keep(const std::function<void()>& output) {
    try {
      output();
    } catch (const Error& error) {
      unwritten_.push_back(error.diagnostic());
    }
  }

  // That of the run first.
  std::vector<Diagnostic> failures() const {
    std::vector<Diagnostic> all = unwritten_;
    if (failure_) all.insert(all.begin(), *failure_);
    return all;
  }

  void clearBar() {
    if (bar_) bar_->clear();
  }
  void write(const std::string& text) const {
    if (!writes_) return;
    print(text);
    std::fflush(stdout);
  }
  void write(const Json& json) const {
    if (!writes_) return;
    printJson(json);
    std::fflush(stdout);
  }

  std::string filesText() const {
    std::string text;
    for (const std::string& file : files_) text += "wrote " + file + "\n";
    return text;
  }

  void noteNonFinite() const {
    for (const TensorRecord& result : run_->results()) {
      const ValueSummary summary = summarise(result.value);
      if (summary.nans + summary.infs == 0) continue;
      std::fprintf(stderr,
                   "ngraph: %s is not finite; use --stop-at-nan to stop at the first such result\n",
                   quote(result.name).c_str());
      return;
    }
  }

  Json answer(int code) const {
    Json series = Json::array();
    for (const SeriesRecord& one : run_->series()) series.push_back(asJson(one));
    Json json = {{"computation", run_->computation().name()},
                 {"transformer", run_->transformer()->name()},
                 {"state", name(run_->state())},
                 {"exit", code},
                 {"iterations", run_->iteration()},
                 {"microseconds_per_call", run_->microseconds_per_call()},
                 {"start", start_},
                 {"series", series}};
    if (arguments_.has("--out")) json["files"] = files_;
    if (code == runFailed) json["error"] = asJson(failures().front());
    watch_->addTo(json);
    return json;
  }

  const Arguments& arguments_;
  const Document& document_;
  CompileOptions options_;
  const RankMeshPtr ranks_;
  const bool writes_;
  const std::shared_ptr<std::atomic<bool>> stops_ = std::make_shared<std::atomic<bool>>(false);
  bool eachCall_ = false;  // the run is a single pass of calls without epochs
  std::optional<RunWatch> watch_;
  std::unique_ptr<TrainingRun> run_;
  std::unique_ptr<Trace> trace_;
  Trace::Clock::time_point lastEnd_;  // of a call or an evaluation: the next evaluation begins then
  std::optional<NotedDeviceTimes> deviceNotes_;  // while a run on a device is traced
  std::optional<ProgressBar> bar_;
  std::optional<Checkpoint> saved_;  // for --save, unless the run failed
  std::vector<std::string> files_;   // of the results, from --out
  Json pending_, start_ = Json::object();
  std::optional<Diagnostic> failure_;  // of the run
  std::vector<Diagnostic> unwritten_;  // why files were not written
};

int run(const Arguments& arguments) {
  for (const char* divides : {"--parallel", "--stages", "--micro-batches"})
    if (arguments.has("--health") && arguments.has(divides))
      throw UsageError(std::string("--health sees a part of the values only: leave out ") +
                       divides);
  checkPaths(arguments);
  if (arguments.has("--save") || arguments.has("--out") || arguments.has("--trace"))
    surviveBrokenPipes();
  const Document document = openDocument(arguments, foldersOf(arguments));
  return onRanks(arguments, [&](const RankMeshPtr& ranks) {
    return Runner(arguments, document, ranks).run();
  });
}

}  // namespace

const Command run_command = {
    .name = "run",
    .operands = "FILE",
    .summary =
        "Run the document's plan or one computation and print the results of each epoch (or each "
        "call); --json prints one line per epoch and a summary",
    .options = withRankOptions(withCallOptions({
        {"--epochs", "N", "number of epochs (default: as in the plan, else one call)"},
        {"--data", "NAME=FOLDER", "read a data set of the plan from the files in FOLDER", true},
        {"--save", "CKPT", "save a checkpoint at the end"},
        {"--restore", "CKPT", "resume from a checkpoint"},
        {"--out", "FOLDER", "write the results of the last call as .npy files"},
        {"--trace", "OUT",
         "write a trace of all steps and evaluations: .json (Chrome) or .pftrace (Perfetto)"},
        {"--stop-at-nan", "", "fail at the first result that is NaN or infinite"},
        {"--every-op", "", "with --stop-at-nan: check the values of all ops; at least 2x slower"},
        {"--break", "OP[:C]", "stop after a call where C holds: any(x > 1e4), std < 1e-6, has_nan",
         true},
        {"--watch", "OP[:E]", "print E of the op's value with the results: mean, max, x[0, 3]",
         true},
        {"--health", "", "sample min, max, mean, NaN and inf counts of all kernel outputs"},
    })),
    .run = run,
};

}  // namespace ng::cli
