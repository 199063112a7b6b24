import BenchTool
