"""The program under test, for tests that run it thousands of times: as one process that serves many command lines
(tests/served.c), or, where none such is named, as a process for each."""
import atexit, os, subprocess, sys, threading


class Program:
    """`served`: the program of unit tests, or None. The process begins at the first command, in the folder of that moment."""

    def __init__(self, path, served=None, env=None):
        self.path, self.served, self.server = os.path.abspath(path), served and os.path.abspath(served), None
        self.env = dict(os.environ, LC_ALL="C", HOME="/dev/null", **env or {})

    def run(self, *words):
        """What subprocess.run() returns of it: .returncode, .stdout and .stderr in bytes."""
        words = [self.path, *words]
        if not self.served:
            return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  timeout=300, env=self.env)
        if not self.server:
            self.server = subprocess.Popen([self.served, "served"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.env)
            atexit.register(self.close)
        p = self.server
        clock = threading.Timer(300, self.expire, [words])
        clock.start()
        try:
            p.stdin.write(f"{len(words)}\n".encode() + b"".join(os.fsencode(w) + b"\0" for w in words))
            p.stdin.flush()
            status, noutput, nerrors = map(int, p.stdout.readline().split())
            return subprocess.CompletedProcess(words, status, p.stdout.read(noutput), p.stdout.read(nerrors))
        except (BrokenPipeError, ValueError):
            print(f"{words}: ended the program")
            sys.exit(1)
        finally:
            clock.cancel()

    def expire(self, words):
        """A command that does not end ends the test, which names it."""
        print(f"{words}: no end after 300 s")
        self.server.kill()

    def close(self):
        """Leaks are found at the end of the process: they fail the test that caused them."""
        self.server.stdin.close()
        if self.server.wait():
            print(f"the program that served ended with status {self.server.returncode}")
            sys.stdout.flush()
            os._exit(1)
