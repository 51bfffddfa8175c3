"""Score the samples of a model: pass@k, estimated without bias from n samples a problem.

    python pass_at_k.py TASKS SAMPLES K

TASKS is a file of LiveCodeBench. A line of SAMPLES is {"question_id": …, "source": …}, in Python.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from math import comb

import grundy
from grundy import datasets


def submissions(tasks: dict[str, datasets.Task], samples: str) -> Iterator[grundy.Submission]:
    """Yield a submission for each sample; its ID is the name of the task."""
    with open(samples, encoding="utf-8") as lines:
        for line in lines:
            sample = json.loads(line)
            name = str(sample["question_id"])
            yield grundy.Submission(tasks[name].problem, sample["source"], "python3", id=name)


def pass_at(k: int, n: int, right: int) -> float:
    """Return how likely one of k samples is right, of n samples of which some are right."""
    return 1 - comb(n - right, k) / comb(n, k)


async def main(tasks_file: str, samples: str, k: int) -> None:
    """Print the score of each task, and their mean."""
    tasks = {task.name: task for task in datasets.read(tasks_file, datasets.live_code_bench)}
    all_samples, right = Counter[str](), Counter[str]()
    async for outcome in grundy.stream(submissions(tasks, samples), stop=True):
        if isinstance(outcome, grundy.Failure):
            raise SystemExit(f"{outcome.submission.id}: {outcome.error}")  # a score without it would be wrong
        all_samples[outcome.submission.id] += 1
        right[outcome.submission.id] += outcome.accepted
    scores = {name: pass_at(k, n, right[name]) for name, n in sorted(all_samples.items()) if n >= k}
    for name, score in scores.items():
        print(f"{name}\t{score:.3f}")
    if not scores:
        raise SystemExit(f"no task has {k} samples")
    print(f"pass@{k}\t{sum(scores.values()) / len(scores):.3f}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
