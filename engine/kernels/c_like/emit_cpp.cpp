// SPDX-License-Identifier: Apache-2.0
// Emits kernels as C++ with vector types. The vectorised loop is written twice: in steps of
// `lanes`, then the rest element by element. A reduction over it accumulates per lane; the lanes
// are added in a fixed tree after the loop. Long reductions use several accumulators in turn, to
// hide the latency of the addition.
#include <algorithm>
#include <map>
#include <set>

#include "engine/kernels/c_like/c_writer.h"

namespace ng::kernel {
namespace {

class CppWriter final : public CWriter {
 public:
  explicit CppWriter(const Kernel& kernel) : CWriter(kernel, "long") {
    find_lane_accumulators(kernel.body, false);
    if (!kernel.vector_loop) return;
    if (loop_of(*kernel.vector_loop).extent >= 2 * most_turns * kernel.lanes) turns_ = most_turns;
    at_once_ = std::int64_t{kernel.lanes} * turns_;
  }

 private:
  std::string head() override {
    return "static void " + kernel_.name + "(" + parameters_text(kernel_, names_) +
           (kernel_.parallel ? ", long begin, long end)" : ")");
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

  void write_define(const Statement& statement, int indent) override {
    if (is_vector(statement)) vectors_.insert(statement.local);
    CWriter::write_define(statement, indent);
  }

  void write_declare(const Statement& statement, int indent) override {
    CWriter::write_declare(statement, indent);
    if (in_vector_) {
      vectors_.insert(statement.local);
      return;
    }
    nest_depth_[statement.local] = indent;
    if (!lane_accumulators_.count(statement.local)) return;
    const std::string lanes = splat(types_.start(statement));
    std::string starts = lanes;
    for (int turn = 1; turn < turns_; ++turn) starts += ", " + lanes;
    out_.line(indent,
              vector_type(statement.dtype) + " " + local_name(statement.local) + "_lanes[" +
                  std::to_string(turns_) + "] = {" + starts + "};",
              &statement);
  }

  void write_store(const Statement& statement, int indent) override {
    if (!is_vector(statement)) return CWriter::write_store(statement, indent);
    const std::int64_t stride = lane_stride(statement.index);
    const std::string step = stride == 1 ? "" : ", " + std::to_string(stride);
    out_.line(indent,
              (stride == 1 ? "ng_store(" : "ng_scatter(") +
                  address(statement.buffer, statement.index) + step + ", " + value(statement) +
                  ");",
              &statement);
  }

  std::string begin_of(const Statement& loop) const override {
    return loop.loop == kernel_.parallel_loop() ? "begin" : CWriter::begin_of(loop);
  }
  std::string end_of(const Statement& loop) const override {
    return loop.loop == kernel_.parallel_loop() ? "end" : CWriter::end_of(loop);
  }

  void write_steps(const Statement& statement, int indent, const std::string& begin,
                   const std::string& end) override {
    if (is_vector_loop(statement)) return write_vector_loop(statement, indent, begin, end);
    CWriter::write_steps(statement, indent, begin, end);
  }

  std::string total(const Statement& sum) const override {
    const std::string name = local_name(sum.local);
    if (in_vector_ || !lane_accumulators_.count(sum.local)) return name;
    return "(" + name + " + ng_across_add(" + all_turns(Combine::add, name) + "))";
  }

  std::string reset(const Statement& sum) const override {
    std::string text = CWriter::reset(sum);
    if (in_vector_ || !lane_accumulators_.count(sum.local)) return text;
    for (int turn = 0; turn < turns_; ++turn) {
      text += " " + local_name(sum.local) + "_lanes[" + std::to_string(turn) +
              "] = " + splat(types_.start(sum)) + ";";
    }
    return text;
  }

  void write_vector_loop(const Statement& statement, int indent, const std::string& begin,
                         const std::string& end) {
    const std::string i = loop_name(kernel_, statement.loop);
    const std::string lanes = std::to_string(kernel_.lanes);
    const std::vector<Statement> body = without_constant_values(statement.body, indent);
    // Part bounds are multiples of the lanes, except for the end of the loop itself.
    const bool rest = has_rest(loop_of(statement.loop), kernel_.lanes);
    const int before = vector_loops_++;  // a loop may occur in several nests of one block
    const std::string at = i + "_at" + (before ? std::to_string(before) : "");
    out_.line(indent, "long " + at + " = " + begin + ";");
    const std::vector<std::string> fetches = fetches_ahead(body);
    if (turns_ > 1 && !lane_accumulations(body).empty()) {
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
    open_loop(i, at, end, indent);
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
        fetches.push_back("ng_fetch(" + address(buffer, index) + ");");
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
  void end_nest(const Statement& loop, int indent) override {
    if (in_vector_) return;
    for (const Statement* statement : lane_accumulations(loop.body)) {
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

  // The accumulations per lane in these statements, also in loops.
  std::vector<const Statement*> lane_accumulations(const std::vector<Statement>& statements) const {
    std::vector<const Statement*> found;
    for_each_statement(statements, [&](const Statement& statement) {
      const bool accumulates = statement.kind == Statement::Kind::accumulate;
      if (accumulates && lane_accumulators_.count(statement.local)) found.push_back(&statement);
    });
    return found;
  }

  static std::string combine_name(Combine combine) {
    constexpr const char* names[] = {"add", "multiply", "maximum", "minimum"};
    return names[static_cast<int>(combine)];
  }

  static std::string vector_type(DType dtype) { return dtype == DType::f64 ? "vd" : "vf"; }
  std::string splat(const std::string& scalar) const override {
    return (vector_dtype_ == DType::f64 ? "ng_splat_d(" : "ng_splat(") + scalar + ")";
  }

  // Is what the statement defines, accumulates or stores a vector?
  bool is_vector(const Statement& statement) const {
    switch (statement.kind) {
      case Statement::Kind::define: return in_lanes(*statement.expr);
      case Statement::Kind::store: return in_vector_ && lane_stride(statement.index) != 0;
      default: return in_vector_;
    }
  }
  bool in_lanes(const ExprNode& expr) const override {
    if (!in_vector_) return false;
    if (expr.kind == ExprNode::Kind::load) return lane_stride(expr.index) != 0;
    if (expr.kind == ExprNode::Kind::local) return vectors_.count(expr.local) > 0;
    return std::any_of(expr.args.begin(), expr.args.end(),
                       [this](const Expr& arg) { return in_lanes(*arg); });
  }

  std::string type_of(const Statement& statement) const override {
    return is_vector(statement) ? vector_type(statement.dtype) : CWriter::type_of(statement);
  }
  std::string accumulator(const Statement& sum) const override {
    const bool lanes = in_vector_ && lane_accumulators_.count(sum.local);
    return local_name(sum.local) + (lanes ? "_lanes[" + turn_ + "]" : "");
  }
  std::string start(const Statement& statement) const override {
    return in_vector_ ? splat(types_.start(statement)) : types_.start(statement);
  }
  std::string value(const Statement& statement) const override {
    const std::string text = value_text(statement);
    return is_vector(statement) && !in_lanes(*statement.expr) ? splat(text) : text;
  }

  std::string applied(const Expr& expr, DType compute) const override {
    const bool by_scalar = expr->fn == Fn::divide && in_lanes(*expr) && !in_lanes(*expr->args[1]);
    if (!by_scalar) return CWriter::applied(expr, compute);
    return "ng_over(" + text(expr->args[0], compute) + ", " + text(expr->args[1], compute) + ")";
  }

  std::string loaded(const ExprNode& load) const override {
    if (!in_lanes(load)) return CWriter::loaded(load);
    const std::int64_t stride = lane_stride(load.index);
    const std::string at = address(load.buffer, load.index);
    return stride == 1 ? "ng_load(" + at + ")"
                       : "ng_gather(" + at + ", " + std::to_string(stride) + ")";
  }

  bool in_vector_ = false;
  std::set<int> fetched_;  // parameters that some loop prefetches
  int vector_loops_ = 0;   // number written so far
  static constexpr int most_turns = 4;
  int turns_ = 1;                    // vectors per lane accumulator
  std::string turn_ = "0";           // index of the current one
  DType vector_dtype_ = DType::f32;  // of all statements inside the vectorised loop
  std::set<int> outside_, lane_accumulators_, vectors_;
  std::map<int, int> nest_depth_;  // indent at which an accumulator was declared
};

}  // namespace

Text emit_cpp(const Kernel& kernel) {
  return CppWriter(kernel).write();
}

}  // namespace ng::kernel
