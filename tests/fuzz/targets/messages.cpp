// SPDX-License-Identifier: Apache-2.0
// Target: frames of the window's link, received in two pieces; each is read as a program's message
// and as a window's command.
#include "engine/base/error.h"
#include "engine/remote/message.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {
namespace {

template <class Read>
void read_or_refuse(const Read& read, const remote::Frame& frame) {
  try {
    read(frame);
  } catch (const Error& error) {
    if (error.fault() == Fault::internal) throw;
  }
}

}  // namespace

void target_messages(Bytes bytes) {
  remote::FrameReader frames;
  const std::string_view text = text_of(bytes);
  for (const std::string_view piece :
       {text.substr(0, text.size() / 2), text.substr(text.size() / 2)}) {
    frames.add(piece);
    while (const auto frame = frames.next()) {
      read_or_refuse(remote::read_message, *frame);
      read_or_refuse(remote::read_command, *frame);
    }
  }
}

}  // namespace ng::fuzz
