#!/usr/bin/env python3
"""perfolio view on terminals of its own: usage: view.py --bin PROGRAM [--update] [--pictures DIR]

Screens of 80x24 and 200x60 are held to tests/view.screens, which --update writes anew; numbers on the screen are those that the
command line of the page prints, which is taken from what Y copies; the terminal is given back however the program ends.
--pictures draws each screen as DIR/NAME.png (with Pillow)."""
import argparse, base64, fcntl, os, pty, re, select, shlex, signal, struct, subprocess, sys, tempfile, termios, time

try:
    import pyte
except ImportError:                                     # Debian's is installed for Debian's Python
    if os.path.realpath(sys.executable) != os.path.realpath("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    sys.exit("python3-pyte is not installed")

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--update", action="store_true")
ap.add_argument("--pictures")
a = ap.parse_args()
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.path.abspath(a.bin)
SCREENS = os.path.join(ROOT, "tests/view.screens")
NAMED = {"Up": "\x1bOA", "Down": "\x1bOB", "Right": "\x1bOC", "Left": "\x1bOD", "Home": "\x1bOH", "End": "\x1bOF", "PgUp": "\x1b[5~",
         "PgDn": "\x1b[6~", "Enter": "\r", "Esc": "\x1b", "Tab": "\t", "BTab": "\x1b[Z", "Space": " "}
# How often in a row the program has to be seen idle, and in which system calls that is: read, poll, select, pselect6, ppoll.
IDLE = (2, {"0", "7", "23", "270", "271", "-1"}) if os.uname().machine == "x86_64" else (30, None)
bad = []


def fault(what):
    bad.append(what)
    print("FAULT:", what)


class Screen(pyte.Screen):
    """With what xterm has and pyte lacks."""
    last = " "

    def draw(self, data):
        super().draw(data)
        self.last = data[-1:]

    def scroll_up(self, n=1):
        top, bottom = self.margins or (0, self.lines - 1)
        x, y, self.cursor.x, self.cursor.y = self.cursor.x, self.cursor.y, 0, top
        self.delete_lines(n or 1)
        self.cursor.x, self.cursor.y = x, y

    def scroll_down(self, n=1):
        top, bottom = self.margins or (0, self.lines - 1)
        x, y, self.cursor.x, self.cursor.y = self.cursor.x, self.cursor.y, 0, top
        self.insert_lines(n or 1)
        self.cursor.x, self.cursor.y = x, y

    def repeat(self, n=1):
        super().draw(self.last * (n or 1))


class Stream(pyte.ByteStream):
    csi = pyte.ByteStream.csi | {"S": "scroll_up", "T": "scroll_down", "b": "repeat"}
    events = pyte.ByteStream.events | {"scroll_up", "scroll_down", "repeat"}


class Terminal:
    """A program on a terminal, whose screen is what pyte makes of its bytes."""

    def __init__(self, words, size=(24, 80), cwd=ROOT, **environment):
        self.raw, self.status = b"", None
        self.screen = Screen(size[1], size[0])
        self.stream = Stream(self.screen)
        self.pid, self.fd = pty.fork()
        if not self.pid:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
            clean = {k: v for k, v in os.environ.items() if not k.startswith("LC_") and k not in ("NO_COLOR", "LANG")}
            os.chdir(cwd)
            os.execve(BIN, [BIN, *words], clean | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | environment)
        self.settle()

    def read(self, wait):
        """Whether the program wrote something within a time."""
        if not select.select([self.fd], [], [], wait)[0]:
            return False
        try:
            part = os.read(self.fd, 1 << 16)
        except OSError:                                 # nobody has the other end any more
            part = b""
        self.raw += part
        self.stream.feed(part)
        return bool(part)

    def settle(self):
        """Reads until the program waits for a key and has written all."""
        end, quiet = time.time() + 20, 0
        while time.time() < end and quiet < IDLE[0]:
            quiet = 0 if self.read(0.01) else quiet + self.is_idle()

    def is_idle(self):
        """Whether the first thread waits for a key, not for other threads, or has ended."""
        try:
            with open(f"/proc/{self.pid}/stat") as f:
                if f.read().rpartition(")")[2].split()[0] not in "SZT":
                    return False
            with open(f"/proc/{self.pid}/syscall") as f:
                return not IDLE[1] or f.read().split(" ")[0] in IDLE[1]
        except OSError:
            return True

    def waits(self):
        """How often the first thread began to wait; None: it has ended."""
        try:
            with open(f"/proc/{self.pid}/status") as f:
                return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", f.read(), re.M).group(1))
        except (OSError, AttributeError):
            return None

    def settle_after(self, before, seconds=0.0):
        """As settle(), once the program has woken up, for which the kernel takes its time on a busy machine."""
        end = time.time() + 5
        while time.time() < end and self.waits() == before and not self.read(0.002):
            pass
        if seconds:
            time.sleep(seconds)
        self.settle()
        return self

    def press(self, *keys):
        for key in keys:
            before = self.waits()
            os.write(self.fd, NAMED.get(key, key).encode())
            self.settle_after(before, 0.06 if key == "Esc" else 0)      # it may begin another key, for which it is waited
        return self

    def mouse(self, button, y, x):
        return self.press(f"\x1b[<{button};{x + 1};{y + 1}M")

    def resize(self, rows, columns):
        before = self.waits()
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        return self.settle_after(before)

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def copied(self):
        """What the program last put on the clipboard."""
        found = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", self.raw)
        return base64.b64decode(found[-1]).decode() if found else None

    def wait_for_end(self, seconds=5):
        end = time.time() + seconds
        while time.time() < end and self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                while not self.closed() and self.read(0.05):            # what it wrote last
                    pass
            elif not self.closed():
                self.read(0.02)
            else:
                time.sleep(0.02)
        return self.status

    def closed(self):
        return self.fd < 0

    def close(self):
        """Ends the program, if it has not ended."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
        if self.status is None and self.wait_for_end() is None:
            fault(f"process {self.pid} outlives its terminal")
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


FP = ["-i", "fixtures/amd64/fp.data", "--objects", "fixtures/amd64/debug", "--isolated"]
VIEW = ["view", *FP]
S390X = ["view", "--isolated", "fixtures/s390x/dwarf.folio"]
ASCII = {"LC_ALL": "C"}
DESK = tempfile.TemporaryDirectory()
NOTED, THERE = ["view", "--isolated", "noted.folio"], {"cwd": DESK.name}
subprocess.run([BIN, "pack", "fixtures/hppa/user.data", "--objects", "fixtures/hppa/debug", "-o", os.path.join(DESK.name, "noted.folio"), "--isolated", "--note", "leaf_hot: slow",
                "--note", "leaf_hot+0x1c: a miss", "--note", "workload.c:22: hoist", "--note", "112.4,112.5: cold", "--note", "the \N{RIGHT-TO-LEFT OVERRIDE}old board"],
               cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

# (name, words, keys, environment): a screen each, at 80x24.
STATES = [("report", VIEW, [], {}), ("report-ascii", VIEW, ["Down", "e"], ASCII), ("tree", VIEW, ["Down", "+", "Down", "+"], {}),
          ("all-open", VIEW, ["E", "PgDn"], {}), ("all-folded", VIEW, ["E", "PgDn", "C"], {}), ("last-row", VIEW, ["End"], {}),
          ("home", VIEW, ["End", "Home", "Down", "Up", "Space", "PgUp"], {}),
          ("menu", VIEW, ["Enter"], {}), ("object", VIEW, ["d"], {}), ("two-filters", VIEW, ["d", "c"], {}),
          ("undo-first", VIEW, ["d", "c", "x", "Enter"], {}), ("undo-last", VIEW, ["d", "c", "Esc"], {}),
          ("threads", VIEW, ["t"], {}), ("thread", VIEW, ["t", "Down", "Enter"], {}), ("processes", VIEW, ["p"], {}), ("process", VIEW, ["p", "Enter"], {}), ("no-cpu", VIEW, ["u"], {}), ("cpu", ["view", "--isolated", "fixtures/amd64/sched.data"], ["u", "Enter"], {}),
          ("symbol", VIEW, ["z"], {}), ("kernel", VIEW, ["k"], {}), ("filter", VIEW, ["/", "w", "o", "r", "k", "Enter"], {}),
          ("filter-nothing", VIEW, ["/", "q", "q", "q", "Enter", "+"], {}), ("time", VIEW, ["r", *"8.3,8.6", "Enter"], {}),
          ("time-asked", VIEW, ["r"], {}), ("time-twice", VIEW, ["r", *"8.3,8.6", "Enter", "r", *"8.4,8.5", "Enter"], {}),
          ("sort", [*VIEW, "--sort", "comm"], [], {}), ("time-wrong", VIEW, ["r", *"x", "Enter"], {}), ("relative", VIEW, ["d", "F"], {}), ("limit", VIEW, ["L", "5", "Enter"], {}),
          ("sort-menu", VIEW, ["S"], {}), ("by-symbol", VIEW, ["S", "2"], {}), ("samples", VIEW, ["S", *["Down"] * 10, "Enter"], {}),
          ("typed-keys", VIEW, ["S", "9", "\x15", *"dso,sym", "Enter"], {}), ("wrong-keys", VIEW, ["S", "9", "x", "Enter"], {}),
          ("callees", VIEW, ["S", "End", "Up", "Enter", "e"], {}), ("own", VIEW, ["S", "End", "Up", "Up", "Up", "Enter"], {}),
          ("verbose", VIEW, ["V"], {}), ("no-headings", VIEW, ["H"], {}), ("find", VIEW, ["f", *"work_entry", "Enter"], {}),
          ("find-next", VIEW, ["f", *"worker", "Enter", "n", "n"], {}), ("find-symbol", VIEW, ["f", *"fib", "Enter", "n", "n"], {}), ("find-command", VIEW, ["f", *"wl-lib", "Enter"], {}), ("find-nothing", VIEW, ["f", *"zzz", "Enter"], {}),
          ("code", VIEW, [*["Down"] * 6, "a"], {}), ("jump", VIEW, [*["Down"] * 6, "a", "/", *"jbe", "Enter", "Enter"], {}),
          ("jump-back", VIEW, [*["Down"] * 6, "a", "/", *"jbe", "Enter", "Enter", "Esc"], {}),
          ("call", VIEW, [*["Down"] * 6, "a", "/", *"callq", "Enter", "Enter"], {}), ("hot", VIEW, [*["Down"] * 6, "a", "Tab"], {}),
          ("hottest", VIEW, [*["Down"] * 6, "a", "Tab", "Tab", "H"], {}), ("no-source", VIEW, [*["Down"] * 6, "a", "o"], {}),
          ("global", VIEW, [*["Down"] * 6, "a", "p"], {}), ("no-code", VIEW, ["Down", "a"], {}), ("no-self", VIEW, ["f", *"main", "Enter", "a"], {}), ("help", VIEW, ["h"], {}),
          ("help-of-code", VIEW, ["a", "?"], {}), ("info", VIEW, ["i"], {}), ("doctor", VIEW, ["D"], {}), ("problems", VIEW, ["!"], {}),
          ("only-file", VIEW, ["s"], {}), ("name", VIEW, ["y"], {}), ("sure", VIEW, ["Esc"], {}),
          ("source", VIEW, [*["Down"] * 6, "a", "O", *"/opt/wl=fixtures/workload", "Enter"], {}),
          ("flames", VIEW, ["G"], {}), ("flames-ascii", VIEW, ["G", "Down", "Down", "Right"], ASCII), ("flames-wider", VIEW, ["G", "Down", "Right", "Enter"], {}),
          ("flames-back", VIEW, ["G", "Down", "Right", "Enter", "Esc", "Up"], {}), ("flames-inverted", VIEW, ["G", "I"], {}),
          ("flames-filtered", VIEW, ["c", "G", "f", *"fib", "Enter"], {}), ("flames-code", VIEW, ["G", "Down", "Down", "a"], {}),
          ("time-line", VIEW, ["T"], {}), ("time-line-ascii", VIEW, ["T"], ASCII), ("time-range", VIEW, ["T", *["Right"] * 4, "v", *["Right"] * 9], {}),
          ("time-chosen", VIEW, ["T", *["Right"] * 4, "v", *["Right"] * 9, "Enter"], {}), ("time-commands", VIEW, ["T", "c", "Down", "End"], {}),
          ("schedule", ["view", "--isolated", "fixtures/amd64/sched.data"], ["W", "Down", "Enter"], {}),
          ("schedule-right", ["view", "--isolated", "fixtures/amd64/sched.data"], ["W", "Down", "Enter", ">", ">", "<"], {}),
          ("no-schedule", VIEW, ["W", "Enter"], {}),
          ("compared", ["view", "--isolated", "fixtures/amd64/hw.data", "fixtures/amd64/fp.data"], ["=", "1"], {}), ("only-file-compared", VIEW, ["="], {}),
          ("compare-menu", ["view", "--isolated", "fixtures/amd64/hw.data", "fixtures/amd64/fp.data", "fixtures/hppa/user.data"], ["="], {}),
          ("sides", ["view", "--isolated", "fixtures/amd64/annotate-second.data", "fixtures/amd64/annotate.data"], ["=", "2", "Enter", "Enter"], {}),
          ("sides-empty", VIEW, ["=", "1", "Enter", "\x15", "Enter"], {}),
          ("callers", VIEW, ["f", *"lib_even", "Enter", "b"], {}), ("called", VIEW, ["f", *"lib_even", "Enter", "b", "Tab"], {}),
          ("stacks-menu", VIEW, ["f", *"lib_even", "Enter", "o"], {}), ("focus", VIEW, ["f", *"worker_lib", "Enter", "o", "1"], {}),
          ("merge-twice", VIEW, ["f", *"lib_even", "Enter", "o", "4", "f", *"lib_odd", "Enter", "o", "4"], {}), ("hide", VIEW, ["o", "6"], {}),
          ("changed-undone", VIEW, ["f", *"worker_lib", "Enter", "o", "1", "o", "3", "x", "1"], {}), ("code-of-changed", VIEW, ["f", *"lib_leaf", "Enter", "o", "4", "f", *"lib_even", "Enter", "a"], {}),
          ("weights", VIEW, ["w"], {}), ("no-waits", VIEW, ["w", "2"], {}), ("off-cpu", ["view", "--isolated", "fixtures/amd64/sched.data"], ["w", "2"], {}),
          ("off-cpu-undone", ["view", "--isolated", "fixtures/amd64/sched.data"], ["w", "3", "w", "1"], {}),
          ("find-regex", VIEW, ["f", *"/^lib_o/", "Enter"], {}), ("find-wrong-regex", VIEW, ["f", *"/(/", "Enter"], {}),
          ("filter-regex", VIEW, ["/", *"/^lib_(odd|even)$/", "Enter"], {}), ("find-regex-in-text", VIEW, ["i", "/", *"/^cpus? +[0-9]/", "Enter"], {}),
          ("events", ["view", "--isolated", "fixtures/amd64/multi.data"], ["Tab"], {}),
          ("event-before", ["view", "--isolated", "fixtures/amd64/multi.data"], ["BTab"], {}),
          ("code-of-events", ["view", "fixtures/amd64/multi.data", "--objects", "fixtures/amd64/debug", "--isolated"], ["f", *"hot_loop", "Enter", "a"], {}),
          ("s390x", S390X, ["e"], {}), ("s390x-code", S390X, ["a"], {}),
          ("hppa", ["view", "fixtures/hppa/user.data", "--objects", "fixtures/hppa/debug", "--isolated"], ["+"], {}),
          ("files", ["view", "--isolated", "fixtures/hppa/user.data", "fixtures/amd64/multi.data"], ["s"], {}),
          ("second-file", ["view", "--isolated", "fixtures/hppa/user.data", "fixtures/amd64/multi.data"], ["s", "2"], {}),
          ("notes", NOTED, ["M"], THERE), ("no-notes", VIEW, ["M"], {}), ("note-of-function", NOTED, ["f", *"leaf_hot", "Enter"], THERE), ("note-ascii", NOTED, ["f", *"leaf_hot", "Enter"], ASCII | THERE),
          ("note-of-instruction", NOTED, ["f", *"leaf_hot", "Enter", "a", "Home", *["Down"] * 12], THERE), ("note-of-time", NOTED, ["T", *["Right"] * 13], THERE),
          ("counts", ["view", "--isolated", "fixtures/amd64/stat.data"], [], {}),
          ("no-samples", ["view", "--isolated", "fixtures/amd64/no-samples.data"], [], {})]
WIDE = ["report", "callers", "sides", "tree", "two-filters", "source", "flames", "time-range", "help", "s390x"]


def picture(terminal, path):
    from PIL import Image, ImageDraw, ImageFont
    fonts = [ImageFont.truetype(f"/usr/share/fonts/truetype/dejavu/DejaVuSansMono{kind}.ttf", 15) for kind in ("", "-Bold")]
    colours = {"black": "#000000", "red": "#e05050", "green": "#50c050", "brown": "#d0b040", "blue": "#3060c0", "magenta": "#c060c0",
               "cyan": "#40b0c0", "white": "#f0f0f0"}
    wide, high, screen = 9, 18, terminal.screen
    image = Image.new("RGB", (wide * screen.columns, high * screen.lines), "#101014")
    draw = ImageDraw.Draw(image)
    for y in range(screen.lines):
        for x in range(screen.columns):
            c = screen.buffer[y][x]
            front, back = colours.get(c.fg, "#d0d0d0"), colours.get(c.bg, "#101014")
            if c.reverse:
                front, back = back, front
            draw.rectangle([x * wide, y * high, x * wide + wide - 1, y * high + high - 1], fill=back)
            if c.data.strip():
                draw.text((x * wide, y * high), c.data, font=fonts[c.bold], fill=front)
            if c.underscore:
                draw.line([x * wide, y * high + high - 2, x * wide + wide, y * high + high - 2], fill=front)
    image.save(path)


def screens():
    """(name of the screen, its lines) for each state."""
    for name, words, keys, environment in STATES:
        for size in [(24, 80)] + [(60, 200)] * (name in WIDE):
            with Terminal(words, size, **environment) as t:
                t.press(*keys)
                if a.pictures:
                    picture(t, os.path.join(a.pictures, f"{name}-{size[1]}x{size[0]}.png"))
                yield f"{name} {size[1]}x{size[0]}: {' '.join(keys)}", t.lines()


def held():
    """Screens as they are in the file."""
    found = {}
    if os.path.exists(SCREENS):
        for part in open(SCREENS, encoding="utf-8").read().split("\n=== ")[1:]:
            name, _, text = part.partition("\n")
            found[name] = text.split("\n")
    return found


def check_screens():
    want, got = held(), dict(screens())
    if a.update:
        with open(SCREENS, "w", encoding="utf-8") as f:
            f.write("Screens of perfolio view; tests/view.py --update writes them.\n")
            for name, lines in got.items():
                f.write(f"\n=== {name}\n" + "\n".join(lines).rstrip("\n"))
            f.write("\n")
        return len(got)
    for name, lines in got.items():
        one, other = "\n".join(lines).rstrip("\n"), "\n".join(want.get(name, ["(not there)"])).rstrip("\n")
        if one != other:
            fault(f"screen {name}: is\n{one}\nnot\n{other}")
    for name in want.keys() - got.keys():
        fault(f"screen {name} is of no state")
    return len(got)


def rows_of(lines):
    """Rows that begin with percentages, as words; addresses without leading zeros."""
    rows = []
    for line in lines:
        m = re.match(r"[ +-] *((?:\d+\.\d\d%? +)+)(.*)", line)
        if m and "│" not in line and "|" not in line[:60]:
            rows.append([re.sub(r"^0x0+(?=.)|^0+(?=0$)", "0x", word) for word in line[1:].split()])
    return rows


def check_numbers():
    """The rows on the screen are the first that the command prints, which P writes."""
    states = [s for s in STATES if s[0] in ("report", "object", "two-filters", "thread", "process", "kernel", "filter", "time", "time-twice", "sort", "relative", "limit",
                                            "by-symbol", "focus", "merge-twice", "hide", "changed-undone", "filter-regex", "samples", "time-chosen", "typed-keys", "own", "hppa", "second-file")]
    n = 0
    with tempfile.TemporaryDirectory() as d:
        for folder in ("fixtures",):
            os.symlink(os.path.join(ROOT, folder), os.path.join(d, folder))
        for name, words, keys, environment in states:
            with Terminal(words, (60, 200), cwd=d, **environment) as t:
                t.press(*keys)
                seen = rows_of(t.lines())
                t.press("Y", "P")
                command, said = t.copied(), t.lines()[-1]
            print_of = subprocess.run([BIN, *shlex.split(command)[1:]], cwd=d, capture_output=True, text=True)
            printed = rows_of(print_of.stdout.splitlines())
            path = os.path.join(d, said.rpartition(" ")[2])
            if not seen or seen != printed[:len(seen)]:
                fault(f"{name}: the screen has {seen[:3]}..., {command} prints {printed[:3]}...")
            if open(path).read() != print_of.stdout:
                fault(f"{name}: {path} is not what {command} prints")
            os.remove(path)
            n += len(seen)
    return n


def check_mouse():
    with Terminal(VIEW) as t:
        first = t.lines()
        t.mouse(65, 10, 10)                             # the wheel: three lines down
        if t.lines()[3] != first[6]:
            fault(f"wheel: {t.lines()[3]!r} is not {first[6]!r}")
        t.mouse(64, 10, 10).mouse(64, 10, 10)
        if t.lines()[3] != first[3]:
            fault("wheel up does not go back")
        t.mouse(0, 5, 10).press("\x1b[<0;11;6m", "d")
        if "object libc.so.6" not in t.lines()[1]:
            fault(f"click: {t.lines()[1]!r}")
        t.mouse(0, 1, 3)                                # on the filter's mark
        if "no filter" not in t.lines()[1]:
            fault(f"click on a filter: {t.lines()[1]!r}")
    with Terminal(VIEW) as t:
        t.press("\x1b[<0;11;4M", "\x1b[<0;11;4m", "\x1b[<0;11;4M", "\x1b[<0;11;4m")
        if not any("What to do" in line for line in t.lines()):
            fault("a double click opens no menu")


    with Terminal(VIEW) as t:                           # a range of time is drawn
        t.press("T", "\x1b[<0;30;5M", "\x1b[<0;40;5m")
        drawn = t.lines()[2]
        if drawn.count("█") != 11 or drawn.index("█") != 29:
            fault(f"a range of time: {drawn!r}")


def check_percentages():
    """Percentages of all samples in code add up to what report has for the function."""
    with Terminal(VIEW, (60, 200)) as t:
        t.press(*["Down"] * 6)
        row = next(line for line in t.lines() if line.endswith(" fib")).split()
        own = t.press("a").lines()
        percents = [float(x) for line in t.press("p").lines() for x in re.findall(r"^ *(\d+\.\d+)% │", line)]
        if abs(sum(percents) - float(row[2].rstrip("%"))) > 0.005 * len(percents):
            fault(f"percentages of all samples: {sum(percents)} in {percents}, {row} in the report")
        if t.press("p").lines()[:-1] != own[:-1]:
            fault("percentages of the function are not as before")


def check_resize():
    with Terminal(VIEW) as t:
        t.resize(60, 200)
        with Terminal(VIEW, (60, 200)) as other:
            if t.lines() != other.lines():
                fault("a screen that became larger is not one that was so from the beginning")
        for size in ((24, 80), (5, 20), (2, 5), (1, 1), (24, 80)):
            t.resize(*size).press("Down", "Up")
        with Terminal(VIEW) as other:
            if t.lines() != other.lines():
                fault("a screen that was small is not as before")


def modes(fd):
    return termios.tcgetattr(fd)[:4]


def check_ends():
    """The terminal is as it was before, and no process remains."""
    with Terminal(VIEW) as t:
        t.press("q")
        if t.wait_for_end() != 0:
            fault(f"q: exit status {t.status}")
    for name, keys in (("q", "q"), ("Ctrl-C", "\x03"), ("Esc and y", "\x1by"), ("SIGTERM", signal.SIGTERM), ("SIGINT", signal.SIGINT), ("SIGHUP", signal.SIGHUP)):
        with Terminal(VIEW) as t:
            if modes(t.fd)[3] & termios.ECHO:
                fault("keys are echoed while the workbench is shown")
            if isinstance(keys, str):
                t.press(*keys)
            else:
                os.kill(t.pid, keys)
            if t.wait_for_end() is None:
                fault(f"{name}: it does not end")
            if not modes(t.fd)[3] & termios.ECHO or b"\x1b[?1049l" not in t.raw or b"1000l" not in t.raw:
                fault(f"{name}: the terminal is not given back")
    with Terminal(VIEW) as t:                           # the window is closed
        pass
    t = Terminal(["view", "fixtures/amd64/none.data"])
    if t.wait_for_end() != 1 or b"none.data" not in t.raw:
        fault(f"a file that is not there: {t.status}, {t.raw[-200:]}")
    t.close()
    for name in ("no-such-terminal", "dumb"):
        t = Terminal(VIEW, TERM=name, ASAN_OPTIONS="detect_leaks=0")    # ncurses keeps what it began for a terminal that it does not know
        before = modes(t.fd)
        if t.wait_for_end() != 1 or b"TERM=%s names" % name.encode() not in t.raw or not before[3] & termios.ECHO:
            fault(f"TERM={name}: {t.status}, {t.raw[-200:]}")
        t.close()


def check_without():
    """Without a terminal there is an error; FILE alone is one, too."""
    for words, part in ((VIEW, "perfolio report"), (["view"], "perfolio report"), ([FP[1]], "perfolio report -i"),
                        (FP[1:], "perfolio report -i"), (FP, "unknown option before the command"), (["view", "--json", FP[1]], "--json"),
                        (["view", "-"], "standard input")):
        r = subprocess.run([BIN, *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if r.returncode != 1 or r.stdout or part not in r.stderr:
            fault(f"{words} without a terminal: {r}")
    for words in ([FP[1]], FP, FP[1:], [f"--input={FP[1]}"], ["--buildid-dir", "fixtures/amd64/debug", *FP[:2]]):          # without the command's name
        with Terminal(words) as t:
            if "Samples: 1542" not in t.lines()[0] or [w in t.press("Y").copied() for w in ("--isolated", "debug")] != [
                    w in " ".join(words) for w in ("--isolated", "debug")]:
                fault(f"{words}: {t.lines()[0]!r}")
    with Terminal(["info", *FP]) as t:
        if t.wait_for_end() != 0:
            fault("a command does not end")


def check_hostile():
    """Names that control a terminal, turn its direction, or are no UTF-8."""
    data = open(os.path.join(ROOT, FP[1]), "rb").read()
    for name, shown in ((b"\x1b]0;x\x07", r"\x1b]0;x\x07"), (b"\xe2\x80\xaeabc", r"\u202eabc"), (b"\xc2\x9b31mX", r"\x9b31mX"), (b"\xff\xfe\xff\xfe\xff\xfe", r"\xff\xfe\xff"),
                        (b"\xef\xbf\xbfabc", r"\uffffabc")):
        with tempfile.TemporaryDirectory() as d:
            path = os.path.join(d, "hostile.data")
            with open(path, "wb") as f:
                f.write(data.replace(b"wl-fib", name))
            for environment in ({}, ASCII):
                with Terminal(["view", "--isolated", path], (24, 120), **environment) as t:
                    t.press("c")
                    if shown not in "\n".join(t.lines()):
                        fault(f"{name}: shown as {t.lines()[1]!r}, {t.lines()[3]!r}")
                    if name in t.raw:
                        fault(f"{name} reaches the terminal")


def check_names():
    """Names that do not fit are shortened as in report, which leaves out template arguments."""
    names = [f"void game::World<std::pair<std::__cxx11::basic_string<char>, game::Entity> >::{end}" for end in ("update(int)", "draw()")]
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "perf-8005.map")
        with open(path, "w", encoding="ascii") as f:
            f.write("".join(f"7f84ded5{3 + i}000 9 {name}\n" for i, name in enumerate(names)))
        words = ["--isolated", "-i", "fixtures/amd64/memfd.data", "--objects", path]
        with Terminal(["view", *words]) as t:
            seen = "\n".join(t.press("E").lines())
        for shown in ("% void game::World<std::pair<...> >::update(int)", "[.] void game::World<...>::draw()"):
            if shown not in seen:
                fault(f"{shown} is not in\n{seen}")


def check_folio():
    """= in a folio of several captures prints what the command line below it does."""
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "all.folio")
        subprocess.run([BIN, "pack", "--isolated", *[f"fixtures/amd64/{name}.data" for name in ("hw", "fp")], "-o", path], cwd=ROOT,
                       check=True, capture_output=True)
        with Terminal(["view", "--isolated", path], (60, 200)) as t:
            seen = [line.strip() for line in t.press("s", "2", "=", "1").lines()[2:20] if line]
            command = t.press("Y").copied()
        r = subprocess.run([BIN, *shlex.split(command)[1:]], cwd=ROOT, capture_output=True, text=True)
        printed = [line.strip() for line in (r.stdout + r.stderr).splitlines() if line]
        if r.returncode == 1 or not any(line.startswith("perfolio: hw.data:") for line in seen) or seen != printed[:len(seen)]:
            fault(f"= in a folio: {seen}, and {command} prints {printed}")


def check_colours():
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "vt100"}, False)):
        with Terminal(VIEW, **environment) as t:
            if (re.search(rb"\x1b\[[0-9;]*3[1-7][m;]", t.raw) is not None) != coloured:
                fault(f"colours with {environment}")


if a.pictures:
    os.makedirs(a.pictures, exist_ok=True)
nscreens = check_screens()
nrows = check_numbers()
for check in (check_mouse, check_percentages, check_resize, check_ends, check_without, check_hostile, check_names, check_folio, check_colours):
    check()
print(f"{nscreens} screens, {nrows} rows as printed, {len(bad)} faults")
sys.exit(bool(bad))
