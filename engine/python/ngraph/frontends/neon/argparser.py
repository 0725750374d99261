# SPDX-License-Identifier: Apache-2.0
"""Command-line options common to neon programs."""
import argparse
import logging
import os
import sys

import numpy as np

import ngraph.transformers as ngt

__all__ = ["NgraphArgparser"]


class NgraphArgparser(argparse.ArgumentParser):
    """Argument parser of neon programs.

    parse_args also applies options that affect the whole program: the backend (-b), the seed (-r),
    the log level (-v) and the log file (-l). An option that a program adds replaces one of the same
    name.

    Parameters
    ----------
    default_overrides : dict, optional
        Other defaults by option name.
    """

    def __init__(self, *args, default_overrides=None, default_config_files=None, **kwargs):
        kwargs.setdefault("conflict_handler", "resolve")
        kwargs.setdefault("formatter_class", argparse.ArgumentDefaultsHelpFormatter)
        kwargs.pop("add_config_file_help", None)
        super().__init__(*args, **kwargs)
        self.work_dir = os.path.join(os.path.expanduser("~"), "nervana")
        self.config_files = default_config_files if default_config_files is not None else [
            os.path.join(self.work_dir, "neon.cfg")]
        self.setup_default_args()
        self.set_defaults(**(default_overrides or {}))

    def backend_names(self):
        """Return the names of the available transformers."""
        return ngt.transformer_choices()

    def setup_default_args(self):
        """Add the common options."""
        self.add_argument("-c", "--config", help="file with lines `option = value`, read first")
        self.add_argument("-w", "--data_dir", default=os.path.join(self.work_dir, "data"),
                          help="folder of the data set files (without it: small synthetic data)")
        self.add_argument("-b", "--backend", default="cpu", choices=self.backend_names(),
                          help="transformer that runs the graph")
        self.add_argument("-z", "--batch_size", type=int, default=128, help="samples per batch")
        self.add_argument("-t", "--num_iterations", type=int, default=2000,
                          help="number of training batches")
        self.add_argument("--iter_interval", type=int, default=200,
                          help="number of batches between evaluations")
        self.add_argument("-e", "--epochs", type=int, default=10, help="passes over the data")
        self.add_argument("-l", "--log", dest="logfile", nargs="?",
                          const=os.path.join(self.work_dir, "neon_log.txt"),
                          help="file that log messages are added to")
        self.add_argument("-r", "--rng_seed", type=int, default=None, metavar="SEED",
                          help="seed of NumPy's random generator, for reproducible runs")
        self.add_argument("-o", "--output_file", default="output.hdf5",
                          help="output file of the callbacks")
        self.add_argument("-v", "--verbose", action="count", default=1, help="be more verbose")
        self.add_argument("--no_progress_bar", action="store_true",
                          help="do not show a progress line")
        own = self.add_argument_group("options that the program may use")
        own.add_argument("-eval", "--eval_freq", type=int, help="epochs between evaluations")
        own.add_argument("--manifest", action="append", help="file that lists the samples")
        own.add_argument("--manifest_root", help="folder of the files that manifests list")
        own.add_argument("-s", "--save_path", help="file for the trained model")

    def _config_options(self, args):
        """Return the options of the configuration files as arguments."""
        first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
        first.add_argument("-c", "--config")
        given = first.parse_known_args(args)[0].config
        options = []
        for path in [each for each in self.config_files if os.path.isfile(each)] + (
                [given] if given else []):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    name, _, value = line.partition("#")[0].replace(":", "=", 1).partition("=")
                    if name.strip() and not name.strip().startswith("["):
                        options += self._as_arguments(name.strip(), value.strip(), path)
        return options

    def _as_arguments(self, name, value, path):
        action = self._option_string_actions.get(f"--{name.lstrip('-')}")
        if action is None:
            self.error(f"{path}: no option is called {name!r}")
        if action.nargs == 0:
            return [action.option_strings[-1]] if value.lower() not in ("false", "0", "no") else []
        return [action.option_strings[-1], value]

    def parse_args(self, args=None, namespace=None, **kwargs):
        """Parse the options and apply those that affect the whole program."""
        given = sys.argv[1:] if args is None else list(args)
        parsed = super().parse_args(self._config_options(given) + given, namespace)
        parsed.progress_bar = not parsed.no_progress_bar
        self.make_and_set_transformer_factory(parsed)
        if parsed.rng_seed is not None:
            np.random.seed(parsed.rng_seed)
        logging.basicConfig(level=max(logging.DEBUG, logging.ERROR - 10 * parsed.verbose))
        if getattr(parsed, "logfile", None):
            os.makedirs(os.path.dirname(os.path.abspath(parsed.logfile)), exist_ok=True)
            logging.getLogger().addHandler(logging.FileHandler(parsed.logfile, encoding="utf-8"))
        return parsed

    def make_and_set_transformer_factory(self, args):
        """Set the factory used by make_transformer to the chosen transformer."""
        ngt.set_transformer_factory(ngt.make_transformer_factory(args.backend))
