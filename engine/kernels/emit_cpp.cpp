// SPDX-License-Identifier: Apache-2.0
// Emits kernels as C++ with vector types. The vectorised loop is written twice: in steps of
// `lanes`, then the rest element by element. A reduction over it accumulates per lane; the lanes
// are added in a fixed tree after the loop. Long reductions use several accumulators in turn, to
// hide the latency of the addition.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/kernels/c_text.h"
#include "engine/kernels/expr_text.h"
#include "engine/kernels/integer_functions.h"
#include "engine/kernels/long_sums.h"

namespace ng::kernel {
namespace {

class CppWriter {
 public:
  explicit CppWriter(const Kernel& kernel)
      : kernel_(kernel), names_(c_names(kernel)), types_(kernel) {
    find_lane_accumulators(kernel.body, false);
    if (!kernel.vector_loop) return;
    const Loop& loop = kernel.loops[static_cast<std::size_t>(*kernel.vector_loop)];
    if (loop.extent >= 2 * most_turns * kernel.lanes) turns_ = most_turns;
  }

  Text write() {
    out_.comment(kernel_.name + ": " + loops_text(kernel_));
    out_.open(0, "static void " + kernel_.name + "(" + signature() + ")");
    write(kernel_.body, 1);
    out_.close(0);
    return out_.take();
  }

 private:
  std::string signature() const {
    std::string text = parameters_text(kernel_, names_);
    if (kernel_.parallel) text += ", long begin, long end";
    return text;
  }

  // Finds locals declared outside the vectorised loop and accumulated inside it.
  void find_lane_accumulators(const std::vector<Statement>& statements, bool inside) {
    for (const Statement& statement : statements) {
      if (statement.kind == Statement::Kind::declare && !inside) outside_.insert(statement.local);
      if (statement.kind == Statement::Kind::accumulate && inside &&
          outside_.count(statement.local)) {
        lane_accumulators_.insert(statement.local);
      }
      const bool within = inside || is_vector_loop(statement);
      if (within && statement.kind != Statement::Kind::loop) {
        vector_dtype_ = statement.dtype == DType::f64 ? DType::f64 : DType::f32;
      }
      find_lane_accumulators(statement.body, within);
    }
  }

  bool is_vector_loop(const Statement& statement) const {
    return statement.kind == Statement::Kind::loop && statement.loop == kernel_.vector_loop;
  }

  // Distance between the elements of neighbouring lanes; 0: the lanes share one.
  std::int64_t lane_stride(const Index& index) const {
    return kernel_.vector_loop ? index.stride(*kernel_.vector_loop) : 0;
  }

  void write(const std::vector<Statement>& statements, int indent) {
    for (const Statement& statement : statements) {
      switch (statement.kind) {
        case Statement::Kind::define: write_define(statement, indent); break;
        case Statement::Kind::declare: write_declare(statement, indent); break;
        case Statement::Kind::accumulate: write_accumulate(statement, indent); break;
        case Statement::Kind::store: write_store(statement, indent); break;
        case Statement::Kind::loop: write_loop(statement, indent); break;
      }
    }
  }

  void write_define(const Statement& statement, int indent) {
    const bool vector = is_vector(statement.expr);
    if (vector) vectors_.insert(statement.local);
    const std::string type = vector ? vector_type(statement.dtype) : types_.local_type(statement);
    out_.line(indent,
              "const " + type + " " + local_name(statement.local) + " = " + text(statement) + ";",
              &statement);
  }

  void write_declare(const Statement& statement, int indent) {
    const std::string start = types_.start(statement);
    const std::string name = local_name(statement.local);
    if (in_vector_) {
      vectors_.insert(statement.local);
      out_.line(indent, vector_type(statement.dtype) + " " + name + " = " + splat(start) + ";",
                &statement);
      return;
    }
    out_.line(indent, types_.declared(statement) + start + ";", &statement);
    nest_depth_[statement.local] = indent;
    if (lane_accumulators_.count(statement.local)) {
      std::string starts = splat(start);
      for (int turn = 1; turn < turns_; ++turn) starts += ", " + splat(start);
      out_.line(indent,
                vector_type(statement.dtype) + " " + name + "_lanes[" + std::to_string(turns_) +
                    "] = {" + starts + "};",
                &statement);
    }
  }

