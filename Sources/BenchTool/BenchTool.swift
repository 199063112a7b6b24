// BenchTool
