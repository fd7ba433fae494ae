"""Running transformer models: batches of tokens, sessions of onnxruntime and OpenVINO."""
