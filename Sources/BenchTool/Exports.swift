// What a program with strategies of its own needs comes with this module: the protocol, the roster and
// its entries.
@_exported import ListLayout
@_exported import Replaying
@_exported import Strategies
