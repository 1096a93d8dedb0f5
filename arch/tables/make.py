#!/usr/bin/env python3
"""make.py KERNEL_TREE: write the tables of this folder out of a kernel's sources, one row a line.

    abis.def         its columns of system calls' numbers, and
    uapis.def        those of constants and errors: what ABIS and FAMILIES say here
    syscalls.def     a row per system call, a column per ABI: its number there, - where it has none
                     (arch/*/**/syscall*.tbl, include/uapi/asm-generic/unistd.h and what arch/*/include/uapi adds)
    prototypes.def   a row per entry point: how its tracepoint syscalls:sys_enter_NAME is called, types and names of its
                     arguments (SYSCALL_DEFINEn, and asmlinkage functions of architectures, which have no tracepoint)
    constants.def    names of flags and choices, a column per family of headers where they differ (include/uapi)
    errno.def        errors (asm/errno.h), and what the C library calls them
    ioctls.def       commands of ioctl by type and number (include/uapi), as far as asm-generic/ioctl.h lays them out

Only numbers, names and types are taken. gcc is used as a preprocessor; nothing else of this machine is read."""
import collections, errno, glob, os, re, subprocess, sys, tempfile

# ABI: the folder of its kernel, where its numbers stand, which rows of that are its, and what is added to a number.
ABIS = collections.OrderedDict([
    ("x86_64", ("x86", "entry/syscalls/syscall_64.tbl", "common 64", 0)),
    ("x32", ("x86", "entry/syscalls/syscall_64.tbl", "common x32", 0x40000000)),
    ("i386", ("x86", "entry/syscalls/syscall_32.tbl", "i386", 0)),
    ("arm64", ("arm64", 64, "", 0)),
    ("arm", ("arm", "tools/syscall.tbl", "common eabi", 0)),
    ("s390x", ("s390", "kernel/syscalls/syscall.tbl", "common 64", 0)),
    ("s390", ("s390", "kernel/syscalls/syscall.tbl", "common 32", 0)),
    ("parisc64", ("parisc", "kernel/syscalls/syscall.tbl", "common 64", 0)),
    ("parisc", ("parisc", "kernel/syscalls/syscall.tbl", "common 32", 0)),
    ("ppc64", ("powerpc", "kernel/syscalls/syscall.tbl", "common nospu 64", 0)),
    ("ppc", ("powerpc", "kernel/syscalls/syscall.tbl", "common nospu 32", 0)),
    ("riscv64", ("riscv", 64, "", 0)),
    ("riscv32", ("riscv", 32, "", 0)),
    ("n64", ("mips", "kernel/syscalls/syscall_n64.tbl", "n64", 5000)),
    ("n32", ("mips", "kernel/syscalls/syscall_n32.tbl", "n32", 6000)),
    ("o32", ("mips", "kernel/syscalls/syscall_o32.tbl", "o32", 4000)),
    ("loongarch64", ("loongarch", 64, "", 0)),
    ("sparc64", ("sparc", "kernel/syscalls/syscall.tbl", "common 64", 0)),
    ("sparc", ("sparc", "kernel/syscalls/syscall.tbl", "common 32", 0)),
    ("alpha", ("alpha", "kernel/syscalls/syscall.tbl", "common", 0)),
    ("m68k", ("m68k", "kernel/syscalls/syscall.tbl", "common", 0)),
    ("sh", ("sh", "kernel/syscalls/syscall.tbl", "common", 0)),
    ("arc", ("arc", 32, "", 0)),
    ("csky", ("csky", 32, "", 0)),
    ("xtensa", ("xtensa", "kernel/syscalls/syscall.tbl", "common", 0)),
])
FAMILIES = ["x86", "arm64", "arm", "s390", "parisc", "powerpc", "riscv", "mips", "loongarch", "sparc", "alpha", "m68k",
            "sh", "arc", "csky", "xtensa"]

# Entry points that assembly leads to others, which have the prototype (arch/*/kernel/entry*.S, asm/unistd.h).
LEADS = {"arm": {"mmap2": "mmap_pgoff", "statfs64_wrapper": "statfs64", "fstatfs64_wrapper": "fstatfs64",
                 "arm_fadvise64_64": "arm_fadvise64_64"},
         "arc": {"mmap2": "mmap_pgoff"}, "csky": {"mmap2": "mmap2"}, "parisc": {}, "sh": {}}
