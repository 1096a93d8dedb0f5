#!/usr/bin/env python3
"""make.py ENGINE.js OUT.html: joins page.html, page.css, the modules of face/, worker.js and the engine, whose .wasm lies beside it,
into one page that asks for nothing else. Its policy allows what is in it, by checksum, and no request. The line <!-- folio --> stays:
docs/page.md says what may stand there."""
import base64, hashlib, os, re, subprocess, sys, tempfile

MOST = 2500000          # bytes of the page: more is a mistake
FOLIO = "\n<!-- folio -->\n"
POLICY = ("default-src 'none'; script-src {script} 'wasm-unsafe-eval'; worker-src blob:; style-src {style}; "
          "img-src data:; base-uri 'none'; form-action 'none'")
IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"\./([\w-]+\.mjs)";\n', re.M)
NAMED = re.compile(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", re.M)
COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.M | re.S)                    # on lines of its own: the page is for browsers
SEVERAL = re.compile(r"^(?:export )?(?:const|let) \w+ = [^{(\n]*$", re.M)        # const A = 1, B = 2;


def modules(folder, name, done):
    """A module behind those that it imports, as plain script: all names of all modules are in one scope."""
    if name in done:
        return
    done[name] = None   # circles end here
    with open(os.path.join(folder, name)) as f:
        text = f.read()
    for other in IMPORT.findall(text):
        modules(folder, other, done)
    del done[name]
    done[name] = re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.M)


def joined(folder):
    done = {}
    modules(folder, "main.mjs", done)
    names = [n for text in done.values() for n in NAMED.findall(text)]
    names += [n for text in done.values() for line in SEVERAL.findall(text) for n in re.findall(r", (\w+) =", line)]
    twice = {n for n in names if names.count(n) > 1}
    assert not twice, "several modules have " + ", ".join(sorted(twice))
    assert set(done) == set(os.listdir(folder)), "no module imports " + ", ".join(set(os.listdir(folder)) - set(done))
    return '"use strict";\n' + COMMENT.sub("", "\n".join(done.values()))


def main(engine, out):
    here = os.path.dirname(os.path.abspath(__file__))

    def part(name):
        with open(os.path.join(here, name)) as f:
            return f.read()

    def allowed(text):
        return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    def packed(data):
        with tempfile.NamedTemporaryFile() as f:
            f.write(data)
            f.flush()                                   # zopfli packs a twentieth better than zlib, into what each browser reads
            return base64.b64encode(subprocess.run(["zopfli", "--i5", "-c", f.name], stdout=subprocess.PIPE, check=True).stdout).decode()

    with open(engine, "rb") as f:
        worker = packed(f.read() + b"\n" + part("worker.js").encode())
    with open(engine[:-len(".js")] + ".wasm", "rb") as f:
        wasm = packed(f.read())
    script, style = joined(os.path.join(here, "face")), part("page.css")
    assert "</script" not in script.lower() and "<!--" not in script, "it would end the element that it is in"
    page = part("page.html")
    assert page.count(FOLIO) == 1
    for name, text in (("POLICY", POLICY.format(script=allowed(script), style=allowed(style))), ("STYLE", style),
                       ("SCRIPT", script), ("WORKER", worker), ("WASM", wasm)):
        assert page.count("@%s@" % name) == 1, name
        page = page.replace("@%s@" % name, text)
    assert len(page.encode()) <= MOST, "%d bytes are too many for a page" % len(page.encode())
    with open(out, "w") as f:
        f.write(page)


main(*sys.argv[1:])
