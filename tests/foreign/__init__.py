"""Workspaces that others wrote, and ours beside them, behind one protocol."""
