// SPDX-License-Identifier: Apache-2.0
// Writes a kernel in C: its head, statements, loops, and long sums in blocks. A dialect adds what
// its threads and vectors need: it overrides how a statement is written.
#pragma once

#include <optional>

#include "engine/kernels/c_like/expr_writer.h"
#include "engine/kernels/c_text.h"
#include "engine/kernels/long_sums.h"

namespace ng::kernel {

class CWriter : protected ExprWriter {
 public:
  Text write();

 protected:
  // `counter`: the C type of loop counters.
  CWriter(const Kernel& kernel, std::string counter)
      : ExprWriter(kernel), counter_(std::move(counter)) {}
  ~CWriter() = default;

  // Writes comments about the function; returns its declaration.
  virtual std::string head() = 0;
  virtual void write_body() { write(kernel_.body, 1); }

  void write(const std::vector<Statement>& statements, int indent);
  void write(const Statement& statement, int indent);
  virtual void write_define(const Statement& statement, int indent);
  virtual void write_declare(const Statement& statement, int indent);
  virtual void write_store(const Statement& statement, int indent);
  virtual void write_loop(const Statement& statement, int indent);
  // The iterations of a loop from `begin` to `end`.
  virtual void write_steps(const Statement& statement, int indent, const std::string& begin,
                           const std::string& end);
  // The end of a loop nest, where a dialect adds up what lanes accumulated.
  virtual void end_nest(const Statement&, int) {}
  virtual std::string begin_of(const Statement&) const { return "0"; }
  virtual std::string end_of(const Statement& loop) const;

  // The type of a local, and its name in an accumulation.
  virtual std::string type_of(const Statement& statement) const;
  virtual std::string accumulator(const Statement& sum) const { return local_name(sum.local); }
  // With which an accumulator starts.
  virtual std::string start(const Statement& statement) const { return types_.start(statement); }
  virtual std::string value(const Statement& statement) const { return value_text(statement); }

  // Blocked summation (long_sums.h); `_far` is the second accumulator.
  void begin_long_sum(const LongSum& sum, int indent);
  // Opens the loop over blocks of `steps` iterations, from `from` to `to`.
  void open_block(const std::string& from, const std::string& to, const std::string& begin,
                  const std::string& end, std::int64_t steps, int indent);
  // Moves the sums of a block to the second accumulator, and closes the loop.
  void close_block(int indent);
  void end_long_sum(int indent);
  // What an accumulator holds, with all its lanes, and what sets it back to its start.
  virtual std::string total(const Statement& sum) const { return local_name(sum.local); }
  virtual std::string reset(const Statement& sum) const;

  // "const int name = value;"
  void define_counter(const std::string& name, const std::string& value, int indent);
  void open_loop(const std::string& counter, const std::string& begin, const std::string& end,
                 int indent, const std::string& step = "");
  const Loop& loop_of(int loop) const { return kernel_.loops[static_cast<std::size_t>(loop)]; }

  TextBuilder out_;
  const std::string counter_;
  std::int64_t at_once_ = 1;  // elements that the vectorised loop adds to as many accumulators

 private:
  void write_accumulate(const Statement& statement, int indent);
  // The second accumulator of a sum plus `value`.
  std::string added(const Statement& sum, const std::string& value) const;

  std::optional<LongSum> long_sum_;  // of the current nest
};

}  // namespace ng::kernel
