#!/usr/bin/env python3
"""Symbols out of packages: usage: packages.py --bin PROGRAM [--served PROGRAM]

Packs the objects of fixtures/*/debug as .deb, .rpm and tarballs of `perf archive`, in every form those have, and asks
for reports: they must be those that the build-id cache gives, messages included. Then packages that are wrong, damaged,
or blow up."""
import argparse, glob, io, lzma, os, random, re, resource, shutil, struct, subprocess, sys, tarfile, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
from program import Program
from perfwrite import Encoding, Event, Recording, Record, KERNEL, comm, mmap2, sample
from said import TOO_MUCH

for tool in "dpkg-deb", "rpmbuild", "zstd":
    if not shutil.which(tool):
        print(f"no {tool} here: no packages to test with")
        sys.exit(77)

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
a = ap.parse_args()
perfolio = Program(a.bin, a.served)
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
folder = tempfile.TemporaryDirectory(prefix="perfolio-")
checks, faults = 0, []
SANITIZED = re.compile(r"AddressSanitizer|LeakSanitizer|runtime error")


def ask(capture, *objects, options=()):
    """(stdout, stderr) of a report; in the folder's paths only the name of the package is left."""
    command = ["report", "--stdio", "--sort", "comm,dso,symbol", "--isolated", "-i", capture, *options]
    for path in objects:
        command += ["--objects", path]
    p = perfolio.run(*command)
    err = p.stderr.decode("utf-8", "replace")
    if p.returncode not in (0, 1) or SANITIZED.search(err):
        faults.append(f"{command}: status {p.returncode}: {err}")
    return p.stdout.decode("utf-8", "replace"), re.sub(re.escape(folder.name) + "/[^/]+/", "", err)


def check(what, got, want):
    global checks
    checks += 1
    if got != want:
        faults.append("\n".join([what, "--- got", *map(str, [got] if isinstance(got, (str, int, bool)) else got), "--- wanted",
                                *map(str, [want] if isinstance(want, (str, int, bool)) else want)]))


def new_folder():
    return tempfile.mkdtemp(dir=folder.name)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)
    return path


# --- packages -----------------------------------------------------------------------------------------------------


def tree(files, hard=()):
    """A folder with {path: bytes, or a str that a link leads to}, and (new, old) as hard links."""
    root = new_folder()
    for path, data in files.items():
        if isinstance(data, str):
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            os.symlink(data, os.path.join(root, path))
        else:
            write(os.path.join(root, path), data)
    for new, old in hard:
        os.makedirs(os.path.dirname(os.path.join(root, new)), exist_ok=True)
        os.link(os.path.join(root, old), os.path.join(root, new))
    return root


def deb(to, files, name="x", arch="all", packing="xz", md5sums=True, build_ids=()):
    root = tree(files)
    control = f"Package: {name}\nVersion: 1\nArchitecture: {arch}\nMaintainer: a <a@b.c>\nDescription: x\n"
    if build_ids:
        control += "Build-Ids: " + " ".join(build_ids) + "\n"
    write(root + "/DEBIAN/control", control.encode())
    if md5sums:
        sums = "".join(f"{0:032x}  {path}\n" for path, data in sorted(files.items()) if not isinstance(data, str))
        write(root + "/DEBIAN/md5sums", sums.encode())
    path = f"{to}/{name}_1_{arch}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Z" + packing, "-b", root, path], check=True,
                   stdout=subprocess.DEVNULL)
    return path


