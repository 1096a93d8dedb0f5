#!/usr/bin/env python3
"""Make the manual pages from the pages of the commands: usage: man.py VERSION OUT [PROGRAM...]

docs/NAME.md becomes OUT/perfolio-NAME.1, docs/perfolio.md OUT/perfolio.1. Which pages there are is read from
perfolio.md: every page it links to. Only what those pages use is understood: headings, paragraphs, lists, indented
and fenced blocks, `code` and links. With a PROGRAM to ask (and what runs it), each page ends with the list of the
command's options, from the program's own tables."""
import os, re, subprocess, sys


def read(name):
    return open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".md"), encoding="utf-8").read()


PAGES = ["perfolio"] + sorted(set(re.findall(r"\]\(([\w-]+)\.md\)", read("perfolio"))))


def inline(text):
    """Bold for `code`, names of manual pages for links, and roff's own characters made harmless."""
    def plain(s):
        return s.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace(".", "\\&.")

    out = ""
    for piece in re.split(r"(`[^`]*`|\[[^\]]*\]\([^)]*\))", text):
        link = re.fullmatch(r"\[([^\]]*)\]\((\S+)\.md\)", piece)
        if piece.startswith("`"):
            out += "\\fB" + plain(piece[1:-1]) + "\\fR"
        elif link and link.group(2) in PAGES:
            out += "\\fB" + plain(title(link.group(2))) + "\\fR(1)"
        elif link:
            out += plain(f"docs/{link.group(2)}.md")
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


def page(name, text, version, program):
    heading, text = re.match(r"# perfolio ?[^:\n]*: ([^\n]*)\n(.*)", text, re.S).groups()
    out = [f'.TH "{title(name).upper()}" 1 "" "Perfolio {version}" "Perfolio"', ".SH NAME",
           inline(title(name)) + " \\- " + inline(heading)]
    synopsis = True
    for block, code in blocks(text):
        if code and synopsis:
            out += [".SH SYNOPSIS", ".B " + inline(block), ".SH DESCRIPTION"]
            synopsis = False
        elif code:
            out += [".PP", ".RS 4", ".nf"] + [inline(x) or "\\&" for x in shell(block)] + [".fi", ".RE"]
        elif block.startswith("## "):
            out.append(".SH " + inline(block[3:].upper()))
        elif block.startswith("- "):
            for item in re.split(r"^- ", block, flags=re.M)[1:]:
                term, _, rest = " ".join(item.split()).partition(": ")
                out += [".TP", inline(term)] + ([inline(rest)] if rest else [])
        else:
            out += [".PP", inline(" ".join(block.split()))]
    return "\n".join(out + list(options(program, name))) + "\n"


if __name__ == "__main__":
    version, folder, *program = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name in PAGES:
        with open(os.path.join(folder, title(name) + ".1"), "w", encoding="utf-8") as f:
            f.write(page(name, read(name), version, program))
