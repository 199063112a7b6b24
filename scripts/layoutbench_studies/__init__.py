"""What the studies of the harness share: runs, their figures, the load beside them, their reports."""
