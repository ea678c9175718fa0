"""Grading inside somebody else's platform: what is uploaded there, what runs in it, and what the platform is told."""
