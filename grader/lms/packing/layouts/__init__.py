"""How each platform wants what is uploaded arranged: one module a platform, with one function."""
