"""Transcripts: commands and what they printed, as text. `$ COMMAND` begins one; the lines up to the next `$ ` are its
standard output, then its standard error and its exit status. Shared by golden/run and docs.py."""
import os, re, subprocess, tempfile


class Shell:
    """Runs a transcript's commands in the root of the repository, where `perfolio` is the program under test."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(prefix="perfolio-")
        os.symlink(os.path.abspath(program), os.path.join(self.folder.name, "perfolio"))
        self.root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
        self.env = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
        self.env.update(PATH=self.folder.name + ":/usr/bin:/bin", LC_ALL="C", TZ="UTC", HOME="/dev/null",
                        TMPDIR=self.folder.name, T=self.folder.name,  # $T: a folder for what a command writes
                        CAPTURES=os.environ.get("CAPTURES", "fixtures/[!b]*/*.data"))

    def run(self, command):
        """(stdout, stderr, status) of one command line."""
        p = subprocess.run(["sh", "-c", command], cwd=self.root, env=self.env, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)  # an emulated host takes its time
        # Which capstone a desk has is told, and is no part of what a command has to print: transcripts say 4.0.
        out, err = (re.sub(r"capstone \d+\.\d+", "capstone 4.0", s.decode("utf-8", "replace")) for s in (p.stdout, p.stderr))
        return out, err, p.returncode


def split(lines):
    """(lines before the first command, [(command, lines that follow it)])."""
    head, steps = [], []
    for line in lines:
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
        else:
            head.append(line)
    return head, steps


def lines_of(text):
    """The lines of an output; a last line without its newline is marked as diff does."""
    lines = text.split("\n")
    last = lines.pop()
    return lines + ([last + "\\ no newline at the end"] if last else [])


def agrees(shown, printed):
    """Whether lines are what was printed; of them `...` stands for any."""
    pattern = r"\n".join("(?:.*\n)*?.*" if line == "..." else re.escape(line.rstrip()) for line in shown)
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed)) is not None
