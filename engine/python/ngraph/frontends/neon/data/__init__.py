# SPDX-License-Identifier: Apache-2.0
"""Data sets: read from the folder of their published files, or small synthetic ones."""
from ngraph.frontends.neon.data.census import Census
from ngraph.frontends.neon.data.cifar10 import CIFAR10
from ngraph.frontends.neon.data.cifar100 import CIFAR100
from ngraph.frontends.neon.data.images import ImageFolder
from ngraph.frontends.neon.data.imdb import IMDB
from ngraph.frontends.neon.data.librispeech import Librispeech
from ngraph.frontends.neon.data.mnist import MNIST
from ngraph.frontends.neon.data.ptb import PTB
from ngraph.frontends.neon.data.shakespeare import Shakespeare
from ngraph.frontends.neon.data.speech import (
    ALPHABET, SpeechIterator, read_recording, spectrum, speech_arrays)
from ngraph.frontends.neon.data.time_series import TimeSeries
from ngraph.frontends.neon.data.tsp import TSP
from ngraph.frontends.neon.data.videos import VideoFolder

__all__ = ["ALPHABET", "CIFAR10", "CIFAR100", "Census", "IMDB", "ImageFolder", "Librispeech",
           "MNIST", "PTB", "Shakespeare", "SpeechIterator", "TSP", "TimeSeries", "VideoFolder",
           "read_recording", "spectrum", "speech_arrays"]
