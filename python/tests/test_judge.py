"""Judging by the program that GRUNDY_EXECUTABLE names."""

import asyncio
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import grundy

DOUBLE = grundy.Problem(cases=[grundy.Case("3\n", "6\n"), grundy.Case("4\n", "8\n", name="four")])


def python(source: str, problem: grundy.Problem = DOUBLE, **fields) -> grundy.Submission:
    return grundy.Submission(problem, source=source, language="python3", **fields)


class Judge(unittest.TestCase):
    def test_in_the_order_of_the_submissions(self):
        submissions = [
            python("print(2 * int(input()))", id="same"),
            python("print(6)", id="same"),
            grundy.Submission(DOUBLE, source="", language="klingon"),
            python("print(6)", options=grundy.Options(cases=["1"])),
            python("print(1 / 0)"),
        ]
        right, wrong, unknown, narrowed, crashed = outcomes = grundy.judge(submissions, detail="cases")
        self.assertEqual([outcome.submission for outcome in outcomes], submissions)
        self.assertTrue(right.accepted)
        self.assertEqual((right.tests, right.passed), (2, 2))
        self.assertGreater(right.cpu_seconds, 0)
        self.assertEqual((wrong.verdict, wrong.accepted, wrong.first), ("WA", False, "four"))
        self.assertEqual([case["verdict"] for case in wrong.cases], ["AC", "WA"])
        self.assertIsInstance(unknown, grundy.Failure)
        self.assertIn("klingon", unknown.error)
        self.assertFalse(unknown.judge_failed)
        self.assertFalse(hasattr(unknown, "verdict"))
        self.assertEqual((narrowed.verdict, narrowed.tests), ("AC", 1))
        self.assertEqual(crashed.verdict, "RTE")

    def test_functions_checkers_and_bytes(self):
        function = grundy.Problem(cases=[grundy.Case("[1, 2]\n3\n", "[1,2,3]")], function="append")
        checker = "import sys\nprint(float(open(sys.argv[3]).read() in ('yes\\n', 'YES\\n')))"
        checked = grundy.Problem(cases=[grundy.Case("", "yes\n")], checker=grundy.Checker(checker, "python3", dialect="cms"))
        raw = grundy.Problem(cases=[grundy.Case("\udcff", "255\n")])
        loose = grundy.Problem(cases=[grundy.Case("", "1.0\n")], checker=grundy.Checker(args=["float_tolerance", "1e-3"]))
        outcomes = grundy.judge(
            [
                python("class Solution:\n    def append(self, a, b):\n        return a + [b]", function),
                python("print('YES')", checked),
                python("print('no')", checked),
                python("import sys\nprint(sys.stdin.buffer.read()[0])", raw),
                python("print(1.0001)", loose),
            ]
        )
        self.assertEqual([outcome.verdict for outcome in outcomes], ["AC", "AC", "WA", "AC", "AC"])

    def test_paths(self):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "1.in").write_text("3\n")
            (Path(name) / "1.ans").write_text("6\n")
            source = Path(name) / "right.py"
            source.write_text("print(6)")
            [outcome] = grundy.judge([grundy.Submission(grundy.Problem.open(name), path=source)])
        self.assertTrue(outcome.accepted)
        with self.assertRaises(FileNotFoundError):
            grundy.Problem.open(name)

    def test_nothing(self):
        self.assertEqual(grundy.judge([]), [])

    def test_mistakes_of_the_caller(self):
        with self.assertRaisesRegex(ValueError, "one of source, files and path"):
            grundy.Submission(DOUBLE)
        with self.assertRaisesRegex(ValueError, "needs a language"):
            grundy.Submission(DOUBLE, source="")
        with self.assertRaisesRegex(ValueError, "has cases, or"):
            grundy.Problem()
        with self.assertRaisesRegex(grundy.GrundyError, "--detail"):
            grundy.judge([python("")], detail="most")

        def broken():
            yield python("print(6)")
            raise LookupError("the caller's own")

        with self.assertRaisesRegex(LookupError, "the caller's own"):
            grundy.judge(broken())

    @unittest.skipIf(os.name == "nt", "the stand-in is a script")
    def test_a_program_that_dies(self):
        with tempfile.TemporaryDirectory() as name:
            program = Path(name) / "grundy"
            program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no more memory')\n")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            with mock.patch.dict(os.environ, GRUNDY_EXECUTABLE=str(program)):
                with self.assertRaisesRegex(grundy.GrundyError, "exit code 1\nno more memory"):
                    grundy.judge([python("print(6)")])
            with mock.patch.dict(os.environ, GRUNDY_EXECUTABLE=name + "/lost"):
                with self.assertRaisesRegex(grundy.GrundyError, "start .*lost"):
                    grundy.judge([python("print(6)")])


class Stream(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # or it complains of judge, which blocks it

    async def test_results_come_while_submissions_do(self):
        """The second submission depends on the result of the first, so neither waits for the end of the input."""
        verdicts: asyncio.Queue[str] = asyncio.Queue()

        async def submissions():
            yield python("print(6)")
            yield python("print(2 * int(input()))", id="after " + await verdicts.get())

        seen = []
        async for outcome in grundy.stream(submissions()):
            seen.append((outcome.submission.id, outcome.verdict))
            verdicts.put_nowait(outcome.verdict)
        self.assertEqual(seen, [("", "WA"), ("after WA", "AC")])

    async def test_an_early_end_of_endless_submissions(self):
        async def submissions():
            while True:
                yield python("print(6)")

        stream = grundy.stream(submissions(), stop=True)
        async for outcome in stream:
            self.assertEqual(outcome.verdict, "WA")
            break
        await stream.aclose()

    async def test_judge_within_a_loop(self):
        [outcome] = grundy.judge([python("print(2 * int(input()))")])
        self.assertTrue(outcome.accepted)


if __name__ == "__main__":
    unittest.main()
