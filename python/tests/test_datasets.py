"""Rows in the schemas of the data sets, with data of our own."""

import base64
import gzip
import json
import os
import pickle
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

import grundy
from grundy import datasets


class Apps(unittest.TestCase):
    def test_programs(self):
        task = datasets.apps(
            {
                "problem_id": 7,
                "input_output": json.dumps({"inputs": ["3\n", ["4", "5"]], "outputs": ["6\n", ["8", "10"]]}),
                "solutions": json.dumps(["print(6)"]),
            }
        )
        self.assertEqual(task.name, "7")
        self.assertEqual(task.problem, grundy.Problem(cases=[grundy.Case("3\n", "6\n"), grundy.Case("4\n5\n", "8\n10\n")]))
        self.assertEqual(task.solutions, [datasets.Solution("print(6)", "python3", True)])

    def test_functions(self):
        for outputs in ([[[0, 1]], [[1, 2]]], [[0, 1], [1, 2]]):
            data = {"fn_name": "pair", "inputs": [[[2, 7], "a"], [[3], "b"]], "outputs": outputs}
            task = datasets.apps({"input_output": json.dumps(data), "solutions": ""})
            self.assertEqual(task.problem.function, "pair")
            self.assertEqual(task.problem.cases, [grundy.Case('[2, 7]\n"a"\n', "[0, 1]\n"), grundy.Case('[3]\n"b"\n', "[1, 2]\n")])

    def test_limits_of_taco(self):
        data = json.dumps({"inputs": ["1\n"], "outputs": ["1\n"]})
        task = datasets.taco({"input_output": data, "time_limit": "2.5 seconds", "memory_limit": "256.0 megabytes"})
        self.assertEqual((task.problem.time_limit, task.problem.memory_limit), (2.5, 256_000_000))
        with self.assertRaisesRegex(ValueError, "want a limit"):
            datasets.taco({"input_output": data, "time_limit": "2 fortnights"})
        with self.assertRaisesRegex(ValueError, "no test cases"):
            datasets.taco({"input_output": ""})
        with self.assertRaisesRegex(ValueError, "1 inputs and 0 outputs"):
            datasets.taco({"input_output": '{"inputs": ["1"], "outputs": []}'})


