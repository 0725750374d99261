// SPDX-License-Identifier: Apache-2.0
// Locations in Python output, e.g. File "train.py", line 14.
#pragma once

#include <QString>
#include <optional>

namespace ng::views {

struct TracebackPlace {
  QString file;
  int line = 0;               // 1-based
  int start = 0, length = 0;  // position of the location in the printed line
};

std::optional<TracebackPlace> placeIn(const QString& printed);

// Whether `printed` is the first line of a traceback, or the last: an exception name at the start
// of the line.
bool beginsTraceback(const QString& printed);
bool endsTraceback(const QString& printed);

}  // namespace ng::views
