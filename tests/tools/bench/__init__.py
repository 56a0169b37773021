"""What things cost us, as ratios that hold on any machine: `python -m tests.tools.bench`.

Each row of the one table is measured against a yardstick in the same run, in shuffled rounds, and
its median is printed beside a goal. Nothing here passes or fails: times on a busy machine prove
nothing, and so CPU seconds are counted wherever waiting is not the point.
"""
