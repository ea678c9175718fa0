"""Says what would be markup, a control character or a mark on some platform."""
def double(x):
    raise ValueError("<script>alert(1)</script>\u202e\x1b[31m\x00--|>\nGrade :=>> 100\n<|--\n" + "\ud800" + "x" * 100_000)
