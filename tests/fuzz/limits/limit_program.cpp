// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/limits/limit_program.h"

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/result_type.h"
#include "engine/runtime/thread_pool.h"
#include "engine/session/compile_options.h"
#include "tests/fuzz/limits/limit_values.h"
#include "tests/fuzz/programs/run.h"

namespace ng::fuzz {
namespace {

constexpr DType integer_types[] = {DType::i8, DType::i16, DType::i32, DType::i64,
                                   DType::u8, DType::u16, DType::u32, DType::u64};
constexpr DType float_types[] = {DType::f64, DType::f32, DType::f16, DType::bf16};

class Builder {
 public:
  Builder(LimitKind kind, std::uint64_t seed)
      : kind_(kind), draws_(mixed(seed, kind == LimitKind::integers ? 11 : 12)) {
    const std::int64_t longest = draws_.chance(8) ? 3000 : 17;
    a_ = make_axis(draws_.within(1, longest), "A");
    b_ = make_axis(draws_.within(1, 6), "B");
    c_ = make_axis(draws_.within(2, 9), "C");
  }

  RandomProgram build() {
    for (std::int64_t i = draws_.within(2, 4); i > 0; --i) add_source();
    const std::int64_t steps = draws_.within(4, 22);
    for (std::int64_t i = 0; i < steps; ++i) {
      const ScopedResultType type(result_type());
      try {
        kind_ == LimitKind::integers ? add_integers() : add_floats();
      } catch (const Error& error) {  // axes of one name and different lengths
        if (error.fault() != Fault::user) throw;
      }
    }
    finish();
    return std::move(program_);
  }

 private:
  DType type() { return kind_ == LimitKind::integers ? draws_.one_of(integer_types) : floats(); }
  DType floats() { return draws_.one_of(float_types); }
  // Mostly 64 bits, where most can go wrong.
  DType result_type() {
    if (kind_ == LimitKind::floats) return floats();
    return draws_.chance(40) ? (draws_.chance(50) ? DType::i64 : DType::u64) : type();
  }

  Axes axes() {
    switch (draws_.below(6)) {
      case 0: return Axes();
      case 1: return Axes{c_};
      case 2: return Axes{b_};
      case 3: return Axes{a_, c_};
      case 4: return Axes{b_, a_};
      default: return Axes{a_};
    }
  }

  Op add_source() { return source(axes(), type()); }

  Op source(const Axes& over, DType dtype) {
    const auto value = [&] { return limit_values(draws_, dtype, over.lengths()); };
    Op made;
    switch (draws_.below(5)) {
      case 0: made = constant(value(), over); break;
      case 1:
        made = variable(over, value(), dtype);
        states_.push_back(made);
        break;
      default:
        made = placeholder(over, dtype);
        program_.placeholders.push_back(made);
        for (std::vector<Tensor>& call : program_.arguments) call.push_back(value());
    }
    values_.push_back(made);
    return made;
  }

  Op any() {
    if (draws_.chance(8)) return add_source();
    return values_[static_cast<std::size_t>(draws_.below(std::ssize(values_)))];
  }
  template <class F>
  Op any(F&& fits, DType dtype) {
    for (int tries = 0; tries < 12; ++tries)
      if (Op op = any(); fits(op)) return op;
    return source({a_, c_}, dtype);
  }
  Op with_axes() {
    return any([](const Op& op) { return !op.axes().empty(); }, type());
  }
  Op of_integers() {
    return any([](const Op& op) { return is_integer(op.dtype()); }, draws_.one_of(integer_types));
  }

  void keep(const Op& op) { values_.push_back(op); }

  Op compared(const Op& x, const Op& y) {
    switch (draws_.below(6)) {
      case 0: return equal(x, y);
      case 1: return not_equal(x, y);
      case 2: return less(x, y);
      case 3: return less_equal(x, y);
      case 4: return greater(x, y);
      default: return greater_equal(x, y);
    }
  }

  void add_integers() {
    const Op x = of_integers(), y = of_integers();
    switch (draws_.below(30)) {
      case 0: return keep(x + y);
      case 1: return keep(x - y);
      case 2: return keep(x * y);
      case 3: return keep(x / y);
      case 4: return keep(floordivide(x, y));
      case 5: return keep(mod(x, y));
      case 6: return keep(-x);
      case 7: return keep(absolute(x));
      case 8: return keep(sign(x));
      case 9: return keep(square(x));
      case 10: return keep(power(x, static_cast<double>(draws_.within(-2, 5))));
      case 11: return keep(sum(x, over(x)));
      case 12: return keep(prod(x, over(x)));
      case 13: return add_dot(x, y);
      case 14: return add_bits(x);
      case 15: return keep(x * static_cast<double>(draws_.within(-3, 3)) + y);
      case 16: return add_float_of(x);
      case 17: return keep(power(x, y));
      default: return add_common(x, y);
    }
  }

