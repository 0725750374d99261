# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of one file; without NumPy exits with 77, which CTest reports as skipped."""
import importlib.util
import sys
import unittest


def main(argv):
    if importlib.util.find_spec("numpy") is None:
        print("skipped: NumPy is not installed (apt-get install python3-numpy)")
        return 77
    module = argv[1].removesuffix(".py")
    result = unittest.main(module=module, argv=argv[:1] + argv[2:], exit=False,
                           warnings="ignore").result
    for test, reason in result.skipped:
        print(f"SKIP   : {test.id()} {reason}")
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
