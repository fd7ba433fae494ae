"""Reading files: bytes in, canonical Markdown, pages, words and tables out."""
