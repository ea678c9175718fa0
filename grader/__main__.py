"""``python -m grader``: the command ``grade`` where it is not on the path."""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        # Python looks first in the folder it is started in, where a student's yaml.py may lie.
        del sys.path[0]
    from grader.cli import main

    main()
