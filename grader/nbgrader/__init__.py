"""Our side of nbgrader: notebooks made from exercises, and grading by our workers inside its own commands."""
