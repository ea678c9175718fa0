"""What is uploaded to a platform: the exercises, the grader itself, and the scripts that the platform runs."""
