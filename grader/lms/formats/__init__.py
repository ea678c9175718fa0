"""One module a platform, one function in it: ``render`` turns a ``Result`` into the bytes that the platform reads."""
