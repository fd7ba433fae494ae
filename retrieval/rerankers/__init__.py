"""Rerankers: score the candidates of a search anew. The RERANKER setting names one."""
