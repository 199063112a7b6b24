import BenchTool
import Foundation
import RustTree

let status = Tool(strategies: StrategyRegistry.all + [StrategyEntry(TreeList.self)]).run()
let leaked = tree_alive()
if leaked > 0 { print("\(leaked) trees were not freed") }
exit(leaked > 0 ? 70 : status)
