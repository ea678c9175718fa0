"""``Report`` in, text out: pure functions, one file for each format."""