# Which of several prototypes an architecture's configuration takes: 1 is the second in kernel/fork.c, kernel/signal.c.
CHOICES = {"clone": (3, {0: "x86:i386 arc arm arm64 mips parisc powerpc riscv xtensa", 1: "s390"}),
           "sigsuspend": (0, {1: "x86 arm s390 m68k"})}
# System calls of arm that are no table's (arch/arm/include/uapi/asm/unistd.h).
ARM_PRIVATE = [(0xf0001, "breakpoint"), (0xf0002, "cacheflush"), (0xf0003, "usr26"), (0xf0004, "usr32"),
               (0xf0005, "set_tls"), (0xf0006, "get_tls")]

# One of riscv that came later (arch/riscv/kernel/sys_hwprobe.c), and those of all later kernels, which number them alike
# everywhere, alpha 110 above the others (scripts/syscall.tbl, arch/alpha/kernel/syscalls/syscall.tbl and
# include/linux/syscalls.h of Linux 6.16).
RISCV_LATER = (258, "riscv_hwprobe", "struct riscv_hwprobe * pairs, size_t pair_count, size_t cpusetsize, "
                                     "unsigned long * cpus, unsigned int flags")
LATER = [
    (451, "cachestat", "unsigned int fd, struct cachestat_range * cstat_range, struct cachestat * cstat, "
                       "unsigned int flags"),
    (452, "fchmodat2", "int dfd, const char * filename, umode_t mode, unsigned int flags"),
    (453, "map_shadow_stack", "unsigned long addr, unsigned long size, unsigned int flags"),
    (454, "futex_wake", "void * uaddr, unsigned long mask, int nr, unsigned int flags"),
    (455, "futex_wait", "void * uaddr, unsigned long val, unsigned long mask, unsigned int flags, "
                        "struct __kernel_timespec * timeout, clockid_t clockid"),
    (456, "futex_requeue", "struct futex_waitv * waiters, unsigned int flags, int nr_wake, int nr_requeue"),
    (457, "statmount", "const struct mnt_id_req * req, struct statmount * buf, size_t bufsize, unsigned int flags"),
    (458, "listmount", "const struct mnt_id_req * req, u64 * mnt_ids, size_t nr_mnt_ids, unsigned int flags"),
    (459, "lsm_get_self_attr", "unsigned int attr, struct lsm_ctx * ctx, u32 * size, u32 flags"),
    (460, "lsm_set_self_attr", "unsigned int attr, struct lsm_ctx * ctx, u32 size, u32 flags"),
    (461, "lsm_list_modules", "u64 * ids, u32 * size, u32 flags"),
    (462, "mseal", "unsigned long start, size_t len, unsigned long flags"),
    (463, "setxattrat", "int dfd, const char * pathname, unsigned int at_flags, const char * name, "
                        "const struct xattr_args * uargs, size_t usize"),
    (464, "getxattrat", "int dfd, const char * pathname, unsigned int at_flags, const char * name, "
                        "struct xattr_args * uargs, size_t usize"),
    (465, "listxattrat", "int dfd, const char * pathname, unsigned int at_flags, char * list, size_t size"),
    (466, "removexattrat", "int dfd, const char * pathname, unsigned int at_flags, const char * name"),
    (467, "open_tree_attr", "int dfd, const char * path, unsigned int flags, struct mount_attr * uattr, size_t usize"),
]

