package typealias SummaryRow = CellResult
package typealias TimeFigures = CellTime
package typealias RatioFigures = TimeRatio
package typealias FrameFigures = FrameTimes
package typealias DeviationFigures = Deviation
package typealias StrayCell = UnmatchedCell
