# SPDX-License-Identifier: Apache-2.0
"""Travelling salesman problems with their tours, for pointer networks."""
import re

import numpy as np

from ngraph.frontends.neon.data.base import DataSet
from ngraph.util.errors import BadFile

__all__ = ["TSP"]


def _tour_of(points):
    """Return a short tour from city 0: nearest neighbours, then exchanges of two links."""
    distances = np.linalg.norm(points[:, None] - points[None], axis=-1)
    tour, left = [0], set(range(1, len(points)))
    while left:
        tour.append(min(left, key=lambda city: distances[tour[-1], city]))
        left.remove(tour[-1])
    better = True
    while better:
        better = False
        for i in range(1, len(tour) - 1):
            for j in range(i + 1, len(tour)):
                a, b, c, d = tour[i - 1], tour[i], tour[j], tour[(j + 1) % len(tour)]
                gain = distances[a, b] + distances[c, d] - distances[a, c] - distances[b, d]
                if gain > 1e-12:
                    tour[i:j + 1], better = tour[i:j + 1][::-1], True
    return tour


class TSP(DataSet):
    """Cities and tours (Vinyals, Fortunato, Jaitly: "Pointer networks", 2015).

    "inp_txt" (N, cities, 2) are coordinates, "tgt_txt" (N, cities) the tours from city 0, and
    "teacher_tgt" the coordinates along each tour.

    A published file such as tsp5.txt has one problem per line: `x1 y1 x2 y2 … output 1 4 … 1`. Its
    name contains the number of cities.
    """

    def __init__(self, train_filename="tsp5.txt", test_filename="tsp5_test.txt", path=None, seed=0):
        super().__init__(path, seed)
        self.filenames = {"train": train_filename, "test": test_filename}

    def load_data(self):
        """Return the parts "train" and "test", for ArrayIterator."""
        data = {}
        for name, filename in self.filenames.items():
            points, tours = self._read(filename) if self.path else self._made(name, filename)
            data[name] = {"inp_txt": points, "tgt_txt": tours,
                          "teacher_tgt": np.take_along_axis(points, tours[:, :, None], axis=1)}
        return data

    def _read(self, filename):
        points, tours = [], []
        with open(self.file(filename), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                inputs, _, outputs = line.partition("output")
                points.append(np.array(inputs.split(), float).reshape(-1, 2))
                tours.append(np.array(outputs.split(), int)[:-1] - 1)
                if sorted(tours[-1]) != list(range(len(points[0]))):
                    raise BadFile(f"{filename}, line {number}: not a tour of {len(points[0])} "
                                  "cities")
        return np.array(points), np.array(tours)

    def _made(self, name, filename):
        found = re.search(r"\d+", filename)
        cities = int(found.group()) if found else 5
        random = np.random.RandomState(self.seed * 2 + (name == "test"))
        points = random.rand(1000 if name == "train" else 200, cities, 2)
        return points, np.array([_tour_of(each) for each in points])
