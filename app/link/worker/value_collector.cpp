// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/value_collector.h"

#include <algorithm>
#include <utility>

#include "engine/graph/op_def.h"
#include "engine/records/op_record.h"
#include "engine/records/tensor_record.h"
#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"

namespace ng::views {

namespace {

// Limit over all passes for compiling a storing program at a click.
constexpr std::size_t mostOpsAhead = 20'000;
// Before the first call, initial values may still be in a file; more bytes are not read just to be
// shown.
constexpr std::int64_t mostBytesAhead = std::int64_t{256} << 20;

std::int64_t bytesWithoutMemory(const Transformer& transformer) {
  std::int64_t bytes = 0;
  for (const auto& [id, storage] : transformer.state().all())
    if (!storage->has_memory()) bytes += storage->bytes();
  return bytes;
}

bool isLeftInFile(const Storage& storage) {
  return !storage.has_memory() && storage.bytes() > mostBytesAhead;
}

}  // namespace

void ValueCollector::restart() {
  watching_ = spare_ = {};
  stored_.clear();
  wanted_.clear();
  watchedAt_ = {};
}

// Updates the watched ops that are neither state nor results.
void ValueCollector::chooseWatching() {
  if (!s_.control.takeWatched(watchedAt_, watched_)) return;
  std::vector<OpId> wanted;
  const std::vector<Op> results = s_.program.computation.results();
  for (const OpId op : watched_) {
    const bool returned = std::any_of(results.begin(), results.end(),
                                      [op](const Op& each) { return each && each.id() == op; });
    if (!returned && !s_.program.transformer->state().find(op)) wanted.push_back(op);
  }
  if (wanted == wanted_) return;
  wanted_.clear();
  watching_ = s_.program.storing(wanted, stored_);
  wanted_ = std::move(wanted);
}

void ValueCollector::addValue(ValuesOfCall& values, OpId op, Tensor value,
                              std::int64_t iteration) const {
  const OpRecord* record = s_.program.find(op);
  if (!record || record->results.empty()) return;
  values[op] = newRecord({op, record->name, record->results[0].axes, std::move(value), iteration});
}

// Uses the kept record itself unless it was already handed out for another iteration; then a copy.
void ValueCollector::addState(ValuesOfCall& values, OpId op, const KeptState& state,
                              std::int64_t iteration) const {
  const OpRecord* found = s_.program.find(op);
  const auto kept = std::find_if(state.begin(), state.end(),
                                 [op](const KeptValue& value) { return value.id == op; });
  if (kept == state.end() || !found || found->results.empty()) return;
  TensorRecord& record = *kept->record;
  if (record.op != 0 && record.iteration != iteration)
    return addValue(values, op, record.value, iteration);
  if (record.op == 0) {
    record.op = op;
    record.name = found->name;
    record.axes = found->results[0].axes;
    record.iteration = iteration;
  }
  std::as_const(record.value.bytes).data();  // read here: the window must not wait for a file
  values[op] = kept->record;
}

// Repeats an iteration and returns the watched values and, with a computation, its results. The
// state before `iteration` must be kept. Leaves the state after the iteration set (before it,
// without a computation).
ValueCollector::Call ValueCollector::callAgain(std::int64_t iteration,
                                               const Computation& computation) {
  Call call{iteration, {}, {}};
  const std::vector<Tensor> arguments = s_.program.run->arguments_at(iteration);
  setState(*s_.program.transformer, s_.kept.need(iteration - 1));
  if (watching_) watching_.call(arguments);
  for (std::size_t i = 0; watching_ && i < stored_.size(); ++i)
    addValue(call.stored, stored_[i], watching_.watched(i), iteration);
  if (!computation) return call;
  setState(*s_.program.transformer, s_.kept.need(iteration - 1));
  const Results results = computation.call(arguments);
  const std::vector<Op> ops = s_.program.computation.results();
  for (std::size_t i = 0; i < ops.size() && i < results.size(); ++i) {
    ValuesOfCall one;
    if (results.has_value(i)) addValue(one, ops[i].id(), results[i], iteration);
    if (!one.empty()) call.returned.push_back(*one.begin()->second);
  }
  return call;
}

// A second program of the computation, for calls while the first one is being stepped.
const Computation& ValueCollector::spare() {
  if (spare_) return spare_;
  CompileOptions options = s_.program.pipelineOptions();
  spare_ = s_.program.transformer->add_computation(s_.program.node, options);
  return spare_;
}

// Preserves the state.
const ValueCollector::Call& ValueCollector::lookAhead() {
  chooseWatching();
  const StateCopy now = copyState(*s_.program.transformer);
  ahead_ = callAgain(s_.program.run->iteration() + 1, spare());
  for (const OpId op : watched_) {
    if (const auto storage = s_.program.transformer->state().find(op);
        storage && !ahead_.stored.count(op))
      addValue(ahead_.stored, op, storage->value(), ahead_.iteration);
  }
  set_state(*s_.program.transformer, now);
  return ahead_;
}

// Empty: there is no such call.
std::vector<Tensor> ValueCollector::argumentsOf(std::int64_t iteration) const {
  const bool called = s_.program.run && iteration <= s_.program.run->total();
  return called ? s_.program.run->arguments_at(iteration) : std::vector<Tensor>();
}

// The argument of a call for a placeholder with storage; nullopt if it has no source yet.
std::optional<Tensor> ValueCollector::given(OpId op, const std::vector<Tensor>& arguments) const {
  const auto& parameters = s_.program.computation.compilation().parts.parameters;
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [op](const NodePtr& node) { return node->id == op; });
  if (arguments.empty() || found == parameters.end()) return std::nullopt;
  const auto storage = s_.program.transformer->state().find(op);
  const auto place = static_cast<std::size_t>(found - parameters.begin());
  return broadcast_to(arguments[place], storage->dtype, storage->shape, storage->name);
}

