# SPDX-License-Identifier: Apache-2.0
"""Writes scalars, images, histograms, recordings and graphs for TensorBoard."""
import datetime
import itertools
import os
import socket
import time

from ngraph.op_graph.tensorboard import summary
from ngraph.op_graph.tensorboard.events import message_bytes, record
from ngraph.op_graph.tensorboard.graph_def import ngraph_to_tf_graph_def

__all__ = ["TensorBoard", "ngraph_to_tf_graph_def"]


class TensorBoard:
    """Adds events to the runs in a folder, which `tensorboard --logdir FOLDER` shows.

    Parameters
    ----------
    logdir : str
        Folder, created if it does not exist.
    run : str, optional
        Name of the first run; default: the time of the first event.
    """

    def __init__(self, logdir, run=None):
        self.logdir = logdir
        self.run = None
        self._file = None
        os.makedirs(logdir, exist_ok=True)
        if run is not None:
            self.add_run(run)

    def add_run(self, run=None):
        """Write from now on to the run of this name, which may exist; default: a new run, named by
        the time.
        """
        self.run = run or self._new_run()
        folder = os.path.join(self.logdir, self.run)
        os.makedirs(folder, exist_ok=True)
        found = sorted(name for name in os.listdir(folder) if "tfevents" in name)
        name = f"events.ngraph.out.tfevents.{int(time.time())}.{socket.gethostname()}"
        self._file = os.path.join(folder, found[-1] if found else name)

    def _new_run(self):
        time_now = datetime.datetime.now().strftime("%y%m%dT%H%M%S")
        names = itertools.chain([time_now], (f"{time_now}_{n}" for n in itertools.count(2)))
        return next(each for each in names
                    if not os.path.exists(os.path.join(self.logdir, each)))

    def add_scalar(self, name, scalar, step=None):
        """Add a number."""
        self._write(step, summary=summary.scalar(name, scalar))

    def add_image(self, name, image, step=None):
        """Add an image: height x width x 1, 3 or 4 channels of bytes, or of numbers from 0 to 1."""
        self._write(step, summary=summary.image(name, image))

    def add_histogram(self, name, sequence, step=None):
        """Add the distribution of the values."""
        self._write(step, summary=summary.histogram(name, sequence))

    def add_audio(self, name, audio, sample_rate, step=None):
        """Add a recording: frames x channels of 16-bit samples."""
        self._write(step, summary=summary.audio(name, audio, sample_rate))

    def add_graph(self, ops):
        """Add the graph of an op or ops."""
        self._write(None, graph_def=message_bytes(ngraph_to_tf_graph_def(ops), "GraphDef"))

    def _write(self, step, **what):
        if self.run is None:
            self.add_run()
        with open(self._file, "ab") as file:
            if not file.tell():
                file.write(record({"wall_time": time.time(), "file_version": "brain.Event:2"}))
            file.write(record({"wall_time": time.time(), "step": step or 0, **what}))
