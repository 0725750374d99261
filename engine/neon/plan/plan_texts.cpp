// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/plan_texts.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/records/values/token_text.h"

namespace ng {
namespace {

constexpr const char* padding_tokens[] = {"[PAD]", "<pad>", "<|pad|>", "[pad]"};

[[noreturn]] void refuse_text(const char* what, const std::string& found,
                              const std::string& expected, const std::string& action = {}) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.found = found;
  diagnostic.expected = expected;
  diagnostic.action = action;
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

Tensor token_ids(const std::string& text, const std::vector<std::string>& vocabulary,
                 const Op& parameter) {
  if (vocabulary.empty())
    refuse_text("a text needs the vocabulary of a model", "no vocabulary",
                "vocab.txt or tokenizer.json next to the model",
                "choose one in Tensors, or give --vocabulary FILE");
  if (is_float(parameter.dtype()) || parameter.axes().empty())
    refuse_text("a text cannot be fed to this placeholder", quote(parameter.name()),
                "integers along an axis");
  std::vector<std::int64_t> ids = tokens_of_text(vocabulary, text);
  const Axis& axis = parameter.axes()[parameter.axes().size() - 1];
  const std::int64_t length = axis.known_length().value_or(std::ssize(ids));
  for (const char* padding : padding_tokens) {
    const auto found = std::find(vocabulary.begin(), vocabulary.end(), padding);
    if (found != vocabulary.end() && std::ssize(ids) < length)
      ids.resize(static_cast<std::size_t>(length), found - vocabulary.begin());
  }
  if (std::ssize(ids) != length)
    refuse_text("the text does not fill the axis of this placeholder",
                std::to_string(ids.size()) + " tokens for " + quote(parameter.name()) + ", axis " +
                    quote(axis.name()),
                std::to_string(length),
                "change the text, or the length: in the plan, or with --length " + axis.name() +
                    "=" + std::to_string(ids.size()));
  Tensor value(DType::i64, {length});
  for (std::int64_t i = 0; i < length; ++i)
    value.set(i, static_cast<double>(ids[static_cast<std::size_t>(i)]));
  return value;
}

}  // namespace ng
