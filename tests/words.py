#!/usr/bin/env python3
"""Hold the documents to sentences that are read once: `tests/words.py [-v] [FILE...]` prints how long the sentences of documents are.

A sentence ends with a full stop, a question mark or an exclamation mark, and where its paragraph, item of a list or cell of a table ends.
Code between backquotes is one word; headings and blocks of code are not read. Cells are too short to count for the median. The documents
that are read first (FIRST_READ) are held to both limits, the others but for REFERENCES to the longest sentence. -v prints the sentences above 30 words."""
import glob, os, re, statistics, sys

MEDIAN, LONGEST = 18, 40                # the median is below, no sentence is above
FIRST_READ = ["README.md"] + [f"docs/{name}.md" for name in ("tour", "report", "diff", "ci", "pipeline", "folio")]
REFERENCES = ["docs/json.md", "docs/bench.md", "docs/differences.md"]    # lists of members, tables of evidence: printed, not held
ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
END = re.compile(r"(?<=[.!?])[\"')*_]*\s+(?=[^\sa-z])")
SHORT = re.compile(r"\b(e\.g|i\.e|etc|vs|cf)\.")
BLOCK = re.compile(r"^```.*?^```$|^    (?! *[-*] )[^\n]*$|<!--.*?-->", re.M | re.S)


def blocks(text):
    """(is a cell, text): paragraphs, items of lists and cells of tables."""
    lines = []
    for line in BLOCK.sub("\n", text).splitlines() + [""]:
        if lines and (not line.strip() or line[0] in "#|" or ITEM.match(line)):
            yield False, " ".join(lines)
            lines = []
        if line.startswith("|"):
            yield from ((True, cell) for cell in re.split(r"(?<!\\)\|", line.strip("|")) if re.search(r"\w", cell))
        elif line.strip() and not line.startswith("#"):
            lines.append(ITEM.sub("", line).strip())


def sentences(text):
    """(is a cell, words, sentence)"""
    for cell, block in blocks(text):
        plain = re.sub(r"``.*?``|`[^`]*`", "CODE", re.sub(r"\[((?:`[^`]*`|[^\]`])*)\]\([^)]*\)", r"\1", block))
        for sentence in END.split(SHORT.sub(r"\1", plain)):
            words = [w for w in sentence.split() if re.search(r"\w", w)]
            if any(w.strip(".,") != "CODE" for w in words):         # a list of names is no sentence
                yield cell, len(words), sentence


def self_test():
    text = "# No\n\nOne `a b c` two.\nAnd [three `x`](four.md), e.g. v1.2 is. (Five six.)\n\n```\nno\n```\n- item\n  goes on\n- other\n\n| a | b c |\n|---|---|\n"
    assert [n for _, n, _ in sentences(text + "\n`a`, `b`\n")] == [3, 6, 2, 3, 1, 1, 2], list(sentences(text))
    assert [cell for cell, _, _ in sentences(text)] == [False] * 5 + [True] * 2


def main():
    self_test()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    verbose, named = "-v" in sys.argv, [a for a in sys.argv[1:] if a != "-v"]
    faults = 0
    for path in named or FIRST_READ + sorted(set(glob.glob("docs/*.md")) - set(FIRST_READ)):
        with open(path, encoding="utf-8") as f:
            found = list(sentences(f.read()))
        median = statistics.median(n for cell, n, _ in found if not cell)
        long = [(n, s) for _, n, s in found if n > (30 if verbose else LONGEST)]
        over = sum(n > LONGEST for n, _ in long)
        bad = (over and path not in REFERENCES) or (path in FIRST_READ and median >= MEDIAN)
        faults += bool(bad)
        print(f"{median:5}  {max(n for _, n, _ in found):4}  {over:3}  {path}{'  TOO LONG' if bad else ''}")
        for n, s in long:
            print(f"       {n}: {s}")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
