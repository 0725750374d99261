// SPDX-License-Identifier: Apache-2.0
// Places in what Python prints: File "train.py", line 14.
#pragma once

#include <QString>
#include <optional>

namespace ng::views {

struct TracebackPlace {
  QString file;
  int line = 0;               // from 1
  int start = 0, length = 0;  // the words in the printed line that name it
};

std::optional<TracebackPlace> placeIn(const QString& printed);

// Is `printed` the line that a traceback begins with, or one of those that end it: an exception's
// name at the line's start?
bool beginsTraceback(const QString& printed);
bool endsTraceback(const QString& printed);

}  // namespace ng::views
