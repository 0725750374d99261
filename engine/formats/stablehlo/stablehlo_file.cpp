// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/stablehlo_file.h"

#include <set>

#include "engine/base/quote.h"
#include "engine/formats/stablehlo/mlir_parser.h"
#include "engine/parsing/plain_text.h"

namespace ng {
namespace {

using stablehlo::Block;
using stablehlo::Module;

constexpr std::string_view starts[] = {"module {", "module @",       "module attributes",
                                       "module\n", "builtin.module", "\"builtin.module\"",
                                       "func.func"};

// Without comments and blank lines.
std::string_view first_line(std::string_view text) {
  text = trimmed(without_byte_order_mark(text));
  while (text.starts_with("//")) {
    const std::size_t end = text.find('\n');
    text = end == text.npos ? std::string_view() : trimmed(text.substr(end));
  }
  return text;
}

// "#loc1 = loc(…)", "#map = …", "!type = …"
bool is_alias(std::string_view line) {
  const std::size_t end = line.find_first_of(" \n");
  const bool sign = line.starts_with('#') || line.starts_with('!');
  return sign && end != line.npos && line.substr(end).starts_with(" = ");
}

void add_dialects(const Block& block, std::set<std::string>& dialects) {
  for (const stablehlo::Operation& each : block.operations) {
    dialects.insert(each.name.substr(0, each.name.find('.')));
    for (const Block& region : each.regions) add_dialects(region, dialects);
  }
}

void check_dialect(const Module& module) {
  std::set<std::string> dialects;
  for (const stablehlo::Function& each : module.functions) add_dialects(each.body, dialects);
  if (dialects.contains("stablehlo") || dialects.contains("chlo")) return;
  for (const char* plain : {"call", "func", "return"}) dialects.erase(plain);
  if (dialects.empty()) return;  // functions that return their arguments
  Diagnostic diagnostic;
  diagnostic.what = "the module has no op of StableHLO";
  diagnostic.where = quote(module.path);
  for (const std::string& each : dialects)
    diagnostic.found += (diagnostic.found.empty() ? "ops of " : ", ") + quote(each);
  diagnostic.expected = "ops such as stablehlo.add";
  diagnostic.action = "write the module before it is lowered: jax.jit(f).lower(x).as_text()";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace

bool recognises_stablehlo(std::string_view first) {
  const std::string_view line = first_line(first);
  for (const std::string_view start : starts)
    if (line.starts_with(start)) return true;
  return is_alias(line);
}

std::shared_ptr<const Module> read_stablehlo(Reader& reader, Notes&) {
  reader.seek(0);
  reader.check_limit("the module", reader.size(), reader.limits().document_bytes);
  const std::string text = reader.text(reader.size());
  auto module = std::make_shared<Module>(
      stablehlo::parse_module(without_byte_order_mark(text), reader.path(), reader.limits()));
  check_dialect(*module);
  return module;
}

const Format stablehlo_format = {
    .name = "stablehlo",
    .title = "StableHLO module",
    .role = FileRole::document,
    .suffixes = {".mlir", ".stablehlo"},
    .recognises = recognises_stablehlo,
    .read = [](Reader& reader, Notes& notes) -> FileModel { return read_stablehlo(reader, notes); },
    .write = nullptr,
};

}  // namespace ng
