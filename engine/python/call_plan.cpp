// SPDX-License-Identifier: Apache-2.0
#include "engine/python/call_plan.h"

#include <chrono>
#include <cstring>
#include <utility>

#include "engine/python/interpreter_lock.h"
#include "engine/python/transformer_use.h"
#include "engine/session/computation_state.h"
#include "engine/session/same_arguments.h"

namespace ng::python {
namespace {

constexpr double seconds_worth_unlocking = 20e-6;  // releasing the lock costs about 1 us
constexpr double seconds_worth_asking = 50e-3;     // interval between checks for Ctrl-C

// Runs `work` without the interpreter lock if the last run was long enough to be worth it.
template <class F>
void unlocked_when(bool worth_it, F&& work) {
  if (!worth_it) return work();
  const Unlocked unlocked;
  work();
}

class Timed {
 public:
  explicit Timed(double& seconds) : seconds_(seconds) {}
  ~Timed() {
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

ResultArray::ResultArray(const Op& result) : op_(result) {
  has_value_ = result && result.value().has_type() && !result.metadata().contains("skip_returns");
  if (!has_value_) return;
  dtype_ = result.dtype();
  numpy_type_ = numpy_dtype(dtype_);
  for (const std::int64_t length : result.axes().lengths()) lengths_.push_back(length);
}

py::object ResultArray::new_array() const {
  const auto& numpy = py::detail::npy_api::get();
  PyObject* array = numpy.PyArray_NewFromDescr_(numpy.PyArray_Type_, numpy_type_.inc_ref().ptr(),
                                                static_cast<int>(lengths_.size()), lengths_.data(),
                                                nullptr, nullptr, 0, nullptr);
  if (!array) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(array);
}

CallPlan::CallPlan(Computation computation, Returns returns, std::shared_ptr<bool> busy)
    : computation_(std::move(computation)), returns_(returns), busy_(std::move(busy)) {
  for (const Op& parameter : computation_.parameters()) {
    arguments_.emplace_back(parameter);
    raw_ = raw_ && arguments_.back().is_placeholder();
  }
  for (const Op& result : computation_.results()) {
    results_.emplace_back(result);
    raw_ = raw_ && (results_.back().direct() || !results_.back().has_value());
  }
  argument_memory_.resize(arguments_.size());
  result_memory_.resize(results_.size());
}

py::object CallPlan::call(PyObject* const* values) {
  const TransformerUse use("a computation is called while its transformer runs another call",
                           *busy_);
  std::vector<py::object> results;
  results.reserve(results_.size());
  if (raw_ && seconds_ < seconds_worth_asking) {
    run_raw(values, results);
  } else {
    run_copied(values, results);
  }
  return packed(std::move(results));
}

void CallPlan::run_raw(PyObject* const* values, std::vector<py::object>& results) {
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    argument_memory_[i] = arguments_[i].memory_for(values[i]);
  }
  for (std::size_t i = 0; i < results_.size(); ++i) {
    results.push_back(results_[i].has_value() ? results_[i].new_array() : py::none());
    result_memory_[i] =
        results_[i].has_value() ? py::detail::array_proxy(results[i].ptr())->data : nullptr;
  }
  const bool worth_it = seconds_ > seconds_worth_unlocking;
  const Timed timed(seconds_);
  unlocked_when(worth_it, [&] { computation_.call_raw(argument_memory_, result_memory_); });
}

void CallPlan::run_copied(PyObject* const* values, std::vector<py::object>& results) {
  std::vector<Tensor> arguments;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    arguments.push_back(arguments_[i].copy_of(values[i]));
  }
  // Else the first call was raw, on all ranks.
  if (!raw_ && !std::exchange(compared_, true)) check_same_arguments(computation_, arguments);
  computation_.begin(arguments);
  {
    const Timed timed(seconds_);
    run_in_steps();
  }
  const Results found = computation_.finish();
  for (std::size_t i = 0; i < results_.size(); ++i) {
    results.push_back(found.has_value(i) ? py::object(array_of(found[i])) : py::none());
  }
}

// Long runs check for Ctrl-C between steps; effects of executed steps remain.
void CallPlan::run_in_steps() {
  if (seconds_ < seconds_worth_asking) {
    return unlocked_when(seconds_ > seconds_worth_unlocking, [&] { computation_.run(); });
  }
  const auto asked = [](std::size_t) {
    const Locked locked;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  };
  unlocked_when(true, [&] { computation_.run(asked); });
}

py::object CallPlan::packed(std::vector<py::object> results) const {
  if (returns_ == Returns::none) return py::none();
  if (returns_ == Returns::single) return std::move(results[0]);
  if (returns_ == Returns::set) {
    py::dict by_op;
    for (std::size_t i = 0; i < results.size(); ++i)
      by_op[object_of(results_[i].op())] = results[i];
    return by_op;
  }
  py::tuple all(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    PyTuple_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(i), results[i].release().ptr());
  }
  return all;
}

void CallPlan::refuse_arguments(std::size_t given) const {
  refuse_count(computation_.compilation(), given);
}

int CallPlan::position(const Op& parameter) const {
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    if (arguments_[i].parameter() == parameter) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace ng::python
