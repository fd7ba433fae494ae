"""What the end points take and give."""
