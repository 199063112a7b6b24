"""What the studies of the harness share: runs, figures, the load beside them, reports."""
