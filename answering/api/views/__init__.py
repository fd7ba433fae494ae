"""The end points below /v1/, one module a subject."""
