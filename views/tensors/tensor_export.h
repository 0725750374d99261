// SPDX-License-Identifier: Apache-2.0
// Saves the shown tensor as an array or as a picture, in a file that the user chooses.
#pragma once

#include "views/core/workspace.h"

class QWidget;

namespace ng::views {

class TensorPane;

// `name` is the op's name; `difference`: the pane shows a difference to an earlier value.
void saveArray(QWidget* parent, Messages& messages, TensorPane& pane, QString name,
               bool difference);
void savePicture(QWidget* parent, Messages& messages, TensorPane& pane, QString name);

}  // namespace ng::views