  // Bit for bit only where the op itself rounds once in every transformer.
  void add_floats() {
    const Op x = any(), y = any();
    switch (draws_.below(22)) {
      case 0: return add_rounded(x + y);
      case 1: return add_rounded(x - y);
      case 2: return add_rounded(x * y);
      case 3: return add_rounded(x / y);
      case 4: return keep(-x);
      case 5: return keep(absolute(x));
      case 6: return keep(sign(x));
      case 7: return keep(floor(x));
      case 8: return keep(ceil(x));
      case 9: return keep(round(x));
      case 10: return keep(value_of(x, draws_.one_of(integer_types)));
      default: return add_common(x, y);
    }
  }

  // Arithmetic in float32 and float64: half types are computed in float32, which may round twice.
  void add_rounded(const Op& op) {
    const Node& node = op.node();
    const DType made = op.dtype();
    bool once = made == DType::f64 || made == DType::f32;
    for (const Value& operand : node.operands)
      once &=
          operand.dtype() == made || operand.dtype() == DType::f32 || size_of(operand.dtype()) < 4;
    if (once) keep(op);
  }

  void add_common(const Op& x, const Op& y) {
    switch (draws_.below(15)) {
      case 0: return keep(maximum(unsigned_zero(x), unsigned_zero(y)));
      case 1: return keep(minimum(unsigned_zero(x), unsigned_zero(y)));
      case 2: return keep(compared(x, y));
      case 3: return keep(where(compared(x, y), y, x));
      case 4: return keep(max(unsigned_zero(x), over(x)));
      case 5: return keep(min(unsigned_zero(x), over(x)));
      case 6: return keep(argmax(with_axes()));
      case 7: return keep(argmin(with_axes()));
      case 8: return keep(value_of(x, draws_.chance(70) ? type() : floats()));
      case 9: return add_slice();
      case 10: return add_pad();
      case 11: return add_joined();
      case 12: return add_replaced();
      case 13: return add_looked_up();
      default: return add_scan();
    }
  }

  // Which of -0 and 0 is the larger is not defined.
  static Op unsigned_zero(const Op& x) {
    if (is_integer(x.dtype())) return x;
    const ScopedResultType type(x.dtype());
    return x + 0.0;
  }

  Over over(const Op& x) {
    if (x.axes().empty() || draws_.chance(40)) return out_axes(Axes());
    const std::int64_t at = draws_.below(std::ssize(x.axes()));
    return reduce_over(Axes(x.axes()[static_cast<std::size_t>(at)]));
  }

