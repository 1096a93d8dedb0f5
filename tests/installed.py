#!/usr/bin/env python3
"""A release on machines that have nothing else: usage: installed.py RELEASE [--suites bookworm,trixie] [--ways deb,rpm,program] [--roots FOLDER]

In a fresh root of each Debian, each way to install runs as README says it: the .deb, the .rpm, the static program; and the packages that
debian/ makes, where the release has them for that Debian. Then the first commands of README have to print what it shows, and once it is removed
no file may be left or changed. Roots are made by mmdebstrap once and kept in FOLDER (build-roots). The seconds are from the first command to
the end of the first report. It takes root, and for packages with dependencies Debian's archive. Skipped (77) where no root can be
made."""
import argparse, glob, os, platform, re, shutil, stat, subprocess, sys, tarfile, tempfile, time

import transcript

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("release")
ap.add_argument("--suites", default="bookworm,trixie")
ap.add_argument("--ways", default="deb,rpm,program")
ap.add_argument("--roots", default="build-roots")
a = ap.parse_args()
a.release, a.roots = os.path.abspath(a.release), os.path.abspath(os.environ.get("PERFOLIO_ROOTS", a.roots))
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
if os.getuid() != 0 or not shutil.which("mmdebstrap") or not shutil.which("rpm"):
    print("SKIPPED: it makes roots by mmdebstrap and enters them, as root, and has rpm install into one")
    sys.exit(77)
# What a package manager itself keeps, what is not a file of the machine, and /etc/hosts, which Python's netbase makes.
IGNORED = re.compile(r"/(proc|sys|dev|release|source|tmp|var/(cache|log|lib/(apt|dpkg|rpm|pcrlock.d))|root/\.rpmdb|run|etc/hosts|etc/ld\.so\.cache|etc/\.pwd\.lock)(/|$)")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
faults, checks = [], 0


def check(what, right, said=""):
    global checks
    checks += 1
    if not right:
        faults.append(f"{what}\n{said[-1500:]}".strip())


def fresh(suite):
    """The archive of a root that mmdebstrap made."""
    path = os.path.join(a.roots, suite + ".tar")
    if not os.path.exists(path):
        os.makedirs(a.roots, exist_ok=True)
        if subprocess.run(["unshare", "--mount", "mmdebstrap", "--variant=minbase", suite, path + ".part"], stdout=sys.stderr, check=False).returncode:
            print(f"SKIPPED: no root of {suite} can be made here")
            sys.exit(77)
        os.rename(path + ".part", path)
    return path


def files(root):
    """What is in a root, by path: its kind, mode and, of a file, its bytes."""
    found = {}
    for folder, folders, names in os.walk(root):
        inner = folder[len(root):]
        folders[:] = [d for d in folders if not IGNORED.match(f"{inner}/{d}")]
        for name in folders + names:
            path = os.path.join(folder, name)
            s = os.lstat(path)
            if not IGNORED.match(path[len(root):]) and not path.endswith("/__pycache__"):
                found[path[len(root):]] = (s.st_mode, os.readlink(path) if stat.S_ISLNK(s.st_mode) else s.st_size if stat.S_ISREG(s.st_mode) else 0)
    return found


