#!/usr/bin/env python3
"""What packaging/ci gives to a CI, and what docs/ci.md says of it, from an empty repository: usage: ci.py --bin PROGRAM | --release FOLDER

The commands of docs/ci.md make a repository with a branch that is slower, install a release and close the gate. Then the scripts of
the action (action.yml, as github.yml calls it) and of the template (gitlab.yml) do it, as they stand: a step is what stands behind `run:` or
below `script:`. The forge is played by folders, variables and a `gh` that keeps the comment. Where perf may not record, ci_perf.py
stands in for it, with --no-perf everywhere. A release whose sums are wrong installs nothing; a perf that is not allowed, or records nothing, is named."""
import argparse, hashlib, os, platform, re, shutil, subprocess, sys, tempfile, textwrap

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--release", help="a folder that release.sh made, in place of one made of PROGRAM")
ap.add_argument("--no-perf", action="store_true")
ap.add_argument("--keep", help="a folder for what is made")
a = ap.parse_args()
ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
CI = os.path.join(ROOT, "packaging/ci")
RUNS = "3"                              # of each side: the change is large
for tool in "git", "make", "cc", "curl":
    if not shutil.which(tool):
        print(f"SKIPPED: no {tool} here")
        sys.exit(77)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as f:
        return f.read()


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, mode)


def left(*path):
    """What a script wrote; nothing, if it did not."""
    return read(*path) if os.path.exists(os.path.join(*path)) else ""


def below(text, head):
    """The lines that stand deeper than each line that matches, without their indent."""
    lines, found = text.splitlines(), []
    for i, line in enumerate(lines):
        match = re.match(rf"( *)(?:- )?{head}$", line)
        if not match:
            continue
        deep = []
        for after in lines[i + 1:]:
            if after.strip() and len(after) - len(after.lstrip()) <= len(match.group(1)):
                break
            deep.append(after)
        found.append(textwrap.dedent("\n".join(deep)).strip("\n") + "\n")
    return found


def items(text):
    """Those of a list, a line each, without quotes around all of one."""
    return [re.sub(r"^'(.*)'$|^\"(.*)\"$", lambda m: m.group(1) or m.group(2), line[2:]) for line in text.splitlines() if line.startswith("- ")]


assert below("a:\n  run: |\n    b\n      c\n  d: e\n- run: |\n    f\n", r"run: \|") == ["b\n  c\n", "f\n"]
assert items("- a\n- 'b c'\n") == ["a", "b c"]


