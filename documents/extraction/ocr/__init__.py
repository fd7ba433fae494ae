"""Reading pictures of pages: backends, and the processes that run them."""
