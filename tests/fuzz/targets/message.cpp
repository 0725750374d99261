// SPDX-License-Identifier: Apache-2.0
// Target: one message of the window's link: a line of JSON, then its payload.
#include "engine/remote/message.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_message(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string payload(text.substr(std::min(end + 1, text.size())));
  remote::read_message({std::string(text.substr(0, end)), payload});
}

}  // namespace ng::fuzz
