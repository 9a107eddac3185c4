"""Answers of assay's knowledge base against those of other stores: Oxigraph and Virtuoso.

    python3 tests/peers/knowledge_test.py NODE_MODULES [QUERIES]

NODE_MODULES is a folder with the npm package oxigraph; tests/peers/run makes it and calls this. With - for it, Virtuoso
alone is asked. QUERIES (default
10,000) queries of at most eight clauses, half of them questions of CFQ, are answered on a synthetic world and, where
$ASSAY_PUBLISHED has it, on FB15k-237: numbers of solutions and lists of answers must be equal. A tenth of them also goes
through assay's own client of the SPARQL protocol, and the program itself answers and makes questions with each store behind
`--kb http://...`: what it says there is what it says with the embedded store. 500 are asked of Virtuoso on 127.0.0.1 where it is installed
(Debian: virtuoso-opensource-7-bin), started and stopped here. Times of all stores stand side by side.
"""

import json
import os
import queue
import shutil
import socket
import statistics
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(os.path.dirname(os.environ["ASSAY"]), "..", "tests", "assay_knowledge_cases")
NAMESPACE = "http://rdf.freebase.com/ns/"
SECONDS = 30  # for one query; longer ones are counted and left out
MOST_LEFT_OUT = 0.005
VIRTUOSO_QUERIES = 500
ASKED = 60  # questions of the program, with a store behind an endpoint
MADE = 60
FILMS = 2000


def answer_of(results):
    """The number of solutions, or the keys, of a table in SPARQL's JSON."""
    name = results["head"]["vars"][0]
    values = [row[name]["value"] for row in results["results"]["bindings"]]
    if name == "count":
        return {"count": int(values[0])}
    return {"keys": sorted(value.removeprefix(NAMESPACE) for value in values)}


def written_out(query):
    """The same query with a UNION for each alternative of a path. Oxigraph counts a|b once where both, or one of them in
    several ways, lead to the same node (its pull request 351); by SPARQL 1.1, 18.2.2.4, every way counts, as in a UNION."""
    lines = []
    for line in query.split("\n"):
        words = line.split(" ")
        if len(words) == 4 and "|" in words[1]:
            line = " UNION ".join(f"{{ {words[0]} {path} {words[2]} }}" for path in words[1].split("|"))
        lines.append(line)
    return "\n".join(lines)


def wanted(case):
    return {key: case[key] for key in ("count", "keys") if key in case}


class Oxigraph:
    """A process that answers line by line, and is started again when a query takes too long."""

    def __init__(self, node_modules, triples):
        self.words = ["node", os.path.join(HERE, "oxigraph_store.cjs"), "answer", triples]
        self.environment = dict(os.environ, NODE_PATH=node_modules)
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.words, env=self.environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=(self.process, self.lines), daemon=True).start()
        return json.loads(self.lines.get(timeout=300))

    @staticmethod
    def read(process, lines):
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    def ask(self, query):
        """The answer and its milliseconds; None when it takes too long."""
        if self.process is None:
            self.start()
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        try:
            reply = json.loads(self.lines.get(timeout=SECONDS) or '{"problem": "it ended"}')
        except queue.Empty:
            self.stop()
            return None
        if "problem" in reply:
            sys.exit(f"Oxigraph: {reply['problem']}\n{query}")
        return answer_of(reply["results"]), reply["ms"]

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def compare(name, case, found):
    if found != wanted(case):
        sys.exit(f"{name}: another answer\n{case['query']}\nassay: {str(wanted(case))[:400]}\n{name}: {str(found)[:400]}")


def against_oxigraph(store, cases):
    """All cases; the milliseconds of each, None for those that were left out."""
    times = []
    for case in cases:
        reply = store.ask(written_out(case["sparql"]) if "count" in case else case["sparql"])
        if reply is not None:
            compare("Oxigraph", case, reply[0])
        times.append(reply[1] if reply is not None else None)
    store.stop()
    left_out = sum(each is None for each in times)
    if left_out > MOST_LEFT_OUT * len(cases):
        sys.exit(f"Oxigraph: {left_out} of {len(cases)} queries took more than {SECONDS} s")
    return times


def through_client(address, cases, folder):
    """assay's own client gets the same answers over the protocol."""
    asked = os.path.join(folder, "asked.jsonl")
    with open(asked, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(case) + "\n" for case in cases)
    done = subprocess.run([CASES, "ask", address, asked], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"client of the SPARQL protocol: {done.stderr}")
    for case, line in zip(cases, done.stdout.splitlines(), strict=True):
        compare("client", case, json.loads(line))


