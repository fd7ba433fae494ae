"""Quality on a file of questions: what is found, and what is answered."""