  void write_accumulate(const Statement& statement, int indent) {
    std::string name = local_name(statement.local);
    const bool lanes = in_vector_ && lane_accumulators_.count(statement.local);
    if (lanes) name += "_lanes[" + turn_ + "]";
    std::string value = text(statement);
    if (in_vector_ && !is_vector(statement.expr)) value = splat(value);
    // max and min test their first argument for NaN: not the accumulator, which others wait for.
    const DType held = types_.held(statement);
    const std::string sum = is_infix(statement.combine, held)
                                ? combined(statement.combine, name, value, held)
                                : combined(statement.combine, value, name, held);
    out_.line(indent, name + " = " + sum + ";", &statement);
  }

  void write_store(const Statement& statement, int indent) {
    const std::string& name = names_[static_cast<std::size_t>(statement.buffer)];
    const std::string at = index_text(kernel_, statement.index);
    const std::int64_t stride = lane_stride(statement.index);
    std::string value = text(statement);
    if (!in_vector_ || stride == 0) {
      out_.line(indent, name + "[" + at + "] = " + value + ";", &statement);
      return;
    }
    if (!is_vector(statement.expr)) value = splat(value);
    const std::string step = stride == 1 ? "" : ", " + std::to_string(stride);
    out_.line(indent,
              (stride == 1 ? "ng_store(" : "ng_scatter(") + name + " + " + at + step + ", " +
                  value + ");",
              &statement);
  }

  void write_loop(const Statement& statement, int indent) {
    const Loop& loop = kernel_.loops[static_cast<std::size_t>(statement.loop)];
    const bool bounded = statement.loop == kernel_.parallel_loop();
    const std::string begin = bounded ? "begin" : "0";
    const std::string end = bounded ? "end" : loop_end(kernel_, loop);
    const auto begun = long_sum_
                           ? std::nullopt
                           : long_sum(kernel_, statement, std::int64_t{kernel_.lanes} * turns_);
    if (begun) begin_long_sum(*begun, indent);
    if (long_sum_ && long_sum_->loop == statement.loop) {
      write_stretches(statement, indent, begin, end);
    } else {
      write_steps(statement, indent, begin, end);
    }
    add_lanes(statement, indent);
    if (begun) end_long_sum(indent);
  }

  void write_steps(const Statement& statement, int indent, const std::string& begin,
                   const std::string& end) {
    if (is_vector_loop(statement)) return write_vector_loop(statement, indent, begin, end);
    const std::string i = loop_name(kernel_, statement.loop);
    out_.open(indent, "for (long " + i + " = " + begin + "; " + i + " < " + end + "; ++" + i + ")");
    write(statement.body, indent + 1);
    out_.close(indent);
  }

  // Blocked summation (long_sums.h); `_far` is the second accumulator.
  void begin_long_sum(const LongSum& sum, int indent) {
    long_sum_ = sum;
    for (const Statement* each : sum.sums) {
      const std::string type = in_vector_ ? vector_type(each->dtype) : types_.local_type(*each);
      out_.line(indent, type + " " + local_name(each->local) + "_far = {};", each);
    }
  }

  void end_long_sum(int indent) {
    for (const Statement* each : long_sum_->sums) {
      const std::string name = local_name(each->local);
      out_.line(indent, name + " = " + added(*each, name) + ";", each);
    }
    long_sum_.reset();
  }

  void write_stretches(const Statement& statement, int indent, const std::string& begin,
                       const std::string& end) {
    const std::string i = loop_name(kernel_, statement.loop), from = i + "_from", to = i + "_to";
    const std::string step = std::to_string(long_sum_->steps);
    out_.open(indent, "for (long " + from + " = " + begin + "; " + from + " < " + end + "; " +
                          from + " += " + step + ")");
    out_.line(indent + 1, "const long " + to + " = " + from + " + " + step + " < " + end + " ? " +
                              from + " + " + step + " : " + end + ";");
    write_steps(statement, indent + 1, from, to);
    for (const Statement* each : long_sum_->sums) put_away(*each, indent + 1);
    out_.close(indent);
  }

  void put_away(const Statement& sum, int indent) {
    const std::string name = local_name(sum.local);
    const std::string zero = types_.start(sum);
    std::string added = name, reset = name + " = " + (in_vector_ ? splat(zero) : zero) + ";";
    if (!in_vector_ && lane_accumulators_.count(sum.local)) {
      added = "(" + name + " + ng_across_add(" + all_turns(Combine::add, name) + "))";
      for (int turn = 0; turn < turns_; ++turn) {
        reset += " " + name + "_lanes[" + std::to_string(turn) + "] = " + splat(zero) + ";";
      }
    }
    out_.line(indent, name + "_far = " + this->added(sum, added) + ";", &sum);
    out_.line(indent, reset, &sum);
  }

