// Workloads
