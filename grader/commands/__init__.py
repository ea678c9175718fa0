"""The commands of ``grade``: what each word finds, has done, shows and remembers."""
