// SPDX-License-Identifier: Apache-2.0
// Prepared call of a computation from Python: conversion of arguments and results, computed once.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/python/handles.h"
#include "engine/session/transformer.h"

namespace ng::python {

// One argument of a call: the caller's memory if it fits, else a converted copy.
class Argument {
 public:
  explicit Argument(const Op& parameter);
  // Memory with this value in the parameter's dtype and shape, valid until the next call. Throws a
  // value Error naming the parameter if the value does not fit.
  const void* memory_for(PyObject* value);
  const Tensor& copy_of(PyObject* value);
  const Op& parameter() const { return parameter_; }
  bool is_placeholder() const { return placeholder_; }

 private:
  bool takes_number(PyObject* value);
  bool takes_array(PyObject* value);
  void convert(PyObject* value);

  Op parameter_;
  bool placeholder_ = false;
  DType dtype_;
  Shape shape_;
  Tensor copy_;
};

// Conversion of one result: a new array, or None.
class ResultArray {
 public:
  explicit ResultArray(const Op& result);
  bool has_value() const { return has_value_; }
  const Op& op() const { return op_; }
  py::object new_array() const;  // only for dtypes that NumPy has
  bool direct() const { return has_value_ && dtype_ != DType::bf16; }

 private:
  Op op_;
  bool has_value_ = false;
  DType dtype_ = DType::f32;
  py::object numpy_type_;  // cached: the lookup takes longer than a small call
  std::vector<Py_intptr_t> lengths_;
};

class CallPlan {
 public:
  // `busy` is shared by all computations of the transformer, since they share memory.
  CallPlan(Computation computation, Returns returns, std::shared_ptr<bool> busy);

  std::size_t parameter_count() const { return arguments_.size(); }
  const Computation& computation() const { return computation_; }
  // Calls with one value per parameter, in order.
  py::object call(PyObject* const* values);
  // Position of a parameter, or -1.
  int position(const Op& parameter) const;
  const Op& parameter(std::size_t i) const { return arguments_[i].parameter(); }
  // Throws a value Error that lists the parameters.
  [[noreturn]] void refuse_arguments(std::size_t given) const;

 private:
  void run_raw(PyObject* const* values, std::vector<py::object>& results);
  void run_copied(PyObject* const* values, std::vector<py::object>& results);
  void run_in_steps();
  py::object packed(std::vector<py::object> results) const;

  Computation computation_;
  Returns returns_;
  std::vector<Argument> arguments_;
  std::vector<ResultArray> results_;
  std::vector<const void*> argument_memory_;
  std::vector<void*> result_memory_;
  std::shared_ptr<bool> busy_;
  bool compared_ = false;  // the arguments of the first call, with other ranks
  bool raw_ = true;        // all arguments by memory: use call_raw
  double seconds_ = 0;     // duration of the last run
};

}  // namespace ng::python
