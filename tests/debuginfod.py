#!/usr/bin/env python3
"""Objects from a server: usage: debuginfod.py --bin PROGRAM

Starts a server of the debuginfod protocol (GET /buildid/ID/debuginfo, /executable and /source/PATH) with the programs of
fixtures/amd64/debug, and source made up, and wants the report that those give; what it does not have, and a server that is not there, must
not stop a command, which says so; a server that gives something else is refused. Source that is not at hand is asked for by annotate and pack --source, once,
and by nobody else. Skipped (77) for a program without debuginfod."""
import argparse, http.server, os, shutil, subprocess, sys, tempfile, threading, time

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
CACHE, CAPTURE = "fixtures/amd64/debug/opt/wl", "fixtures/amd64/fp.data"
FILES = {id: os.path.join(CACHE, name, id, "elf") for name in sorted(os.listdir(CACHE), reverse=True)     # the stripped one
         for id in os.listdir(os.path.join(CACHE, name))}                                                 # has a twin
asked = []
given = FILES
odd = False     # the first source that is asked for is larger than a client takes (DEBUGINFOD_MAXSIZE; 2 GiB, if it is not set)


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        _, word, id, kind, *path = self.path.split("/", 4)
        asked.append((id, kind, *path))
        if odd and path and len([a for a in asked if a[1] == "source"]) == 1:
            self.send_response(200)
            self.send_header("Content-Length", str(3 << 30))
            self.end_headers()
            self.wfile.write(b" " * (1 << 16))
            return time.sleep(2)
        if word != "buildid" or id not in given or (kind != "debuginfo" and path != ["opt/wl/workload.c"]):
            return self.send_error(404)
        if path:
            body = "".join(f"line {i} of {id}\n" for i in range(1, 200)).encode()
        else:
            with open(given[id], "rb") as f:
                body = f.read()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def report(*options):
    return run("report", "--stdio", "-q", "--isolated", "--sort", "dso,sym", *options, "-i", CAPTURE)


def run(*command):
    p = subprocess.run([a.bin, *command],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                       env=dict(os.environ, LC_ALL="C", HOME=temp, DEBUGINFOD_CACHE_PATH=os.path.join(temp, "cache"), DEBUGINFOD_URLS=""))
    if "built without libdebuginfod" in p.stderr:
        print("SKIPPED: " + p.stderr.strip())
        sys.exit(77)
    return p.stdout, p.stderr, p.returncode


temp = tempfile.mkdtemp(prefix="perfolio-debuginfod-")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
try:
    _, said, status = report("--debuginfod")
    assert status == 1 and "no servers are named" in said, said
    here, _, _ = report("--objects", "fixtures/amd64/debug")
    there, said, status = report(f"--debuginfod=http://127.0.0.1:{server.server_port}")
    assert status == 0 and there == here, said
    assert asked and len(asked) == len(set(asked)), asked       # each once
    got = {id for id, kind in asked}
    whole, _, _ = report("--objects", "fixtures/amd64/debug", f"--debuginfod=http://127.0.0.1:{server.server_port}")
    assert whole == here
    shutil.rmtree(os.path.join(temp, "cache"))
    given = dict(zip(FILES, list(FILES.values())[1:] + list(FILES.values())[:1]))       # to each what another wants
    unnamed, _, _ = report()
    wrong, said, status = report(f"--debuginfod=http://127.0.0.1:{server.server_port}")
    refused = [id for id, path in given.items() if f"its build-id is {path.split('/')[-2]}, {id} was recorded" in said]
    assert status == 0 and wrong == unnamed and refused, said
    few = "fixtures/amd64/dir.data"          # objects of one sample in 468 are not worth a download
    shares = {line.split()[1]: float(line.split()[0][:-1]) for line in
              run("report", "-q", "--stdio", "--isolated", "-g", "none", "--sort", "dso", "-i", few)[0].splitlines() if "%" in line}
    ids = {os.path.basename(line.split()[1]): line.split()[0] for line in run("buildid-list", "-H", "-i", few)[0].splitlines()}
    rare, often = ({ids[name] for name, share in shares.items() if name in ids and (share < 0.5) == is_rare} for is_rare in (True, False))
    shutil.rmtree(os.path.join(temp, "cache"))
    asked.clear()
    given = FILES
    _, said, status = run("report", "--isolated", f"--debuginfod=http://127.0.0.1:{server.server_port}", "-i", few)
    assert status == 0 and rare and often and {id for id, *_ in asked} == often, (rare, often, asked, said)
    servers = f"--debuginfod=http://127.0.0.1:{server.server_port}"
    asked.clear()
    bare, _, _ = run("annotate", "--isolated", "--objects", "fixtures/amd64/debug", "-i", CAPTURE)
    assert not asked and "workload.c:" in bare
    text, said, status = run("annotate", "--isolated", "--objects", "fixtures/amd64/debug", servers, "-i", CAPTURE)
    source = [a for a in asked if a[1] == "source"]
    shown = {line.split()[1] for line in text.splitlines() if " of " + source[0][0] in line}
    assert status == 0 and len(source) == len(set(source)) and len(shown) > 5 and "# source" not in text, (source, said, text)
    assert all(line.split()[1] == line.split("line ")[1].split()[0] for line in text.splitlines() if " of " + source[0][0] in line)
    asked.clear()
    assert run("annotate", "--isolated", "--objects", "fixtures/amd64/debug", servers, "-i", CAPTURE)[0] == text
    assert ("opt/wl/workload.c" not in str(asked)), asked                                 # the library keeps it
    folio = os.path.join(temp, "x.folio")
    for option in [], [servers]:
        _, said, status = run("pack", "--source", "--isolated", "--objects", "fixtures/amd64/debug", *option, CAPTURE, "-o", folio)
        assert status == 0, said
        kept = run("annotate", "--isolated", "-i", folio)[0]
        assert kept == (text if option else bare), said
        os.remove(folio)
    shutil.rmtree(os.path.join(temp, "cache"))
    odd = True
    asked.clear()
    _, said, status = run("annotate", "--isolated", "--objects", "fixtures/amd64/debug", servers, "-i", CAPTURE)
    assert status == 0 and "File too large" in said and len(source) > 1 and len([a for a in asked if a[1] == "source"]) >= len(source), (asked, said)     # the others all the same
    server.shutdown()
    server.server_close()
    shutil.rmtree(os.path.join(temp, "cache"))
    nothing, said, status = report(f"--debuginfod=http://127.0.0.1:{server.server_port}")
    assert status == 0 and nothing == unnamed and "debuginfod" in said, said
    nothing, said, status = run("annotate", "--isolated", "--objects", "fixtures/amd64/debug", servers, "-i", CAPTURE)
    assert status == 0 and nothing == bare and said.count("debuginfod") == 1, said
    for command in "report", "script", "annotate", "export folded", "export firefox", f"diff {CAPTURE}", "doctor", "explain malloc", \
                   f"pack -o {folio}", "report --json", "script --json", "annotate --json", "doctor --json":
        answer, said, status = run(*command.split(), "--isolated", servers, *([CAPTURE] if command.startswith("pack") else ["-i", CAPTURE]))
        assert "debuginfod: " in said + answer, (command, status, said)      # whoever wants objects says it
    print(f"{len(got)} objects were asked for, the report is the one with the programs at hand")
finally:
    shutil.rmtree(temp)
