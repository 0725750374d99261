# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of one file; exits with 77, which CTest calls skipped, where NumPy is missing."""
import importlib.util
import sys
import unittest


def main(argv):
    if importlib.util.find_spec("numpy") is None:
        print("skipped: this Python has no NumPy (apt-get install python3-numpy)")
        return 77
    module = argv[1].removesuffix(".py")
    result = unittest.main(module=module, argv=argv[:1] + argv[2:], exit=False, warnings="ignore").result
    for test, reason in result.skipped:
        print(f"SKIP   : {test.id()} {reason}")
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
