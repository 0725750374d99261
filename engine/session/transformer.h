// SPDX-License-Identifier: Apache-2.0
// The user's transformers: created by name, with computations that share state and
// return copies of results.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/op.h"
#include "engine/ops/sequencing.h"

namespace ng {

class Backend;
class StateStore;
class Transformer;
struct Buffer;
struct Compilation;
struct CompileOptions;
struct TransformerInfo;

// Results of a call, in the order of the computation's results; ops without a value have none.
class Results {
 public:
  Results() = default;
  explicit Results(std::vector<std::optional<Tensor>> values) : values_(std::move(values)) {}
  std::size_t size() const { return values_.size(); }
  bool has_value(std::size_t i) const { return values_.at(i).has_value(); }
  const Tensor& operator[](std::size_t i) const;         // value Error if that result has no value
  operator const Tensor&() const { return (*this)[0]; }  // NOLINT: for a single result
  double item() const { return (*this)[0].item(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::vector<std::optional<Tensor>> values_;
};

using FeedDict = std::vector<std::pair<Op, Tensor>>;

enum class Place { host, device };

// Memory of a call's arguments and results, in their own dtype and shape, dense. Results that are
// null or have no value are skipped. Empty places: all on the host.
struct CallMemory {
  std::span<const void* const> arguments;
  std::span<void* const> results;
  std::span<const Place> argument_places = {}, result_places = {};

  Place argument_place(std::size_t i) const { return place(argument_places, i); }
  Place result_place(std::size_t i) const { return place(result_places, i); }

 private:
  static Place place(std::span<const Place> places, std::size_t i) {
    return places.empty() ? Place::host : places[i];
  }
};

// Selects as parameters all placeholders that the results reach, operands first.
struct AllPlaceholders {};
inline constexpr AllPlaceholders all_placeholders;

// One compiled computation of a transformer. Copies refer to the same computation. A transformer
// and its computations must be used by one thread at a time.
//
// A call that fails on its data (index out of range, class outside its axis, invalid ctc labels)
// leaves variables and persistent tensors unchanged. A call ended by another failure (out of
// memory, an observer that throws) may have written some of them: its Error names them, and other
// computations read the new values. Placeholders keep the arguments of the call. In a call in
// steps, finished steps keep their effects.
class Computation {
 public:
  struct State;
  Computation() = default;
  explicit Computation(std::shared_ptr<State> state) : state_(std::move(state)) {}
  explicit operator bool() const { return state_ != nullptr; }

  // Positional arguments: numbers or arrays, broadcast and cast to each parameter. Throws a value
  // Error that names the parameters if the count is wrong.
  template <class... Args>
  Results operator()(const Args&... args) const {
    return call({Tensor(args)...});
  }
  Results call(const std::vector<Tensor>& arguments) const;
  // Feeds by placeholder. A missing one is a key Error, an unknown one a value Error.
  Results feed(const FeedDict& feed_dict) const;

  // Fast path: checks only the counts. On a host device, arrays of 4 KiB or more that are aligned
  // to their elements are used in place instead of copied; the placeholder's own storage then keeps
  // its old value. On others, arrays on the device are copied there. Device arrays must be ready
  // before the call, and results are complete when it returns.
  void call_raw(std::span<const void* const> arguments, std::span<void* const> results) const;
  // The same, with `ran` called after each step, if it is not empty; what it throws ends the run.
  void call_raw(const CallMemory& memory, const std::function<void(std::size_t step)>& ran) const;

  const std::string& name() const;
  std::vector<Op> parameters() const;
  std::vector<Op> results() const;
  const Compilation& compilation() const;
  const Op& node() const;            // the computation op
  Transformer* transformer() const;  // null after close

  // One call in steps, for the workbench: begin sets the arguments, run_step runs a step, finish
  // returns the results.
  void begin(const std::vector<Tensor>& arguments) const;
  void begin(std::span<const TensorPtr> arguments) const;
  std::size_t step_count() const;
  void run_step(std::size_t step) const;
  void run() const;  // all steps that a call runs
  // The same, with `ran` called after each step; what it throws ends the run.
  void run(const std::function<void(std::size_t step)>& ran) const;
  Results finish() const;
  // Copies the current contents of a buffer of the program.
  Tensor read_buffer(int buffer) const;
  // Makes the computation own `transformer`; used by executor().
  void keep_alive(const std::shared_ptr<Transformer>& transformer);
  // The value of a watched op (CompileOptions::watched, in that order) after the last run.
  Tensor watched(std::size_t i) const;

 private:
  friend class Transformer;
  std::shared_ptr<State> state_;
};

class Transformer : public std::enable_shared_from_this<Transformer> {
 public:
  explicit Transformer(const Backend& backend);
  ~Transformer();

  std::string_view name() const;

  // Compiles a computation of `results` fed by `parameters`. Throws a value Error for placeholders
  // that a result reaches but that are not listed, and for a parameter that is an expression.
  // Computations can be added at any time.
  Computation computation(const std::vector<Op>& results, const std::vector<Op>& parameters = {});
  Computation computation(const Op& result, const std::vector<Op>& parameters = {});
  template <class... Ops>
  Computation computation(const std::vector<Op>& results, const Op& first, const Ops&... rest) {
    return computation(results, std::vector<Op>{first, rest...});
  }
  template <class... Ops>
  Computation computation(const Op& result, const Op& first, const Ops&... rest) {
    return computation(result, std::vector<Op>{first, rest...});
  }
  Computation computation(const std::vector<Op>& results, AllPlaceholders);
  // Compiles a computation node (ng::computation) with its own options.
  Computation add_computation(const Op& node, const CompileOptions& options);
  Computation add_computation(const Op& node);
  // Adds the program of `compiled`, a computation of another transformer of the same kind, which
  // may be closed: nothing is compiled, and the state is this transformer's. One thread at a time
  // may use the two. Throws a value Error for a transformer of another kind.
  Computation add_compiled(const Computation& compiled);

  CompileOptions& options();  // of computations added later
  const CompileOptions& options() const;
  void initialize();  // resets every variable to its initial value
  void allocate();    // for all computations; otherwise done by the first call
  // Makes the storage of all computations' state, with initial values; allocates no memory.
  void declare_state();
  void close();  // frees memory; later calls throw
  bool is_closed() const { return closed_; }
  // Opens again for one of its computations, whose state then has initial values.
  void reopen(const Computation& computation);

  // Checkpoints of all variables and persistent tensors by name, atomic (see checkpoint.h).
  void save(const std::string& path) const;
  void restore(const std::string& path);
  // The ops that save() stores: variables and persistent tensors of all live computations, by name.
  std::vector<Op> state_ops() const;

  // The value of a variable, placeholder or persistent tensor; empty before declare_state(). Of
  // state of which ranks have parts, the whole, by a collective call of all ranks.
  std::optional<Tensor> value(const Op& storage) const;
  void set_value(const Op& storage, const Tensor& value);
  StateStore& state() { return *store_; }
  const StateStore& state() const { return *store_; }

 private:
  friend class Computation;
  void require_open() const;
  Buffer unused_state(const Op& storage) const;
  void place(const Node& state, Buffer& buffer) const;
  Computation add(std::shared_ptr<Computation::State> state);
  const Backend& backend_;
  std::unique_ptr<CompileOptions> options_;
  std::unique_ptr<StateStore> store_;
  std::vector<std::weak_ptr<Computation::State>> computations_;
  bool closed_ = false;
};

// Copies these values, by state id, into the transformer's storage; unknown ids are ignored.
void set_state(Transformer& transformer,
               const std::vector<std::pair<std::uint64_t, Tensor>>& state);

using TransformerPtr = std::shared_ptr<Transformer>;
using TransformerFactory = std::function<TransformerPtr()>;

std::string default_transformer();  // the first of the table: "cpu"
std::string oracle_transformer();   // which the others are compared with: "reference"
// Names of the available transformers, sorted: "cpu", "reference"; "gpu" only with a device.
std::vector<std::string> transformer_choices();
std::vector<TransformerInfo> all_transformers();  // including unavailable ones, with the reason

// A transformer from the current factory; initially the default.
TransformerPtr make_transformer();
// Throws a value Error listing the choices for an unknown name, an unavailable Error with the
// reason if it cannot run.
TransformerFactory make_transformer_factory(const std::string& name);
void set_transformer_factory(TransformerFactory factory);
TransformerPtr allocate_transformer(const std::string& name);

// A computation on a new transformer, ready to call.
Computation executor(const std::vector<Op>& results, const std::vector<Op>& parameters = {});
template <class... Ops>
Computation executor(const Op& result, const Ops&... parameters) {
  return executor(std::vector<Op>{result}, std::vector<Op>{parameters...});
}

}  // namespace ng
