// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/read_edit.h"

#include <algorithm>
#include <charconv>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/axis_name.h"
#include "engine/parsing/plain_text.h"
#include "engine/records/op_record.h"

namespace ng {
namespace {

[[noreturn]] void refuse_edit(const std::string& text, const std::string& found,
                              const std::string& expected, ErrorKind kind = ErrorKind::value) {
  Diagnostic diagnostic;
  diagnostic.what = quote(text) + " cannot be parsed";
  diagnostic.found = found;
  diagnostic.expected = expected;
  refuse(kind, std::move(diagnostic));
}

bool read(const std::string& text, std::int64_t& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size();
}

std::string axes_text(const std::vector<AxisRecord>& axes) {
  std::string text;
  for (const AxisRecord& axis : axes)
    text += (text.empty() ? "" : ", ") + shown_axis_name(axis.name) + ": " + length_text(axis);
  return "an index for each of (" + text + ")";
}

// Parses "0, 1" or "C 0, N 1": an index for each axis, by order or by name.
std::int64_t element_at(const std::string& inside, const std::vector<AxisRecord>& axes,
                        const std::string& text) {
  std::vector<std::int64_t> index(axes.size(), -1);
  std::size_t begin = 0, position = 0;
  while (begin <= inside.size()) {
    const std::size_t comma = std::min(inside.find(',', begin), inside.size());
    const std::string part(trimmed(inside.substr(begin, comma - begin)));
    const std::size_t space = part.find_last_of(" =");
    std::size_t axis = position++;
    if (space != part.npos) {
      const std::string name(trimmed(part.substr(0, space)));
      for (axis = 0; axis < axes.size() && !is_axis_name(axes[axis].name, name);) ++axis;
    }
    std::int64_t at = -1;
    const bool number = read(space == part.npos ? part : part.substr(space + 1), at);
    if (axis >= axes.size() || !number || at < 0 || at >= axes[axis].length.value_or(0))
      refuse_edit(text, quote(part), axes_text(axes), ErrorKind::index);
    index[axis] = at;
    begin = comma + 1;
  }
  std::int64_t element = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (index[i] < 0)
      refuse_edit(text, "no index along " + axes[i].name, axes_text(axes), ErrorKind::index);
    element = element * *axes[i].length + index[i];
  }
  return element;
}

struct MaybeElement {
  OpId op = 0;
  std::optional<std::int64_t> element;  // empty: no brackets
};

// Parses "X[0, 1]". `text` is the whole input, for messages.
MaybeElement element_in(std::string name, const std::string& text,
                        const std::function<NamedValue(const std::string&)>& named) {
  const auto bracket = name.find('[');
  std::string inside;
  if (bracket != name.npos) {
    if (name.back() != ']') refuse_edit(text, quote(name), "a ']' at its end");
    inside = name.substr(bracket + 1, name.size() - bracket - 2);
    name = std::string(trimmed(name.substr(0, bracket)));
  }
  const NamedValue value = named(name);
  if (bracket == std::string::npos) return {value.op, {}};
  if (value.axes.empty()) refuse_edit(text, "brackets", "no brackets: the value is a scalar");
  return {value.op, element_at(inside, value.axes, text)};
}

}  // namespace

ElementEdit read_edit(const std::string& text,
                      const std::function<NamedValue(const std::string&)>& named) {
  const auto equals = text.rfind('=');
  if (equals == text.npos) refuse_edit(text, "no '='", "X[0, 1] = 3, or alpha = 3");
  ElementEdit edit;
  const std::string number(trimmed(text.substr(equals + 1)));
  const auto value = number_from(number);
  if (!value) refuse_edit(text, quote(number), "a number after the '='");
  edit.value = *value;
  const MaybeElement read = element_in(std::string(trimmed(text.substr(0, equals))), text, named);
  edit.op = read.op;
  edit.element = read.element;
  return edit;
}

NamedElement read_element(const std::string& text,
                          const std::function<NamedValue(const std::string&)>& named) {
  std::vector<AxisRecord> axes;
  const MaybeElement read =
      element_in(std::string(trimmed(text)), text, [&](const std::string& name) {
        NamedValue value = named(name);
        axes = value.axes;
        return value;
      });
  if (!read.element && !axes.empty())
    refuse_edit(text, "no brackets", axes_text(axes) + ", such as " + quote(text + "[0]"));
  return {read.op, read.element.value_or(0)};
}

}  // namespace ng
