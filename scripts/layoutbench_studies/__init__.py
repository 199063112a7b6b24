"""What the studies share: runs of bench, what is kept of them, the load beside them, reports."""