def program(words, text=None):
    done = subprocess.run([os.environ["ASSAY"], *words], input=text, capture_output=True, text=True, check=False,
                          env=dict(os.environ, ASSAY_CACHE="none"))
    if done.returncode != 0:
        sys.exit(f"assay {' '.join(words)}: {done.stderr}")
    return done.stdout.splitlines()


def solved(rows, kb):
    """Answers to the questions of some rows, by a knowledge base."""
    questions = "".join(row["input"] + "\n" for row in rows)
    return [json.loads(line)["answer"] for line in program(["solve", "cfq", *kb], questions)]


def through_program(name, address, kb, folder):
    """The program with a store behind an endpoint against the program with the embedded store. `kb` are its words for that."""
    begin = time.perf_counter()
    shown = program(["show", "cfq", "--seed", "5", "-n", str(ASKED), "--json", "--set", "target=answer", *kb[1]])
    rows = [json.loads(line) for line in shown]
    for row, answer in zip(rows, solved(rows, ["--kb", address]), strict=True):
        if answer != row["target"]:
            sys.exit(f"{name}: {row['input']}\nembedded: {row['target']}\nendpoint: {answer}")
    data = os.path.join(folder, f"made_{name}")
    program(["generate", "cfq", "--seed", "6", "-n", str(MADE), "-q", "--out", data, "--set", "target=answer", "--set",
             "highest_level=24", "--set", f"kb={address}"])
    program(["verify", data, "-q"])
    with open(os.path.join(data, "data", "all-00000-of-00001.jsonl"), encoding="utf-8") as file:
        made = [json.loads(line) for line in file]
    for row, answer in zip(made, solved(made, kb[0]), strict=True):
        if answer != row["target"]:
            sys.exit(f"{name}: {row['input']}\nendpoint: {row['target']}\nembedded: {answer}")
    no = sum(row["target"] == "No" for row in made)
    if len(made) < MADE / 5 or no < len(made) / 20:
        sys.exit(f"{name}: only {len(made)} of {MADE} questions were made, {no} with the answer No")
    print(f"{name}: assay --kb {address.split('/')[0]}//... answers {len(rows)} questions as with the embedded store, and makes "
          f"{len(made)} of {MADE}, {no} with the answer No, that the embedded store answers alike "
          f"({time.perf_counter() - begin:.0f} s)")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Virtuoso:
    """A server of its own in a folder of its own, on 127.0.0.1."""

    def __init__(self, folder, triples):
        self.folder = os.path.join(folder, "virtuoso")
        os.mkdir(self.folder)
        shutil.copy(triples, os.path.join(self.folder, "kb.nt"))
        self.sql, self.web = free_port(), free_port()
        with open(os.path.join(self.folder, "virtuoso.ini"), "w", encoding="utf-8") as file:
            file.write(f"""[Database]
DatabaseFile = {self.folder}/kb.db
ErrorLogFile = {self.folder}/kb.log
LockFile = {self.folder}/kb.lck
TransactionFile = {self.folder}/kb.trx
[Parameters]
ServerPort = 127.0.0.1:{self.sql}
DirsAllowed = {self.folder}
NumberOfBuffers = 40000
ResultSetMaxRows = 1000000
[HTTPServer]
ServerPort = 127.0.0.1:{self.web}
ServerRoot = {self.folder}
[SPARQL]
ResultSetMaxRows = 1000000
MaxQueryExecutionTime = {SECONDS}
DefaultGraph = urn:kb
""")
        self.process = subprocess.Popen(["virtuoso-t", "+foreground", "+configfile", "virtuoso.ini"], cwd=self.folder,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.web}/sparql"

    def run_sql(self, statement, seconds):
        return subprocess.run(["isql-vt", f"127.0.0.1:{self.sql}", "dba", "dba", f"exec={statement}"],
                              capture_output=True, text=True, timeout=seconds, check=False)

    def load(self):
        """Waits until it listens, then loads the triples. What is wrong, or nothing."""
        for _ in range(60):
            time.sleep(1)
            if self.process.poll() is not None:
                return f"it ended with {self.process.returncode}"
            if self.run_sql("select 1;", 30).returncode == 0:
                break
        else:
            return "it does not listen after 60 s"
        done = self.run_sql(f"DB.DBA.TTLP_MT(file_to_string_output('{self.folder}/kb.nt'), '', 'urn:kb', 0); checkpoint;", 600)
        return done.stderr.strip() if done.returncode != 0 or "Error" in done.stderr else ""

    def ask(self, query):
        form = urllib.parse.urlencode({"query": query}).encode()
        request = urllib.request.Request(self.address, form, {"Accept": "application/sparql-results+json"})
        begin = time.perf_counter()
        try:
            with urllib.request.urlopen(request, timeout=SECONDS + 5) as reply:
                results = json.load(reply)
        except urllib.error.HTTPError as problem:
            sys.exit(f"Virtuoso refuses a query: {problem.read(200)}\n{query}")
        return answer_of(results), (time.perf_counter() - begin) * 1000

    def stop(self):
        self.process.kill()
        self.process.wait()


