"""Many submissions: found in a folder, graded side by side, kept so that nothing is lost or done twice."""
