"""Grading inside somebody else's platform: what it is told, in its own words."""
