# SPDX-License-Identifier: Apache-2.0
"""Incomes of the census: numbers and categories of persons."""
import zlib

import numpy as np

from ngraph.frontends.neon.data.base import DataSet
from ngraph.util.errors import BadFile

__all__ = ["Census"]

_COLUMNS = ("age", "workclass", "fnlwgt", "education", "education_num", "marital_status",
            "occupation", "relationship", "race", "gender", "capital_gain", "capital_loss",
            "hours_per_week", "native_country")
_NUMBERS = ("age", "education_num", "capital_gain", "capital_loss", "hours_per_week")
_CATEGORIES = ("workclass", "education", "marital_status", "occupation", "relationship", "gender",
               "native_country")
_CROSSES = (("education", "occupation"), ("native_country", "occupation"),
            ("marital_status", "relationship"))


def _hashed(text, count):
    """A number below `count`, the same in each process."""
    return zlib.crc32(text.encode()) % count


class Census(DataSet):
    """Persons with an income above 50,000 or below, for wide and deep networks.

    "numbers" (N, F) are standardized; "categories" (N, K) and "crosses" (N, K) are rows of tables
    with `table_size` rows, one number per category and per pair of categories; "label" (N) is 1 for
    the larger income.

    The folder contains the published files adult.data and adult.test.
    """

    def __init__(self, path=None, table_size=1000, seed=0):
        super().__init__(path, seed)
        self.table_size = table_size

    def load_data(self):
        """Return the training and the validation set, for ArrayIterator."""
        if self.path:
            train, test = self._read("adult.data"), self._read("adult.test")
        else:
            train, test = self._made(4000, 0), self._made(1000, 1)
        numbers = self._numbers(train)
        mean, spread = numbers.mean(axis=0), numbers.std(axis=0) + 1e-6
        return tuple(self._arrays(part, mean, spread) for part in (train, test))

    def _read(self, name):
        """Return persons as dicts of texts by column."""
        persons = []
        with open(self.file(name), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                fields = [field.strip() for field in line.strip().rstrip(".").split(",")]
                if len(fields) == 1:  # an empty line, or the first one of adult.test
                    continue
                if len(fields) != len(_COLUMNS) + 1:
                    raise BadFile(f"{name}, line {number}: {len(fields)} fields, expected "
                                  f"{len(_COLUMNS) + 1}")
                persons.append(dict(zip(_COLUMNS + ("income",), fields)))
        return persons

    def _made(self, count, part):
        """Persons whose income depends on numbers, a category and a pair of categories."""
        random = np.random.RandomState(self.seed * 2 + part)
        persons = []
        for _ in range(count):
            person = {name: f"{name}_{random.randint(6)}" for name in _CATEGORIES}
            values = random.randint((17, 1, 0, 0, 10), (80, 17, 5000, 2000, 70))
            person.update(zip(_NUMBERS, map(str, values)))
            score = (values[0] - 45) / 20 + (values[1] - 9) / 4 + (values[4] - 40) / 30
            score += 2 * (person["occupation"] == "occupation_1") - 0.3
            score += 3 * (person["education"][-1] == person["occupation"][-1])
            person["income"] = ">50K" if score > 0.5 * random.normal() else "<=50K"
            persons.append(person)
        return persons

    @staticmethod
    def _numbers(persons):
        return np.array([[float(person[name]) for name in _NUMBERS] for person in persons])

    def _arrays(self, persons, mean, spread):
        rows = self.table_size
        categories = [[_hashed(f"{name}={person[name]}", rows) for name in _CATEGORIES]
                      for person in persons]
        crosses = [[_hashed("&".join(f"{name}={person[name]}" for name in pair), rows)
                    for pair in _CROSSES] for person in persons]
        labels = [person["income"].startswith(">50K") for person in persons]
        return {"numbers": {"data": ((self._numbers(persons) - mean) / spread).astype(np.float32),
                            "axes": ("N", "F")},
                "categories": {"data": np.array(categories), "axes": ("N", "categories")},
                "crosses": {"data": np.array(crosses), "axes": ("N", "crosses")},
                "label": {"data": np.array(labels, np.int64), "axes": ("N",)}}