class CodeContests(unittest.TestCase):
    def test_both_shapes(self):
        columns = {
            "name": "double",
            "public_tests": {"input": ["3\n"], "output": ["6\n"]},
            "private_tests": {"input": ["4\n"], "output": ["8\n"]},
            "generated_tests": {"input": [], "output": []},
            "solutions": {"language": [3, 0, 2], "solution": ["a", "b", "c"]},
            "incorrect_solutions": {"language": [4], "solution": ["d"]},
            "time_limit": {"seconds": 1, "nanos": 500_000_000},
            "memory_limit_bytes": 256_000_000,
            "input_file": "",
        }
        records = columns | {
            "public_tests": [{"input": "3\n", "output": "6\n"}],
            "private_tests": [{"input": "4\n", "output": "8\n"}],
            "generated_tests": None,
            "solutions": [{"language": "PYTHON3", "solution": "a"}, {"solution": "b"}, {"language": "CPP", "solution": "c"}],
            "incorrect_solutions": [{"language": "JAVA", "solution": "d"}],
            "time_limit": {"seconds": "1", "nanos": 500_000_000},
        }
        for row in (columns, records):
            task = datasets.code_contests(row)
            cases = [grundy.Case("3\n", "6\n"), grundy.Case("4\n", "8\n")]
            self.assertEqual(task.problem, grundy.Problem(cases=cases, time_limit=1.5, memory_limit=256_000_000))
            self.assertEqual([tuple(solution) for solution in task.solutions], [("a", "python3", True), ("c", "cpp", True), ("d", "java", False)])
            self.assertEqual([s.id for s in task.submissions()], ["double/right/1", "double/right/2", "double/wrong/3"])

    def test_lines_for_audits(self):
        row = {
            "name": "double",
            "public_tests": {"input": ["3\n"], "output": ["6\n"]},
            "solutions": {"language": [3], "solution": ["print(7)"]},
        }
        line = datasets.code_contests(row).line()
        done = subprocess.run([grundy.executable(), "audit"], input=line, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([finding["kind"] for finding in json.loads(done.stdout)["findings"]], ["right_rejected", "answer"])

    def test_named_files(self):
        with self.assertRaisesRegex(ValueError, "named file"):
            datasets.code_contests({"public_tests": [{"input": "", "output": ""}], "input_file": "cow.in"})


class LiveCodeBench(unittest.TestCase):
    def packed(self, data: bytes) -> dict:
        return {
            "question_id": "abc",
            "public_test_cases": json.dumps([{"input": "3", "output": "6", "testtype": "stdin"}]),
            "private_test_cases": base64.b64encode(zlib.compress(data)).decode(),
            "metadata": "{}",
        }

    def test_compressed_cases(self):
        private = [{"input": "4", "output": "8", "testtype": "stdin"}]
        for data in (pickle.dumps(json.dumps(private)), pickle.dumps(private, protocol=0)):
            task = datasets.live_code_bench(self.packed(data))
            self.assertEqual(task.problem, grundy.Problem(cases=[grundy.Case("3", "6"), grundy.Case("4", "8")]))
        row = self.packed(b"") | {"private_test_cases": json.dumps(private)}
        self.assertEqual(len(datasets.live_code_bench(row).problem.cases), 2)

    def test_functional(self):
        row = {
            "question_id": 1,
            "public_test_cases": json.dumps([{"input": "[1, 2]\n3", "output": "[1, 2, 3]", "testtype": "functional"}]),
            "metadata": json.dumps({"func_name": "append"}),
        }
        self.assertEqual(datasets.live_code_bench(row).problem.function, "append")
        with self.assertRaisesRegex(ValueError, "func_name"):
            datasets.live_code_bench(row | {"metadata": "{}"})

    def test_hostile_pickles(self):
        class Call:
            def __init__(self, function, *arguments):
                self.reduced = function, arguments

            def __reduce__(self):
                return self.reduced

        with tempfile.TemporaryDirectory() as name:
            trace = Path(name) / "trace"
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                for call in (Call(os.mkdir, str(trace)), Call(eval, f"open({str(trace)!r}, 'w')"), [Call(bytearray, 1 << 40)]):
                    with self.assertRaisesRegex(ValueError, "the pickle asks for"):
                        datasets.live_code_bench(self.packed(pickle.dumps(call, protocol)))
            self.assertFalse(trace.exists())

    def test_damaged_data(self):
        good = self.packed(pickle.dumps("[]"))
        for private in (good["private_test_cases"][:-8], "!", base64.b64encode(b"plain").decode()):
            with self.assertRaises(ValueError):
                datasets.live_code_bench(good | {"private_test_cases": private})
        for data in (b"", b"\x80\x04.", pickle.dumps("[1]"), pickle.dumps("[]")[:-3]):
            with self.assertRaises(ValueError):
                datasets.live_code_bench(self.packed(data))


class Codeforces(unittest.TestCase):
    row = {
        "id": "1/A",
        "official_tests": [{"input": "3\n", "output": "1 2\n"}],
        "generated_checker": "import sys\nread = lambda i: open(sys.argv[i]).read().split()\nprint(int(sum(map(int, read(3))) == int(read(1)[0])))",
        "time_limit": 1.0,
        "memory_limit": 256.0,
        "input_mode": "stdio",
        "interaction_format": None,
    }

    def test_judged_by_the_checker(self):
        task = datasets.codeforces(self.row)
        self.assertEqual((task.problem.time_limit, task.problem.memory_limit), (1.0, 256 * 2**20))
        outcomes = grundy.judge(grundy.Submission(task.problem, source, "python3") for source in ("print(2, 1)", "print(2, 2)"))
        self.assertEqual([outcome.verdict for outcome in outcomes], ["AC", "WA"])

    def test_refused(self):
        for change in ({"input_mode": "file"}, {"interaction_format": "Ask."}, {"official_tests": []}):
            with self.assertRaises(ValueError):
                datasets.codeforces(self.row | change)


class Read(unittest.TestCase):
    def test_files(self):
        row = json.dumps({"input_output": '{"inputs": ["1\\n"], "outputs": ["1\\n"]}'})
        with tempfile.TemporaryDirectory() as name:
            plain, packed = Path(name) / "rows.jsonl", Path(name) / "rows.jsonl.gz"
            plain.write_text(f"{row}\n\n{row}\n")
            packed.write_bytes(gzip.compress(plain.read_bytes()))
            for path in (plain, packed):
                self.assertEqual([task.name for task in datasets.read(path, datasets.apps)], ["1", "3"])
            plain.write_text(f"{row}\n{{}}\n")
            with self.assertRaisesRegex(ValueError, "rows.jsonl:2: no field 'input_output'"):
                list(datasets.read(plain, datasets.apps))
            plain.write_text(f"{row}\n{{}}\n{row}\n")
            faults = []
            self.assertEqual([task.name for task in datasets.read(plain, datasets.apps, faulty=faults.append)], ["1", "3"])
            self.assertEqual([str(fault) for fault in faults], [f"{plain}:2: no field 'input_output'"])


if __name__ == "__main__":
    unittest.main()
