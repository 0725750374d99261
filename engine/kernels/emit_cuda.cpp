// SPDX-License-Identifier: Apache-2.0
// Emits kernels as CUDA C++: one thread per iteration of the outer loops, with inner loops in the
// thread. A kernel without outer loops (a full reduction) runs on one thread.
#include "engine/kernels/c_text.h"
#include "engine/kernels/cpp_prelude_parts.h"
#include "engine/kernels/typed_text.h"

namespace ng::kernel {
namespace {

class CudaWriter {
 public:
  explicit CudaWriter(const Kernel& kernel)
      : kernel_(kernel), names_(c_names(kernel)), types_(kernel) {}

  Text write() {
    out_.comment(kernel_.name + ": " + loops_text(kernel_));
    out_.open(0, "extern \"C\" __global__ void " + kernel_.name + "(" + signature() + ")");
    write_threads();
    out_.close(0);
    return out_.take();
  }

 private:
  std::string signature() const {
    std::string text;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Parameter& parameter = kernel_.parameters[i];
      text += (i ? ", " : "") + std::string(parameter.output ? "" : "const ") +
              c_type(parameter.dtype) + "* " + names_[i];
    }
    return text;
  }

  // The perfect nest of outer loops becomes the grid; threads compute their indices by division.
  void write_threads() {
    const auto [outer, body] = outer_nest(kernel_);
    std::int64_t threads = 1;
    for (int loop : outer) threads *= kernel_.loops[static_cast<std::size_t>(loop)].extent;
    out_.line(1, "const long thread = blockIdx.x * (long)blockDim.x + threadIdx.x;");
    out_.line(1, "if (thread >= " + std::to_string(threads) + ") return;");
    std::int64_t stride = 1;
    for (std::size_t i = outer.size(); i-- > 0;) {
      const std::int64_t extent = kernel_.loops[static_cast<std::size_t>(outer[i])].extent;
      std::string place = stride == 1 ? "thread" : "thread / " + std::to_string(stride);
      if (i > 0) place = "(" + place + ") % " + std::to_string(extent);
      out_.line(1, "const long " + loop_name(kernel_, outer[i]) + " = " + place + ";");
      stride *= extent;
    }
    write(*body, 1);
  }

  void write(const std::vector<Statement>& statements, int indent) {
    for (const Statement& statement : statements) write(statement, indent);
  }

  void write(const Statement& statement, int indent) {
    const std::string local = local_name(statement.local);
    switch (statement.kind) {
      case Statement::Kind::define:
        out_.line(indent, "const " + types_.local_type(statement) + " " + local + " = " +
                              value(statement) + ";", &statement);
        break;
      case Statement::Kind::declare:
        out_.line(indent, types_.local_type(statement) + " " + local + " = " +
                              c_constant(identity(statement.combine), types_.compute(statement)) +
                              ";", &statement);
        break;
      case Statement::Kind::accumulate:
        out_.line(indent,
                  local + " = " + combined(statement.combine, local, value(statement)) + ";",
                  &statement);
        break;
      case Statement::Kind::store:
        out_.line(indent, names_[static_cast<std::size_t>(statement.buffer)] + "[" +
                              index_text(kernel_, statement.index) + "] = " + value(statement) +
                              ";", &statement);
        break;
      case Statement::Kind::loop: {
        const std::string i = loop_name(kernel_, statement.loop);
        const Loop& loop = kernel_.loops[static_cast<std::size_t>(statement.loop)];
        out_.open(indent, "for (long " + i + " = 0; " + i + " < " + loop_end(kernel_, loop) +
                              "; ++" + i + ")");
        write(statement.body, indent + 1);
        out_.close(indent);
        break;
      }
    }
  }

