"""Text in, ``Exercise`` and ``Source`` out; nothing here runs what it reads."""