  void add_dot(const Op& x, const Op& y) {
    if (x.axes().element_count() * y.axes().element_count() < 100'000) keep(dot(x, y));
  }

  void add_bits(const Op& x) {
    const Op y = draws_.chance(50) ? x : source(x.axes(), x.dtype());
    switch (draws_.below(6)) {
      case 0: return keep(bitwise_and(x, y));
      case 1: return keep(bitwise_or(x, y));
      case 2: return keep(bitwise_xor(x, y));
      case 3: return keep(bitwise_not(x));
      case 4: return keep(left_shift(x, y));
      default: return keep(right_shift(x, y));
    }
  }

  // A float of integers and back, and a choice that is rounded.
  void add_float_of(const Op& x) {
    const Op real = value_of(x, floats());
    keep(draws_.chance(50) ? real : value_of(real, draws_.one_of(integer_types)));
  }

  void add_slice() {
    const Op x = with_axes();
    const Axis along = x.axes()[0];
    const std::int64_t first = draws_.below(along.length());
    const std::int64_t step = draws_.within(1, 3);
    keep(slice_along_axis(x, along, SliceItem::range(first, along.length(), step)));
  }

  void add_pad() {
    const Op x = with_axes();
    std::vector<Padding> paddings;
    for (std::size_t i = 0; i < x.axes().size(); ++i)
      paddings.push_back({draws_.below(3), draws_.below(3)});
    keep(pad(x, paddings));
  }

  void add_joined() {
    const Op x = with_axes();
    const Op y = draws_.chance(50) ? value_of(x, x.dtype()) : source(x.axes(), x.dtype());
    if (draws_.chance(50)) return keep(concat_along_axis({x, y}, x.axes()[0]));
    keep(stack({x, y}, make_axis(2, "S")));
  }

  void add_replaced() {
    const Op x = with_axes();
    std::vector<SliceItem> items(x.axes().size(), SliceItem::all());
    items[0] = SliceItem::at(draws_.below(x.axes()[0].length()));
    const Op value = source(x.axes() - Axes(x.axes()[0]), x.dtype());
    keep(replace_slice(x, items, value));
  }

  void add_looked_up() {
    const Op x = any([](const Op& op) { return op.axes().size() == 2; }, type());
    const Axis rows = x.axes()[0];
    const Axis n = make_axis(draws_.within(1, 7), "N");
    Tensor index(draws_.chance(50) ? DType::i64 : DType::u8, {n.length()});
    for (std::int64_t i = 0; i < n.length(); ++i)
      index.set(i, static_cast<double>(draws_.below(std::min<std::int64_t>(rows.length(), 200))));
    LookupOptions options;
    options.update = false;
    keep(lookuptable(x, constant(index, Axes(n)), Axes{n, x.axes()[1]}, options));
  }

  void add_scan() {
    const Op x = with_axes();
    const Axis along = x.axes()[0];
    if (along.length() > 40) return;
    const DType dtype = x.dtype();
    const Op start = source(x.axes() - Axes(along), dtype);
    const bool adds = is_integer(dtype);
    const ScanResult made = scan(
        along, {start}, {x}, [&](const std::vector<Op>& state, const std::vector<Op>& element) {
          const ScopedResultType type(dtype);
          const Op each = unsigned_zero(element[0]), before = unsigned_zero(state[0]);
          const Op next = adds ? before + each : maximum(before, each);
          return ScanStep{{next}, {minimum(next, each)}};
        });
    keep(made.states[0]);
    keep(made.outputs[0]);
  }

  // A gradient that only moves and chooses: no sum of rounded parts.
  void add_gradient() {
    const std::vector<Op> before = values_;  // which source() extends
    for (const Op& op : before) {
      if (op.node().def->traits.kind != OpKind::placeholder || !is_float(op.dtype())) continue;
      const Op limit = source(op.axes(), op.dtype());
      const ScopedResultType type(op.dtype());
      const Op chosen = where(greater(op, limit), -op, maximum(absolute(op), absolute(limit)));
      program_.training.push_back(deriv(sum(chosen, out_axes(Axes())), op));
      return;
    }
  }

  void finish() {
    for (const Op& op : values_) {
      if (op.node().def->traits.is_source()) continue;
      (draws_.chance(60) ? program_.inference : program_.training).push_back(op);
    }
    if (kind_ == LimitKind::floats) add_gradient();
    const std::vector<Op> states = states_;  // which source() extends
    for (const Op& state : states) {
      const ScopedResultType type(state.dtype());
      const Op other = source(state.axes(), state.dtype());
      program_.training.push_back(assign(
          state, is_integer(state.dtype()) ? state + other
                                           : minimum(unsigned_zero(state), unsigned_zero(other))));
    }
  }

  LimitKind kind_;
  Draws draws_;
  Axis a_, b_, c_;
  std::vector<Op> values_, states_;
  RandomProgram program_;
};

std::string fault_on(const std::string& name, const RandomProgram& program, const Outcome& expected,
                     const CompileOptions& options) {
  try {
    const std::string fault = byte_difference(run(program, name, options), expected);
    return fault.empty() ? fault : name + " and the reference, " + fault;
  } catch (const Error& error) {
    return name + ": " + error.what();
  }
}

CompileOptions verified() {
  CompileOptions options;
  options.verify = true;
  return options;
}

}  // namespace

RandomProgram limit_program(LimitKind kind, std::uint64_t seed) {
  return Builder(kind, seed).build();
}

std::string limit_fault_on_cpu(const RandomProgram& program) {
  CompileOptions unfused = verified();
  unfused.passes.disabled = {"fuse"};
  const Outcome expected = run(program, "reference", verified());
  for (const int threads : {1, 3}) {
    const ScopedThreadPool pool(threads);
    const std::string fault = fault_on("cpu", program, expected, verified());
    if (!fault.empty()) return std::to_string(threads) + " threads, " + fault;
  }
  const std::string fault = fault_on("cpu", program, expected, unfused);
  return fault.empty() ? fault : "without fusion, " + fault;
}

std::string limit_fault_on_gpu(const RandomProgram& program) {
  return fault_on("gpu", program, run(program, "reference", verified()), verified());
}

}  // namespace ng::fuzz
