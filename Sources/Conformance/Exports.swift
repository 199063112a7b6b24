// What a check of a strategy needs comes with this module.
@_exported import ListLayout
@_exported import Replaying
