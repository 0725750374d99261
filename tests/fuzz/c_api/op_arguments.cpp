// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/c_api/op_arguments.h"

#include <map>

namespace ng::fuzz {
namespace {

constexpr int kind_count = NGRAPH_ARG_ARRAY + 1;
constexpr std::size_t most_elements = 4096;  // of an array with data

// The kinds that a parameter of this name takes; ops where it is not listed.
int kind_by_name(const std::string& parameter) {
  static const std::map<std::string, int> kinds = {{"axes", NGRAPH_ARG_AXES},
                                                   {"axis", NGRAPH_ARG_AXES},
                                                   {"reduction_axes", NGRAPH_ARG_AXES},
                                                   {"out_axes", NGRAPH_ARG_AXES},
                                                   {"normalization_axes", NGRAPH_ARG_AXES},
                                                   {"ranks", NGRAPH_ARG_AXES},
                                                   {"dtype", NGRAPH_ARG_TEXT},
                                                   {"reduction", NGRAPH_ARG_TEXT},
                                                   {"prefix", NGRAPH_ARG_TEXT},
                                                   {"const", NGRAPH_ARG_ARRAY},
                                                   {"initial_value", NGRAPH_ARG_ARRAY},
                                                   {"limit", NGRAPH_ARG_NUMBER},
                                                   {"eps", NGRAPH_ARG_NUMBER},
                                                   {"low", NGRAPH_ARG_NUMBER},
                                                   {"high", NGRAPH_ARG_NUMBER},
                                                   {"loc", NGRAPH_ARG_NUMBER},
                                                   {"scale", NGRAPH_ARG_NUMBER},
                                                   {"scalar", NGRAPH_ARG_NUMBER},
                                                   {"slices", NGRAPH_ARG_INTEGERS},
                                                   {"item", NGRAPH_ARG_INTEGERS},
                                                   {"paddings", NGRAPH_ARG_INTEGERS},
                                                   {"idx", NGRAPH_ARG_INTEGERS},
                                                   {"pos", NGRAPH_ARG_INTEGERS},
                                                   {"dim", NGRAPH_ARG_INTEGERS},
                                                   {"usebits", NGRAPH_ARG_INTEGERS},
                                                   {"exclusive", NGRAPH_ARG_INTEGERS},
                                                   {"reverse", NGRAPH_ARG_INTEGERS},
                                                   {"descending", NGRAPH_ARG_INTEGERS},
                                                   {"update", NGRAPH_ARG_INTEGERS},
                                                   {"pad_idx", NGRAPH_ARG_INTEGERS},
                                                   {"conv_params", NGRAPH_ARG_INTEGERS},
                                                   {"pool_params", NGRAPH_ARG_INTEGERS}};
  const auto found = kinds.find(parameter);
  return found == kinds.end() ? NGRAPH_ARG_OPS : found->second;
}

// Keys of a convolution's and a pooling's parameters, which a list of integers begins with.
constexpr const char* window_keys[] = {"T",     "R",     "S",     "J",     "pad_d", "pad_h",
                                       "pad_w", "pad_c", "str_d", "str_h", "str_w", "str_c",
                                       "dil_d", "dil_h", "dil_w", "K"};

}  // namespace

OpArgumentList::OpArgumentList(const std::string& signature, const HandlePool& pool,
                               DrawBytes& draws)
    : pool_(pool), draws_(draws) {
  std::size_t at = signature.find('(') + 1;
  while (at && at < signature.size()) {
    const std::size_t end = std::min(signature.find(", ", at), signature.size() - 1);
    const std::string parameter = signature.substr(at, end - at);
    const std::size_t equals = parameter.find('=');
    add(parameter.substr(0, equals), equals == std::string::npos);
    at = end + 2;
  }
}

void OpArgumentList::add(const std::string& parameter, bool required) {
  if (required ? draws_.once_in(32) : !draws_.once_in(3)) {
    wrong_ |= required;
    return;
  }
  ngraph_argument& argument = arguments_.emplace_back();
  argument.size = draw_size(sizeof argument, draws_);
  argument.name = names_.emplace_back(parameter).c_str();
  argument.kind = draw_kind(parameter);
  if (draws_.once_in(48)) argument.name = draw_name_or_null(draws_);
  wrong_ |= argument.size < sizeof argument || !argument.name;
  fill(argument);
}

int OpArgumentList::draw_kind(const std::string& parameter) {
  return draws_.once_in(16) ? static_cast<int>(draws_.below(kind_count + 2)) - 1
                            : kind_by_name(parameter);
}

void OpArgumentList::fill(ngraph_argument& argument) {
  switch (argument.kind) {
    case NGRAPH_ARG_OPS: return fill_handles(argument, HandleKind::op);
    case NGRAPH_ARG_AXES: return fill_handles(argument, HandleKind::axis);
    case NGRAPH_ARG_INTEGERS: return fill_integers(argument);
    case NGRAPH_ARG_ARRAY: return fill_array(argument);
    case NGRAPH_ARG_TEXT: argument.text = draw_name_or_null(draws_); break;
    default: argument.number = draw_number(draws_);
  }
}

void OpArgumentList::fill_handles(ngraph_argument& argument, HandleKind kind) {
  std::vector<const void*>& list = handles_.emplace_back();
  const std::size_t count =
      kind == HandleKind::axis || draws_.once_in(4) ? draws_.below(5) : std::size_t{1};
  for (std::size_t i = 0; i < count; ++i) list.push_back(pool_.draw(kind, draws_).handle);
  argument.handles = draws_.once_in(48) ? nullptr : list.data();
  argument.count = draws_.once_in(64) && list.empty() ? SIZE_MAX : list.size();
}

void OpArgumentList::fill_integers(ngraph_argument& argument) {
  std::vector<std::int64_t>& list = integers_.emplace_back();
  std::vector<const char*>& keys = keys_.emplace_back();
  const std::string name = argument.name ? argument.name : "";
  const bool window = name.ends_with("_params");
  const std::size_t count = window              ? std::size(window_keys)
                            : draws_.once_in(2) ? draws_.below(9)
                                                : std::size_t{1};
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back(draw_integer(draws_));
    keys.push_back(window && !draws_.once_in(32) ? window_keys[i] : draw_name_or_null(draws_));
  }
  if (window) argument.text = draws_.once_in(2) ? "max" : draws_.once_in(4) ? nullptr : "avg";
  argument.integers = draws_.once_in(48) ? nullptr : list.data();
  argument.keys = draws_.once_in(48) ? nullptr : keys.data();
  argument.count = list.size();
}

void OpArgumentList::fill_array(ngraph_argument& argument) {
  std::vector<std::int64_t>& lengths = integers_.emplace_back();
  const std::size_t rank = draws_.below(4);
  std::size_t elements = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    lengths.push_back(draw_integer(draws_));
    const bool small = lengths.back() >= 0 && lengths.back() <= 255;
    elements = small ? elements * static_cast<std::size_t>(lengths.back()) : most_elements + 1;
    if (elements > most_elements) elements = most_elements + 1;
  }
  argument.dtype = static_cast<int>(draws_.below(NGRAPH_BOOL + 3)) - 1;
  argument.integers = draws_.once_in(48) ? nullptr : lengths.data();
  argument.count = lengths.size();
  if (elements > most_elements) return;  // the data stays null: no memory holds it
  argument.data = memory_.emplace_back(elements * sizeof(double), draws_).data();
  if (draws_.once_in(48)) argument.data = nullptr;
}

}  // namespace ng::fuzz