ValuesOfCall ValueCollector::afterLastIteration(const std::set<OpId>& ops) {
  ValuesOfCall values;
  const std::int64_t last = s_.program.run ? s_.program.run->iteration() : 0;
  for (const auto& [id, value] : s_.wholeState())
    if (ops.contains(id)) addValue(values, id, value, last);
  if (last == 0) return values;
  for (const TensorRecord& result : s_.program.run->results())
    if (ops.contains(result.op) && !values.contains(result.op))
      addValue(values, result.op, result.value, last);
  std::vector<OpId> others, inputs, stored;
  for (const OpId op : ops) {
    if (values.contains(op)) continue;
    const auto storage = s_.program.transformer->state().find(op);
    if (!storage) others.push_back(op);
    if (storage && storage->kind == BufferKind::input) inputs.push_back(op);
  }
  if (others.empty() && inputs.empty()) return values;
  const std::vector<Tensor> arguments = argumentsOf(last);
  for (const OpId op : inputs)
    if (const auto value = given(op, arguments)) addValue(values, op, *value, last);
  const KeptState* before = s_.kept.after(last - 1);
  Computation program =
      before && !others.empty() ? s_.program.storing(others, stored) : Computation();
  if (!program) return values;
  const StateCopy now = copyState(*s_.program.transformer);
  const auto restore = [&] {
    set_state(*s_.program.transformer, now);
    // The rest of a begun iteration reads its own arguments, whose memory all programs share.
    if (s_.at.within() && !s_.at.halfway)
      s_.program.computation.begin(s_.program.run->arguments_at(last + 1));
  };
  try {
    setState(*s_.program.transformer, *before);
    program.call(arguments);
    for (std::size_t i = 0; i < stored.size(); ++i)
      addValue(values, stored[i], program.watched(i), last);
  } catch (...) {
    restore();
    throw;
  }
  restore();
  return values;
}

// Before the first call, watched values are those that this call will compute.
bool ValueCollector::looksAhead() const {
  return s_.program.run && watching_ && s_.beforeFirst() && s_.program.run->total() > 0 &&
         s_.kept.after(0) != nullptr && s_.program.ops.size() <= mostOpsAhead &&
         bytesWithoutMemory(*s_.program.transformer) <= mostBytesAhead;
}

