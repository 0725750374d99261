# SPDX-License-Identifier: Apache-2.0
"""The common part of programs that train a network: options, training, evaluation, files."""
import contextlib

import ngraph.transformers as ngt
from ngraph.frontends.neon.argparser import NgraphArgparser
from ngraph.frontends.neon.callbacks import loop_eval, loop_train, make_default_callbacks
from ngraph.frontends.neon.computation import make_bound_computation
from ngraph.frontends.neon.initializer import draw_by_engine
from ngraph.frontends.neon.saver import Saver
from ngraph.frontends.neon.training_document import write_training_document
from ngraph.util.replaced_file import require_replaceable

__all__ = ["TrainingArgparser", "run_training"]


class TrainingArgparser(NgraphArgparser):
    """Argument parser of programs that end with run_training."""

    def setup_default_args(self):
        """Add the common options and those of run_training."""
        super().setup_default_args()
        self.add_argument("-s", "--save", "--save_path", dest="save", metavar="FILE",
                          help="file for the weights at the end")
        self.add_argument("--restore", metavar="FILE", help="file of weights to start from")
        self.add_argument("--document", metavar="FILE.ngraph",
                          help="write the graph and samples of the data as a document of the "
                               "workbench, instead of training")

    def parse_args(self, args=None, namespace=None, **kwargs):
        """Parse the options and apply those that affect the whole program."""
        parsed = super().parse_args(args, namespace, **kwargs)
        draw_by_engine(parsed.document is not None)
        return parsed


def run_training(options, train_set, valid_set, inputs, train_outputs, eval_outputs, **document):
    """Train, evaluate, print and return the mean of each evaluated output.

    Does what the options say: --restore before training, -t batches of training (0: only
    evaluate), --save after it, or --document instead of all.

    Parameters
    ----------
    train_set, valid_set : iterator
        Batches for training and for evaluation.
    inputs : dict
        Placeholders by the names of arrays in batches.
    train_outputs : dict
        "batch_cost": the cost of a batch, whose computation makes a step of the optimizer.
    eval_outputs : dict
        Values per batch or sample by name, made with Layer.inference_mode_on().
    document : str
        Arguments of write_training_document: title, description, data_set.
    """
    if options.document:
        write_training_document(options.document, train_set, valid_set, inputs, train_outputs,
                                eval_outputs, **document)
        return {}
    # Before the training, not after hours of it.
    for path in (options.save, options.num_iterations > 0 and options.output_file):
        if path:
            require_replaceable(path)
    with contextlib.closing(ngt.make_transformer()) as transformer:
        training = make_bound_computation(transformer, train_outputs, inputs)
        evaluation = make_bound_computation(transformer, eval_outputs, inputs)
        if options.restore:
            Saver().restore(transformer, training, options.restore)
        if options.num_iterations > 0:
            callbacks = make_default_callbacks(
                transformer, options.output_file, options.iter_interval, training,
                options.num_iterations, valid_set, evaluation, options.progress_bar)
            loop_train(train_set, training, callbacks)
        losses = loop_eval(valid_set, evaluation)
        print("At the end: " + ", ".join(f"{name} {value:.4g}" for name, value in losses.items()),
              flush=True)
        if options.save:
            Saver().save(options.save, transformer=transformer, computation=training)
        return losses
