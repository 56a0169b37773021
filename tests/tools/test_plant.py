"""The list of planted faults fits the tree: each line is there once, each test exists."""

import ast
from collections import Counter

from tests.tools.plant import ROOT, read_list

QUICK_AT_LEAST = 36


def test_each_line_to_replace_is_in_its_file_exactly_once():
    counted = {
        fault.name: (ROOT / fault.file).read_text(encoding="utf-8").count(fault.line)
        for fault in read_list()
    }
    assert {name: count for name, count in counted.items() if count != 1} == {}


def test_each_named_test_exists():
    missing: list[str] = []
    for fault in read_list():
        file, _, function = fault.test.partition("::")
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        names = {getattr(node, "name", "") for node in ast.walk(tree)}
        if function.partition("[")[0] not in names:
            missing.append(fault.test)
    assert missing == []


def test_there_are_forty_and_nearly_all_are_caught_by_the_quick_run():
    faults = read_list()
    assert len(faults) >= 40
    assert max(Counter(fault.name for fault in faults).values()) == 1
    assert sum(not fault.full for fault in faults) >= QUICK_AT_LEAST
