# SPDX-License-Identifier: Apache-2.0
"""Command-line options common to neon programs."""
import argparse
import logging
import os

import numpy as np

import ngraph.transformers as ngt

__all__ = ["NgraphArgparser"]


class NgraphArgparser(argparse.ArgumentParser):
    """Argument parser of neon programs.

    parse_args also applies options that affect the whole program: the backend (-b), the seed (-r)
    and the log level (-v).
    """

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.add_argument("-w", "--data_dir", default=os.path.join("~", "nervana", "data"),
                          help="folder of the data set files (default: small synthetic data)")
        self.add_argument("-b", "--backend", default="cpu", choices=ngt.transformer_choices(),
                          help="transformer that runs the graph")
        self.add_argument("-z", "--batch_size", type=int, default=128, help="samples per batch")
        self.add_argument("-t", "--num_iterations", type=int, default=2000,
                          help="number of training batches")
        self.add_argument("--iter_interval", type=int, default=200,
                          help="number of batches between evaluations")
        self.add_argument("-e", "--epochs", type=int, default=10, help="passes over the data")
        self.add_argument("-r", "--rng_seed", type=int, default=None,
                          help="seed of NumPy's random generator, for reproducible runs")
        self.add_argument("-o", "--output_file", default="output.hdf5",
                          help="output file of the callbacks")
        self.add_argument("--progress_bar", action="store_true", help="show a progress line")
        self.add_argument("-v", "--verbose", action="count", default=1, help="be more verbose")
        self.add_argument("--no_progress_bar", dest="progress_bar", action="store_false",
                          help="do not show a progress line")
        self.set_defaults(progress_bar=True)

    def parse_args(self, args=None, namespace=None):
        """Parse the options and apply those that affect the whole program."""
        parsed = super().parse_args(args, namespace)
        self.setup_backend(parsed)
        if parsed.rng_seed is not None:
            np.random.seed(parsed.rng_seed)
        logging.basicConfig(level=max(logging.DEBUG, logging.ERROR - 10 * parsed.verbose))
        return parsed

    def setup_backend(self, args):
        """Set the factory used by make_transformer to the chosen transformer."""
        ngt.set_transformer_factory(ngt.make_transformer_factory(args.backend))
