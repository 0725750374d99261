// SPDX-License-Identifier: Apache-2.0
// A text of JSON with its tree, such as an entry of an archive.
#pragma once

#include <string>

#include "engine/base/reader.h"
#include "engine/parsing/json_field.h"

namespace ng {

class JsonText {
 public:
  // Throws a bad_file Error with line and column for invalid JSON. `name` is for messages.
  JsonText(std::string text, std::string name)
      : text_(std::move(text)),
        reader_(std::as_bytes(std::span(text_)), std::move(name)),
        tree_(parse_json(reader_)) {}
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  JsonField root() const { return {tree_, reader_}; }

 private:
  const std::string text_;
  Reader reader_;
  const JsonTree tree_;
};

}  // namespace ng
