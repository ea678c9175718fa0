"""How a worker on Linux locks itself in, by the kernel's own interfaces. Imported there only, before they close."""
