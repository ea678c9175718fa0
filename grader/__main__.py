"""``python -m grader``: the command ``grade`` where it is not on the path."""

from grader.cli import main

if __name__ == "__main__":
    main()
