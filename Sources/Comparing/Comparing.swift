// Comparing
