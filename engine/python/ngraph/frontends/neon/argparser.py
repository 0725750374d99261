# SPDX-License-Identifier: Apache-2.0
"""The options that programs of neon have in common."""
import argparse
import logging
import os

import numpy as np

import ngraph.transformers as ngt

__all__ = ["NgraphArgparser"]


class NgraphArgparser(argparse.ArgumentParser):
    """parse_args also sets the transformer of -b, the seed of -r, and how much is told by -v."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.add_argument("-w", "--data_dir", default=os.path.join("~", "nervana", "data"),
                          help="folder of the data sets' files; a look-alike is made without it")
        self.add_argument("-b", "--backend", default="cpu", choices=ngt.transformer_choices(),
                          help="which transformer runs the graph")
        self.add_argument("-z", "--batch_size", type=int, default=128, help="samples of a batch")
        self.add_argument("-t", "--num_iterations", type=int, default=2000,
                          help="how many batches are trained on")
        self.add_argument("--iter_interval", type=int, default=200,
                          help="batches between two evaluations")
        self.add_argument("-e", "--epochs", type=int, default=10, help="passes over all data")
        self.add_argument("-r", "--rng_seed", type=int, default=None,
                          help="seed of NumPy's generator, to repeat a run")
        self.add_argument("-o", "--output_file", default="output.hdf5",
                          help="where what callbacks keep is written")
        self.add_argument("--progress_bar", action="store_true", help="show a progress line")
        self.add_argument("-v", "--verbose", action="count", default=1, help="tell more")
        self.add_argument("--no_progress_bar", dest="progress_bar", action="store_false",
                          help="show no progress line")
        self.set_defaults(progress_bar=True)

    def parse_args(self, args=None, namespace=None):
        """The options; those that concern the whole program take effect."""
        parsed = super().parse_args(args, namespace)
        self.setup_backend(parsed)
        if parsed.rng_seed is not None:
            np.random.seed(parsed.rng_seed)
        logging.basicConfig(level=max(logging.DEBUG, logging.ERROR - 10 * parsed.verbose))
        return parsed

    def setup_backend(self, args):
        """Makes the chosen transformer the one that make_transformer makes."""
        ngt.set_transformer_factory(ngt.make_transformer_factory(args.backend))
