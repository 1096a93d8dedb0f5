"""Runs a program on a terminal of its own."""
import fcntl, os, pty, select, struct, termios, time

SETTINGS = ("PAGER", "PERF_PAGER", "LESS", "NO_COLOR", "TERM")


def run(words, rows=0, columns=0, types=(), environment=None, seconds=60):
    """The exit status of the program, and all that its terminal shows. `types`: what somebody types, each as soon as the
    terminal shows a text: (text, bytes). rows and columns 0: the size is unknown."""
    pid, terminal = pty.fork()
    if not pid:
        time.sleep(0.02)                                # until the size is set
        for name in SETTINGS:
            os.environ.pop(name, None)
        os.environ.update({"TERM": "xterm", **(environment or {})})
        os.execv(words[0], words)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    shown, types, end = b"", list(types), time.monotonic() + seconds
    while True:
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        if not ready:
            os.kill(pid, 9)
            shown += b"\n(killed: it did not end)\n"
            break
        try:
            part = os.read(terminal, 4096)
        except OSError:                                 # how Linux tells that nobody has the other end any more
            part = b""
        if not part:
            break
        shown += part
        if types and types[0][0].encode() in shown:
            os.write(terminal, types.pop(0)[1])
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    return status, shown.decode(errors="replace").replace("\r\n", "\n")
