#!/usr/bin/env python3
"""make.py ENGINE.js OUT.html: joins page.html, page.css, page.js, worker.js and the engine, whose .wasm lies beside it, into
one page that asks for nothing else. Its policy allows what is in it, by checksum, and no request."""
import base64, gzip, hashlib, os, sys

MOST = 2500000          # bytes of the page: more is a mistake
POLICY = ("default-src 'none'; script-src {script} 'wasm-unsafe-eval'; worker-src blob:; style-src {style}; "
          "img-src data:; base-uri 'none'; form-action 'none'")


def main(engine, out):
    here = os.path.dirname(os.path.abspath(__file__))

    def part(name):
        with open(os.path.join(here, name)) as f:
            return f.read()

    def allowed(text):
        return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    with open(engine) as f:
        worker = f.read() + "\n" + part("worker.js")
    with open(engine[:-len(".js")] + ".wasm", "rb") as f:
        wasm = base64.b64encode(gzip.compress(f.read(), 9, mtime=0)).decode()
    script, style = part("page.js"), part("page.css")
    for text in worker, script:
        assert "</script" not in text.lower() and "<!--" not in text, "it would end the element that it is in"
    page = part("page.html")
    for name, text in (("POLICY", POLICY.format(script=allowed(script), style=allowed(style))), ("STYLE", style),
                       ("SCRIPT", script), ("WORKER", worker), ("WASM", wasm)):
        assert page.count("@%s@" % name) == 1, name
        page = page.replace("@%s@" % name, text)
    assert len(page.encode()) <= MOST, "%d bytes are too many for a page" % len(page.encode())
    with open(out, "w") as f:
        f.write(page)


main(*sys.argv[1:])
