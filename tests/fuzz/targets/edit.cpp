// SPDX-License-Identifier: Apache-2.0
// Target: lines that edit a document of one variable and one placeholder.
#include "engine/base/error.h"
#include "engine/editing/draft.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {
namespace {

constexpr const char* lines[] = {"C = make_axis(4)", "N = make_axis(8, batch=True)",
                                 "x = placeholder([C, N])", "W = variable([C], initial_value=0.5)"};

editing::Draft small_draft() {
  editing::Draft draft;
  try {
    for (const char* line : lines) draft.apply(line);
  } catch (const editing::EditError& error) {
    check(false, error.what());  // otherwise every input would count as rejected
  }
  return draft;
}

}  // namespace

void target_edit(Bytes bytes) {
  static const DocumentModel start = small_draft().model();
  editing::Draft draft(start);
  std::string_view text = text_of(bytes);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
      draft.apply(std::string(text.substr(0, end)));
    } catch (const editing::EditError&) {  // continues with the other lines
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  draft.finished();
}

}  // namespace ng::fuzz
