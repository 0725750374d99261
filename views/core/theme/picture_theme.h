// SPDX-License-Identifier: Apache-2.0
// Overrides the theme's colours while a picture is painted into a file.
#pragma once

namespace ng::views {

// While an instance lives, Theme::current() has these colours on the instance's thread. Any thread;
// for painting only, not for widgets. Instances may be nested.
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
