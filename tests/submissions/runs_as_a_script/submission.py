"""What stands under the guard belongs to the student's own runs: none of it happens while grading."""

import argparse
import sys

import jax.numpy as jnp


def shifted(x, offset):
    return jnp.add(x, offset)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plot", action="store_true")
    parser.parse_args()
    print(shifted(1.0, float(input("offset? "))))
    open("results.txt").read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
