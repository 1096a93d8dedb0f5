#!/usr/bin/env python3
"""Programs of Debian to compare with, beside what is installed: usage: beside.py FOLDER samply|perf, prints the words that run it.

samply is in Debian sid alone, and so is the newest perf, and the C library that both want: this machine's apt, whose own
state stays as it is, fetches them from this machine's Debian mirror into FOLDER, where they stay and are run with their own
loader. Nothing is installed. What is fetched is checked with Debian's keys, as apt does."""
import glob, os, shutil, subprocess, sys

LOADER, LIBRARIES = "usr/lib64/ld-linux-x86-64.so.2", ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"]
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
PROGRAMS = {"samply": ("samply", "usr/bin/samply"), "perf": ("linux-perf", "usr/bin/perf")}     # package, and where it is in there


def mirror():
    """The address of the Debian mirror this machine's apt uses, or None."""
    if not shutil.which("apt-get"):
        return None
    lists = subprocess.run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(SUITE) $(REPO_URI)", "Created-By: Packages"],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    rows = [line.split() for line in lists.splitlines()]
    return next((r[2] for r in rows if len(r) == 3 and r[0] == "Debian" and not r[1].endswith("-security")), None)


def fetch(folder, package):
    """Unpack a package and all that it depends on below `folder`/root. Returns why not, or None."""
    if os.uname().machine != "x86_64":
        return "this is no x86_64"
    address = mirror()
    if not address:
        return "apt knows no Debian mirror (apt-get update?)"
    state = os.path.join(folder, "apt")
    for part in "lists/partial", "cache/archives/partial":
        os.makedirs(os.path.join(state, part), exist_ok=True)
    open(f"{state}/status", "w").close()
    with open(f"{state}/sources.list", "w") as f:
        f.write(f"deb [signed-by={KEYS}] {address} sid main\n")
    with open(f"{state}/conf", "w") as f:
        f.write('APT::Architecture "amd64"; APT::Architectures { "amd64"; };\n'
                f'Dir::Etc::sourcelist "{state}/sources.list"; Dir::Etc::sourceparts "/dev/null";\n'
                f'Dir::State::lists "{state}/lists"; Dir::State::status "{state}/status"; Dir::Cache "{state}/cache";\n'
                'APT::Sandbox::User "root"; Acquire::Languages "none"; Debug::NoLocking "true"; Acquire::Retries "1";\n'
                'Acquire::http::Timeout "20"; APT::Update::Error-Mode "any";\n')
    for words in (["update"], ["install", "-y", "--download-only", "--no-install-recommends", package]):
        p = subprocess.run(["apt-get", "-qq", *words], env=dict(os.environ, APT_CONFIG=f"{state}/conf"), text=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if p.returncode:
            return f"apt-get {words[0]} failed: {p.stdout.strip()[-200:]}"
    for deb in sorted(glob.glob(f"{state}/cache/archives/*.deb")):
        subprocess.run(["dpkg-deb", "-x", deb, f"{folder}/new"], check=True)
    os.rename(f"{folder}/new", f"{folder}/root")        # all of it is there, or nothing
    shutil.rmtree(state)
    return None


def command(folder, name="samply"):
    """(the words that run it, None), or (None, why it is not there)."""
    package, program = PROGRAMS[name]
    folder = os.path.abspath(folder)
    root = os.path.join(folder, "root")
    if not os.path.exists(f"{root}/{program}"):
        for old in "root", "new", "apt":
            shutil.rmtree(os.path.join(folder, old), ignore_errors=True)
        why = fetch(folder, package)
        if why:
            return None, why
    libraries = ":".join(os.path.join(root, l) for l in LIBRARIES)
    return [f"{root}/{LOADER}", "--library-path", libraries, f"{root}/{program}"], None


if __name__ == "__main__":
    words, why = command(sys.argv[1], *sys.argv[2:])
    print(why or " ".join(words))
    sys.exit(bool(why))
