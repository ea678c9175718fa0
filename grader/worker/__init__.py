"""All that runs beside student code, and nothing else does."""
