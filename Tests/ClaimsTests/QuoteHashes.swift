/// The place of each quotation and the hash of its words, which stand there. Made by
/// `scripts/quote-hashes`.
enum QuoteHashes {
  static let table: Set<String> = [
    "000:11 0b434326282c7de5",
    "000:11 1121bedf9e7d45f4",
    "000:13 14e6794f6f5cddb8",
    "000:15 8c0c565394388652",
    "000:7 dd2c9840358e26b6",
    "000:7 e5ef90fb0299c0b5",
    "001:288-289 392bd674dc36708e",
    "001:44 dceff1cb818d7bcf",
    "001:9 904b03b19b77f6d8",
    "002:13 e2241fdbb6eb662b",
    "002:16 2b195d14af33c019",
    "002:6 089635f731b1ce52",
    "003:131 671c7f3978c458b0",
    "003:201-202 1dcfa46dee2eed08",
    "003:203 08a08285af46c995",
    "003:283 bb3f9b9c572621aa",
    "003:94 26a7ac98a92fcfbb",
    "004:23 6edabf726ab9a47b",
    "004:255 50bdf44911233306",
    "004:35 e76b547585c24d58",
    "004:39 926ee317b9457200",
  ]
}
