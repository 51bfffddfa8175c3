"""Check a data set's own labelled solutions: how many of the right ones are rejected, and how many of the wrong ones accepted.

    python check_labels.py FILE        a file of CodeContests
"""

import asyncio
import sys
from collections import Counter

import grundy
from grundy import datasets


async def main(file: str) -> None:
    """Print each solution whose verdict contradicts its label, and the rates."""
    labels: Counter[bool] = Counter()
    contradicted: Counter[bool] = Counter()
    unjudged = 0
    submissions = (submission for task in datasets.read(file, datasets.code_contests) for submission in task.submissions())
    async for outcome in grundy.stream(submissions, stop=True):
        name = outcome.submission.id
        if isinstance(outcome, grundy.Failure):
            unjudged += 1
            print(f"{name}: not judged: {outcome.error}")
            continue
        right = "/right/" in name
        labels[right] += 1
        if outcome.accepted != right:
            contradicted[right] += 1
            print(f"{name}: {outcome.verdict}: {outcome.reason}")
    print(f"false rejects: {contradicted[True]} of {labels[True]} right solutions")
    print(f"false accepts: {contradicted[False]} of {labels[False]} wrong solutions")
    print(f"not judged: {unjudged}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
