// SPDX-License-Identifier: Apache-2.0
// A command-line option of a view. The row of view_table lists them; the window parses them and
// passes their values to ViewBase::arrange() by name.
#pragma once

#include <QStringList>

namespace ng::views {

struct ViewOption {
  enum class Kind { flag, text, word, count, pair };  // pair: two texts with a colon between them
  // The stage of opening a document at which the view can apply the option.
  enum class Stage { opened, compiled, selected, placed };

  const char* name;        // "group": --group
  const char* value = "";  // name of its value in the help; empty for a flag
  const char* help;
  Kind kind = Kind::text;
  QStringList words = {};     // all values of a word
  QStringList compiled = {};  // the words that need a compilation
  bool repeats = false;       // may be given several times; its values are an array
  const char* needs = "";     // the option of the same view that it requires; empty: none
  bool alone = false;         // only for a picture or --json, without a user
  Stage stage = Stage::selected;
};

}  // namespace ng::views