def inside(root, command, folder="/source"):
    """The exit status and outputs of a command in a root."""
    p = subprocess.run(["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$1/proc"; exec chroot "$1" sh -c "cd $2 && $3"', "sh", root, folder, command],
                       env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)
    return p.returncode, p.stdout, p.stderr


with open("README.md", encoding="utf-8") as f:
    README = f.read()
SHOWN = [step for block in re.findall(r"^```console\n(\$ perfolio.*?)^```$", README, re.M | re.S) for step in transcript.split(block.splitlines())[1]]
LINES = [line.split("#")[0].strip() for line in re.search(r"^## Install.*?^```sh\n(.*?)^```", README, re.M | re.S).group(1).splitlines()]
VERSION = re.search(r"project\(perfolio VERSION ([\d.]+)", open("CMakeLists.txt", encoding="utf-8").read()).group(1)
assert SHOWN and len(LINES) == 3, "README is not as this test reads it"
# The names of README are those for x86_64.
NAMES = {"x86_64": {}, "aarch64": {"amd64": "arm64", "x86_64.rpm": "aarch64.rpm", "x86_64": "arm64"}}[platform.machine()]


def readme(word):
    line = next(line for line in LINES if word in line)
    for old, new in NAMES.items():
        line = line.replace(old, new)
    return line


def install_rpm(root, line):
    """dnf's part is done by rpm, of this machine, for Debian's roots have none. Debian's rpm wants to be asked twice."""
    p = subprocess.run(["rpm", "--root", root, "--force-debian", "-i", os.path.join(root, "release", line.split("/")[-1])], stderr=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    return p.returncode, p.stdout, p.stderr


def remove_rpm(root):
    p = subprocess.run(["rpm", "--root", root, "--force-debian", "-e", "perfolio"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    return p.returncode, p.stdout, p.stderr


def here(command):
    return lambda root: inside(root, command, "/release")


PURGE = "apt-get -qq purge --auto-remove perfolio libperfolio0 python3-perfolio perfolio-doc libperfolio-dev"
WAYS = {    # how it is installed, how removed, what else has to be there
    "deb": (here(readme(".deb").replace("apt ", "apt-get -qq ")), here("apt-get -qq purge perfolio"),
            ["test -s /usr/share/man/man1/perfolio-report.1.gz", "test -s /usr/share/doc/perfolio/copyright", "grep -q elfutils /usr/share/doc/perfolio/copyright",
             "test -s /usr/share/bash-completion/completions/perfolio"]),
    "rpm": (lambda root: install_rpm(root, readme(".rpm")), remove_rpm, ["test -s /usr/share/man/man1/perfolio-report.1.gz"]),
    "program": (here(readme("install -m")), here("rm /usr/local/bin/perfolio"), []),
    "debian": (here("apt-get -qq update && apt-get -qq install -y --no-install-recommends ./debian-*/*.deb"), here(PURGE),
               ["python3 -c 'import perfolio; print(perfolio.open(\"fixtures/hppa/user.data\"))'", "test -s /usr/share/doc/perfolio-doc/docs/report.md || test -d /usr/share/doc/perfolio"]),
}


def one(suite, way, release_files):
    """Installs, asks, removes, in a root of its own."""
    install, remove, also = WAYS[way]
    with tempfile.TemporaryDirectory(prefix=f"perfolio-{suite}-") as folder:
        root = os.path.join(folder, "root")
        os.mkdir(root)
        subprocess.run(["tar", "-C", root, "-xf", fresh(suite)], check=True)
        os.makedirs(root + "/release")
        os.makedirs(root + "/tmp", exist_ok=True)
        for file in release_files:
            to = os.path.join(root, "release", os.path.relpath(file, a.release))
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy(file, to)
        with tarfile.open(f"{a.release}/perfolio-{VERSION}.tar.gz") as t:
            t.extractall(root)
        os.rename(f"{root}/perfolio-{VERSION}", root + "/source")
        shutil.copy("/etc/resolv.conf", root + "/etc/resolv.conf")
        before = files(root)
        start = time.monotonic()
        status, out, err = install(root)
        check(f"{suite}, {way}: installed", status == 0, out + err)
        if status:
            return
        seconds = None
        for command, shown in SHOWN:
            status, out, err = inside(root, command)
            check(f"{suite}, {way}: $ {command}", transcript.agrees(shown, transcript.lines_of(out + err)), f"status {status}\n{out}{err}")
            seconds = time.monotonic() - start
        for command in also:
            status, out, err = inside(root, command)
            check(f"{suite}, {way}: {command}", status == 0, out + err)
        status, out, err = remove(root)
        check(f"{suite}, {way}: removed", status == 0, out + err)
        after = files(root)
        left = sorted(p for p in set(before) | set(after) if before.get(p) != after.get(p))
        check(f"{suite}, {way}: removed without rest", not left, "\n".join(left))
        print(f"{suite}, {way}: {seconds:.1f} s from the first command to the second answer", flush=True)


NUMBERS = {"bookworm": "12", "trixie": "13"}
for suite in a.suites.split(","):
    plain = [f for f in glob.glob(a.release + "/*") if os.path.isfile(f) and re.search(r"\.(deb|rpm)$|-linux-\w+$", f)]
    for way in filter(None, a.ways.split(",")):
        one(suite, way, plain)
    own = glob.glob(f"{a.release}/debian-{NUMBERS.get(suite)}/*.deb")
    if own:
        one(suite, "debian", own)
    else:
        print(f"{suite}: the release has no packages of its own for it")
print("\n\n".join(faults) or f"{checks} checks of what was installed")
sys.exit(bool(faults))
