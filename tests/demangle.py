#!/usr/bin/env python3
"""How mangled names are shown: usage: demangle.py --bin PROGRAM

Makes an ELF file with the build-id of a recorded program whose code is one function, named as C++ or Rust has it, and asks for
that function in every view that names functions. Skipped (77) where there is no assembler for the capture's machine."""
import argparse, os, subprocess, sys, tempfile

CAPTURE = "fixtures/amd64/fp.data"
ID = "f9d85ecaf846033ac5333a74e14f2e78c9996db9"     # of /opt/wl/workload in it
# mangled, --demangle=names (perf 6.1), --demangle=full (perf 6.1 -v, perf 7.2)
NAMES = [("_ZN2ns3mulEdi", "ns::mul", "ns::mul(double, int)"),
         ("_ZN2ns3mulEmi", "ns::mul", "ns::mul(unsigned long, int)"),
         ("_ZN2ns4tmulIlEET_S1_i", "ns::tmul<long>", "long ns::tmul<long>(long, int)"),
         ("_ZNK2ns1KclEi", "ns::K::operator()", "ns::K::operator()(int) const"),
         ("_ZN1r1m1K2go17hce7ca7e4de849402E", "r::m::K::go", "r::m::K::go"),
         ("_RNvC6_123foo3bar", "123foo::bar", "123foo::bar"),
         ("_D3std5stdio7writelnFAyaZv", "std.stdio.writeln(immutable(char)[])", "std.stdio.writeln(immutable(char)[])"),
         ("camlStdlib__$2b$2b_88", "Stdlib.++_88", "Stdlib.++_88"),
         ("Lcom/example/Foo;.bar(ILjava/lang/String;)V", "com.example.Foo.bar(int, java.lang.String)",
          "com.example.Foo.bar(int, java.lang.String)"),
         ("plain", "plain", "plain")]
VIEWS = [["report", "-q", "-g", "none", "--no-children", "--sort", "sym"], ["report", "--json", "--sort", "sym"],
         ["script", "-F", "ip,sym"], ["script", "--json"], ["export", "folded"], ["diff", "-q", "--sort", "sym", CAPTURE]]


def build(name, folder):
    source, file = os.path.join(folder, "x.s"), os.path.join(folder, "workload")
    with open(source, "w") as f:
        f.write(f'.text\n.globl "{name}"\n.type "{name}", @function\n"{name}": .skip 4096, 0x90\n.size "{name}", 4096\n')
    subprocess.run(["gcc", "-m64", "-nostdlib", "-shared", "-Wl,-Ttext=0x1000", "-Wl,--build-id=0x" + ID, source, "-o", file],
                   check=True, stderr=subprocess.DEVNULL)
    return file


def main():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("--bin", default="build/perfolio")
    a = ap.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for mangled, name, full in NAMES:
            try:
                file = build(mangled, folder)
            except (OSError, subprocess.CalledProcessError) as e:
                print(f"skipped: {e}")
                return 77
            for option, wanted in (("--demangle=names", name), ("--demangle", name), ("--demangle=full", full),
                                   ("--no-demangle", mangled), (None, name)):
                for view in VIEWS:
                    if view == ["script", "--json"] and option == "--no-demangle":
                        continue                                            # refused: it is for lines of text
                    line = [a.bin, *view, *([option] if option else []), "--isolated", "--objects", file, CAPTURE]
                    got = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300).stdout.decode()
                    others = {n for n in (mangled, name, full) if n != wanted and wanted not in n and n not in wanted}
                    longer = {n for n in (mangled, name, full) if n != wanted and wanted in n}
                    shown = wanted.replace(";", ":") if view[0] == "export" else wanted    # whose lines separate frames by ';'
                    if shown not in got or any(n in got for n in others | longer):
                        print(f"{' '.join(line[1:])}: not {wanted}:\n" + "\n".join(got.splitlines()[:5]))
                        faults += 1
    print(f"{faults} faults" if faults else f"{len(NAMES)} names are shown as they were asked for")
    return bool(faults)


sys.exit(main())
