// SPDX-License-Identifier: Apache-2.0
// The colours of a picture that goes to a file, whatever the window has.
#pragma once

namespace ng::views {

// While one lives, Theme::current() has these colours on its thread. Any thread; for painting only,
// not for widgets. They may stand within each other.
class PictureTheme {
 public:
  explicit PictureTheme(bool dark);
  ~PictureTheme();
  PictureTheme(const PictureTheme&) = delete;
  PictureTheme& operator=(const PictureTheme&) = delete;

 private:
  int before_;
};

}  // namespace ng::views
