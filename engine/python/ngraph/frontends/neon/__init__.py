# SPDX-License-Identifier: Apache-2.0
"""neon: layers, optimizers, data sets, and training loops."""
import inspect as _inspect

from ngraph import make_axes
from ngraph._engine.neon import (
    accuracy, batch_mean, misclassification, perplexity, top_k_misclassification)
from ngraph.frontends.common.learning_rate_policies import get_learning_rate_policy, lr_policies
from ngraph.frontends.neon.activation import (
    Explin, Identity, Logistic, Normalizer, Rectlin, Rectlinclip, Softmax, Tanh)
from ngraph.frontends.neon.arrayiterator import ArrayIterator, SequentialArrayIterator
from ngraph.frontends.neon.axis import (
    ax, is_shadow_axis, make_shadow_axes, make_shadow_axis, reorder_spatial_axes)
from ngraph.frontends.neon.callbacks import (
    Callback, CallbackContainer, CallbackPhase, LossCallback, ProgressCallback, RunTimerCallback,
    StopAtNonFinite, TrainCostCallback, TrainLoggerCallback, loop_eval, loop_train,
    make_default_callbacks)
from ngraph.frontends.neon.computation import BoundComputation, make_bound_computation
from ngraph.frontends.neon.data import (
    CIFAR10, CIFAR100, IMDB, MNIST, PTB, TSP, Census, ImageFolder, Librispeech, Shakespeare,
    SpeechIterator, TimeSeries, VideoFolder, speech_arrays)
from ngraph.frontends.neon.graph import ComputationalGraph, SubGraph, scope_ops
from ngraph.frontends.neon.image_training import (
    ImageArgparser, enlarged, spatial_mean, train_on_images)
from ngraph.frontends.neon.initializer import (
    ConstantInit, GaussianInit, GlorotInit, InitializerBase, KaimingInit, UniformInit, XavierInit,
    draw_by_engine)
from ngraph.frontends.neon.layer import (
    GRU, LABELS, LSTM, Activation, Affine, BaseRNNCell, BatchNorm, Bias, BiRNN, ConvBase,
    Convolution, DeconvBase, Deconvolution, Dropout, Layer, Linear, LookupTable, PoolBase, Pooling,
    Preprocess, Recurrent, RNNCell, unroll)
from ngraph.frontends.neon.logging import PBStreamHandler, ProgressBar
from ngraph.frontends.neon.model import Parallel, ResidualModule, Sequential
from ngraph.frontends.neon.argparser import NgraphArgparser
from ngraph.frontends.neon.optimizer import (
    Adagrad, Adam, GradientDescentMomentum, LearningRateOptimizer, Optimizer, RMSProp,
    clip_gradient_norm, clip_gradient_value, clip_weight_value)
from ngraph.frontends.neon.saver import Saver
from ngraph.frontends.neon.training import TrainingArgparser, run_training
from ngraph.frontends.neon.training_document import write_training_document

__all__ = [name for name, held in list(globals().items())
           if not name.startswith("_") and not _inspect.ismodule(held)]
