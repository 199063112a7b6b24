import BenchTool
import Foundation

exit(Tool().run())
