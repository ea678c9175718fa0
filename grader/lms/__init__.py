"""Grading within a learning platform's own container: what is uploaded there, and what runs in it."""
