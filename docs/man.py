#!/usr/bin/env python3
"""Make the manual pages from the pages of the commands: usage: man.py VERSION OUT [PROGRAM...]

docs/NAME.md becomes OUT/perfolio-NAME.1, docs/perfolio.md OUT/perfolio.1. Which pages there are is read from
perfolio.md: every page it links to. Only what those pages use is understood: headings, paragraphs, lists, tables, indented
and fenced blocks, `code`, **bold** and links; tests/man.py holds that nothing else is in them. With a PROGRAM to ask (and what
runs it), each page ends with the list of the command's options, from the program's own tables."""
import os, re, subprocess, sys


def read(name):
    return open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".md"), encoding="utf-8").read()


PAGES = ["perfolio"] + sorted(set(re.findall(r"\]\(([\w-]+)\.md\)", read("perfolio"))))


def plain(s):
    """roff's own characters made harmless."""
    return s.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace(".", "\\&.")


def linked(text, to):
    """What a link is on paper: its text, and the page or address where that does not say it."""
    path, _, _ = to.partition("#")
    name = path.removesuffix(".md")
    page = f"\\fB{plain(title(name))}\\fR(1)" if name in PAGES else plain(path if "://" in path else os.path.normpath("docs/" + path))
    if not path:                                        # another part of this page
        return inline(text)
    return page if text == name or text == path else f"{inline(text)} ({page})"


def inline(text):
    """Bold for `code` and **bold**, names of manual pages for links."""
    out = ""
    for piece in re.split(r"(`[^`]*`|\*\*.+?\*\*|\[[^\]]*\]\([^)\s]*\))", text):
        link = re.fullmatch(r"\[([^\]]*)\]\((\S*)\)", piece)
        if link:
            out += linked(*link.groups())
        elif re.fullmatch(r"`[^`]+`", piece):
            out += f"\\fB{plain(piece[1:-1])}\\fR"
        elif piece.startswith("**") and len(piece) > 4:
            out += f"\\fB{plain(piece[2:-2])}\\fR"
        else:
            out += plain(piece)
    return out


def title(name):
    return "perfolio" if name == "perfolio" else "perfolio-" + name


def blocks(text):
    """(block, whether it is to stay as it is) for each part between empty lines, and each fenced part."""
    for i, part in enumerate(re.split(r"^```\w*\n(.*?)^```$", text, flags=re.S | re.M)):
        if i % 2:
            yield part.rstrip(), True
        else:
            for block in re.split(r"\n\s*\n", part.strip("\n")):
                if block.startswith("    "):
                    yield re.sub("^    ", "", block, flags=re.M).rstrip(), True
                elif block.strip():
                    yield block.strip(), False


def shell(block):
    return block.replace("$ ./build/perfolio", "$ perfolio").split("\n")


def options(program, name):
    """The list of a page's options, as the program's tables have them; of none where there is no program to ask."""
    if not program:
        return
    asked = subprocess.run([*program, "complete", "--options"] + ([] if name == "perfolio" else [name]),
                           stdout=subprocess.PIPE, check=False)
    lines = asked.stdout.decode().splitlines() if not asked.returncode else []     # else it is no command's page
    if lines:
        yield ".SH ALL OPTIONS"
    for names, what in (line.split("\t", 1) for line in lines):
        yield from (".TP", inline(f"`{names}`"), inline(what))


TERM = re.compile(r"((?:`[^`]*`|\[[^\]]*\]\([^)]*\)|[^`\[:]|:(?! ))+): (.*)")


def entry(item):
    """An item of a list: a term, and what it is; or, where nothing short stands in front of a colon, a point."""
    term = TERM.fullmatch(item)
    if term and len(term.group(1)) <= 100:
        return [".TP", inline(term.group(1)), inline(term.group(2))]
    return [".IP \\(bu 2", inline(item)]


def table(block):
    """Rows, each as its first cell and what the others say of it; where they are several, below the heads of their columns."""
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in block.split("\n")]
    head, rows = rows[0], [[c.replace("\\|", "|") for c in row] for row in rows[2:]]
    out = []
    if len(head) == 2 and any(head):
        out = [".TP", f"\\fI{inline(head[0])}\\fR", f"\\fI{inline(head[1])}\\fR"]
    for first, *others in rows:
        cells = [inline(c) if len(head) == 2 else f"\\fI{inline(h)}:\\fR {inline(c)}" for h, c in zip(head[1:], others) if c]
        out += [".TP", inline(first), *"\n.br\n".join(cells).split("\n")]
    return out


def page(name, text, version, program):
    heading, text = re.match(r"# perfolio ?[^:\n]*: ([^\n]*)\n(.*)", text, re.S).groups()
    out = [f'.TH "{title(name).upper()}" 1 "" "Perfolio {version}" "Perfolio"', ".SH NAME",
           inline(title(name)) + " \\- " + inline(heading)]
    synopsis = True
    for block, code in blocks(text):
        if code and synopsis:
            out += [".SH SYNOPSIS", ".B " + inline(block), ".SH DESCRIPTION"]
            synopsis = False
            continue
        if synopsis:                                    # of a page about no command
            out.append(".SH DESCRIPTION")
            synopsis = False
        if code:
            out += [".PP", ".RS 4", ".nf"] + [inline(x) or "\\&" for x in shell(block)] + [".fi", ".RE"]
        elif block.startswith("### "):
            out.append(".SS " + inline(block[4:]))
        elif block.startswith("## "):
            out.append(".SH " + inline(block[3:].upper()))
        elif block.startswith("|"):
            out += table(block)
        elif block.startswith("- "):
            for item in re.split(r"^- ", block, flags=re.M)[1:]:
                item, *inner = re.split(r"^  - ", item, flags=re.M)
                out += entry(" ".join(item.split()))
                for i, line in enumerate(inner):        # a list in an item
                    out += [".RS"] * (i == 0) + entry(" ".join(line.split())) + [".RE"] * (i == len(inner) - 1)
        else:
            out += [".PP", inline(" ".join(block.split()))]
    return "\n".join(out + list(options(program, name))) + "\n"


if __name__ == "__main__":
    version, folder, *program = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name in PAGES:
        with open(os.path.join(folder, title(name) + ".1"), "w", encoding="utf-8") as f:
            f.write(page(name, read(name), version, program))
