// SPDX-License-Identifier: Apache-2.0
// Removes directives from assembly and PTX and maps lines by `.loc`.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "engine/backends/text_scan.h"

namespace ng {

namespace {

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

// Numbers of the `.file` directives that name `main_file`.
std::set<int> main_files(std::string_view raw, std::string_view main_file) {
  std::set<int> numbers;
  for_each_line(raw, [&](std::string_view line) {
    line = trimmed(line);
    if (first_word(line) != ".file") return;
    const std::string_view rest = trimmed(line.substr(5));
    if (number_at(rest) < 0) return;
    const auto checksum = rest.find(" md5 ");
    if (base_name(last_quoted(rest.substr(0, checksum))) == main_file)
      numbers.insert(number_at(rest));
  });
  return numbers;
}

// The line after "name:" in Clang's comment "# prelude:3:1 @[ kernel.cpp:9:13 ]", or -1.
int line_in_comment(std::string_view text, std::string_view main_file) {
  const std::string mark = std::string(main_file) + ":";
  const auto at = text.find(mark);
  return at == std::string_view::npos ? -1 : number_at(text.substr(at + mark.size()));
}

// The source line after a `.loc`; `before` is the source line before it.
int after_loc(std::string_view loc, int before, const std::set<int>& files,
              std::string_view main_file) {
  const std::string_view rest = trimmed(loc.substr(4));
  const std::string_view second = trimmed(rest.substr(std::min(rest.size(), rest.find(' '))));
  if (files.count(number_at(rest))) return std::max(0, number_at(second));
  constexpr std::string_view inlined = "inlined_at ";
  const auto at = rest.find(inlined);
  if (at != std::string_view::npos)
    return after_loc(".loc " + std::string(rest.substr(at + inlined.size())), before, files,
                     main_file);
  const int line = line_in_comment(rest, main_file);
  return line > 0 ? line : before;  // GCC omits the call site: keep the call's line
}

bool is_directive_noise(std::string_view word) {
  static const std::set<std::string_view> words = {
      ".file",   ".ident", ".addrsig", ".addrsig_sym", ".size",  ".type", ".p2align", ".align",
      ".balign", ".globl", ".weak",    ".hidden",      ".local", ".text", ".section", ".loc"};
  return word.starts_with(".cfi_") || words.count(word);
}

bool is_label(std::string_view text) {
  const auto colon = text.find(':');
  return colon != std::string_view::npos && text.find_first_of(" \t\"#") > colon;
}

std::string_view label_name(std::string_view text) {
  return text.substr(0, text.find(':'));
}

// A section with contents for debuggers and linkers only.
bool is_hidden_section(std::string_view text) {
  for (std::string_view name : {".debug", "\".debug", ".note", "\".note", ".eh_frame", ".llvm"})
    if (trimmed(text.substr(8)).starts_with(name)) return true;
  return false;
}

// Calls `each(line, source_line)` for lines that are neither noise nor in hidden sections.
template <class Each>
void for_each_kept(std::string_view raw, std::string_view main_file, Each each) {
  const std::set<int> files = main_files(raw, main_file);
  int source_line = 0;
  bool hidden = false;
  for_each_line(raw, [&](std::string_view line) {
    const std::string_view text = trimmed(line);
    const std::string_view word = first_word(text);
    if (word == ".section") hidden = is_hidden_section(text);
    if (word == ".text" || word == ".data") hidden = false;
    if (word == ".loc") source_line = after_loc(text, source_line, files, main_file);
    if (hidden || is_directive_noise(word)) return;
    if (is_label(text) && !text.starts_with(".L") && !text.starts_with("$")) source_line = 0;
    if (text.starts_with("# -- End function")) return;
    each(line, source_line);
  });
}

bool is_instruction(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.empty() || is_label(text)) return false;
  if (text.starts_with("//") || text.starts_with("#")) return false;
  return text[0] != '.' && text[0] != '{' && text[0] != '}' && text[0] != '(' && text[0] != ')';
}

// Local labels that a kept line refers to.
std::set<std::string, std::less<>> used_labels(std::string_view raw, std::string_view main_file) {
  std::set<std::string, std::less<>> used;
  for_each_kept(raw, main_file, [&used](std::string_view line, int) {
    if (is_label(trimmed(line))) return;
    for (auto at = line.find(".L"); at != std::string_view::npos; at = line.find(".L", at + 1)) {
      const auto end = line.find_first_of(" \t,()+-*#", at);
      used.emplace(line.substr(at, end == std::string_view::npos ? end : end - at));
    }
  });
  return used;
}

// Shortens Clang's comment "# zmm0 = [0.5,0.5,0.5,0.5]" to "# zmm0 = [4 x 0.5]".
std::string with_short_comment(std::string_view line) {
  const auto open = line.find('[', std::min(line.size(), line.find('#')));
  const auto close = line.find(']', std::min(line.size(), open));
  if (close == std::string_view::npos) return std::string(line);
  const std::string_view list = line.substr(open + 1, close - open - 1);
  const std::string_view first = list.substr(0, list.find(','));
  std::size_t count = 0;
  for (auto rest = list; rest.starts_with(first); rest.remove_prefix(1)) {
    ++count;
    rest.remove_prefix(first.size());
    if (!rest.empty() && rest[0] != ',') break;
    if (rest.empty() && count > 1)
      return std::string(line.substr(0, open + 1)) + std::to_string(count) + " x " +
             std::string(first) + std::string(line.substr(close));
    if (rest.empty()) break;
  }
  return std::string(line);
}

}  // namespace

MappedText clean_assembly(std::string_view raw, std::string_view main_file) {
  const auto used = used_labels(raw, main_file);
  TextSink sink;
  for_each_kept(raw, main_file, [&](std::string_view line, int source_line) {
    const std::string_view text = trimmed(line);
    if (is_label(text) && text.starts_with(".L") && !used.count(label_name(text))) return;
    sink.add(with_short_comment(line), is_instruction(line) ? source_line : 0);
  });
  return sink.take();
}

MappedText clean_ptx(std::string_view raw, std::string_view main_file) {
  TextSink sink;
  for_each_kept(raw, main_file, [&](std::string_view line, int source_line) {
    sink.add(line, is_instruction(line) ? source_line : 0);
  });
  return sink.take();
}

}  // namespace ng