  // The far accumulator of a sum plus `value`.
  std::string added(const Statement& sum, const std::string& value) const {
    return combined(Combine::add, local_name(sum.local) + "_far", value, types_.held(sum));
  }

  void write_vector_loop(const Statement& statement, int indent, const std::string& begin,
                         const std::string& end) {
    const std::string i = loop_name(kernel_, statement.loop);
    const std::string lanes = std::to_string(kernel_.lanes);
    const std::vector<Statement> body = without_constant_values(statement.body, indent);
    // Part bounds are multiples of the lanes, except for the end of the loop itself.
    const bool rest =
        has_rest(kernel_.loops[static_cast<std::size_t>(statement.loop)], kernel_.lanes);
    const int before = vector_loops_++;  // a loop may occur in several nests of one block
    const std::string at = i + "_at" + (before ? std::to_string(before) : "");
    out_.line(indent, "long " + at + " = " + begin + ";");
    const std::vector<std::string> fetches = fetches_ahead(body);
    std::vector<const Statement*> accumulations;
    collect_accumulations(body, accumulations);
    if (turns_ > 1 && !accumulations.empty()) {
      const std::string step = std::to_string(kernel_.lanes * turns_);
      out_.open(indent, step_of(at, step, end));
      out_.line(indent + 1, "#pragma clang loop unroll(full)");
      out_.open(indent + 1, "for (int turn = 0; turn < " + std::to_string(turns_) + "; ++turn)");
      out_.line(indent + 2, "const long " + i + " = " + at + " + turn * " + lanes + ";");
      turn_ = "turn";
      write_lanes(body, fetches, indent + 2);
      turn_ = "0";
      out_.close(indent + 1);
      out_.close(indent);
    }
    out_.open(indent, step_of(at, lanes, end));
    out_.line(indent + 1, "const long " + i + " = " + at + ";");
    write_lanes(body, fetches, indent + 1);
    out_.close(indent);
    if (!rest) return;
    out_.line(indent, "#pragma clang loop vectorize(disable) unroll(disable)");
    out_.open(indent, "for (long " + i + " = " + at + "; " + i + " < " + end + "; ++" + i + ")");
    write(body, indent + 1);
    out_.close(indent);
  }

  static std::string step_of(const std::string& at, const std::string& step,
                             const std::string& end) {
    return "for (; " + at + " + " + step + " <= " + end + "; " + at + " += " + step + ")";
  }

  // Prefetches of large operands that this loop is the first to read sequentially. With about a
  // hundred instructions per vector, the processor does not look far enough ahead by itself.
  std::vector<std::string> fetches_ahead(const std::vector<Statement>& body) {
    std::vector<std::string> fetches;
    constexpr std::int64_t far = 1 << 18;  // bytes
    for (const Statement& statement : body) {
      for_each_load(statement.expr, [&](int buffer, const Index& index) {
        const Parameter& parameter = kernel_.parameters[static_cast<std::size_t>(buffer)];
        const std::int64_t bytes =
            parameter.elements * static_cast<std::int64_t>(size_of(parameter.dtype));
        if (parameter.output || bytes < far || lane_stride(index) != 1) return;
        if (!fetched_.insert(buffer).second) return;
        fetches.push_back("ng_fetch(" + names_[static_cast<std::size_t>(buffer)] + " + " +
                          index_text(kernel_, index) + ");");
      });
    }
    return fetches;
  }

  void write_lanes(const std::vector<Statement>& body, const std::vector<std::string>& fetches,
                   int indent) {
    for (const std::string& fetch : fetches) out_.line(indent, fetch);
    in_vector_ = true;
    write(body, indent);
    in_vector_ = false;
    vectors_.clear();
  }

