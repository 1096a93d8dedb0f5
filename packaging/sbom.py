#!/usr/bin/env python3
"""What a binary of a release is made of, as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/): usage: sbom.py VERSION BINARY [DSC...]

With descriptions of Debian source packages (.dsc): these are linked into the binary. Without: it is linked with what the
system's loader finds, of which dpkg knows the packages. Nothing else of the machine is in it, and no time."""
import hashlib, json, os, re, subprocess, sys


def said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def sources(files):
    """(name, version, purl) of each source package."""
    for path in files:
        text = open(path, encoding="utf-8", errors="replace").read()
        name, version = (re.search(rf"^{word}: (.*)", text, re.M).group(1) for word in ("Source", "Version"))
        yield name, version, f"pkg:deb/debian/{name}@{version}?arch=source"


def packages(binary):
    """The same of the packages whose libraries are loaded."""
    for path in sorted(set(re.findall(r"=> (/\S+)", said("ldd", binary)))):
        real = os.path.realpath(path)
        owner = next((o for o in (said("dpkg", "-S", p).split(": ")[0] for p in (path, real, real.removeprefix("/usr"))) if o), None)
        if not owner:
            sys.exit(f"sbom: no package has {path}")
        name, version = owner.split(":")[0], said("dpkg-query", "-W", "-f", "${Version}", owner)
        yield name, version, f"pkg:deb/debian/{name}@{version}"


def main(version, binary, *dsc):
    with open(binary, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    parts = sorted(set(sources(dsc) if dsc else packages(binary)))
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": "perfolio", "version": version,
                                   "licenses": [{"license": {"id": "BSD-2-Clause"}}],
                                   "hashes": [{"alg": "SHA-256", "content": digest}]}},
        "components": [{"type": "library", "name": n, "version": v, "purl": p} for n, v, p in parts],
    }, indent=1))


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
