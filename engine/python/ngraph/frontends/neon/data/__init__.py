# SPDX-License-Identifier: Apache-2.0
"""Data sets: read from the folder of their published files, or small synthetic ones."""
from ngraph.frontends.neon.data.cifar10 import CIFAR10
from ngraph.frontends.neon.data.cifar100 import CIFAR100
from ngraph.frontends.neon.data.images import ImageFolder
from ngraph.frontends.neon.data.imdb import IMDB
from ngraph.frontends.neon.data.librispeech import Librispeech
from ngraph.frontends.neon.data.mnist import MNIST
from ngraph.frontends.neon.data.ptb import PTB
from ngraph.frontends.neon.data.shakespeare import Shakespeare
from ngraph.frontends.neon.data.tsp import TSP

__all__ = ["CIFAR10", "CIFAR100", "IMDB", "ImageFolder", "Librispeech", "MNIST", "PTB",
           "Shakespeare", "TSP"]
