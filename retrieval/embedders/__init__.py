"""Embedders: texts in, unit vectors out. The EMBEDDERS setting names them by alias."""