  std::string value(const Statement& statement) const {
    const DType dtype = types_.compute(statement);
    const bool moves = types_.moves(statement);
    ExprWriter writer;
    writer.kernel = &kernel_;
    writer.dtype = dtype;
    writer.load = [&](const ExprNode& load) {
      const auto buffer = static_cast<std::size_t>(load.buffer);
      const std::string raw = names_[buffer] + "[" + index_text(kernel_, load.index) + "]";
      if (moves) return raw;
      const std::string element = types_.element(raw, kernel_.parameters[buffer].dtype, dtype);
      if (load.guards.empty()) return element;
      return "(" + guards_text(kernel_, load.guards) + " ? " + element + " : " +
             c_constant(0, dtype) + ")";
    };
    writer.local = [&](int local) { return moves ? local_name(local) : types_.local(local, dtype); };
    const std::string text = writer(statement.expr);
    const bool accumulates = statement.kind == Statement::Kind::accumulate;
    return moves || accumulates ? text : types_.rounded(text, dtype, statement.dtype);
  }

  const Kernel& kernel_;
  std::vector<std::string> names_;
  TypedText types_;
  TextBuilder out_;
};

}  // namespace

Text emit_cuda(const Kernel& kernel) { return CudaWriter(kernel).write(); }

std::string cuda_prelude() {
  std::string text = R"(#define ng_inff __int_as_float(0x7f800000)
#define ng_nanf __int_as_float(0x7fc00000)
#define ng_inf __longlong_as_double(0x7ff0000000000000ll)
#define ng_nan __longlong_as_double(0x7ff8000000000000ll)
#define NG template <class T> static __device__ __forceinline__ T
NG ng_eq(T x, T y) { return x == y ? T(1) : T(0); }
NG ng_ne(T x, T y) { return x != y ? T(1) : T(0); }
NG ng_lt(T x, T y) { return x < y ? T(1) : T(0); }
NG ng_le(T x, T y) { return x <= y ? T(1) : T(0); }
NG ng_gt(T x, T y) { return x > y ? T(1) : T(0); }
NG ng_ge(T x, T y) { return x >= y ? T(1) : T(0); }
NG ng_select(T c, T x, T y) { return c != T(0) ? x : y; }
NG ng_max(T x, T y) { return x != x || x > y ? x : y; }
NG ng_min(T x, T y) { return x != x || x < y ? x : y; }
NG ng_abs(T x) { return x < T(0) ? -x : x + T(0); }
NG ng_reciprocal(T x) { return T(1) / x; }
NG ng_exp(T x) { return exp(x); }
NG ng_log(T x) { return log(x); }
NG ng_tanh(T x) { return tanh(x); }
NG ng_sqrt(T x) { return sqrt(x); }
NG ng_sign(T x) { return x > T(0) ? T(1) : x < T(0) ? T(-1) : x - x; }
NG ng_sin(T x) { return sin(x); }
NG ng_cos(T x) { return cos(x); }
NG ng_floor(T x) { return floor(x); }
NG ng_ceil(T x) { return ceil(x); }
NG ng_rint(T x) { return rint(x); }
NG ng_erf(T x) { return erf(x); }
NG ng_power(T x, T y) { return pow(x, y); }
NG ng_floordivide(T x, T y) {
  if (y == T(0)) return x / y;
  const T rest = fmod(x, y);
  T quotient = (x - rest) / y;
  if (rest != T(0) && (y < T(0)) != (rest < T(0))) quotient -= T(1);
  return quotient == T(0) ? copysign(T(0), x / y) : round(quotient);
}
NG ng_mod(T x, T y) {
  const T rest = fmod(x, y);
  if (rest == T(0)) return copysign(T(0), y);
  return (y < T(0)) != (rest < T(0)) ? rest + y : rest;
}
NG ng_sigmoid(T x) { return T(1) / (T(1) + exp(-x)); }
)";
  text += R"(#define NG_PLAIN static __device__ __forceinline__
#define NG_MEMBER __device__ __forceinline__
NG_PLAIN float ng_float_of(unsigned bits) { return __uint_as_float(bits); }
NG_PLAIN unsigned ng_word_of(float x) { return __float_as_uint(x); }
)";
  text += c_small_types();
  text += c_random_functions();
  return text;
}

}  // namespace ng::kernel
