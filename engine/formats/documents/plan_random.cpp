// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/plan_random.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/kernels/philox_samples.h"
#include "engine/parsing/plain_text.h"

namespace ng {
namespace {

[[noreturn]] void refuse_random(std::string_view text, const char* found) {
  Diagnostic diagnostic;
  diagnostic.what = quote(text) + " is not a valid distribution";
  diagnostic.found = found;
  diagnostic.expected = "normal(0, 1, seed=7), or uniform(0, 10)";
  refuse(ErrorKind::value, std::move(diagnostic));
}

template <class Number>
bool is_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string number_text(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}  // namespace

std::optional<PlanRandom> PlanRandom::read(std::string_view whole) {
  const std::string_view text = trimmed(whole);
  const auto open = std::min(text.find('('), text.size());
  const std::string_view name = trimmed(text.substr(0, open));
  if (name != "normal" && name != "uniform") return std::nullopt;
  PlanRandom random;
  random.normal = name == "normal";
  std::string_view inside = text.substr(open);
  if (!inside.empty()) {
    if (!inside.ends_with(')')) refuse_random(whole, "a bracket that is not closed");
    inside = trimmed(inside.substr(1, inside.size() - 2));
  }
  double* const numbers[] = {&random.first, &random.second};
  for (std::size_t given = 0; !inside.empty();) {
    const auto comma = std::min(inside.find(','), inside.size());
    const std::string_view item = trimmed(inside.substr(0, comma));
    inside.remove_prefix(std::min(comma + 1, inside.size()));
    if (item.starts_with("seed=")) {
      if (!is_number(trimmed(item.substr(5)), random.seed))
        refuse_random(whole, "a seed that is not an integer below 2^32");
    } else if (given == std::size(numbers) || !is_number(item, *numbers[given++])) {
      refuse_random(whole, "arguments other than two numbers and a seed");
    }
  }
  if (!std::isfinite(random.first) || !std::isfinite(random.second))
    refuse_random(whole, "a number that is not finite");
  if (random.normal && random.second < 0) refuse_random(whole, "a negative deviation");
  return random;
}

std::string PlanRandom::text() const {
  return std::string(normal ? "normal(" : "uniform(") + number_text(first) + ", " +
         number_text(second) + ", seed=" + std::to_string(seed) + ")";
}

void PlanRandom::draw(std::int64_t call, std::int64_t at, std::span<double> out) const {
  const auto count = static_cast<std::uint64_t>(call), begin = static_cast<std::uint64_t>(at);
  const auto& samples = normal ? kernel::normal_samples : kernel::uniform_samples;
  samples(seed, count, begin, out);
  const double spread = normal ? second : second - first;
  for (double& number : out) number = first + spread * number;
}

}  // namespace ng
