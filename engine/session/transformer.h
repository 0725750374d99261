// SPDX-License-Identifier: Apache-2.0
// Transformers as their users know them (semantics 4): a factory by name, computations that share
// state, results as copies.
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
#include "engine/runtime/memory.h"
#include "engine/session/compile.h"

namespace ng {

class Transformer;

// What a call returns, in the order of the computation's results; ops without a value give nothing.
class Results {
 public:
  Results() = default;
  explicit Results(std::vector<std::optional<Tensor>> values) : values_(std::move(values)) {}
  std::size_t size() const { return values_.size(); }
  bool has_value(std::size_t i) const { return values_.at(i).has_value(); }
  const Tensor& operator[](std::size_t i) const;  // value Error when that result has no value
  operator const Tensor&() const { return (*this)[0]; }  // NOLINT: a single result reads as one
  double item() const { return (*this)[0].item(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::vector<std::optional<Tensor>> values_;
};

using FeedDict = std::vector<std::pair<Op, Tensor>>;

// As parameters: every placeholder that the results reach, operands first (the original's 'all').
struct AllPlaceholders {};
inline constexpr AllPlaceholders all_placeholders;

// One compiled computation of a transformer. Copies refer to the same one. Used by one thread at a
// time, with all computations of its transformer.
//
// A call that fails on its data (an index that is no row, a class outside its axis, labels of ctc)
// leaves variables and persistent tensors as they were. A call that something else ends (no memory,
// an observer that throws) may have written some: its Error names them, and every other computation
// reads what they now hold. Placeholders keep what the call gave them. In a call in steps, what a
// finished step wrote stays.
class Computation {
 public:
  struct State;
  Computation() = default;
  explicit Computation(std::shared_ptr<State> state) : state_(std::move(state)) {}
  explicit operator bool() const { return state_ != nullptr; }

  // Positional arguments: numbers or arrays, broadcast and cast to each parameter. Wrong count:
  // value Error naming the parameters.
  template <class... Args>
  Results operator()(const Args&... args) const {
    return call({Tensor(args)...});
  }
  Results call(const std::vector<Tensor>& arguments) const;
  // By placeholder; a missing one is a key Error, a stranger a value Error.
  Results feed(const FeedDict& feed_dict) const;

  // The fast path: arguments' and results' memory in the parameters' and results' own dtype and
  // shape, aligned to their elements, no checks beyond the count; results without a value are skipped
  // (a null pointer). From 4 KiB on they are used where they lie and not copied: the placeholder's
  // own storage then keeps what it held.
  void call_raw(std::span<const void* const> arguments, std::span<void* const> results) const;

  const std::string& name() const;
  std::vector<Op> parameters() const;
  std::vector<Op> results() const;
  const Compilation& compilation() const;
  const Op& node() const;            // the computation op
  Transformer* transformer() const;  // null once it is closed

  // One call in steps, for the workbench: arguments in, each step, results out.
  void begin(const std::vector<Tensor>& arguments) const;
  void begin(std::span<const TensorPtr> arguments) const;
  std::size_t step_count() const;
  void run_step(std::size_t step) const;
  void run() const;  // all steps, as a call does
  Results finish() const;
  // What a buffer of the program holds now.
  Tensor read_buffer(int buffer) const;
  // The computation keeps `transformer` alive: what executor does.
  void keep_alive(const std::shared_ptr<Transformer>& transformer);
  // The value of a watched op (CompileOptions::watched, in that order) after the last run.
  Tensor watched(std::size_t i) const;

 private:
  std::shared_ptr<State> state_;
};

class Transformer : public std::enable_shared_from_this<Transformer> {
 public:
  explicit Transformer(const Backend& backend);
  ~Transformer();

  std::string_view name() const;

  // What to return and what is fed. Placeholders that a result reaches must be listed (value Error
  // naming the missing ones); an expression as parameter is refused. More can be added at any time.
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
  // Of a computation node (ng::computation), with options for this one.
  Computation add_computation(const Op& node, const CompileOptions& options);
  Computation add_computation(const Op& node) { return add_computation(node, options); }

  CompileOptions options;       // of computations added from now on
  void initialize();            // every variable back to its initial value
  void allocate();              // memory for all computations; done at the first call otherwise
  void close();                 // memory freed; later calls are refused
  bool is_closed() const { return closed_; }

  // Checkpoints: all variables and persistent tensors by name, atomically (see checkpoint.h).
  void save(const std::string& path) const;
  void restore(const std::string& path);
  // What they save: variables and persistent tensors of all computations that are in use, by name.
  std::vector<Op> state_ops() const;

  // The state of a variable, placeholder or persistent tensor; nothing before it is allocated.
  std::optional<Tensor> value(const Op& storage) const;
  void set_value(const Op& storage, const Tensor& value);
  StateStore& state() { return store_; }
  const StateStore& state() const { return store_; }

 private:
  friend class Computation;
  void require_open() const;
  const Backend& backend_;
  StateStore store_;
  std::vector<std::weak_ptr<Computation::State>> computations_;
  bool closed_ = false;
};

using TransformerPtr = std::shared_ptr<Transformer>;
using TransformerFactory = std::function<TransformerPtr()>;

// Names of what can run here, sorted: "cpu", "reference"; "gpu" only where it can run.
std::vector<std::string> transformer_choices();
struct TransformerInfo {
  std::string name;
  Availability availability;
};
std::vector<TransformerInfo> all_transformers();  // those that cannot run too, with the reason

// The current factory's transformer; "cpu" at first.
TransformerPtr make_transformer();
// Unknown name: value Error listing the choices; unavailable: Error with the reason.
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
