"""Measure what the bot costs, as ratios that hold on any machine: `python -m tests.tools.bench`.

A row is compared with a yardstick that is measured in the same run and printed beside a goal.
Nothing passes or fails, because times on a busy machine prove nothing; CPU seconds are counted
wherever waiting doesn't matter.
"""
