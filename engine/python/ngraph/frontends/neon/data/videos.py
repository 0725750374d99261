# SPDX-License-Identifier: Apache-2.0
"""Folders of video clips, each a folder of frames."""
import os

import numpy as np

from ngraph.frontends.neon.data.base import DataSet, divided, folders_in
from ngraph.frontends.neon.data.picture_files import SUFFIXES, read_picture, resized

__all__ = ["VideoFolder"]

# Synthetic clips: a square that moves by so many pixels per frame along (H, W).
_MOTIONS = {"still": (0, 0), "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
            "diagonal": (1, 1)}


class VideoFolder(DataSet):
    """Clips of a folder: "video" (N, C, D, H, W), D being the frames, and "label" (N).

    The folder has one folder per class, with one folder per clip, with the frames as pictures in
    the order of their names. Clips have `frames` frames, evenly chosen. Every fifth clip of a class
    is for validation, beginning with the first, unless it is the only one.
    """

    def __init__(self, path=None, frames=16, size=(32, 32), seed=0):
        super().__init__(path, seed)
        self.frames = frames
        self.size = (size, size) if isinstance(size, int) else tuple(size)
        self.classes = list(_MOTIONS)

    def load_data(self):
        """Return the training and the validation set, for ArrayIterator."""
        if not self.path:
            return self._made(256, 0), self._made(64, 1)
        self.classes = folders_in(self.path)
        clips = [[os.path.join(self.path, name, clip)
                  for clip in folders_in(os.path.join(self.path, name))] for name in self.classes]
        if not any(clips):
            raise FileNotFoundError(f"{self.path} has no folders of clips in folders of classes")
        return tuple(self._part(part) for part in zip(*map(divided, clips)))

    def _part(self, paths):
        clips = [self._clip(path) for of_class in paths for path in of_class]
        labels = [label for label, of_class in enumerate(paths) for _ in of_class]
        shape = (len(clips), self.frames, *self.size, 3)
        return _arrays(np.reshape(clips, shape).astype(np.uint8), labels)

    def _clip(self, path):
        files = sorted(name for name in os.listdir(path) if name.lower().endswith(SUFFIXES))
        if not files:
            raise FileNotFoundError(f"{path} has no pictures")
        chosen = np.arange(self.frames) * len(files) // self.frames
        return np.stack([resized(read_picture(os.path.join(path, files[i])), *self.size)
                         for i in chosen])

    def _made(self, count, part):
        random = np.random.RandomState(self.seed * 2 + part)
        height, width = self.size
        side = max(2, min(height, width) // 4)
        clips = np.zeros((count, self.frames, height, width, 3), np.uint8)
        labels = random.randint(len(_MOTIONS), size=count)
        for clip, label in zip(clips, labels):
            top, left = random.randint(height), random.randint(width)
            colours = random.randint(64, 256, 3), random.randint(0, 64, 3)
            clip[:] = colours[1]
            down, right = _MOTIONS[self.classes[label]]
            for number, frame in enumerate(clip):
                rows = (top + number * down + np.arange(side)) % height
                columns = (left + number * right + np.arange(side)) % width
                frame[rows[:, None], columns] = colours[0]
        return _arrays(clips, labels)


def _arrays(clips, labels):
    return {"video": {"data": np.ascontiguousarray(clips.transpose(0, 4, 1, 2, 3)),
                      "axes": ("N", "C", "D", "H", "W")},
            "label": {"data": np.asarray(labels, np.int64), "axes": ("N",)}}
