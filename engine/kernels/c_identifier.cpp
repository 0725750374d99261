// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/c_identifier.h"

#include <set>

namespace ng::kernel {
namespace {

constexpr std::size_t longest = 48;

// ASCII only, independent of the locale.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
}

}  // namespace

std::string c_identifier(std::string_view name) {
  constexpr std::string_view prime = "′";  // marks an axis of dual level
  std::string result;
  for (std::size_t i = 0; i < name.size() && result.size() < longest; ++i) {
    const bool shadow = name.substr(i, prime.size()) == prime;
    if (shadow) i += prime.size() - 1;
    result += shadow ? "_out" : is_word(name[i]) ? std::string(1, name[i]) : "_";
  }
  if (result.empty() || is_digit(result[0])) result = "v" + result;
  return result;
}

// Keywords of C++ and CUDA C++, compiler macros, and names that generated text uses.
bool is_taken_in_c(const std::string& name) {
  static const std::set<std::string> words = {
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "blockDim",
      "blockIdx", "bool", "break", "case", "catch", "char", "char8_t", "char16_t", "char32_t",
      "class", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
      "continue", "co_await", "co_return", "co_yield", "decltype", "default", "delete", "do",
      "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float",
      "for", "friend", "goto", "gridDim", "half", "if", "inline", "int", "linux", "long", "mutable",
      "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
      "private", "protected", "public", "register", "reinterpret_cast", "requires", "return",
      "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
      "template", "this", "thread_local", "threadIdx", "throw", "true", "try", "typedef", "typeid",
      "typename", "typeof", "union", "unix", "unsigned", "using", "virtual", "void", "volatile",
      "warpSize", "wchar_t", "while", "xor", "xor_eq", "NG",
      // locals of CUDA kernels
      "at", "from", "j", "lane", "own", "place", "row", "to"};
  const bool local = (name[0] == 't' || name[0] == 'v') && name.size() > 1 &&
                     name.find_first_not_of("0123456789", 1) == std::string::npos;
  return words.count(name) > 0 || local || name.starts_with("i_") || name.starts_with("ng_") ||
         name.starts_with("NG_") || name.starts_with("__");
}

}  // namespace ng::kernel
