"""onnxruntime sessions that share the cores with other processes."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import onnxruntime as ort
from numpy.typing import NDArray

CPU = "CPUExecutionProvider"


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


def onnx_session(
    model: Path | bytes,
    *,
    weights: Mapping[str, NDArray[Any]] | None = None,
    threads: int | None = None,
    providers: Sequence[str] = (CPU,),
) -> ort.InferenceSession:
    """A session of the model, a file or its bytes, with `weights` that are not part of it.

    `threads` None: as many as there are cores.
    Raises ValueError when the file is no model or a provider is not part of this onnxruntime.
    """
    if unknown := set(providers) - set(ort.get_available_providers()):
        raise ValueError(
            f"onnxruntime has no {', '.join(sorted(unknown))}; "
            f"it has {', '.join(ort.get_available_providers())}"
        )
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads or cores()
    options.inter_op_num_threads = 1
    # Threads that spin while they wait take the cores from the web server, the queue's workers and
    # the database, and are themselves overtaken.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    if weights:
        values = [ort.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
        options.add_external_initializers(list(weights), values)
    source = str(model) if isinstance(model, Path) else model
    try:
        return ort.InferenceSession(source, options, providers=list(providers))
    except Exception as error:  # what onnxruntime raises has no common base but Exception
        raise ValueError(f"onnxruntime cannot load the model: {error}") from error
