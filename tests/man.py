#!/usr/bin/env python3
"""The manual pages have no Markdown left in them: usage: man.py FOLDER

Every page that docs/man.py made is walked, but for what stays as it is (examples, code). What a reader would see of Markdown
there is a fault: links, tables, `code`, **bold**, headings, lists. Where there is groff, it has to take the page without a word."""
import glob, os, re, shutil, subprocess, sys

MARKS = [(r"\]\(", "a link"), (r"`", "code"), (r"\*\*", "bold"), (r"^#+ ", "a heading"), (r"^\|", "a table"),
         (r"^\\?- ", "a list"), (r"\|\s*\\?-{3}", "a table"), (r"\S \| \S.* \|$", "a table")]


def faults(text):
    """(line, what is left there) of a page."""
    verbatim = False
    for number, line in enumerate(text.split("\n"), 1):
        verbatim = line == ".nf" or (verbatim and line != ".fi")
        shown = re.sub(r"\\fB.*?\\fR", "", line)            # code may be written in any characters
        for mark, what in MARKS if not verbatim else []:
            if re.search(mark, shown):
                yield number, what
                break


assert not list(faults(".SH A\n\\fB|a|\\fR b\n.nf\n| `x` |\n.fi\n.TP\nx\\-y"))
assert [w for _, w in faults("see [a](b.md#c)\n| a | b |\n\\fBx\\fR `y`\n**z**\n## h\n- p")] == ["a link", "a table", "code", "bold", "a heading", "a list"]
bad, pages = [], sorted(glob.glob(sys.argv[1] + "/*.1"))
with open("docs/perfolio.md", encoding="utf-8") as f:
    missing = {f"perfolio-{name}.1" for name in re.findall(r"\]\(([\w-]+)\.md\)", f.read())} - {os.path.basename(p) for p in pages}
assert pages and not missing, missing
for path in pages:
    with open(path, encoding="utf-8") as f:
        bad += [f"{path}:{number}: {what} is left as it is in Markdown" for number, what in faults(f.read())]
if shutil.which("groff"):
    said = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z", *pages], stderr=subprocess.PIPE, check=False).stderr
    bad += said.decode("utf-8", "replace").splitlines()
print("\n".join(bad) or f"{len(pages)} manual pages have no Markdown left in them")
sys.exit(bool(bad))
