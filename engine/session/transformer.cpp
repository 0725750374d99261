// SPDX-License-Identifier: Apache-2.0
#include "engine/session/transformer.h"

#include <algorithm>
#include <mutex>

#include "engine/backends/backend_table.h"
#include "engine/base/error.h"
#include "engine/lowering/op_devices.h"
#include "engine/ops/state.h"
#include "engine/passes/sharding/state_sharding.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/computation_state.h"
#include "engine/session/transformer_info.h"

namespace ng {
namespace {

std::mutex factory_mutex;
TransformerFactory current_factory;

// "one of cpu, reference". Asks every backend, which may open the GPU's libraries.
std::string choices_text() {
  std::string choices;
  for (const std::string& choice : transformer_choices()) {
    choices += (choices.empty() ? "" : ", ") + choice;
  }
  return "one of " + choices;
}

const Backend& backend_named(const std::string& name) {
  const Backend* backend = find_backend(name);
  const Availability availability = backend ? backend->availability() : Availability();
  if (availability.available) return *backend;
  Diagnostic diagnostic;
  diagnostic.expected = choices_text();
  if (!backend) {
    diagnostic.what = "no transformer '" + name + "'";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  diagnostic.what = "the transformer '" + name + "' cannot run here";
  diagnostic.found = availability.reason;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

}  // namespace

Transformer::Transformer(const Backend& backend)
    : backend_(backend),
      options_(std::make_unique<CompileOptions>()),
      store_(std::make_unique<StateStore>(backend.device())) {}
Transformer::~Transformer() {
  close();
}

std::string_view Transformer::name() const {
  return backend_.name();
}

Computation Transformer::computation(const std::vector<Op>& results,
                                     const std::vector<Op>& parameters) {
  return add_computation(ng::computation(results, parameters, Returns::list));
}

Computation Transformer::computation(const Op& result, const std::vector<Op>& parameters) {
  return add_computation(ng::computation({result}, parameters, Returns::single));
}

Computation Transformer::computation(const std::vector<Op>& results, AllPlaceholders) {
  std::vector<Op> parameters;
  for (const Op& result : results) {
    for (const Op& placeholder : result.placeholders()) {
      const bool known =
          std::find(parameters.begin(), parameters.end(), placeholder) != parameters.end();
      if (!known) parameters.push_back(placeholder);
    }
  }
  return computation(results, parameters);
}

CompileOptions& Transformer::options() {
  return *options_;
}

const CompileOptions& Transformer::options() const {
  return *options_;
}

Computation Transformer::add_computation(const Op& node) {
  return add_computation(node, *options_);
}

Computation Transformer::add_computation(const Op& node, const CompileOptions& with) {
  require_open();
  auto state = std::make_shared<Computation::State>();
  state->node = node;
  state->options = with;
  auto& stages = options_->passes.state_stages;
  if (!stages) stages = std::make_shared<std::map<std::uint64_t, std::optional<int>>>();
  state->options.passes.state_stages = stages;
  auto& devices = options_->passes.state_devices;
  if (!devices) devices = std::make_shared<StateDevices>();
  state->options.passes.state_devices = devices;
  state->compilation = compile(node.value().node, backend_, state->options);
  return add(std::move(state));
}

Computation Transformer::add_compiled(const Computation& compiled) {
  require_open();
  const Computation::State& other = *compiled.state_;
  if (other.compilation->backend != &backend_) {
    refuse(ErrorKind::value, "'" + compiled.name() + "' is compiled for '" +
                                 std::string(other.compilation->backend->name()) + "', not '" +
                                 std::string(name()) + "'");
  }
  auto state = std::make_shared<Computation::State>();
  state->node = other.node;
  state->options = other.options;
  state->compilation = other.compilation;
  return add(std::move(state));
}

Computation Transformer::add(std::shared_ptr<Computation::State> state) {
  state->transformer = this;
  if (state->options.make_executable) store_->keep_whole();
  computations_.push_back(state);
  Computation added(std::move(state));
  if (Observer* const looking_on = observer()) looking_on->added(added);
  return added;
}

void Transformer::initialize() {
  declare_state();
  for (const auto& [id, storage] : store_->all()) storage->reset();
}

void Transformer::allocate() {
  require_open();
  for (const auto& weak : computations_) {
    if (const auto state = weak.lock()) state->bind();
  }
}

void Transformer::declare_state() {
  require_open();
  for (const auto& weak : computations_) {
    const auto state = weak.lock();
    if (state && !state->memory) store_->declare(state->program());
  }
}

void Transformer::close() {
  if (Observer* const looking_on = observer()) looking_on->closing(*this);
  closed_ = true;
  for (const auto& weak : computations_) {
    const auto state = weak.lock();
    if (!state) continue;
    state->memory.reset();
    state->transformer = nullptr;
  }
  computations_.clear();
  *store_ = StateStore(backend_.device());
}

void Transformer::reopen(const Computation& computation) {
  closed_ = false;
  computation.state_->transformer = this;
  computations_.push_back(computation.state_);
  if (Observer* const looking_on = observer()) looking_on->added(computation);
}

void Transformer::require_open() const {
  if (closed_) refuse(ErrorKind::value, "the transformer is closed; make a new one");
}

std::optional<Tensor> Transformer::value(const Op& storage) const {
  const auto found = store_->find(storage.id());
  if (!found) return std::nullopt;
  return found->value();
}

void Transformer::set_value(const Op& storage, const Tensor& value) {
  require_open();
  declare_state();
  auto found = store_->find(storage.id());
  if (!found) found = store_->storage_for(unused_state(storage), options_->ranks);
  found->set(value);
}

// As the programs of other computations place it.
void Transformer::place(const Node& state, Buffer& buffer) const {
  PassOptions passes = options_->passes;
  passes.ranks = options_->ranks->axes();
  buffer.placement = planned_placement(state, passes);
  buffer.contents = local_of(buffer.contents, buffer.placement, *options_->ranks);
  buffer.shape = buffer.contents.shape;
}

// A variable that the computations mention but no program reads or writes.
Buffer Transformer::unused_state(const Op& storage) const {
  const std::vector<Op> known = state_ops();
  if (std::find(known.begin(), known.end(), storage) == known.end()) {
    refuse(ErrorKind::value,
           describe(storage.value()) + " belongs to no computation of this transformer");
  }
  Buffer buffer;
  buffer.name = "a_" + storage.name();
  buffer.kind = BufferKind::persistent;
  buffer.dtype = storage.dtype();
  buffer.shape = storage.axes().lengths();
  for (const Axis& axis : storage.axes()) buffer.axes.push_back(axis.label());
  buffer.contents = initial_contents(storage.node());
  if (options_->ranks) place(storage.node(), buffer);
  if (const auto& devices = options_->passes.state_devices)
    if (const auto at = devices->find(storage.id()); at != devices->end())
      buffer.device = at->second;
  buffer.bytes = static_cast<std::int64_t>(buffer.contents.bytes.size());
  buffer.state = storage.id();
  return buffer;
}

void set_state(Transformer& transformer,
               const std::vector<std::pair<std::uint64_t, Tensor>>& state) {
  transformer.declare_state();
  for (const auto& [id, value] : state)
    if (const auto storage = transformer.state().find(id)) storage->set(value);
}

namespace {

// Also says how ranks exchange values, for which the library is opened: availability() does not.
Availability described_availability(const Backend& backend) {
  Availability can = backend.availability();
  if (!can.available || backend.device().is_host()) return can;
  const TransportSupport support = backend.transport_support();
  if (!support.library.empty()) {
    can.what += ", exchanges of ranks by " + support.library;
  } else if (can.reason.empty()) {
    can.reason = "ranks exchange values through the host: " + support.reason;
  }
  return can;
}

}  // namespace

std::vector<std::string> transformer_choices() {
  std::vector<std::string> names;
  for (const Backend* backend : backend_table()) {
    if (backend->availability().available) names.emplace_back(backend->name());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string default_transformer() {
  return std::string(backend_table().front()->name());
}

std::string oracle_transformer() {
  return std::string(oracle_backend().name());
}

std::vector<TransformerInfo> all_transformers() {
  std::vector<TransformerInfo> all;
  for (const Backend* backend : backend_table()) {
    all.push_back(
        {std::string(backend->name()), described_availability(*backend), backend->capabilities()});
  }
  return all;
}

TransformerPtr allocate_transformer(const std::string& name) {
  return std::make_shared<Transformer>(backend_named(name));
}

TransformerFactory make_transformer_factory(const std::string& name) {
  backend_named(name);
  return [name] { return allocate_transformer(name); };
}

void set_transformer_factory(TransformerFactory factory) {
  const std::lock_guard<std::mutex> lock(factory_mutex);
  current_factory = std::move(factory);
}

TransformerPtr make_transformer() {
  TransformerFactory factory;
  {
    const std::lock_guard<std::mutex> lock(factory_mutex);
    factory = current_factory;
  }
  return factory ? factory() : allocate_transformer(default_transformer());
}

Computation executor(const std::vector<Op>& results, const std::vector<Op>& parameters) {
  const TransformerPtr transformer = make_transformer();
  Computation computation = transformer->computation(results, parameters);
  computation.keep_alive(transformer);
  return computation;
}

}  // namespace ng
