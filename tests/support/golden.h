// SPDX-License-Identifier: Apache-2.0
// Compares texts with the files in tests/golden. NGRAPH_REWRITE_GOLDEN=1 rewrites the files.
#pragma once

#include <QString>

namespace ng {

// Empty if `text` equals tests/golden/`name`; else describes the first difference.
QString goldenDifference(const QString& name, const QString& text);

}  // namespace ng
