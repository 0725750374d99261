// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/c_like/c_writer.h"

namespace ng::kernel {

Text CWriter::write() {
  out_.comment(kernel_.name + ": " + loops_text(kernel_));
  out_.open(0, head());
  write_body();
  out_.close(0);
  return out_.take();
}

void CWriter::write(const std::vector<Statement>& statements, int indent) {
  for (const Statement& statement : statements) write(statement, indent);
}

void CWriter::write(const Statement& statement, int indent) {
  switch (statement.kind) {
    case Statement::Kind::define: return write_define(statement, indent);
    case Statement::Kind::declare: return write_declare(statement, indent);
    case Statement::Kind::accumulate: return write_accumulate(statement, indent);
    case Statement::Kind::store: return write_store(statement, indent);
    case Statement::Kind::loop: return write_loop(statement, indent);
  }
}

void CWriter::write_define(const Statement& statement, int indent) {
  out_.line(indent,
            "const " + type_of(statement) + " " + local_name(statement.local) + " = " +
                value(statement) + ";",
            &statement);
}

void CWriter::write_declare(const Statement& statement, int indent) {
  out_.line(indent,
            type_of(statement) + " " + local_name(statement.local) + " = " + start(statement) + ";",
            &statement);
}

// max and min test their first argument for NaN: not the accumulator, which others wait for.
void CWriter::write_accumulate(const Statement& statement, int indent) {
  const std::string name = accumulator(statement), added = value(statement);
  const DType held = types_.held(statement);
  const std::string sum = is_infix(statement.combine, held)
                              ? combined(statement.combine, name, added, held)
                              : combined(statement.combine, added, name, held);
  out_.line(indent, name + " = " + sum + ";", &statement);
}

void CWriter::write_store(const Statement& statement, int indent) {
  out_.line(indent, element(statement.buffer, statement.index) + " = " + value(statement) + ";",
            &statement);
}

void CWriter::write_loop(const Statement& statement, int indent) {
  const auto begun = long_sum_ ? std::nullopt : long_sum(kernel_, statement, at_once_);
  if (begun) begin_long_sum(*begun, indent);
  const std::string begin = begin_of(statement), end = end_of(statement);
  if (long_sum_ && long_sum_->loop == statement.loop) {
    const std::string i = loop_name(kernel_, statement.loop);
    open_block(i + "_from", i + "_to", begin, end, long_sum_->steps, indent);
    write_steps(statement, indent + 1, i + "_from", i + "_to");
    close_block(indent);
  } else {
    write_steps(statement, indent, begin, end);
  }
  end_nest(statement, indent);
  if (begun) end_long_sum(indent);
}

void CWriter::write_steps(const Statement& statement, int indent, const std::string& begin,
                          const std::string& end) {
  open_loop(loop_name(kernel_, statement.loop), begin, end, indent);
  write(statement.body, indent + 1);
  out_.close(indent);
}

void CWriter::define_counter(const std::string& name, const std::string& value, int indent) {
  out_.line(indent, "const " + counter_ + " " + name + " = " + value + ";");
}

void CWriter::open_loop(const std::string& counter, const std::string& begin,
                        const std::string& end, int indent, const std::string& step) {
  out_.open(indent, "for (" + counter_ + " " + counter + " = " + begin + "; " + counter + " < " +
                        end + "; " + (step.empty() ? "++" + counter : counter + " += " + step) +
                        ")");
}

std::string CWriter::end_of(const Statement& loop) const {
  return loop_end(kernel_, loop_of(loop.loop));
}

std::string CWriter::type_of(const Statement& statement) const {
  return types_.local_type(statement);
}

void CWriter::begin_long_sum(const LongSum& sum, int indent) {
  long_sum_ = sum;
  for (const Statement* each : sum.sums)
    out_.line(indent, type_of(*each) + " " + local_name(each->local) + "_far = {};", each);
}

void CWriter::open_block(const std::string& from, const std::string& to, const std::string& begin,
                         const std::string& end, std::int64_t steps, int indent) {
  const std::string step = std::to_string(steps), next = from + " + " + step;
  open_loop(from, begin, end, indent, step);
  define_counter(to, next + " < " + end + " ? " + next + " : " + end, indent + 1);
}

void CWriter::close_block(int indent) {
  for (const Statement* each : long_sum_->sums) {
    const std::string far = local_name(each->local) + "_far";
    out_.line(indent + 1, far + " = " + added(*each, total(*each)) + ";", each);
    out_.line(indent + 1, reset(*each), each);
  }
  out_.close(indent);
}

void CWriter::end_long_sum(int indent) {
  for (const Statement* each : long_sum_->sums) {
    const std::string name = local_name(each->local);
    out_.line(indent, name + " = " + added(*each, name) + ";", each);
  }
  long_sum_.reset();
}

std::string CWriter::reset(const Statement& sum) const {
  return local_name(sum.local) + " = " + start(sum) + ";";
}

std::string CWriter::added(const Statement& sum, const std::string& value) const {
  return combined(Combine::add, local_name(sum.local) + "_far", value, types_.held(sum));
}

}  // namespace ng::kernel
