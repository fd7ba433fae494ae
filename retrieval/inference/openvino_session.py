"""OpenVINO, an optional package, for models of ONNX or of its own format."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openvino
from numpy.typing import NDArray


class OpenVinoSession:
    """A model on the processor. Raises ValueError when the file is no model."""

    def __init__(self, model: Path, *, threads: int) -> None:
        settings = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",  # all threads on one batch
            # The system decides where threads run: other processes use the same cores.
            "ENABLE_CPU_PINNING": False,
        }
        core = openvino.Core()
        try:
            self._compiled = core.compile_model(core.read_model(model), "CPU", settings)
        except RuntimeError as error:
            raise ValueError(f"OpenVINO cannot load {model}: {error}") from error
        self.inputs = [one.any_name for one in self._compiled.inputs]

    def run(self, inputs: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
        """The first output. A request of its own for each call: one serves one thread."""
        request = self._compiled.create_infer_request()
        output: NDArray[Any] = request.infer(dict(inputs))[0].copy()
        return output
