// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/check.h"

#include <optional>

#include "engine/passes/passes.h"
#include "engine/runtime/thread_pool.h"
#include "engine/session/compile_options.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/draws.h"
#include "tests/fuzz/programs/noise.h"
#include "tests/fuzz/programs/run.h"
#include "tests/support/thread_order.h"

namespace ng::fuzz {
namespace {

// Number of noise samples: a few for every program, and more before a program is reported, since
// near a discontinuity only some samples show the effect.
constexpr std::size_t few = 2, many = 40;

class Checker {
 public:
  // `left_out`: passes that change which values are rounded; they are disabled for the reference
  // too.
  explicit Checker(const RandomProgram& program, Names left_out = {})
      : program_(program),
        left_out_(std::move(left_out)),
        expected_(run(program, "reference", noisy(0, left_out_))) {}

  std::string wrong(const Outcome& found) {
    take(few);
    std::string text = difference(found, expected_, samples_);
    while (!text.empty() && samples_.size() < many) {
      take(2 * samples_.size() + 4);
      text = difference(found, expected_, samples_);
    }
    if (text.empty()) return text;
    add(run(program_, "reference", without_overflow_of_exp()));
    add(run(program_, "reference", without_unspecified(left_out_)));
    return difference(found, expected_, samples_);
  }

  // A correct outcome is a rounding sample too.
  void add(Outcome right) { samples_.push_back(std::move(right)); }

 private:
  void take(std::size_t count) {
    while (samples_.size() < count)
      samples_.push_back(run(program_, "reference", noisy(samples_.size() + 1, left_out_)));
  }

  const RandomProgram& program_;
  const Names left_out_;
  const Outcome expected_;
  std::vector<Outcome> samples_;
};

CompileOptions without(const Names& names) {
  CompileOptions options;
  options.passes.disabled = names;
  options.verify = true;
  return options;
}

std::string text_of(const Names& names) {
  std::string text = names.size() > 3 ? "without any optional pass" : "without";
  if (names.size() <= 3)
    for (const std::string& name : names) text += " " + name;
  return text + ": ";
}

// The passes and rules of a set that change the formula that is computed.
Names formulas(const Names& names) {
  Names some;
  for (const std::string_view rule : stable_patterns.rules)
    if (names.count(std::string(rule))) some.insert(std::string(rule));
  if (names.count(std::string(stable_patterns.name)))
    some.insert(std::string(stable_patterns.name));
  return some;
}

std::string fault_of(const RandomProgram& program, const std::vector<Names>& left_out) {
  Checker checker(program);
  const auto on_threads = [&](int threads, const CompileOptions& options) {
    const ScopedThreadPool pool(threads);
    return run(program, "cpu", options);
  };
  Outcome plain = run(program, "reference", without({}));
  if (std::string text = checker.wrong(plain); !text.empty()) return "reference: " + text;
  checker.add(std::move(plain));
  for (const bool share_small : {false, true}) {
    CompileOptions options = without({});
    options.passes.share_small_kernels = share_small;
    const std::string which = share_small ? "cpu, sharing small kernels" : "cpu";
    const Outcome found = on_threads(3, options);
    if (std::string text = checker.wrong(found); !text.empty()) return which + ": " + text;
    if (std::string text = byte_difference(on_threads(1, options), found); !text.empty())
      return which + " on 1 and 3 threads: " + text;
  }
  for (const Names& names : left_out) {
    const Outcome other = run(program, "cpu", without(names));
    const Names changing = formulas(names);
    const std::string text =
        changing.empty() ? checker.wrong(other) : Checker(program, changing).wrong(other);
    if (!text.empty()) return text_of(names) + text;
  }
  return {};
}

}  // namespace

std::vector<std::string> optional_passes() {
  std::vector<std::string> names;
  for (const Pass* pass : pass_table()) {
    if (!pass->required) names.emplace_back(pass->name);
    for (const std::string_view rule : pass->rules)
      if (rule != pass->name) names.emplace_back(rule);
  }
  return names;
}

std::vector<Names> each_pass_in_turn() {
  std::vector<Names> sets;
  const std::vector<std::string> names = optional_passes();
  for (const std::string& name : names) sets.push_back({name});
  sets.emplace_back(names.begin(), names.end());
  return sets;
}

std::vector<Names> some_passes(std::uint64_t seed) {
  const std::vector<Names> all = each_pass_in_turn();
  return {all[seed % all.size()]};
}

std::string fault(const Recipe& recipe, const std::vector<Names>& left_out) {
  try {
    return fault_of(make_program(recipe), left_out);
  } catch (const Error& error) {
    return std::string("error: ") + error.what();
  }
}

std::string fault_on(const std::string& transformer, const Recipe& recipe) {
  try {
    const RandomProgram program = make_program(recipe);
    Checker checker(program);
    std::optional<Outcome> first;
    for (const char* order : thread_orders) {
      const ThreadOrder chosen(order);
      Outcome found = run(program, transformer, without({}));
      if (first) {
        const std::string text = byte_difference(found, *first);
        if (!text.empty()) return transformer + ", threads " + order + ": " + text;
        continue;
      }
      if (std::string text = checker.wrong(found); !text.empty()) return transformer + ": " + text;
      first = std::move(found);
    }
    return {};
  } catch (const Error& error) {
    return std::string("error: ") + error.what();
  }
}

}  // namespace ng::fuzz
