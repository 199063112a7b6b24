"""check-exports accepts correct exports and reports wrong ones."""

import pytest
from conftest import module

from layoutbench.fault import Fault

checks = module("check-exports")
CELLS = {("fenwick", "scroll", "1000", "file:a%20b", "corrected"): [10.0, 12.0, 11.0]}
BENCHFMT = "cpu: x\n" + "".join(
    "BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=file:a%20b/mode=corrected "
    f"10 {time} ns/op 1.5 heights-asked/op\n" for time in ("10.0", "12.0", "11.0"))
CUSTOM = '[{"name":"fenwick scroll","range":"10.0 to 12.0","unit":"ns/op","value":11}]'


@pytest.mark.parametrize(("check", "text", "old", "new"), [
    (checks.check_benchfmt, BENCHFMT, "11.0", "11.1"), (checks.check_benchfmt, BENCHFMT, "a%20b", "a b"),
    (checks.check_custom, CUSTOM, ":11}", ":11.1}"), (checks.check_custom, CUSTOM, '"fenwick', '"fenwik'),
])
def test_right_and_wrong_exports(tmp_path, check, text, old, new):
    path = tmp_path / "export"
    path.write_text(text)
    check(path, CELLS, is_count=False)
    path.write_text(text.replace(old, new))
    with pytest.raises(Fault):
        check(path, CELLS, is_count=False)
