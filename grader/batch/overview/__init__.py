"""The class on a page: what came of a batch, gathered in one pass over its results and drawn as one file of HTML."""
