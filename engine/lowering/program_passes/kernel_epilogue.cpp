// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/kernel_epilogue.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ng {
namespace {

using kernel::Expr;
using kernel::ExprNode;
using kernel::Fn;
using kernel::Index;
using kernel::Statement;

// The statements of a kernel that defines locals and then stores once, all of float32.
class Straight {
 public:
  explicit Straight(const kernel::Kernel& kernel) {
    kernel::for_each_statement(kernel.body, [this](const Statement& statement) { add(statement); });
    for (const kernel::Loop& loop : kernel.loops) is_ &= !loop.part;
  }

  // The only store; null if the kernel has other statements.
  const Statement* store() const { return is_ ? store_ : nullptr; }
  // The expression with a local replaced by its definition.
  const Expr& known(const Expr& expr) const {
    const Expr* at = &expr;
    while ((*at)->kind == ExprNode::Kind::local) at = &defined_.at((*at)->local)->expr;
    return *at;
  }
  // Of the statement that defines a local.
  std::vector<std::uint64_t> ops(const Expr& local) const {
    if (local->kind != ExprNode::Kind::local) return {};
    return defined_.at(local->local)->ops;
  }

 private:
  void add(const Statement& statement) {
    if (statement.kind == Statement::Kind::loop) return;
    const bool stores = statement.kind == Statement::Kind::store;
    const bool defines = statement.kind == Statement::Kind::define;
    is_ &= statement.dtype == DType::f32 && (defines || (stores && !store_));
    if (stores) store_ = &statement;
    if (defines) defined_[statement.local] = &statement;
  }

  bool is_ = true;
  const Statement* store_ = nullptr;
  std::map<int, const Statement*> defined_;
};

class EpilogueReader {
 public:
  EpilogueReader(const kernel::Kernel& kernel, int value, const EpilogueRows& rows)
      : kernel_(kernel), value_(value), rows_(rows), straight_(kernel) {}

  std::optional<KernelEpilogue> read() const {
    const Statement* const store = straight_.store();
    if (!store || !has_elements(store->buffer, elements()) || store->index.offset != 0)
      return std::nullopt;
    Expr sum = store->expr;
    std::vector<const ExprNode*> limits;  // outermost first
    while (const std::optional<int> limited = limited_argument(*straight_.known(sum))) {
      limits.push_back(straight_.known(sum).get());
      sum = limits.back()->args[static_cast<std::size_t>(*limited)];
    }
    std::optional<KernelEpilogue> epilogue = read_sum(straight_.known(sum));
    if (!epilogue) return std::nullopt;
    for (auto limit = limits.rbegin(); limit != limits.rend(); ++limit) apply(**limit, *epilogue);
    const bool changes = epilogue->bias || epilogue->added || !limits.empty();
    return changes ? epilogue : std::nullopt;
  }

 private:
  const kernel::Parameter& parameter(int buffer) const {
    return kernel_.parameters[static_cast<std::size_t>(buffer)];
  }
  std::int64_t elements() const { return parameter(value_).elements; }
  std::int64_t extent(int loop) const {
    return kernel_.loops[static_cast<std::size_t>(loop)].extent;
  }
  bool has_elements(int buffer, std::int64_t count) const {
    return parameter(buffer).dtype == DType::f32 && parameter(buffer).elements == count;
  }

  // The other argument of a maximum or minimum with a number.
  static std::optional<int> limited_argument(const ExprNode& node) {
    const bool limits =
        node.kind == ExprNode::Kind::apply && (node.fn == Fn::maximum || node.fn == Fn::minimum);
    if (!limits) return std::nullopt;
    for (const int i : {0, 1}) {
      const ExprNode& limit = *node.args[static_cast<std::size_t>(1 - i)];
      if (limit.kind == ExprNode::Kind::constant && !std::isnan(limit.constant)) return i;
    }
    return std::nullopt;
  }

  static void apply(const ExprNode& limit, KernelEpilogue& epilogue) {
    const auto other = static_cast<std::size_t>(1 - *limited_argument(limit));
    const auto number = static_cast<float>(limit.args[other]->constant);
    const auto limited = [&](float to) {
      return limit.fn == Fn::maximum ? std::max(to, number) : std::min(to, number);
    };
    epilogue.low = limited(epilogue.low);
    epilogue.high = limited(epilogue.high);
  }

