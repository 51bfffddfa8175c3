"""Executes a script for each request on standard input, anew each time, and answers on standard output."""
import base64
import io
import json
import sys
import traceback

script = sys.argv[1]
with open(script, encoding="utf-8") as file:
    code = compile(file.read(), script, "exec")
requests, answers = sys.stdin, sys.stdout


def call(request):
    sys.argv = [script, *(request["Args"] or [])]
    stdin = base64.b64decode(request["Stdin"] or "")
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), write_through=True) for _ in range(2))
    exit_code = 0
    try:
        exec(code, {"__name__": "__main__", "__file__": script})
    except SystemExit as end:
        exit_code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
        exit_code = 1
    texts = [base64.b64encode(stream.buffer.getvalue()).decode() for stream in (sys.stdout, sys.stderr)]
    return {"Exit": exit_code, "Stdout": texts[0], "Stderr": texts[1]}


for line in requests:
    print(json.dumps(call(json.loads(line))), file=answers, flush=True)
