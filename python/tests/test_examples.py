"""The examples, run as a user runs them."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).parents[1]


class Examples(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def write(self, name: str, text: str) -> str:
        path = self.directory / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return str(path)

    def run_example(self, name: str, *arguments: str) -> str:
        environment = os.environ | {"PYTHONPATH": str(TOP)}
        command = [sys.executable, str(TOP / "examples" / name), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_grade_a_class(self):
        self.write("double/1.in", "3\n")
        self.write("double/1.ans", "6\n")
        self.write("class/ada.py", "print(6)\n")
        self.write("class/bob.py", "print(7)\n")
        self.write("class/eve.docx", "?")
        table = self.run_example("grade_a_class.py", str(self.directory / "double"), str(self.directory / "class")).splitlines()
        self.assertEqual(table[1:3], ["ada,AC,1,1,accepted", "bob,WA,0,1,wrong answer on secret/1"])
        self.assertRegex(table[3], "^eve,,,,.+")

    def test_pass_at_k(self):
        case = {"input": "3\n", "output": "6\n", "testtype": "stdin"}
        tasks = self.write("tasks.jsonl", json.dumps({"question_id": "a", "public_test_cases": json.dumps([case])}) + "\n")
        samples = "".join(json.dumps({"question_id": "a", "source": source}) + "\n" for source in ("print(6)", "print(7)", "print(6)"))
        self.assertEqual(self.run_example("pass_at_k.py", tasks, self.write("samples.jsonl", samples), "1"), "a\t0.667\npass@1\t0.667\n")

    def test_check_labels(self):
        row = {
            "name": "double",
            "public_tests": {"input": ["3\n"], "output": ["6\n"]},
            "solutions": {"language": [3, 3], "solution": ["print(6)", "print(7)"]},
            "incorrect_solutions": {"language": [3, 3, 3], "solution": ["print(6) ", "print(8)", "print(9)"]},
        }
        printed = self.run_example("check_labels.py", self.write("rows.jsonl", json.dumps(row) + "\n"))
        self.assertIn("double/right/2: WA: wrong answer on 1\n", printed)
        self.assertIn("double/wrong/3: AC: accepted\n", printed)
        rates = "false rejects: 1 of 2 right solutions\nfalse accepts: 1 of 3 wrong solutions\nnot judged: 0\n"
        self.assertTrue(printed.endswith(rates), printed)


if __name__ == "__main__":
    unittest.main()
