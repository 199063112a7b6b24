"""Modules that the scripts share."""