def against_virtuoso(folder, triples, cases, kb):
    if shutil.which("virtuoso-t") is None:
        print("peers: Virtuoso is skipped, because it is not installed (Debian: virtuoso-opensource-7-bin)")
        return []
    server = Virtuoso(folder, triples)
    try:
        problem = server.load()
        if problem:
            sys.exit(f"Virtuoso: cannot load the triples: {problem}")
        times = []
        for case in cases[:VIRTUOSO_QUERIES]:
            answer, milliseconds = server.ask(case["sparql"])
            compare("Virtuoso", case, answer)
            times.append(milliseconds)
        through_client(server.address, cases[:len(times)], folder)
        through_program("Virtuoso", server.address, kb, folder)
        return times
    finally:
        server.stop()


def ratio(times, cases):
    """How much longer they take than assay did for the same queries, in the middle."""
    pairs = [(other, case["ms"]) for other, case in zip(times, cases) if other is not None]
    middle, own = statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)
    ratios = statistics.median(other / max(ours, 1e-4) for other, ours in pairs)
    return f"median {middle:.3f} ms, assay {own:.4f} ms, ratio in the middle {ratios:.0f}"


def compare_on(kb, name, queries, node_modules):
    is_world = kb.isdecimal()
    words = (["--kb", "world", "--set", f"films={kb}"], ["--set", f"films={kb}"]) if is_world else (["--kb", kb], ["--set", f"kb={kb}"])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([CASES, "make", kb, str(queries), folder], check=True)
        triples = os.path.join(folder, "kb.nt")
        with open(os.path.join(folder, "cases.jsonl"), encoding="utf-8") as file:
            cases = [json.loads(line) for line in file]
        if node_modules != "-":
            compare_with_oxigraph(name, triples, cases, words, node_modules, folder)
        of_virtuoso = against_virtuoso(folder, triples, cases, words)
        if of_virtuoso:
            print(f"{name}: {len(of_virtuoso)} queries have the same answers in Virtuoso, "
                  f"{ratio(of_virtuoso, cases)}")


def compare_with_oxigraph(name, triples, cases, words, node_modules, folder):
    times = against_oxigraph(Oxigraph(node_modules, triples), cases)
    positive = sum(bool(case.get("count") or case.get("keys")) for case in cases)
    print(f"{name}: {sum(each is not None for each in times)} of {len(cases)} queries have the same answers in Oxigraph ({positive} with any), "
          f"{ratio(times, cases)}")
    served = subprocess.Popen(["node", os.path.join(HERE, "oxigraph_store.cjs"), "serve", triples],
                              env=dict(os.environ, NODE_PATH=node_modules), stdout=subprocess.PIPE, text=True)
    try:
        port = int(served.stdout.readline())
        some = [case for case, each in zip(cases, times)
                if each is not None and each < 1000 and not ("count" in case and "|" in case["query"])]
        through_client(f"http://127.0.0.1:{port}/sparql", some[:len(cases) // 10], folder)
        through_program("Oxigraph", f"http://127.0.0.1:{port}/sparql", words, folder)
    finally:
        served.kill()
        served.wait()


def unpack(published, folder):
    """The three files of triples and the names, side by side."""
    with tarfile.open(os.path.join(published, "FB15k-237.tar.gz")) as archive:
        for member in archive:
            name = os.path.basename(member.name)
            if member.isfile() and name in ("train.txt", "valid.txt", "test.txt"):
                with open(os.path.join(folder, name), "wb") as file:
                    shutil.copyfileobj(archive.extractfile(member), file)
    shutil.copy(os.path.join(published, "mid2name.txt.gz"), folder)


def main():
    node_modules = sys.argv[1]
    queries = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    compare_on(str(FILMS), "synthetic world", queries, node_modules)
    published = os.path.join(os.environ.get("ASSAY_PUBLISHED", ""), "fb15k-237")
    if os.path.isfile(os.path.join(published, "FB15k-237.tar.gz")):
        with tempfile.TemporaryDirectory() as folder:
            unpack(published, folder)
            compare_on(folder, "FB15k-237", queries, node_modules)
    else:
        print("peers: FB15k-237 is skipped, because $ASSAY_PUBLISHED has none")


main()
