#!/usr/bin/env python3
"""The texts of packaging/ that no build of ours reads: usage: packaging.py [--release FOLDER]

They are of one version, and so are README's names of files; each has its own syntax, by the program that reads it, where it is here. With
a release: its PKGBUILD, APKBUILD and formula have the sum of its archive."""
import argparse, hashlib, os, re, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--release")
a = ap.parse_args()
ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
os.chdir(ROOT)
faults, checks = [], 0


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def check(what, right, said=""):
    global checks
    checks += 1
    if not right:
        faults.append(f"{what}\n{said}".strip())


VERSION = re.search(r"project\(perfolio VERSION ([\d.]+)", read("CMakeLists.txt")).group(1)
# Where a version of Perfolio stands in each text: all that match have to be VERSION, and there has to be one.
VERSIONS = {
    "README.md": r"perfolio[-_](\d+\.\d+\.\d+)",
    "docs/ci.md": r"/releases/(\d[\d.]*\d)",
    "packaging/APKBUILD": r"^pkgver=(\S+)",
    "packaging/PKGBUILD": r"^pkgver=(\S+)",
    "packaging/ci/github.yml": r"(?:/releases/|packaging/ci@v)(\d[\d.]*\d)",
    "packaging/ci/gitlab.yml": r"/releases/(\d[\d.]*\d)",
    "packaging/debian/changelog": r"^perfolio \((.*)-\d+\)",
    "packaging/perfolio.nix": r"^  version = \"(.*)\";",
    "packaging/perfolio.rb": r"(?:/releases/|/perfolio-)(\d+\.\d+\.\d+)",
}
for path, pattern in VERSIONS.items():
    found = re.findall(pattern, read(path), re.M)
    check(f"{path} is of version {VERSION}", found and set(found) == {VERSION}, f"it says {sorted(set(found))}")

# Who reads a text, and how: a command that is to end well. shellcheck does not know what makepkg and abuild take out of a file.
SYNTAX = [
    ("packaging/APKBUILD", ["sh", "-n", "{}"]),
    ("packaging/APKBUILD", ["shellcheck", "-s", "sh", "-e", "SC2034,SC2154", "{}"]),
    ("packaging/PKGBUILD", ["bash", "-n", "{}"]),
    ("packaging/PKGBUILD", ["shellcheck", "-s", "bash", "-e", "SC2034,SC2154", "{}"]),
    ("packaging/perfolio.nix", ["nix-instantiate", "--parse", "{}"]),
    ("packaging/perfolio.rb", ["ruby", "-wc", "{}"]),
    *((f"packaging/{path}", ["shellcheck", "-x", "{}"]) for path in ("apt.sh", "deb.sh", "notices.sh", "release.sh", "static.sh", "libraries/fetch.sh",
                                                                   "ci/gate.sh", "ci/install.sh")),
]
absent = sorted({command[0] for _, command in SYNTAX if not shutil.which(command[0])})
for path, command in SYNTAX:
    if command[0] not in absent:
        p = subprocess.run([word.replace("{}", path) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        check(" ".join(command).replace("{}", path), p.returncode == 0, p.stdout)

# makepkg reads a PKGBUILD as a user in the user's folder.
if shutil.which("makepkg"):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy("packaging/PKGBUILD", folder)
        user = []
        if os.getuid() == 0:
            subprocess.run(["chown", "-R", "nobody", folder], check=True)
            user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        p = subprocess.run([*user, "makepkg", "--printsrcinfo"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        check("makepkg --printsrcinfo", p.returncode == 0 and f"source = https://perfolio.dev/releases/{VERSION}/perfolio-{VERSION}.tar.gz" in p.stdout, p.stdout)
else:
    absent.append("makepkg")

if a.release:
    with open(f"{a.release}/perfolio-{VERSION}.tar.gz", "rb") as f:
        archive = f.read()
    for path, kind in (("PKGBUILD", "sha256"), ("APKBUILD", "sha512"), ("perfolio.rb", "sha256")):
        text, total = read(os.path.join(a.release, path)), hashlib.new(kind, archive).hexdigest()
        check(f"{path} of the release has the {kind} of its archive", total in text and "SKIP" not in text)

print("\n\n".join(faults) or f"{checks} checks of the texts in packaging" + (f"; SKIPPED, not here: {', '.join(absent)}" if absent else ""))
sys.exit(bool(faults))