  // Writes definitions that do not depend on the vectorised loop before it; the compiler cannot
  // hoist them, because the loop's stores may alias their loads. Returns the remaining statements.
  std::vector<Statement> without_constant_values(const std::vector<Statement>& body, int indent) {
    std::vector<Statement> left;
    std::set<int> varying;
    auto varies = [&](const Statement& statement) {
      return statement.kind != Statement::Kind::define ||
             varies_with_lanes(statement.expr, varying);
    };
    for (const Statement& statement : body) {
      if (varies(statement)) {
        if (statement.kind != Statement::Kind::loop) varying.insert(statement.local);
        left.push_back(statement);
      } else {
        write_define(statement, indent);
      }
    }
    return left;
  }

  bool varies_with_lanes(const Expr& expr, const std::set<int>& varying) const {
    if (expr->kind == ExprNode::Kind::local) return varying.count(expr->local) > 0;
    if (expr->kind == ExprNode::Kind::load) {
      return lane_stride(expr->index) != 0 ||
             std::any_of(expr->guards.begin(), expr->guards.end(),
                         [this](const Guard& guard) { return lane_stride(guard.index) != 0; });
    }
    if (expr->kind == ExprNode::Kind::position || expr->kind == ExprNode::Kind::within) return true;
    return std::any_of(expr->args.begin(), expr->args.end(),
                       [&](const Expr& arg) { return varies_with_lanes(arg, varying); });
  }

  // After the outermost loop of a nest, at the level where they are declared, adds the lane
  // accumulators to the scalar accumulator.
  void add_lanes(const Statement& loop, int indent) {
    if (in_vector_) return;
    std::vector<const Statement*> found;
    collect_accumulations(loop.body, found);
    for (const Statement* statement : found) {
      if (nest_depth_.at(statement->local) != indent) continue;
      const std::string name = local_name(statement->local);
      const std::string lanes = "ng_across_" + combine_name(statement->combine) + "(" +
                                all_turns(statement->combine, name) + ")";
      const DType held = types_.held(*statement);
      out_.line(indent, name + " = " + combined(statement->combine, name, lanes, held) + ";",
                statement);
    }
  }

  // Combines the accumulators of all turns pairwise.
  std::string all_turns(Combine combine, const std::string& name) const {
    std::vector<std::string> parts;
    for (int turn = 0; turn < turns_; ++turn) {
      parts.push_back(name + "_lanes[" + std::to_string(turn) + "]");
    }
    for (; parts.size() > 1; parts.resize(parts.size() / 2)) {
      for (std::size_t i = 0; i < parts.size() / 2; ++i) {
        const std::string both = combined(combine, parts[2 * i], parts[2 * i + 1], vector_dtype_);
        parts[i] = is_infix(combine, vector_dtype_) ? "(" + both + ")" : both;
      }
    }
    return parts[0];
  }

  void collect_accumulations(const std::vector<Statement>& statements,
                             std::vector<const Statement*>& found) const {
    for (const Statement& statement : statements) {
      if (statement.kind == Statement::Kind::accumulate &&
          lane_accumulators_.count(statement.local)) {
        found.push_back(&statement);
      }
      collect_accumulations(statement.body, found);
    }
  }

  static std::string combine_name(Combine combine) {
    constexpr const char* names[] = {"add", "multiply", "maximum", "minimum"};
    return names[static_cast<int>(combine)];
  }

  static std::string vector_type(DType dtype) { return dtype == DType::f64 ? "vd" : "vf"; }
  std::string splat(const std::string& value) const {
    return (vector_dtype_ == DType::f64 ? "ng_splat_d(" : "ng_splat(") + value + ")";
  }
  bool is_vector(const Expr& expr) const {
    if (!in_vector_) return false;
    if (expr->kind == ExprNode::Kind::load) return lane_stride(expr->index) != 0;
    if (expr->kind == ExprNode::Kind::local) return vectors_.count(expr->local) > 0;
    return std::any_of(expr->args.begin(), expr->args.end(),
                       [this](const Expr& arg) { return is_vector(arg); });
  }

  std::string text(const Statement& statement) {
    if (!in_vector_ && types_.moves(statement)) return moved_text(*statement.expr);
    const std::string value = text(statement.expr, types_.compute(statement));
    if (!is_vector(statement.expr)) return types_.rounded(value, statement);
    const bool rounds = statement.kind == Statement::Kind::define && !types_.moves(statement);
    return rounds ? types_.rounded_lanes(value, statement.dtype) : value;  // a store rounds itself
  }

  std::string moved_text(const ExprNode& expr) const {
    if (expr.kind == ExprNode::Kind::local) return types_.own(expr.local);
    return names_[static_cast<std::size_t>(expr.buffer)] + "[" + index_text(kernel_, expr.index) +
           "]";
  }

