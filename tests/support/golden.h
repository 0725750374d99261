// SPDX-License-Identifier: Apache-2.0
// Texts that are kept in tests/golden and compared exactly. NGRAPH_REWRITE_GOLDEN=1 writes them
// anew.
#pragma once

#include <QString>

namespace ng {

// Empty when `text` is that of tests/golden/`name`; else where they first differ.
QString goldenDifference(const QString& name, const QString& text);

}  // namespace ng