def rpm(to, files, name="x", arch="noarch", packing="w6.zstdio", hard=()):
    root, top = tree(files, hard), new_folder()
    spec = f"""Name: {name}
Version: 1
Release: 1
Summary: x
License: x
%global _binary_payload {packing}
%global __os_install_post %{{nil}}
%global debug_package %{{nil}}
%global _build_id_links none
%description
x
%install
cp -a {root}/. %{{buildroot}}
%files
""" + "".join(f'"/{path}"\n' for path in [*files, *(new for new, old in hard)])
    write(top + "/x.spec", spec.encode())
    subprocess.run(["rpmbuild", "-bb", "--quiet", "--target", arch, "-D", f"_topdir {top}", "-D", f"_tmppath {top}",
                    "-D", "AutoReqProv no", "-D", "_use_internal_dependency_generator 0", top + "/x.spec"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    path = f"{to}/{name}-1-1.{arch}.rpm"
    shutil.move(glob.glob(top + "/RPMS/*/*.rpm")[0], path)
    return path


def tarball(to, add, packing="bz2", name="perf.data.tar"):
    path = f"{to}/{name}.{packing}" if packing else f"{to}/{name}"
    with tarfile.open(path, "w:" + packing) as t:
        add(t)
    return path


# --- objects ------------------------------------------------------------------------------------------------------


def cached(cache):
    """{recorded path: (build-id, bytes)} of a build-id cache; of several contents of a path the unstripped one."""
    out = {}
    for path in sorted(glob.glob(cache + "/**/elf", recursive=True)):
        recorded, id, _ = os.path.relpath(path, cache).rsplit("/", 2)
        if not recorded.startswith(".build-id"):
            out[recorded] = id, open(path, "rb").read()
    return out


def debug_path(id):
    return f"usr/lib/debug/.build-id/{id[:2]}/{id[2:]}.debug"


def link_path(id):
    return f"usr/lib/.build-id/{id[:2]}/{id[2:]}"


def elf(id, symbols, base=0):
    """A little-endian ELF file of 64 bits: a build-id, code that is not there, symbols {name: address}."""
    names = b"\0" + b"".join(n.encode() + b"\0" for n in symbols)
    table, at = bytes(24), 1
    for n, address in symbols.items():
        table += struct.pack("<IBBHQQ", at, 0x12, 0, 2, address, 0x100)
        at += len(n) + 1
    note = struct.pack("<III", 4, len(id), 3) + b"GNU\0" + id
    strings = b"\0.note.gnu.build-id\0.text\0.symtab\0.strtab\0.shstrtab\0"
    body, headers = b"", bytes(64)
    for name, type, flags, addr, data, link, entry in [
            (".note.gnu.build-id", 7, 2, 0, note, 0, 0), (".text", 1, 6, base, bytes(0x1000), 0, 0),
            (".symtab", 2, 0, 0, table, 4, 24), (".strtab", 3, 0, 0, names, 0, 0), (".shstrtab", 3, 0, 0, strings, 0, 0)]:
        body += bytes(-len(body) % 16)
        headers += struct.pack("<IIQQQQIIQQ", strings.index(name.encode()), type, flags, addr, 64 + len(body), len(data),
                               link, 1, 16, entry)
        body += data
    body += bytes(-len(body) % 16)
    return struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 1, 62, 1, 0, 0, 64 + len(body), 0, 64, 0, 0, 64, 6, 5) \
        + body + headers


MACHINES = {"amd64": "fixtures/amd64/buildid-mmap.data", "hppa": "fixtures/hppa/user.data"}
objects = {arch: cached(f"fixtures/{arch}/debug") for arch in MACHINES}
wanted = {arch: ask(capture, f"fixtures/{arch}/debug") for arch, capture in MACHINES.items()}
nameless = {arch: ask(capture) for arch, capture in MACHINES.items()}
stripped = cached("fixtures/amd64/debug")["opt/wl/workload-stripped"][1]


def same(what, arch, *paths):
    check(f"{what}, {arch}", ask(MACHINES[arch], *paths), wanted[arch])


# --- what must give the same --------------------------------------------------------------------------------------

for arch, found in objects.items():
    plain = {path: data for path, (id, data) in found.items()}
    debug = {debug_path(id): data for path, (id, data) in found.items()}
    ids = [id for id, _ in found.values()]
    for packing in "gzip", "xz", "zstd", "none":
        same(f"deb, {packing}", arch, deb(new_folder(), plain, arch=arch, packing=packing))
    same("deb without md5sums", arch, deb(new_folder(), plain, arch=arch, md5sums=False))
    same("deb of debug files", arch, deb(new_folder(), debug, arch=arch))
    same("deb with Build-Ids", arch, deb(new_folder(), debug, arch=arch, build_ids=ids))
    same("deb with Build-Ids alone", arch, deb(new_folder(), debug, arch=arch, md5sums=False, build_ids=ids))
    same("deb of a debug tree", arch, deb(new_folder(), {f"usr/lib/debug/{p}": d for p, d in plain.items()}, arch=arch))
    same("deb after usr-merge", arch, deb(new_folder(), {f"usr/{p}": d for p, d in plain.items()}, arch=arch))
    for packing in "w6.gzdio", "w6.bzdio", "w6.xzdio", "w6.zstdio", "w6.lzdio", "w0.ufdio":
        same(f"rpm, {packing}", arch, rpm(new_folder(), plain, packing=packing))
    # As rpmbuild lays out debug files: named after the program, and a link by build-id leads there.
    named = {f"usr/lib/debug/{path}-1-1.{arch}.debug": data for path, data in plain.items()}
    links = {debug_path(id): f"../../{path}-1-1.{arch}.debug" for path, (id, _) in found.items()}
    same("rpm of debug files", arch, rpm(new_folder(), {**named, **links}))
    elsewhere = {f"opt/elsewhere/{i}": data for i, data in enumerate(plain.values())}
    links = {link_path(id): f"../../../../opt/elsewhere/{i}" for i, id in enumerate(ids)}
    same("rpm with links by build-id", arch, rpm(new_folder(), {**elsewhere, **links}))

    cache = f"fixtures/{arch}/debug"
    for packing in "", "gz", "bz2", "xz":
        archived = tarball(new_folder(), lambda t: [t.add(f"{cache}/{n}", n) for n in sorted(os.listdir(cache))], packing)
        same(f"perf archive, {packing}", arch, archived)
        both = tarball(new_folder(), lambda t: [t.add(archived, "perf.symbols.tar"), t.add(MACHINES[arch], "perf.data")])
        same(f"perf archive --all, {packing}", arch, both)
    same("tar of .debug", arch, tarball(new_folder(), lambda t: t.add(cache, "./home/.debug")))
    hard = tarball(new_folder(), lambda t: [t.add(f"{cache}/{p}/{id}/elf", p) for p, (id, _) in found.items()]
                   + [t.addfile(tarfile.TarInfo("z"))])
    same("tar of a system", arch, hard)

# One package each, of several machines in one folder, with what else lies around; stripped, and debug files apart.
several = new_folder()
for arch, found in objects.items():
    for i, (path, (id, data)) in enumerate(found.items()):
        runtime = stripped if path == "opt/wl/workload" else data
        deb(several, {path: runtime}, f"{arch}{i}", arch)
        (rpm if i % 2 else deb)(several, {debug_path(id): data, "usr/share/doc/x": b"x"}, f"{arch}{i}-dbg")
write(several + "/README", b"not a package")
write(several + "/broken.gz", b"\x1f\x8bnor this")
os.mkfifo(several + "/fifo")
os.symlink("/dev/zero", several + "/zero")
for arch in MACHINES:
    same("folder", arch, several)
packages = sorted(glob.glob(several + "/amd64*"))
for order in packages, packages[::-1], packages[1:] + packages[:1]:
    same("packages in an order", "amd64", *order)

# Without a build-id: the path, if only one file is there.
want = ask("fixtures/hppa/nobid.data", "fixtures/hppa/debug")
plain = {path: data for path, (id, data) in objects["hppa"].items()}
one = deb(new_folder(), plain, arch="hppa")
check("no build-id", ask("fixtures/hppa/nobid.data", one)[0], want[0])
two = new_folder()
deb(two, plain, "one")
deb(two, {path: data.replace(bytes.fromhex(id), bytes(20)) for path, (id, data) in objects["hppa"].items()}, "two")
check("no build-id, two files", ask("fixtures/hppa/nobid.data", two)[0], ask("fixtures/hppa/nobid.data")[0])

# Many packages with the same paths, and the right one last.
versions = new_folder()
for i in range(40):
    deb(versions, {path: data.replace(bytes.fromhex(id), bytes([i + 1]) * 20) for path, (id, data) in objects["hppa"].items()},
        f"a{i:02}", packing="none")
deb(versions, plain, "b")
same("many versions", "hppa", versions)

# Links inside of packages.
path, (id, data) = next(iter(objects["hppa"].items()))
rest = {p: d for p, d in plain.items() if p != path}
linked = tarball(new_folder(), lambda t: t.add(tree({"a/real": data, path: "/a/real", **rest}), "."))
same("tar with a link", "hppa", linked)

# Hard links: in rpm's cpio the last has the contents, in a tar the first.
plain = {path: data for path, (id, data) in objects["hppa"].items()}
for others in ("zz/1", "zz/2"), ("a/1", "zz/2"), ("a/1", "a/2"):
    pairs = [(f"{other}/{path}", path) for other in others for path in plain]
    same(f"rpm with hard links {others}", "hppa", rpm(new_folder(), plain, hard=pairs))
    root = tree(plain, pairs)
    same(f"tar with hard links {others}", "hppa", tarball(new_folder(), lambda t: t.add(root, ".")))

# A debug file without a build-id: the link in the program names it, and the checksum in the link proves it.
if shutil.which("objcopy"):
    at = new_folder()
    program = write(at + "/program", objects["amd64"]["opt/wl/workload"][1])
    for options in (["--only-keep-debug", "--remove-section=.note.gnu.build-id", program, at + "/w.dbg"],
                    ["--strip-all", program, at + "/stripped"],
                    [f"--add-gnu-debuglink={at}/w.dbg", at + "/stripped", at + "/linked"]):
        subprocess.run(["objcopy"] + options, check=True)
    file = lambda name: open(f"{at}/{name}", "rb").read()
    linked = {path: data for path, (id, data) in objects["amd64"].items()} | {"opt/wl/workload": file("linked")}
    for place in "usr/lib/debug/opt/wl/w.dbg", "opt/wl/.debug/w.dbg":
        same("debug link to " + place, "amd64", deb(new_folder(), linked), rpm(new_folder(), {place: file("w.dbg")}))

# --- kernels ------------------------------------------------------------------------------------------------------

kernel_id, module_id = bytes(range(20)), bytes(range(1, 21))
vmlinux = elf(kernel_id, {"_stext": 0xffffffff81000000, "work": 0xffffffff81000100}, 0xffffffff81000000)
module = elf(module_id, {"forward": 0x10, "drop_it": 0x200})
at = "lib/modules/6.1/kernel/net/nf_it.ko"
for recorded in "/" + at, "[nf_it]":
    r = Recording([Event()])
    r.add(mmap2(-1, 0, 0xffffffff81000000, 0x100000, 0xffffffff81000000, "[kernel.kallsyms]_stext", kernel_id, KERNEL),
          mmap2(-1, 0, 0xffffffffc0000000, 0x1000, 0, recorded, module_id, KERNEL), comm(1, 1, "x"))
    for i, ip in enumerate((0xffffffff81000110, 0xffffffffc0000018, 0xffffffffc0000220)):
        r.add(Record(9, [], KERNEL, sample=dict(event=0, ip=ip, pid=1, tid=1, time=10 + i)))
    capture = write(new_folder() + "/perf.data", r.encode(Encoding()))
    root = tree({at: module})
    want = ask(capture, root + "/" + at, options=["--vmlinux", write(new_folder() + "/vmlinux", vmlinux)])
    check("the kernel's test", ("work" in want[0], "forward" in want[0], "drop_it" in want[0]), (True, True, True))
    for place in "usr/lib/debug/boot/vmlinux-6.1", "usr/lib/debug/lib/modules/6.1/vmlinux", debug_path(kernel_id.hex()):
        for file in at, "usr/" + at, "usr/lib/debug/" + at, f"usr/lib/debug/usr/{at}.debug", at + ".xz":
            pair = new_folder()
            deb(pair, {place: vmlinux}, "linux-dbg")
            deb(pair, {file: lzma.compress(module) if file.endswith("xz") else module}, "linux")
            check(f"kernel at {place}, {file} as {recorded}", ask(capture, pair), want)

# The kernel's list of symbols, as a cache keeps it; with and without a build-id in the capture.
listing = b"".join(b"%x T %s\n" % (0xffffffff81000000 + 0x100 * i, n) for i, n in enumerate([b"_stext", b"work", b"_etext"]))
cache = tree({f"[kernel.kallsyms]/{kernel_id.hex()}/kallsyms": listing})
archived_list = tarball(new_folder(), lambda t: t.add(cache, "."))
for id in kernel_id, None:
    r = Recording([Event()])
    r.add(mmap2(-1, 0, 0xffffffff81000000, 0x100000, 0xffffffff81000000, "[kernel.kallsyms]_stext", id, KERNEL),
          Record(9, [], KERNEL, sample=dict(event=0, ip=0xffffffff81000110, pid=1, tid=1, time=1)))
    capture = write(new_folder() + "/perf.data", r.encode(Encoding()))
    check("kallsyms", ask(capture, archived_list)[0], ask(capture, cache)[0])
    check("kallsyms names", "work" in ask(capture, archived_list)[0], True)

# --- what is wrong ------------------------------------------------------------------------------------------------

(path_a, (id_a, data_a)), (path_b, (id_b, data_b)) = objects["hppa"].items()
wrong = deb(new_folder(), {path_a: data_b})
out, err = ask(MACHINES["hppa"], wrong)
check("a wrong build-id", out, nameless["hppa"][0])
check("its refusal", f"{wrong.split('/')[-1]}:{path_a}: its build-id is {id_b}, {id_a} was recorded" in err, True)
out, err = ask(MACHINES["hppa"], deb(new_folder(), {debug_path(id_a): data_b}))
check("a lie about a build-id", (out, f"its build-id is {id_b}, {id_a} was recorded" in err), (nameless["hppa"][0], True))
out, err = ask(MACHINES["hppa"], deb(new_folder(), {"usr/x": b"x"}, build_ids=[id_a], md5sums=False))
check("a file that is not there", (out, "listed, but is not in the package" in err), (nameless["hppa"][0], True))

out, err = ask(MACHINES["hppa"], write(new_folder() + "/zeros", bytes(10240)))
check("zeros", err, "perfolio: zeros is neither an ELF file nor a listing of symbols nor a package\n")

random.seed(1)
plain = {path: data for path, (id, data) in objects["hppa"].items()}
for package in (deb(new_folder(), plain, packing="none"), deb(new_folder(), plain), rpm(new_folder(), plain),
                rpm(new_folder(), plain, packing="w0.ufdio"), hard, archived, both):
    arch = "amd64" if package in (archived, both, hard) and objects["amd64"] is found else "hppa"
    data = open(package, "rb").read()
    cuts = [len(data) * i // 24 for i in range(24)] + [8, 60, 68, 96, 112]
    flips = [random.randrange(len(data)) for _ in range(24)] + [random.randrange(min(3000, len(data))) for _ in range(48)]
    for n in cuts:
        ask(MACHINES[arch], write(package + ".cut", data[:n]))
        checks += 1
    for n in flips:
        ask(MACHINES[arch], write(package + ".flip", data[:n] + bytes([data[n] ^ 1 << random.randrange(8)]) + data[n + 1:]))
        checks += 1
half = deb(new_folder(), plain, packing="none")
data = open(half, "rb").read()
out, err = ask(MACHINES["hppa"], write(half, data[:len(data) // 2]))
check("half a package", ("found but could not be used" in err, half.split("/")[-1] in err), (True, True))

perfolio = Program(perfolio.path)               # whose memory is known when it ended
# A member of 8 GiB of zeros in some hundred kilobytes: refused, and before it is in memory.
info = tarfile.TarInfo(path_a)
info.size = 8 << 30
zeros = subprocess.run(["sh", "-c", "head -c 8192M /dev/zero | zstd -q -1 -c"], stdout=subprocess.PIPE, check=True).stdout
head = subprocess.run(["zstd", "-q", "-c"], input=info.tobuf(), stdout=subprocess.PIPE, check=True).stdout
bomb = write(new_folder() + "/bomb.tar.zst", head + zeros)
out, err = ask(MACHINES["hppa"], bomb)
check("a bomb", (out, TOO_MUCH in err), (nameless["hppa"][0], True))
# Zeros behind the first member of a cpio, which is searched for the second; and where ar has its table of names.
first = b"070701" + b"".join(b"%08x" % v for v in (1, 0o100644, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0)) + b"a\0"
names = b"!<arch>\n" + b"%-16s%-32s%-10d`\n" % (b"//", b"", 1 << 30)
for what, start in ("cpio", first), ("ar", names):
    start = subprocess.run(["zstd", "-q", "-c"], input=start, stdout=subprocess.PIPE, check=True).stdout
    inner = write(new_folder() + "/inner", start + zeros)
    out, err = ask(MACHINES["hppa"], tarball(new_folder(), lambda t: t.add(inner, "x.zst"), ""))
    check(f"a bomb of {what}", (out, TOO_MUCH in err), (nameless["hppa"][0], True))
# The same as data.tar of a package whose list is good: unpacked up to the bound when it is wanted.
pieces = {"debian-binary": b"2.0\n", "data.tar.zst": head + zeros}
control = io.BytesIO()
with tarfile.open(fileobj=control, mode="w:gz") as t:
    for name, data in {"md5sums": f"{0:032x}  {path_a}\n".encode(), "control": b"Package: x\n"}.items():
        info = tarfile.TarInfo(name)
        info.size = len(data)
        t.addfile(info, io.BytesIO(data))
ar = b"!<arch>\n"
for name, data in [("debian-binary", b"2.0\n"), ("control.tar.gz", control.getvalue()), ("data.tar.zst", head + zeros)]:
    ar += f"{name:16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
out, err = ask(MACHINES["hppa"], write(new_folder() + "/bomb.deb", ar))
check("a bomb that is wanted", (out, TOO_MUCH in err), (nameless["hppa"][0], True))
if "asan" not in subprocess.run(["ldd", perfolio.path], stdout=subprocess.PIPE).stdout.decode():
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    check("memory in MiB", most if most >= 1200 else "less than 1200", "less than 1200")

print("\n".join(faults) or f"{checks} answers out of packages are those of a build-id cache, or clean")
sys.exit(bool(faults))
