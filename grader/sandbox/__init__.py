"""The border between grader and worker: frames, processes, limits, and what is left of them afterwards."""
