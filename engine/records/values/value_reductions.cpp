// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/value_reductions.h"

#include <cmath>
#include <map>

#include "engine/records/values/euclidean_norm.h"

namespace ng {
namespace {

using At = std::function<Number(std::int64_t)>;

template <class Test>
double counted(std::int64_t count, const At& at, Test test) {
  std::int64_t found = 0;
  for (std::int64_t i = 0; i < count; ++i) found += test(at(i)) ? 1 : 0;
  return static_cast<double>(found);
}

template <class Test>
double found(std::int64_t count, const At& at, Test test) {
  for (std::int64_t i = 0; i < count; ++i)
    if (test(at(i))) return 1;
  return 0;
}

// The extreme of all numbers according to `better`; NaN only if there are no numbers.
template <class Better>
Number extreme(std::int64_t count, const At& at, Better better) {
  Number most = NAN;
  for (std::int64_t i = 0; i < count; ++i) {
    const Number number = at(i);
    if (std::isnan(number.real())) continue;
    if (std::isnan(most.real()) || better(number, most)) most = number;
  }
  return most;
}

double sum(std::int64_t count, const At& at) {
  double total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += at(i);
  return total;
}

double mean(std::int64_t count, const At& at) {
  return sum(count, at) / static_cast<double>(count);
}

double deviation(std::int64_t count, const At& at) {
  const double middle = mean(count, at);
  EuclideanNorm apart;
  for (std::int64_t i = 0; i < count; ++i) apart.add(at(i) - middle);
  return apart.value() / std::sqrt(static_cast<double>(count));
}

double norm(std::int64_t count, const At& at) {
  EuclideanNorm norm;
  for (std::int64_t i = 0; i < count; ++i)
    if (const double number = at(i); !std::isnan(number)) norm.add(number);
  return norm.value();
}

bool is_true(double number) {
  return number != 0 && !std::isnan(number);
}
bool is_nan(double number) {
  return std::isnan(number);
}
bool is_inf(double number) {
  return std::isinf(number);
}

}  // namespace

Reduction reduction_named(const std::string& name) {
  using N = std::int64_t;
  static const std::map<std::string, Reduction> known = {
      {"min", [](N n, const At& at) { return extreme(n, at, is_less); }},
      {"max",
       [](N n, const At& at) {
         return extreme(n, at, [](const Number& a, const Number& b) { return is_less(b, a); });
       }},
      {"mean", mean},
      {"std", deviation},
      {"sum", sum},
      {"norm", norm},
      {"size", [](N n, const At&) { return static_cast<double>(n); }},
      {"nans", [](N n, const At& at) { return counted(n, at, is_nan); }},
      {"infs", [](N n, const At& at) { return counted(n, at, is_inf); }},
      {"zeros", [](N n, const At& at) { return counted(n, at, [](double d) { return d == 0; }); }},
      {"has_nan", [](N n, const At& at) { return found(n, at, is_nan); }},
      {"has_inf", [](N n, const At& at) { return found(n, at, is_inf); }},
      {"any", [](N n, const At& at) { return found(n, at, is_true); }},
      {"all",
       [](N n, const At& at) { return 1 - found(n, at, [](double d) { return !is_true(d); }); }},
      {"count", [](N n, const At& at) { return counted(n, at, is_true); }},
  };
  const auto found = known.find(name);
  return found == known.end() ? Reduction() : found->second;
}

std::function<Number(const Number&)> scalar_function(const std::string& name) {
  if (name == "abs") return [](const Number& x) { return distance(x, Number(0)); };
  if (name == "sqrt") return [](const Number& x) -> Number { return std::sqrt(x.real()); };
  if (name == "exp") return [](const Number& x) -> Number { return std::exp(x.real()); };
  if (name == "log") return [](const Number& x) -> Number { return std::log(x.real()); };
  return {};
}

}  // namespace ng
