"""Pictures and a page from the CSV files of a run of bench."""