VARYING = [  # prefix as shown, header of asm/, name after #define, those that are not of the set
    ("O_", "fcntl.h", r"O_(\w+)", "ACCMODE NDELAY TTY_INIT EXEC SEARCH"),
    ("F_", "fcntl.h", r"F_(?!SEAL_|OWNER_)(\w+)", "RDLCK WRLCK UNLCK EXLCK SHLCK LINUX_SPECIFIC_BASE"),
    ("LEASE_", "fcntl.h", r"F_(RDLCK|WRLCK|UNLCK)", ""),
    ("EFD_", "fcntl.h", r"EFD_(\w+)", ""),
    ("PROT_", "mman.h", r"PROT_(\w+)", "NONE"),
    ("MAP_", "mman.h", r"MAP_(\w+)", "TYPE SHARED_VALIDATE FILE HUGE_64KB RENAME UNINITIALIZED"),
    ("MADV_", "mman.h", r"MADV_(\w+)", ""),
    ("SIG", "signal.h", r"SIG([A-Z0-9]+)", "RTMIN RTMAX STKSZ SWI IOT POLL CLD UNUSED LOST INFO"),
    ("SIG_", "signal.h", r"SIG_((?:UN)?BLOCK|SETMASK)", ""),
    ("RLIMIT_", "resource.h", r"RLIMIT_(\w+)", ""),
    ("SOCK_", "socket.h", r"SOCK_(\w+)", ""),
    ("SOL_", "socket.h", r"SOL_(SOCKET)", ""),
]
SAME = [  # prefix, header of include/, name after #define or in an enum, those that are not of the set
    ("PR_", "uapi/linux/prctl.h", r"PR_([A-Z]\w+)", "SET_PTRACER_ANY"),
    ("PR_SET_MM_", "uapi/linux/prctl.h", r"PR_SET_MM_(\w+)", ""),
    ("ARCH_", "../arch/x86/include/uapi/asm/prctl.h", r"ARCH_(\w+)", ""),
    ("AF_", "linux/socket.h", r"AF_(\w+)", "MAX UNIX ROUTE"),
    ("SOL_", "linux/socket.h", r"SOL_(\w+)", ""),
    ("IPPROTO_", "uapi/linux/in.h", r"IPPROTO_(\w+)", "MAX"),
    ("MSG_", "linux/socket.h", r"MSG_(\w+)", "TRYHARD EOF SENDPAGE_NOPOLICY SENDPAGE_DECRYPTED NO_SHARED_FRAGS BATCH "
                                             "CMSG_COMPAT ZEROCOPY INTERNAL_SENDMSG_FLAGS"),
    ("CLONE_", "uapi/linux/sched.h", r"CLONE_(\w+)", "ARGS_SIZE_VER0 ARGS_SIZE_VER1 ARGS_SIZE_VER2 NEWTIME"),
    ("SCHED_", "uapi/linux/sched.h", r"SCHED_([A-Z]+)", ""),
    ("AT_", "uapi/linux/fcntl.h", r"AT_(\w+)", "FDCWD STATX_SYNC_TYPE STATX_SYNC_AS_STAT"),
    ("STATX_", "uapi/linux/stat.h", r"STATX_(?!ATTR_)([A-Z]\w+)", "BASIC_STATS ALL _RESERVED"),
    ("FUTEX_", "uapi/linux/futex.h", r"FUTEX_(WAIT|WAKE|FD|REQUEUE|CMP_REQUEUE|WAKE_OP|LOCK_PI|UNLOCK_PI|TRYLOCK_PI|"
                                     r"WAIT_BITSET|WAKE_BITSET|WAIT_REQUEUE_PI|CMP_REQUEUE_PI|LOCK_PI2)", ""),
    ("MREMAP_", "uapi/linux/mman.h", r"MREMAP_(\w+)", ""),
    ("MS_", "uapi/linux/mount.h", r"MS_(\w+)", "RMT_MASK MGC_VAL MGC_MSK"),
    ("MOVE_MOUNT_", "uapi/linux/mount.h", r"MOVE_MOUNT_(\w+)", "_MASK"),
    ("FSMOUNT_", "uapi/linux/mount.h", r"FSMOUNT_(\w+)", ""),
    ("FSPICK_", "uapi/linux/mount.h", r"FSPICK_(\w+)", ""),
    ("FSCONFIG_", "uapi/linux/mount.h", r"FSCONFIG_(\w+)", ""),
    ("MOUNT_ATTR_", "uapi/linux/mount.h", r"MOUNT_ATTR_(\w+)", "SIZE_VER0 _ATIME"),
    ("RENAME_", "uapi/linux/fs.h", r"RENAME_(\w+)", ""),
    ("SYNC_FILE_RANGE_", "uapi/linux/fs.h", r"SYNC_FILE_RANGE_(\w+)", "WRITE_AND_WAIT"),
    ("SEEK_", "uapi/linux/fs.h", r"SEEK_(\w+)", "MAX"),
    ("LOCK_", "uapi/asm-generic/fcntl.h", r"LOCK_(\w+)", ""),
    ("GRND_", "uapi/linux/random.h", r"GRND_(\w+)", "INSECURE"),
    ("SECCOMP_FILTER_FLAG_", "uapi/linux/seccomp.h", r"SECCOMP_FILTER_FLAG_(\w+)", ""),
    ("SECCOMP_", "uapi/linux/seccomp.h", r"SECCOMP_([SG]ET_\w+)", ""),
    ("KEYCTL_", "uapi/linux/keyctl.h", r"KEYCTL_(?!CAPS|MOVE_EXCL|SUPPORTS)(\w+)", ""),
    ("CLOCK_", "uapi/linux/time.h", r"CLOCK_(\w+)", ""),
    ("ITIMER_", "uapi/linux/time.h", r"ITIMER_(\w+)", ""),
    ("EPOLL_CTL_", "uapi/linux/eventpoll.h", r"EPOLL_CTL_(\w+)", ""),
    ("PERF_FLAG_", "uapi/linux/perf_event.h", r"PERF_FLAG_(\w+)", ""),
    ("KCMP_", "uapi/linux/kcmp.h", r"KCMP_(\w+)", "TYPES"),
    ("BPF_", "uapi/linux/bpf.h", r"enum bpf_cmd", ""),
    ("W", "uapi/linux/wait.h", r"W(NOHANG|UNTRACED|CONTINUED)", ""),
    ("PKEY_", "uapi/asm-generic/mman-common.h", r"PKEY_(DISABLE_\w+)", ""),
]
LATER_FLAGS = [  # the same of later kernels: include/uapi/linux/fcntl.h and stat.h of Linux 6.16
    ("AT_", "HANDLE_MNT_ID_UNIQUE", 0x1), ("AT_", "HANDLE_CONNECTABLE", 0x2), ("AT_", "HANDLE_FID", 0x200),
    ("AT_", "EXECVE_CHECK", 0x10000), ("STATX_", "MNT_ID_UNIQUE", 0x4000), ("STATX_", "SUBVOL", 0x8000),
    ("STATX_", "WRITE_ATOMIC", 0x10000), ("STATX_", "DIO_READ_ALIGN", 0x20000),
]
IOCTLS = [("uapi/linux/perf_event.h", "PERF_EVENT_IOC_", "PERF_"), ("uapi/linux/kvm.h", "KVM_", "KVM_"),
          ("uapi/linux/vhost.h", "VHOST_", "VHOST_"), ("uapi/drm/drm.h", "DRM_IOCTL_", "DRM_"),
          ("uapi/sound/asound.h", "SNDRV_(?:PCM|CTL)_IOCTL_", "SNDRV_%s_"),
          ("uapi/asm-generic/ioctls.h", "", "")]

