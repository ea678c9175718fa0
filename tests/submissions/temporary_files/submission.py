"""Files in the folder that a run has for itself, made and used while the file loads, harm nobody."""

import json
import os
import shutil
import tempfile
from pathlib import Path

import numpy as np

with tempfile.TemporaryDirectory() as folder:
    (Path(folder) / "deep" / "er").mkdir(parents=True)
    (Path(folder) / "deep" / "numbers.json").write_text(json.dumps([1, 2, 3]), encoding="utf-8")
    NUMBERS = json.loads((Path(folder) / "deep" / "numbers.json").read_text(encoding="utf-8"))
with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    file.write("text")
with tempfile.TemporaryFile() as file:
    file.write(b"bytes")
np.save("weights.npy", np.arange(3.0))
shutil.copyfile("weights.npy", "copy.npy")
os.rename("copy.npy", "moved.npy")
WEIGHTS = np.load("moved.npy")
os.remove("weights.npy")
ZERO = WEIGHTS[0]


def shifted(x, offset):
    return x + offset + ZERO