def shell(script, folder, env, program="sh"):
    p = subprocess.run([program, "-e", "-c", script], cwd=folder, env={**environment, **env}, stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
    return p.returncode, p.stdout


def check(what, right, said=""):
    global checks
    checks += 1
    if not right:
        faults.append(f"{what}\n{said[-2000:]}")


def closed(what, folder, status, said):
    """Holds what a gate has left to the change that was made."""
    check(f"{what}: exit status {status}", status == 2, said)
    for file in "runs.folio", "runs.md", "runs.xml":
        check(f"{what}: it leaves {file}", os.path.exists(os.path.join(folder, file)), said)
    if faults:
        return
    check(f"{what}: the comment names the function", "parse" in read(folder, "runs.md"), read(folder, "runs.md"))
    seen = shell('"$PERFOLIO" report --stdio -i runs.folio --capture 1', folder, {})[1]
    check(f"{what}: the folio can be read", "parse" in seen, seen)


folder = a.keep or tempfile.mkdtemp(prefix="perfolio-ci-")
os.makedirs(folder, exist_ok=True)
checks, faults = 0, []
version = re.search(r"project\(perfolio VERSION ([\d.]+)", read(ROOT, "CMakeLists.txt")).group(1)
arch = {"aarch64": "arm64", "armv7l": "armhf"}.get(platform.machine(), platform.machine())
if a.release:
    release = os.path.abspath(a.release)
else:
    release = os.path.join(folder, "release")
    write(os.path.join(release, "x"), "")
    shutil.copy(a.bin, os.path.join(release, f"perfolio-{version}-linux-{arch}"))
    for name in "install.sh", "gate.sh", "gitlab.yml":
        shutil.copy(os.path.join(CI, name), release)
    sums = ""
    for name in sorted(os.listdir(release)):
        with open(os.path.join(release, name), "rb") as f:
            sums += f"{hashlib.sha256(f.read()).hexdigest()}  {name}\n"
    write(os.path.join(release, "SHA256SUMS"), sums)

tools = os.path.join(folder, "tools")
write(os.path.join(tools, "gh"), '#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" != --body-file ] || cp "$2" "$COMMENT"; shift; done\n', 0o755)
environment = {"PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "HOME": folder, "LC_ALL": "C", "TZ": "UTC",
               **{f"GIT_{who}_{what}": f"ci{at}" for who in ("AUTHOR", "COMMITTER") for what, at in (("NAME", ""), ("EMAIL", "@localhost"))},
               **{k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}}
program = os.path.join(release, f"perfolio-{version}-linux-{arch}")
if a.no_perf or shell(f"perf record -q -e cpu-clock:u -o probe true && chmod +x '{program}' && '{program}' evlist -i probe", folder, {})[0]:
    print("perf may not record here: captures that are made stand in for those of each run")
    write(os.path.join(tools, "perf"), f"#!/bin/sh\nexec '{sys.executable}' '{ROOT}/tests/ci_perf.py' \"$@\"\n", 0o755)
environment["PERFOLIO"] = os.path.join(folder, "bench/.perfolio/perfolio")
environment["RUNS"] = RUNS
paranoid = "/proc/sys/kernel/perf_event_paranoid"
was = read(paranoid) if os.path.exists(paranoid) else None

# As docs/ci.md says it: the blocks of its last part, in one shell.
page = read(ROOT, "docs/ci.md")
blocks = re.findall(r"^```sh\n(.*?)^```$", page[page.index("\n## From an empty folder\n"):], re.M | re.S)
shown = re.search(r"^release=\S+", "".join(blocks), re.M).group(0)
status, said = shell("".join(blocks).replace(shown, f"release=file://{release}"), folder, {})
closed("docs/ci.md", os.path.join(folder, "bench"), status, said)


def checkout(name):
    """A clone with the branch that is slower, as a forge makes one for a change to main."""
    where = os.path.join(folder, name, "bench")
    status, said = shell(f"git clone -q '{folder}/bench' '{where}' && cd '{where}' && git checkout -q --detach origin/slower", folder, {})
    check(f"{name}: a clone", status == 0, said)
    return where


# The action.
where, job, action = checkout("github"), read(CI, "github.yml"), read(CI, "action.yml")
inputs = dict(re.findall(r"^  (\w+): \{ description: .*?default: \"(.*?)\" \}$", action, re.M))
inputs.update(re.findall(r"^          (\w+): (.+)$", job, re.M), release=f"file://{release}", runs=RUNS)
out, temp = os.path.join(folder, "github"), os.path.join(folder, "github/temp")
forge = {"BASE": "main", "GITHUB_ACTION_PATH": CI, "GITHUB_OUTPUT": f"{out}/output", "GITHUB_STEP_SUMMARY": f"{out}/summary",
         "RUNNER_TEMP": temp, "COMMENT": f"{out}/comment", "PERFOLIO": f"{temp}/perfolio/perfolio"}
forge.update((name, inputs[value]) for name, value in re.findall(r"(\w+): \"?\$\{\{ inputs\.(\w+) \}\}", action))
build = below(job, r"run: \|")
installing, gate = below(action, r"run: \|")
comment = re.search(r'^ *run: "(.*)"$', job, re.M).group(1).replace("${{ github.event.number }}", "7")
check("github.yml has no other expression in its scripts", "${{" not in "".join([*build, installing, gate, comment]))
for script, program in ((build[0], "bash"), (installing, "sh")):
    status, said = shell(script, where, forge, program)
    check("action: " + script.splitlines()[0], status == 0, said)
status, said = shell(gate, where, forge)
closed("action", where, status, said)
status, said = shell(comment, where, forge, "bash")
check("action: the comment", status == 0 and left(out, "comment") == left(where, "runs.md") == left(out, "summary"), said)
check("action: its output", left(out, "output") == f"folio={where}/runs.folio\n")

# The template, and the job that its head shows.
where, template = checkout("gitlab"), read(CI, "gitlab.yml")
head = "\n".join(line[2:] for line in template.splitlines() if line.startswith("# "))
forge = {k: v.strip('"') for k, v in re.findall(r"^([A-Z_]+): (.*)$", below(template, "variables:")[0], re.M)}
forge.update(re.findall(r"(\w+): ([^,}]+?)[,} ]", re.search(r"variables: \{(.*\})", head).group(1)))
forge.update(RELEASE=f"file://{release}", RUNS=RUNS, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
status, said = shell("\n".join(items(below(head, "before_script:")[0]) + items(below(template, "script:")[0])), where, forge)
closed("template", where, status, said)
check("template: the log has the comment", left(where, "runs.md") in said, said)

# What is not as it should be.
wrong = os.path.join(folder, "wrong")
shutil.copytree(release, wrong, ignore=lambda _, names: [n for n in names if not re.fullmatch(r"SHA256SUMS|perfolio-[\d.]+-linux-\w+", n)])
for name in os.listdir(wrong):
    if name != "SHA256SUMS":
        with open(os.path.join(wrong, name), "ab") as f:
            f.write(b"x")
status, said = shell(f"sh '{CI}/install.sh' '{wrong}' '{folder}/none'", folder, {})
check("install.sh: a wrong sum", status == 1 and "is not what SHA256SUMS says" in said and not os.listdir(os.path.join(folder, "none")), said)
write(os.path.join(folder, "forbidden"), "#!/bin/sh\necho 'not permitted' >&2\nexit 255\n", 0o755)
status, said = shell(f"sh '{CI}/gate.sh' true true", folder, {"PERF": os.path.join(folder, "forbidden")})
check("gate.sh: a perf that is not allowed", status == 1 and "not permitted" in said and "perf_event_paranoid is" in said, said)
write(os.path.join(folder, "empty"), '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\n: >"$2"\n', 0o755)
status, said = shell(f"sh '{CI}/gate.sh' true true", folder, {"PERF": os.path.join(folder, "empty")})
check("gate.sh: a perf that records nothing", status == 1 and "/sys is mounted" in said, said)
check("perf_event_paranoid is as it was", was is None or read(paranoid) == was)
if not a.keep:
    shutil.rmtree(folder)
print("\n\n".join(faults) or f"{checks} checks of packaging/ci, from an empty repository")
sys.exit(bool(faults))