# What the C library says of errors that python3's module errno does not know.
UNSPOKEN = {"EHWPOISON": "Memory page has hardware error", "EPROCLIM": "Too many processes",
            "ECANCELLED": "Operation canceled",
            "EREMDEV": "Remote device", "EINIT": "Reserved EINIT", "ERREMOTE": "Object is remote",
            "ERESTARTSYS": "To be restarted", "ERESTARTNOINTR": "To be restarted",
            "ERESTARTNOHAND": "To be restarted if no handler was called",
            "ERESTART_RESTARTBLOCK": "To be restarted by restart_syscall"}

SOURCE = "/* Made by make.py out of Linux %s: %s. */\n"


def read(path):
    with open(path, errors="replace") as f:
        return f.read()


class Tree:
    def __init__(self, root, scratch):
        self.root, self.scratch = root, scratch
        make = read(os.path.join(root, "Makefile"))
        self.version = ".".join(re.search(rf"^{k} = (\d+)", make, re.M).group(1)
                                for k in ("VERSION", "PATCHLEVEL", "SUBLEVEL"))

    def cpp(self, arch, text, *flags):
        """What gcc's preprocessor makes of `text` with an architecture's uapi headers; those it has not are the
        generic ones, as the kernel's build makes them."""
        stub = os.path.join(self.scratch, arch, "asm")
        if not os.path.isdir(stub):
            os.makedirs(stub)
            for path in glob.glob(os.path.join(self.root, "include/uapi/asm-generic/*.h")):
                name = os.path.basename(path)
                if not os.path.exists(os.path.join(self.root, "arch", arch, "include/uapi/asm", name)):
                    with open(os.path.join(stub, name), "w") as f:
                        f.write(f"#include <asm-generic/{name}>\n")
            os.makedirs(os.path.join(self.scratch, arch, "linux"))
            for name in ("compiler_types.h", "compiler.h"):    # the kernel's own, of which uapi headers want nothing
                with open(os.path.join(self.scratch, arch, "linux", name), "w"):
                    pass
        cmd = ["gcc", "-E", "-P", "-nostdinc", "-undef", "-D__linux__", "-x", "c", "-", "-I",
               os.path.join(self.root, "arch", arch, "include/uapi"), "-I", os.path.dirname(stub),
               "-I", os.path.join(self.root, "include/uapi"), *flags]
        return subprocess.run(cmd, input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def macros(self, arch, headers, *flags):
        out = self.cpp(arch, "".join(f"#include <{h}>\n" for h in headers), "-dM", *flags)
        return dict(re.findall(r"^#define (\w+) (.+)$", out, re.M))


def value(macros, text, depth=0):
    """The number that a macro's text means, or None."""
    text = re.sub(r"/\*.*?\*/", "", text).strip()
    text = re.sub(r"\(__u\d+\)|\(unsigned(?: \w+)?\)", "", text)
    def number(m):
        word = m.group()
        if word[0].isdigit():
            word = re.sub(r"[uUlL]+$", "", word)
            return str(int(word, 8) if re.fullmatch(r"0[0-7]+", word) else int(word, 0))
        sub = value(macros, macros[word], depth + 1) if word in macros and depth < 8 else None
        return "None" if sub is None else str(sub)
    text = re.sub(r"\b\w+\b", number, text)
    if not re.fullmatch(r"[-\d\s()|&~+*<>]+", text):
        return None
    try:
        return eval(text) & 0xffffffff
    except (SyntaxError, TypeError):
        return None


def generic_numbers(tree, arch, bits):
    sizes = {"__BITS_PER_LONG": bits, "__SIZEOF_POINTER__": bits // 8, "__SIZEOF_LONG__": bits // 8}
    flags = [f"-D{k}={v}" for k, v in sizes.items()] + (["-D__LP64__"] if bits == 64 else [])
    text = f"#define __SYSCALL(nr, call) @@ nr call\n#include <asm/unistd.h>\n"
    calls = re.findall(r"@@ (.+?) (sys_\w+)", tree.cpp(arch, text, *flags))
    macros = tree.macros(arch, ["asm/unistd.h"], *flags)
    names = {}
    for macro in macros:
        if macro.startswith("__NR_") and macro not in ("__NR_syscalls", "__NR_arch_specific_syscall"):
            names[value(macros, macro)] = macro[5:]
    for nr, call in calls:
        n = value(macros, nr)
        if call != "sys_ni_syscall" and n in names:
            yield n, names[n], call


def numbers(tree, abi):
    arch, where, rows, add = ABIS[abi]
    if isinstance(where, int):
        yield from generic_numbers(tree, arch, where)
        return
    for line in read(os.path.join(tree.root, "arch", arch, where)).splitlines():
        row = line.split("#")[0].split()
        if len(row) >= 3 and row[1] in rows.split():
            entry = row[3] if len(row) > 3 else "-"
            if entry in ("-", "sys_ni_syscall") and len(row) > 4 and abi == "s390":
                entry = row[4]      # there is no 31-bit kernel any more: what it does for such programs
            yield int(row[0]) + add, row[2], entry
    if abi == "arm":
        for n, name in ARM_PRIVATE:
            yield n, name, "-"


def c_type(text):
    text = re.sub(r"\b(__user|__force|const(?=\s+\w+_t\b))\b", " ", text)
    return re.sub(r"\s+", " ", text).strip()


def prototypes(tree):
    """name -> [(folder of arch/ or "", has a tracepoint, ((type, name), ...))]"""
    out = collections.defaultdict(list)
    for path in sorted(glob.glob(os.path.join(tree.root, "**/*.c"), recursive=True)):
        rel = os.path.relpath(path, tree.root).split(os.sep)
        if rel[0] in ("tools", "samples", "Documentation", "scripts") or rel[0] == "arch" and "um" in rel:
            continue
        text = read(path)
        if "SYSCALL_DEFINE" not in text and "asmlinkage" not in text:
            continue
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        arch = rel[1] if rel[0] == "arch" else ""
        for m in re.finditer(r"^(?:static )?SYSCALL_DEFINE\d\(([^()]*)\)", text, re.M):
            words = [c_type(w) for w in m.group(1).split(",")]
            out[words[0]].append((arch, True, tuple(zip(words[1::2], words[2::2]))))
        for m in re.finditer(r"^(?:asmlinkage )[\w\s*]*?\bsys_(\w+)\(([^;{]*?)\)\s*\{", text, re.M | re.S):
            args = [re.fullmatch(r"(.*?)(\w+)", c_type(w), re.S) for w in m.group(2).split(",")]
            if arch and all(args) and c_type(m.group(2)) != "void":
                out[m.group(1)].append((arch, False, tuple((a.group(1).strip(), a.group(2)) for a in args)))
            elif arch and c_type(m.group(2)) == "void":
                out[m.group(1)].append((arch, False, ()))
    return out


def choose(known, abi, name, entry):
    """(key of a row, what it says) of the prototype of an entry point, or (None, None)."""
    arch = ABIS[abi][0]
    stem = re.sub(r"^(compat_)?(__)?(sys_|alpha_|sparc_)?", "", entry)
    if entry == "sys_ni_syscall":
        return None, None
    for word in (LEADS.get(arch, {}).get(stem, stem), name, re.sub("_time64$", "", name)):
        found = known.get(word, [])
        mine = [p for p in found if p[0] == arch] or [p for p in found if p[0] == ""]
        if not mine:
            continue
        take = mine[-1]
        if word in CHOICES and not mine[0][0]:
            index, others = CHOICES[word]
            for other, archs in others.items():
                if any(a.split(":")[0] == arch and a.split(":")[-1] in (arch, abi) for a in archs.split()):
                    index = other
            take = mine[index]
        return word, take
    return None, None


def write(name, lines, source, version):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, "w") as f:
        f.write(SOURCE % (version, source) + "".join(line + "\n" for line in lines))


def write_syscalls(tree):
    known, rows, keys = prototypes(tree), collections.OrderedDict(), {}
    for _, name, parameters in LATER + [RISCV_LATER]:
        words = [p.rpartition(" ") for p in parameters.split(", ")]
        known.setdefault(name, [("", True, tuple((t, n) for t, _, n in words))])
    for abi in ABIS:
        table = list(numbers(tree, abi))
        if abi.startswith("riscv"):
            table.append((RISCV_LATER[0], RISCV_LATER[1], "sys_" + RISCV_LATER[1]))
        later = [(n + ABIS[abi][3] + (110 if abi == "alpha" else 0), name, "sys_" + name) for n, name, _ in LATER]
        for n, name, entry in table + [row for row in later if row[1] not in [name for _, name, _ in table]]:
            if name.startswith(("reserved", "unused", "available")):
                continue
            word, proto = choose(known, abi, name, entry)
            key = "none"
            if proto:
                key = word
                while keys.setdefault(key, (word, proto[1:])) != (word, proto[1:]):
                    key += "_"
            rows.setdefault((name, key), {})[abi] = n
    lines = ["/* name, prototype, " + ", ".join(ABIS) + " */"]
    for (name, key), at in sorted(rows.items()):
        lines.append(f"SYSCALL({name}, {key}, " + ", ".join(str(at.get(abi, "-1")) for abi in ABIS) + ")")
    write("syscalls.def", lines, "the numbers of its system calls", tree.version)
    lines = ["/* key, name of the tracepoint, whether the kernel has it, types and names of the arguments */",
             'PROTOTYPE(none, "", false, "")']
    for key, (word, (traced, args)) in sorted(keys.items()):
        text = ", ".join(f"{t} {n}" for t, n in args)
        lines.append(f'PROTOTYPE({key}, "{word}", {"true" if traced else "false"}, "{text}")')
    write("prototypes.def", lines, "the arguments of its system calls", tree.version)


def header_constants(tree, header, pattern):
    path = os.path.join(tree.root, "include", header)
    text = re.sub(r"/\*.*?\*/", "", read(path), flags=re.S)
    if pattern.startswith("enum "):
        body = re.search(pattern + r"\s*\{(.*?)\}", text, re.S).group(1)
        at = -1
        for word in body.split(","):
            m = re.match(r"\s*BPF_(\w+)(?:\s*=\s*(\d+|BPF_\w+))?", word)
            if m and not (m.group(2) or "").startswith("BPF_"):
                at = int(m.group(2)) if m.group(2) else at + 1
                yield m.group(1), at
        return
    macros = dict(re.findall(r"^\s*#\s*define\s+(\w+)[ \t]+(.+)$", text, re.M))
    if header.endswith("/prctl.h") and header.startswith("uapi"):    # values of an option's arguments are indented
        indent = r" +" if "SET_MM" in pattern else ""
        macros = dict(re.findall(rf"^#{indent}define\s+(\w+)[ \t]+(.+)$", text, re.M))
    enums = {}
    for body in re.findall(r"enum\s*\w*\s*\{(.*?)\}", text, re.S):
        at = -1
        body = re.sub(r"^\s*#.*$", "", body, flags=re.M)
        for word in body.split(","):
            m = re.match(r"\s*(\w+)(?:\s*=\s*([^,]+))?\s*$", word)
            if m:
                n = value(macros, m.group(2)) if m.group(2) else at + 1
                at = n if n is not None else at
                enums[m.group(1)] = str(at)
    macros.update({k: v for k, v in enums.items()})
    for word, body in macros.items():
        m = re.fullmatch(pattern, word)
        n = value(macros, body) if m else None
        if n is not None:
            yield m.group(1), n


def write_constants(tree):
    head, lines = "/* set, name, " + ", ".join(FAMILIES) + " */", []
    for prefix, header, pattern, but in VARYING:
        table = collections.OrderedDict()
        for arch in FAMILIES:
            headers = ["asm/" + header] + (["linux/mman.h"] if header == "mman.h" else [])
            macros = tree.macros(arch, headers)
            if header == "fcntl.h":
                macros.update({k: v for k, v in tree.macros(arch, ["linux/fcntl.h"]).items() if k.startswith("F_")})
            # O_TMPFILE without O_DIRECTORY, which it has in it; and linux/eventfd.h has no numbers.
            macros.update(O_ASYNC=macros.get("FASYNC", "none"), O_TMPFILE="__O_TMPFILE",
                          EFD_SEMAPHORE="1", EFD_CLOEXEC="O_CLOEXEC", EFD_NONBLOCK="O_NONBLOCK")
            if prefix == "SOCK_":
                macros.update(socket_types(tree, arch, macros))
            for word in sorted(macros):
                m = re.fullmatch(pattern, word)
                n = value(macros, macros[word]) if m and m.group(1) not in but.split() else None
                if n is None or (prefix == "SIG" and n > 63) or prefix in ("MAP_", "PROT_") and n & (n - 1):
                    continue
                table.setdefault(m.group(1), {})[arch] = n
        for word, at in sorted(table.items(), key=lambda row: (min(row[1].values()), row[0])):
            cells = [hex(at[a]) if a in at else "NONE" for a in FAMILIES]
            lines.append(f'SAME("{prefix}", "{word}", {cells[0]})' if len(set(cells)) == 1 else
                         f'VARIES("{prefix}", "{word}", {", ".join(cells)})')
    for prefix, header, pattern, but in SAME:
        seen = set(header_constants(tree, header, pattern)) | {(w, n) for p, w, n in LATER_FLAGS if p == prefix}
        seen = sorted(seen, key=lambda row: (row[1], row[0]))
        for word, n in seen:
            if word not in but.split() and not (prefix == "CLONE_" and not n):    # those above 32 bits are clone3's
                lines.append(f'SAME("{prefix}", "{word}", {hex(n)})')
    sets = list(collections.OrderedDict.fromkeys(line.split('"')[1] for line in lines))
    lines.sort(key=lambda line: sets.index(line.split('"')[1]))     # the rows of a set stand together
    write("constants.def", [head] + lines, "flags and choices that system calls take", tree.version)


def socket_types(tree, arch, macros):
    """SOCK_*: the kernel's include/linux/net.h, unless the architecture has its own."""
    own = os.path.join(tree.root, "arch", arch, "include/asm/socket.h")
    types = {"SOCK_STREAM": "1", "SOCK_DGRAM": "2", "SOCK_RAW": "3", "SOCK_RDM": "4", "SOCK_SEQPACKET": "5",
             "SOCK_DCCP": "6", "SOCK_PACKET": "10"}
    text = read(own) if os.path.exists(own) else ""
    types.update(re.findall(r"^\s*(SOCK_\w+)\s*=\s*(\d+)", text, re.M))
    fcntl = tree.macros(arch, ["asm/fcntl.h"])
    for flag in ("CLOEXEC", "NONBLOCK"):
        n = value(fcntl, macros.get("SOCK_" + flag, fcntl.get("O_" + flag, "")))
        types["SOCK_" + flag] = str(n)
    return types


def write_errors(tree):
    table = collections.OrderedDict()
    for arch in FAMILIES:
        macros = tree.macros(arch, ["asm/errno.h"])
        for word, text in macros.items():
            if re.fullmatch(r"E[A-Z0-9]+", word) and text.strip().isdigit():
                table.setdefault(word, {})[arch] = int(text)
    kernels = re.findall(r"^#define (E[A-Z_]+)\s+(5\d\d)", read(os.path.join(tree.root, "include/linux/errno.h")), re.M)
    for word, number in kernels:    # which tracers see, and programs do not
        table[word] = {arch: int(number) for arch in FAMILIES}
    lines = ["/* name, the C library's text, " + ", ".join(FAMILIES) + " */"]
    words = {k: os.strerror(getattr(errno, k)) for k in table if hasattr(errno, k)}
    for word, at in sorted(table.items(), key=lambda row: (row[1].get("x86", 999), row[0])):
        text = words.get(word, UNSPOKEN.get(word, ""))
        cells = ", ".join(str(at.get(a, 0)) for a in FAMILIES)
        lines.append(f'ERROR({word}, "{text}", {cells})')
    write("errno.def", lines, "its errors", tree.version)


def write_ioctls(tree):
    rows = {}
    for header, prefix, shown in IOCTLS:
        text = re.sub(r"/\*.*?\*/", "", read(os.path.join(tree.root, "include", header)), flags=re.S)
        macros = dict(re.findall(r"^#\s*define\s+(\w+)[ \t]+(\w+)\s*$", text, re.M))
        pattern = r"^#\s*define\s+((?:%s)(\w+))\s+(DRM_|_)IO(C|R|W|WR)?\s*\(\s*([^,)]+)\s*,?\s*([^,)]*)" % prefix
        for m in re.finditer(pattern, text.replace("\\\n", " "), re.M):
            kind, nr = (m.group(5), m.group(6)) if m.group(3) == "_" else ("'d'", m.group(5))
            kind = macros.get(kind.strip(), kind.strip())
            n = value(macros, nr)
            t = ord(kind[1]) if kind.startswith("'") else {"VHOST_VIRTIO": 0xAF}.get(kind) or value(macros, kind)
            if n is not None and t is not None:
                group = re.match(r"SNDRV_(PCM|CTL)", m.group(1))
                name = (shown % group.group(1) if group else shown) + m.group(2)
                reads = "R" in (m.group(4) or "") if t == 0xAF else False
                rows.setdefault((t, n, reads), name)
        if not prefix:
            for word, n in re.findall(r"^#\s*define\s+([TF]\w+)\s+0x54([0-9A-Fa-f]{2})\s*$", text, re.M):
                rows.setdefault((0x54, int(n, 16), False), word)
    lines = ["/* type, number, whether of those that only read (vhost has two of a number), name */"]
    for (t, n, r), name in sorted(rows.items()):
        lines.append(f'IOCTL({hex(t)}, {hex(n)}, {"true" if r else "false"}, "{name}")')
    write("ioctls.def", lines, "commands of ioctl", tree.version)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Tree(sys.argv[1], scratch)
        write("abis.def", [f"ABI({name})" for name in ABIS], "columns of syscalls.def", tree.version)
        write("uapis.def", [f"UAPI({name})" for name in FAMILIES], "columns of constants.def and errno.def", tree.version)
        write_syscalls(tree)
        write_constants(tree)
        write_errors(tree)
        write_ioctls(tree)


if __name__ == "__main__":
    main()
