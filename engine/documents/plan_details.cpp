// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/plan_details.h"

#include "engine/base/number.h"
#include "engine/formats/content_hash.h"

namespace ng {
namespace {

constexpr std::int64_t most_listed = 8;  // elements

template <class Rows, class Text>
std::string listed(const Rows& rows, const Text& text_of) {
  std::string text;
  for (const auto& row : rows) text += (text.empty() ? "" : ", ") + text_of(row);
  return text;
}

std::string length_or_axis(std::int64_t length) {
  return length > 0 ? std::to_string(length) : "length of the axis";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> settings_of(const PlanData& data) {
  if (data.is_mixture())
    return {{"probabilities",
             listed(data.probabilities, [](double p) { return to_string(Number(p)); })},
            {"shape", to_string(data.shape)},
            {"batch", std::to_string(data.batch)},
            {"parts", listed(data.parts, [](const PlanData::Part& part) {
               return part.name + " " + std::to_string(part.batches) + " batches";
             })}};
  return {{"batch", length_or_axis(data.batch)},
          {"shuffle", data.shuffle ? "seed " + std::to_string(*data.shuffle) : ""},
          {"time_steps", length_or_axis(data.time_steps)},
          {"vocabulary", data.vocabulary}};
}

std::string elements_text(const TensorModel& tensor) {
  const Tensor& value = tensor.value;
  if (value.size() == 1) return {};
  if (value.bytes.empty()) return tensor.file;  // named by its hash, or no elements
  if (value.size() > most_listed) return "hash " + content_hash({}, value);
  std::vector<Number> numbers;
  for (std::int64_t i = 0; i < value.size(); ++i) numbers.push_back(number_at(value, i));
  return listed(numbers, [](const Number& number) { return to_string(number); });
}

}  // namespace ng