  // Integers are never in lanes.
  bool is_of_integers(const Expr& expr, DType type) const {
    if (is_integer(type)) return true;
    return expr->kind == ExprNode::Kind::apply && is_comparison(expr->fn) &&
           types_.integer_type(expr).has_value();
  }

  std::string local_text(int local, DType type) const {
    if (in_vector_ && vectors_.count(local)) return types_.local_lanes(local);
    return types_.plain() ? local_name(local) : types_.local(local, type);
  }

  std::string text(const Expr& expr, DType type) const {
    if (is_of_integers(expr, type)) return integers_(expr, type);
    switch (expr->kind) {
      case ExprNode::Kind::constant: return c_constant(expr->constant, type);
      case ExprNode::Kind::local: return local_text(expr->local, type);
      case ExprNode::Kind::load: return load_text(*expr, type);
      case ExprNode::Kind::position: return position_text(kernel_, *expr, type);
      case ExprNode::Kind::within: return within_text(kernel_, *expr, type);
      case ExprNode::Kind::apply: break;
    }
    const FnRow& fn = row(expr->fn);
    const bool vector = is_vector(expr);
    if (vector && expr->fn == Fn::divide && !is_vector(expr->args[1])) {
      return "ng_over(" + text(expr->args[0], type) + ", " + text(expr->args[1], type) + ")";
    }
    auto arg = [&](std::size_t i) {
      const Expr& x = expr->args[i];
      if (takes_whole_numbers(expr->fn)) return whole_text(kernel_, *x);
      std::string value = text(x, type);
      if (vector && !is_vector(x)) return splat(value);
      const bool compound = x->kind == ExprNode::Kind::apply && row(x->fn).name.empty();
      return fn.name.empty() && (compound || value[0] == '-') ? "(" + value + ")" : value;
    };
    if (fn.name.empty() && fn.arity == 1) return std::string(fn.infix) + arg(0);
    if (fn.name.empty()) return arg(0) + " " + std::string(fn.infix) + " " + arg(1);
    std::string call = std::string(fn.name) + "(" + arg(0);
    for (std::size_t i = 1; i < expr->args.size(); ++i) call += ", " + arg(i);
    return call + ")";
  }

  std::string load_text(const ExprNode& load, DType type) const {
    const std::string element = element_text(load, type);
    if (load.guards.empty()) return element;
    const bool vector = in_vector_ && lane_stride(load.index) != 0;
    const std::string zero = number_text(0, type);
    return "(" + guards_text(kernel_, load.guards) + " ? " + element + " : " +
           (vector ? splat(zero) : zero) + ")";
  }

  std::string element_text(const ExprNode& load, DType type) const {
    const std::string& name = names_[static_cast<std::size_t>(load.buffer)];
    const std::string at = index_text(kernel_, load.index);
    const std::int64_t stride = lane_stride(load.index);
    if (!in_vector_ || stride == 0) {
      const DType dtype = kernel_.parameters[static_cast<std::size_t>(load.buffer)].dtype;
      return types_.element(name + "[" + at + "]", dtype, type);
    }
    if (stride == 1) return "ng_load(" + name + " + " + at + ")";
    return "ng_gather(" + name + " + " + at + ", " + std::to_string(stride) + ")";
  }

  const Kernel& kernel_;
  std::vector<std::string> names_;
  TypedText types_;
  ExprWriter integers_{kernel_, types_,
                       [this](const ExprNode& load, DType type) { return load_text(load, type); },
                       [this](int local, DType type) { return local_text(local, type); }};
  TextBuilder out_;
  bool in_vector_ = false;
  std::set<int> fetched_;  // parameters that some loop prefetches
  int vector_loops_ = 0;   // number written so far
  static constexpr int most_turns = 4;
  int turns_ = 1;                    // vectors per lane accumulator
  std::string turn_ = "0";           // index of the current one
  DType vector_dtype_ = DType::f32;  // of all statements inside the vectorised loop
  std::set<int> outside_, lane_accumulators_, vectors_;
  std::optional<LongSum> long_sum_;  // of the current nest
  std::map<int, int> nest_depth_;    // indent at which an accumulator was declared
};

}  // namespace

Text emit_cpp(const Kernel& kernel) {
  return CppWriter(kernel).write();
}

}  // namespace ng::kernel
