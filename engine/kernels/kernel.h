// SPDX-License-Identifier: Apache-2.0
// The kernel IR: loops, locals, accumulators and stores over scalar expressions. Every statement
// lists the ops it computes, so that each line of generated text can be traced back to the graph.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/kernels/expr.h"

namespace ng::kernel {

struct Parameter {
  std::string name;
  DType dtype = DType::f32;
  bool output = false;
  std::int64_t elements = 1;
};

struct Loop {
  std::string name;
  std::int64_t extent = 1;
  // If the loop is cut into parts, `part` is the enclosing loop that counts them, and the last part
  // has the rest of `whole` iterations.
  std::optional<int> part = {};
  std::int64_t whole = 0;
};

// True if the number of iterations is not a multiple of `lanes`.
inline bool has_rest(const Loop& loop, int lanes) {
  return (loop.part ? loop.whole : loop.extent) % lanes != 0;
}

struct Statement {
  enum class Kind {
    define,      // local = expr
    declare,     // local = the identity of `combine`: an accumulator
    accumulate,  // local = combine(local, expr)
    store,       // buffer[index] = expr
    loop         // for loop in 0 .. extent: body
  };
  Kind kind = Kind::define;
  int local = 0;
  DType dtype = DType::f32;  // of the local or stored value, which is rounded to it
  Combine combine = Combine::add;
  Expr expr;
  int buffer = 0;
  Index index;
  int loop = 0;
  std::vector<Statement> body;
  std::vector<std::uint64_t> ops;  // ids
  std::string note;                // names of the ops, for the comment at the end of the line
};

struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Loop> loops;
  std::vector<Statement> body;
  std::optional<int> vector_loop;  // vectorised loop, `lanes` iterations at a time
  int lanes = 1;
  bool parallel = false;    // the body is one loop with independent iterations
  bool shared_out = false;  // runs on several threads: parallel, and with enough work
  int locals = 0;           // number of locals
  std::int64_t flops = 0, bytes = 0;

  // The loop whose iterations threads share.
  std::optional<int> parallel_loop() const {
    return parallel ? std::optional(body[0].loop) : std::nullopt;
  }
  // Its number of iterations; 0: there is none.
  std::int64_t parallel_extent() const;
  // How many of them stay together: those of a vector, where the loop is vectorised.
  std::int64_t parallel_unit() const;
  // The number of units, the last of which may be shorter.
  std::int64_t parallel_units() const;
};

// The perfect nest of loops with independent iterations, outermost first, and the block inside it:
// the whole body if the kernel is not parallel. The block belongs to the kernel.
struct OuterNest {
  std::vector<int> loops;
  const std::vector<Statement>* block;
};
OuterNest outer_nest(const Kernel& kernel);

// Chooses the loop to vectorise (most accesses with stride 1), moves it inward if possible and sets
// lanes for vectors of `vector_bytes`. Loops with mixed or integer types stay scalar.
void vectorise(Kernel& kernel, int vector_bytes);

// Merges nested loops over contiguous memory ("i over A, j over B") into one.
void collapse_loops(Kernel& kernel);

// Calls `each` for every statement, loops before their bodies.
template <class K, class F>
void for_each_statement(K& statements, F&& each) {
  for (auto& statement : statements) {
    each(statement);
    for_each_statement(statement.body, each);
  }
}
// Calls `each` for every load of an expression, or with its buffer and index.
void for_each_load_node(const Expr& expr, const std::function<void(const ExprNode&)>& each);
void for_each_load(const Expr& expr, const std::function<void(int, const Index&)>& each);
// Calls `each(index)` for every index that is compared or used as a number.
void for_each_position(const Expr& expr, const std::function<void(const Index&)>& each);

// One short line: "N 128 (16 lanes) ▸ C 4".
std::string loops_text(const Kernel& kernel);

}  // namespace ng::kernel
