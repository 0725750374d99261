// SPDX-License-Identifier: Apache-2.0
// File dialogs for checkpoints.
#pragma once

#include <QString>
#include <cstdint>

class QWidget;

namespace ng::views {

// Each returns an absolute path; empty: cancelled.
QString chooseCheckpointToSave(QWidget* parent, std::int64_t iteration);
QString chooseCheckpointToRestore(QWidget* parent);

}  // namespace ng::views
