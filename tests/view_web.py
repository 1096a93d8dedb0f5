#!/usr/bin/env python3
"""perfolio view --web: who gets the page, who may ask, and what is answered.

usage: view_web.py [--bin PROGRAM]"""
import argparse, http.client, json, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = ("<!doctype html>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'none'\">\n"
        "<!-- folio -->\n<p>after</p>\n")
CAPTURE = os.path.join(HERE, "..", "fixtures", "hppa", "user.data")
OBJECTS = os.path.join(HERE, "..", "fixtures", "hppa", "debug")


class Server:
    def __init__(self, program, *args):
        self.process = subprocess.Popen([program, "view", "--web", *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        at = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32}/)", self.address)
        assert at, self.address + self.process.stderr.read()
        self.port, self.root = int(at.group(1)), at.group(2)

    def ask(self, method, path, body=None, **headers):
        """The status, headers and body of an answer."""
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        host = headers.pop("host", f"127.0.0.1:{self.port}")
        c.putrequest(method, path, skip_host=True)
        c.putheader("Host", host)
        if body is not None:
            c.putheader("Content-Length", str(len(body)))
        for name, value in headers.items():
            c.putheader(name, value)
        c.endheaders(body)
        r = c.getresponse()
        return r.status, r.headers, r.read()

    def bridge(self, *words):
        body = b"".join(w.encode() + b"\0" for w in words)
        status, _, answer = self.ask("POST", self.root + "ask", body, Origin=f"http://127.0.0.1:{self.port}")
        assert status == 200, (status, answer)
        return json.loads(answer)

    def run(self, *words):
        """The status, messages and output of a command."""
        body = b"".join(w.encode() + b"\0" for w in words)
        status, _, answer = self.ask("POST", self.root + "run", body, Origin=f"http://127.0.0.1:{self.port}")
        assert status == 200, (status, answer)
        head, _, out = answer.partition(b"\n")
        return json.loads(head)["status"], json.loads(head)["said"], out


def check_page(s):
    """The page is allowed to ask its server alone, and knows what to open."""
    status, headers, page = s.ask("GET", s.root)
    page = page.decode()
    assert status == 200 and headers["Content-Type"] == "text/html; charset=utf-8", (status, headers)
    assert headers["X-Frame-Options"] == "DENY" and headers["Cache-Control"] == "no-store", headers
    assert "content=\"default-src 'none'; connect-src 'self'; script-src 'none'\"" in page, page
    served = re.search(r'<script type="application/json" id="served">(.*?)</script>', page, re.S)
    return json.loads(served.group(1))


def check_strangers(s):
    """Every request but the page's own is refused, as (method, path, headers, status)."""
    own = f"http://127.0.0.1:{s.port}"
    cases = [("GET", "/", {}, 404), ("GET", "/0123456789abcdef0123456789abcdef/", {}, 404), ("GET", s.root[:-1], {}, 404),
             ("GET", s.root + "ask", {}, 404), ("GET", s.root + "../", {}, 404), ("POST", s.root, {"Origin": own}, 404),
             ("GET", s.root, {"host": "evil.example"}, 403), ("GET", s.root, {"host": f"127.0.0.1.evil.example:{s.port}"}, 403),
             ("GET", s.root, {"host": "localhost:1x"}, 403), ("GET", s.root, {"host": "localhost:8000"}, 200),
             ("POST", s.root + "ask", {}, 403), ("POST", s.root + "run", {}, 403), ("POST", s.root + "ask", {"Origin": "null"}, 403),
             ("POST", s.root + "ask", {"Origin": "http://evil.example"}, 403),
             ("POST", s.root + "ask", {"Origin": f"https://127.0.0.1:{s.port}"}, 403),
             ("POST", s.root + "ask", {"Origin": "http://localhost:8000"}, 403),
             ("POST", s.root + "ask", {"Origin": "http://localhost:8000", "host": "localhost:8000"}, 200)]
    for method, path, headers, expected in cases:
        body = b"problems\0001\0" if method == "POST" else None
        status, _, answer = s.ask(method, path, body, **headers)
        assert status == expected, (method, path, headers, status, answer)
        assert status == 200 or b"html" not in answer, answer
    status, _, _ = s.ask("POST", s.root + "ask", b"a" * ((1 << 20) + 1), Origin=own)
    assert status == 413, status


def check_answers(s, program, requests):
    """Rows are those of the command line."""
    file = str(s.bridge(*requests[0])["file"])
    view = s.bridge("ask", file, "0", "report", "--sort", "dso,sym")
    table = next(i for i, t in enumerate(view["tables"]) if t["name"].endswith("rows"))
    rows = s.bridge("rows", str(view["view"]), str(table), "top", "0", "5")["rows"]
    text = subprocess.run([program, "report", "-q", "--stdio", "--sort", "dso,sym", "--objects", OBJECTS, "-i", CAPTURE],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.splitlines()
    for row, line in zip(rows, [l for l in text if l.strip()], strict=False):
        words = " ".join(cell[1] for cell in row["cells"] if cell[1])
        assert line.split()[0] in words and line.split()[-1] in words, (line, words)
    assert len(rows) == 5, rows
    status, said, out = s.run("report", "-q", "--stdio", "--sort", "dso,sym", "--objects", OBJECTS, "-i", CAPTURE)
    assert (status, out.decode().splitlines()) == (0, text) and "lie in objects" in said, (status, said)
    status, said, out = s.run("report", "-i", "/no such file")
    assert (status, out) == (1, b"") and "no such file" in said, (status, said)
    refused, _, why = s.ask("POST", s.root + "run", b"view\0--web\0" + CAPTURE.encode() + b"\0", Origin=f"http://127.0.0.1:{s.port}")
    assert refused == 500 and b"view is what you see" in why, (refused, why)
    assert "error" in s.bridge("no such request"), "it should be refused"


def main():
    a = argparse.ArgumentParser(usage=__doc__)
    a.add_argument("--bin", default="build/perfolio")
    program = os.path.abspath(a.parse_args().bin)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "page.html"), "w") as f:
            f.write(PAGE)
        other = os.path.join(folder, "other.html")
        with open(other, "w") as f:
            f.write("<html></html>")
        absent = subprocess.run([program, "view", "--web", "--page", other, CAPTURE], capture_output=True, text=True)
        if "without libmicrohttpd" in absent.stderr:
            print("SKIPPED: this build has no libmicrohttpd")
            return 77
        assert absent.returncode == 1 and "it is not the page" in absent.stderr, absent
        for name, why in ("nothing.data", "cannot open"), ("other.html", "neither a capture nor a folio"):
            wrong = subprocess.run([program, "view", "--web", "--page", os.path.join(folder, "page.html"), CAPTURE, os.path.join(folder, name)], capture_output=True, text=True)
            assert wrong.returncode == 1 and not wrong.stdout and name in wrong.stderr and why in wrong.stderr, wrong
        hostile = os.path.join(folder, "a<b")
        os.symlink(CAPTURE, hostile)
        s = Server(program, "--page", os.path.join(folder, "page.html"), "--objects", OBJECTS, "--isolated", CAPTURE, hostile)
        try:
            requests = check_page(s)
            assert requests == [["open", CAPTURE, f"--objects={OBJECTS}", "--isolated"],
                                ["open", hostile, f"--objects={OBJECTS}", "--isolated"]], requests
            check_strangers(s)
            check_answers(s, program, requests)
        finally:
            s.process.terminate()
            s.process.wait()
    print("the page is served to its user alone, and its rows are the command line's")
    return 0


sys.exit(main())