// Leaves the state after the shown iteration set. `standing`: it is already set.
void ValueCollector::collect(bool standing) {
  if (!s_.program.planned) return;  // another document was opened: the compilation has other ops
  const auto from = std::chrono::steady_clock::now();
  s_.breakpoints.follow(s_.control);
  if (s_.at.within() && !s_.at.halfway) return collectHalfway();
  chooseWatching();
  const std::int64_t last = s_.program.run ? s_.program.run->iteration() : 0;
  const KeptState* before = s_.at.shown > 0 ? s_.kept.after(s_.at.shown - 1) : nullptr;
  const KeptState* after = s_.kept.after(s_.at.shown);
  const bool again =
      s_.program.run && before != nullptr && after != nullptr && (watching_ || s_.at.shown != last);
  Call call;
  if (again && s_.at.shown == last) call = callAgain(s_.at.shown, {});
  if (again && s_.at.shown != last)
    call = callAgain(s_.at.shown, s_.at.halfway ? spare() : s_.program.computation);
  const bool ahead = looksAhead();
  if (ahead) call = callAgain(1, {});
  if (s_.program.run && s_.at.shown == last) call.returned = s_.program.run->results();
  if (after != nullptr && (again || ahead || !standing)) setState(*s_.program.transformer, *after);
  // The memory of an input may hold what an evaluation, or another iteration, has read since.
  const std::int64_t read = std::max<std::int64_t>(s_.at.shown, 1);
  std::optional<std::vector<Tensor>> arguments;  // of that call, once an input is watched
  for (const OpId op : watched_) {
    const auto storage = s_.program.transformer->state().find(op);
    if (storage && isLeftInFile(*storage)) continue;
    const bool is_input = storage && storage->kind == BufferKind::input;
    if (is_input && !arguments) arguments = argumentsOf(read);
    if (const auto value = is_input ? given(op, *arguments) : std::nullopt) {
      addValue(call.stored, op, *value, read);
    } else if (is_input && s_.beforeFirst()) {
      continue;
    } else if (storage && after != nullptr && storage->kind == BufferKind::persistent) {
      addState(call.stored, op, *after, s_.at.shown);
    } else if (storage) {
      addValue(call.stored, op, storage->value(), s_.at.shown);
    }
  }
  frames_.setValues(std::move(call.stored), std::move(call.returned));
  collected_ = std::chrono::steady_clock::now();
  collecting_ = collected_ - from;
}

// Collecting values takes time: at most once per screen frame, and at most a tenth of the run time.
void ValueCollector::collectInRun() {
  using Clock = std::chrono::steady_clock;
  const auto pause = std::max<Clock::duration>(std::chrono::milliseconds(16), 10 * collecting_);
  if (Clock::now() - collected_ > pause) collect(true);
}

// Within an iteration: the current state, and the values computed by the steps so far.
void ValueCollector::collectHalfway() {
  lookAhead();
  ValuesOfCall values;
  for (const auto& [op, value] : ahead_.stored)
    if (s_.isDone(op)) values.emplace(op, value);
  for (const OpId op : watched_) {
    if (const auto storage = s_.program.transformer->state().find(op))
      addValue(values, op, storage->value(), ahead_.iteration);
  }
  std::vector<TensorRecord> returned;
  for (const TensorRecord& each : ahead_.returned) {
    if (!s_.isDone(each.op)) continue;
    returned.push_back(each);
    // Variables show their current value: the step that updates them may not have run.
    if (const auto storage = s_.program.transformer->state().find(each.op))
      returned.back().value = storage->value();
  }
  frames_.setValues(std::move(values), std::move(returned));
}

void ValueCollector::refresh() {
  if (s_.program.transformer) {
    s_.reports.attempt("Computing values", [this] { collect(); });
    frames_.publish(true);
  }
}

}  // namespace ng::views
