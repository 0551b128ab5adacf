"""A process that does steps of lessons until it is killed or has done enough.

Run as `python -m tests.match.student FILE SEED COUNT`. After each step that is kept, it writes a
line with the lesson, the number of steps, and whether it is done: from then on it counts as kept.
"""

import random
import sys
from itertools import islice
from pathlib import Path

from gridlock_tui.match.lessons import all_lessons
from gridlock_tui.match.store import lesson_log


def main(file: str, seed: str, count: str) -> None:
    """Do the steps of one lesson after the other, in an order of its own."""
    lesson_log._LOCK_SECONDS = 60.0  # the machine may be busy
    lessons = list(all_lessons())
    random.Random(int(seed)).shuffle(lessons)
    log = lesson_log.LessonLog(Path(file))
    course = ((each, step) for each in lessons for step in range(len(each.steps)))
    for lesson, step in islice(course, int(count)):
        is_done = step + 1 == len(lesson.steps)
        assert log.reach(lesson.id, step + 1, is_done=is_done) == ""
        print(lesson.id, step + 1, int(is_done), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
