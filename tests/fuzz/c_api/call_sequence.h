// SPDX-License-Identifier: Apache-2.0
// A random sequence of calls of the C API over its own handles.
#pragma once

#include <string>

#include "engine/c_api/ngraph.h"
#include "tests/fuzz/c_api/drawn_values.h"
#include "tests/fuzz/c_api/handle_pool.h"

namespace ng::fuzz {

class CallArrays;
struct StepWatch;

class CallSequence {
 public:
  // Files are written to and read from `folder`.
  CallSequence(DrawBytes draws, std::string folder) : draws_(draws), folder_(std::move(folder)) {}

  // Makes a handle of each kind, and calls until the bytes end. Throws std::logic_error if a call
  // breaks a rule of ngraph.h: a failure without code or message, an internal error, or success
  // with wrong arguments.
  void run();
  HandlePool& handles() { return pool_; }

 private:
  using Call = void (CallSequence::*)();
  struct Row {
    unsigned weight;
    Call call;
  };
  void start();
  void one_call();
  // Checks the code of the call just made. `wrong`: it must have failed.
  int checked(const char* function, int code, bool wrong = false);
  DrawnHandle draw(HandleKind kind) { return pool_.draw(kind, draws_); }
  std::string draw_path();
  template <class Handle>
  Handle* place(Handle& handle, bool& wrong);
  template <class Struct>
  Struct* sized(Struct& given, bool& wrong);
  void keep(HandleKind kind, void* handle);

  void version();
  void last_error();
  void release();
  void list_transformers();
  void open_transformer();
  void new_document();
  void load_document();
  void save_document();
  void read_document();
  void find_op();
  void define();
  void describe_function();
  void new_axis();
  void new_op();
  void new_placeholder();
  void new_variable();
  void new_assign();
  void set_op_name();
  void describe_op();
  void compile();
  void describe_computation();
  void call();
  void call_at(ngraph_computation computation, CallArrays& inputs, CallArrays& results,
               ngraph_step_done done, StepWatch& watch);
  void call_wrongly();
  void describe_state();
  void set_state();
  void state_files();
  void two_threads();

  void add_op(const std::string& function, const std::string& signature);
  bool is_runnable(ngraph_op op);
  std::vector<ngraph_op> draw_parameters(bool& wrong);
  std::string draw_computation(ngraph_document document);

  DrawBytes draws_;
  std::string folder_;
  HandlePool pool_;
  std::vector<void*> placeholders_;
  unsigned compiled_ = 0;
  bool in_thread_ = false;
};

}  // namespace ng::fuzz
