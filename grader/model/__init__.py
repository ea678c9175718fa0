"""The nouns of jitgrade: frozen records that every other room reads and none changes."""