  std::optional<KernelEpilogue> read_sum(const Expr& sum) const {
    if (auto own = read_own(sum)) return own;
    if (sum->kind != ExprNode::Kind::apply || sum->fn != Fn::add) return std::nullopt;
    for (const std::size_t i : {0, 1}) {
      auto own = read_own(straight_.known(sum->args[i]));
      if (own && read_added(sum->args[1 - i], *own)) return own;
    }
    return std::nullopt;
  }

  // The value, alone or with its bias.
  std::optional<KernelEpilogue> read_own(const Expr& expr) const {
    if (in_order(*expr) == value_) return KernelEpilogue{};
    if (const auto biased = read_biased(expr); biased && biased->array == value_) {
      KernelEpilogue epilogue;
      epilogue.bias = biased->bias;
      return epilogue;
    }
    return std::nullopt;
  }

  bool read_added(const Expr& expr, KernelEpilogue& epilogue) const {
    const Expr& known = straight_.known(expr);
    epilogue.added = in_order(*known);
    if (const auto biased = read_biased(known); biased && !epilogue.added) {
      epilogue.added = biased->array;
      epilogue.bias_of_added = biased->bias;
      epilogue.ops_of_added = straight_.ops(expr);
    }
    return epilogue.added && epilogue.added != value_ && epilogue.bias_of_added != value_;
  }

  // The sum of an array in order and a bias.
  struct Biased {
    int array, bias;
  };
  std::optional<Biased> read_biased(const Expr& expr) const {
    if (expr->kind != ExprNode::Kind::apply || expr->fn != Fn::add) return std::nullopt;
    for (const std::size_t i : {0, 1}) {
      const auto array = in_order(*straight_.known(expr->args[i]));
      const auto bias = per_row(*straight_.known(expr->args[1 - i]));
      if (array && bias && *array != *bias) return Biased{*array, *bias};
    }
    return std::nullopt;
  }

  // The parameter of a load at the store's index.
  std::optional<int> in_order(const ExprNode& node) const {
    if (node.kind != ExprNode::Kind::load || !node.guards.empty()) return std::nullopt;
    const bool same =
        node.index.offset == 0 && long_terms(node.index) == long_terms(straight_.store()->index);
    return same && has_elements(node.buffer, elements()) ? std::optional(node.buffer)
                                                         : std::nullopt;
  }

  // The parameter of a load at the row of the store's index.
  std::optional<int> per_row(const ExprNode& node) const {
    if (node.kind != ExprNode::Kind::load || !node.guards.empty()) return std::nullopt;
    const auto terms = row_terms();
    const bool same = terms && node.index.offset == 0 && long_terms(node.index) == *terms;
    return same && has_elements(node.buffer, rows_.count) ? std::optional(node.buffer)
                                                          : std::nullopt;
  }

  using Terms = std::vector<std::pair<int, std::int64_t>>;

  // Of loops with more than one iteration.
  Terms long_terms(const Index& index) const {
    Terms terms = index.terms;
    std::erase_if(terms, [this](const auto& term) { return extent(term.first) == 1; });
    return terms;
  }

  // The index of the store's row among those with different biases; none if a loop covers more than
  // a row but not whole rows, or more than all rows but not whole times.
  std::optional<Terms> row_terms() const {
    const std::int64_t width = rows_.width, all = rows_.count * width;
    Terms terms;
    for (const auto& [loop, stride] : long_terms(straight_.store()->index)) {
      if (stride % all == 0) continue;
      const bool whole_rows = stride % width == 0;
      if (stride * extent(loop) > (whole_rows ? all : width)) return std::nullopt;
      if (whole_rows) terms.emplace_back(loop, stride / width);
    }
    return terms;
  }

  const kernel::Kernel& kernel_;
  const int value_;
  const EpilogueRows rows_;
  const Straight straight_;
};

}  // namespace

std::optional<KernelEpilogue> kernel_epilogue(const kernel::Kernel& kernel, int value,
                                              const EpilogueRows& rows) {
  return EpilogueReader(kernel, value, rows).read();
}

}  // namespace ng
