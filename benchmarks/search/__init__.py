"""How fast and how exact search is, beside what its users could pick instead: `make bench`."""
