"""The checks: one check, one file; each asks workers through an ``Inquiry`` and judges what they answer."""
