# What keeps samples without a name, and what would help: every sample is with a name, nameless in an object, or
# outside of every mapping. A stripped file, one that is not the recorded one, one that is no ELF file, a listing that
# nothing proves; the kernel's release tells the distribution; a name that a shell would obey is in no command. A
# recorder that was not allowed to see the kernel's addresses, one that saw no kernel, stack dumps that end before
# the stack does (full ones mostly do not: what report counts is told), code that a process made with its own list of it.
$ perfolio doctor -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
verdict   usable: 1.81% of the samples have no name, 1.20% in /lib/libc.so.6
machine   parisc, kernel 6.1.192-hppatest
samples   332, 326 of them (98.19%) with a name
nameless  6 (1.81%) = 6 (1.81%) in objects + 0 (0.00%) outside of every mapping

/lib/libc.so.6
  samples   4 (1.20%), 4 of them (1.20%) without a name
  object    an ELF file, build-id 2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
  names     nothing
  why       no searched source has it
  had none  build-id cache fixtures/hppa/debug, build-id cache fixtures/hppa/debug/.debug, folder fixtures/hppa/debug, any file below fixtures/hppa/debug (2 files looked at, 2 with a build-id)
  get it    debuginfod-find debuginfo 2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
            of the recorded machine: /lib/libc.so.6

/lib/ld.so.1
  samples   2 (0.60%), 2 of them (0.60%) without a name
  object    an ELF file, build-id ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
  names     nothing
  why       no searched source has it
  had none  build-id cache fixtures/hppa/debug, build-id cache fixtures/hppa/debug/.debug, folder fixtures/hppa/debug, any file below fixtures/hppa/debug (2 files looked at, 2 with a build-id)
  get it    debuginfod-find debuginfo ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
            of the recorded machine: /lib/ld.so.1

nothing is missing for
   64.46%  214 samples, /bin/wl-dyn: fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf: full symbol table
   33.73%  112 samples, /lib/libspin.so: fixtures/hppa/debug/.build-id/bd/f6cedc1c96b63a16661eda245d21a01d757b60/elf: full symbol table

the recording has no faults
$ perfolio doctor -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug --json
{
  "perfolio": 2,
  "command": "doctor",
  "verdict": "usable",
  "machine": {
    "host": "hppaguest",
    "arch": "parisc",
    "kernel": "6.1.192-hppatest",
    "perf": "6.1.192",
    "cpu": "PA-RISC 1.1e",
    "cpuid": null,
    "cpus_online": 2,
    "cpus": 2,
    "memory_kib": 512788,
    "command": [
      "/bin/perf",
      "record",
      "-e",
      "cpu-clock:u",
      "-F",
      "250",
      "-o",
      "user.data",
      "--",
      "wl-dyn",
      "1.5"
    ]
  },
  "distribution": null,
  "samples": 332,
  "nameless": 6,
  "nameless_percent": 1.81,
  "nameless_in_objects": 6,
  "outside_of_mappings": 0,
  "outside": {
    "zero": 0,
    "kernel": 0,
    "user": 0,
    "other": 0
  },
  "objects": [
    {
      "path": "/lib/libc.so.6",
      "kind": "user",
      "build_id": "2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094",
      "samples": 4,
      "percent": 1.20,
      "nameless": 4,
      "nameless_percent": 1.20,
      "names_from": "nothing",
      "file": null,
      "reason": "not-found",
      "why": "no searched source has it",
      "asked": [
        {"source": "build-id cache", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "build-id cache", "where": "fixtures/hppa/debug/.debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "folder", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "any file below", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": "2 files looked at, 2 with a build-id", "taken": false}
      ],
      "get": [
        "debuginfod-find debuginfo 2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094",
        "of the recorded machine: /lib/libc.so.6"
      ]
    },
    {
      "path": "/lib/ld.so.1",
      "kind": "user",
      "build_id": "ff9070a6c35c6f07f31dc57b694b6333cdfcc91f",
      "samples": 2,
      "percent": 0.60,
      "nameless": 2,
      "nameless_percent": 0.60,
      "names_from": "nothing",
      "file": null,
      "reason": "not-found",
      "why": "no searched source has it",
      "asked": [
        {"source": "build-id cache", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "build-id cache", "where": "fixtures/hppa/debug/.debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "folder", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "any file below", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": "2 files looked at, 2 with a build-id", "taken": false}
      ],
      "get": [
        "debuginfod-find debuginfo ff9070a6c35c6f07f31dc57b694b6333cdfcc91f",
        "of the recorded machine: /lib/ld.so.1"
      ]
    },
    {
      "path": "/bin/wl-dyn",
      "kind": "user",
      "build_id": "8a828d2b86ec66a80c3f105081f62623b28b5a32",
      "samples": 214,
      "percent": 64.46,
      "nameless": 0,
      "nameless_percent": 0.00,
      "names_from": "full",
      "file": "fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf",
      "reason": null,
      "why": null,
      "asked": [
        {"source": "build-id cache", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "found", "file": "fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf", "why": null, "taken": true},
        {"source": "build-id cache", "where": "fixtures/hppa/debug/.debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "folder", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false}
      ],
      "get": []
    },
    {
      "path": "/lib/libspin.so",
      "kind": "user",
      "build_id": "bdf6cedc1c96b63a16661eda245d21a01d757b60",
      "samples": 112,
      "percent": 33.73,
      "nameless": 0,
      "nameless_percent": 0.00,
      "names_from": "full",
      "file": "fixtures/hppa/debug/.build-id/bd/f6cedc1c96b63a16661eda245d21a01d757b60/elf",
      "reason": null,
      "why": null,
      "asked": [
        {"source": "build-id cache", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "found", "file": "fixtures/hppa/debug/.build-id/bd/f6cedc1c96b63a16661eda245d21a01d757b60/elf", "why": null, "taken": true},
        {"source": "build-id cache", "where": "fixtures/hppa/debug/.debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "folder", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false}
      ],
      "get": []
    }
  ],
  "recording": [],
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
$ perfolio doctor --csv -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug | tr -d '\r'
path,kind,build_id,samples,percent,nameless,nameless_percent,names_from,file,reason,why
/lib/libc.so.6,user,2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094,4,1.20,4,1.20,nothing,,not-found,no searched source has it
/lib/ld.so.1,user,ff9070a6c35c6f07f31dc57b694b6333cdfcc91f,2,0.60,2,0.60,nothing,,not-found,no searched source has it
/bin/wl-dyn,user,8a828d2b86ec66a80c3f105081f62623b28b5a32,214,64.46,0,0.00,full,fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf,,
/lib/libspin.so,user,bdf6cedc1c96b63a16661eda245d21a01d757b60,112,33.73,0,0.00,full,fixtures/hppa/debug/.build-id/bd/f6cedc1c96b63a16661eda245d21a01d757b60/elf,,
$ perfolio doctor -i fixtures/hppa/jit.data --isolated
verdict   incomplete: 100.00% of the samples have no name, 55.88% in /tmp/perf-67.map; the recording has 1 fault
machine   parisc, kernel 6.1.192-hppatest
samples   170, 0 of them (0.00%) with a name
nameless  170 (100.00%) = 169 (99.41%) in objects + 1 (0.59%) outside of every mapping

/tmp/perf-67.map
  samples   95 (55.88%), 95 of them (55.88%) without a name
  object    code that the process made at run time, recorded without a build-id
  names     nothing
  why       the process generated this code: only a perf map or jitdump has its names
  get it    of the recorded machine, to be put beside the capture: /tmp/perf-67.map, if its runtime was told to write one

/bin/jit
  samples   43 (25.29%), 43 of them (25.29%) without a name
  object    an ELF file, build-id 8cdaf2ed0fd1ca75cab65c304a759f71f556b0c7
  names     nothing
  why       no source was searched for it: name one with --objects
  get it    debuginfod-find debuginfo 8cdaf2ed0fd1ca75cab65c304a759f71f556b0c7
            of the recorded machine: /bin/jit

/tmp/gone.so
  samples   28 (16.47%), 28 of them (16.47%) without a name
  object    an ELF file, recorded without a build-id
  names     nothing
  why       it was recorded without a build-id, so it is searched by name only, in folders of --objects or --symfs (a kernel: --vmlinux, --kallsyms)
  get it    of the recorded machine: /tmp/gone.so

[kernel.kallsyms]
  samples   3 (1.76%), 3 of them (1.76%) without a name
  object    a kernel, build-id 54d327440ced3712d89bf9cffe084755e458bee5
  names     nothing
  why       no source was searched for it: name one with --objects
  get it    debuginfod-find debuginfo 54d327440ced3712d89bf9cffe084755e458bee5
            of the recorded machine: ~/.debug/[kernel.kallsyms]/54d327440ced3712d89bf9cffe084755e458bee5/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

outside of every mapping
  1 (0.59%) in kernel mode

the recording
  28 samples lie in files that were recorded without a build-id
    record with --buildid-mmap, or without -B and -N
$ perfolio doctor -i fixtures/hppa/lost.data --isolated
verdict   incomplete: 100.00% of the samples have no name, all of them outside of every mapping; the recording has 1 fault
machine   parisc, kernel 6.1.192-hppatest
samples   2031, 0 of them (0.00%) with a name
nameless  2031 (100.00%) = 0 (0.00%) in objects + 2031 (100.00%) outside of every mapping

outside of every mapping
  2031 (100.00%) at address 0: their event recorded no address

the recording
  11840 events were lost while recording (LOST records) (first: at offset 166288)
    the buffers were full, so mappings and names may be missing, too: record with larger buffers (-m 16M), a lower frequency (-F) or fewer events
$ perfolio doctor -i fixtures/hppa/gtp.data --isolated
verdict   incomplete: 100.00% of the samples have no name, all of them outside of every mapping; the recording has 1 fault
machine   parisc, kernel 6.1.192-hppatest
samples   120, 0 of them (0.00%) with a name
nameless  120 (100.00%) = 0 (0.00%) in objects + 120 (100.00%) outside of every mapping

outside of every mapping
  120 (100.00%) at address 0: their event recorded no address

the recording
  120 samples were recorded with call chains, but these are empty
    code without frame pointers: record with --call-graph dwarf
$ perfolio doctor -i fixtures/s390x/pipe.data --isolated | head -41
verdict   incomplete: 100.00% of the samples have no name, 44.07% in [kernel.kallsyms]; the recording has 1 fault
machine   s390x, kernel 6.1.0-50-s390x (Debian)
samples   236, 0 of them (0.00%) with a name
nameless  236 (100.00%) = 236 (100.00%) in objects + 0 (0.00%) outside of every mapping

[kernel.kallsyms]
  samples   104 (44.07%), 104 of them (44.07%) without a name
  object    a kernel, recorded without a build-id
  names     nothing
  why       it was recorded without a build-id, so it is searched by name only, in folders of --objects or --symfs (a kernel: --vmlinux, --kallsyms)
  get it    apt install linux-image-6.1.0-50-s390x-dbg: /usr/lib/debug/boot/vmlinux-6.1.0-50-s390x
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

/usr/lib/s390x-linux-gnu/libc.so.6
  samples   96 (40.68%), 96 of them (40.68%) without a name
  object    an ELF file, recorded without a build-id
  names     nothing
  why       it was recorded without a build-id, so it is searched by name only, in folders of --objects or --symfs (a kernel: --vmlinux, --kallsyms)
  get it    of the recorded machine: /usr/lib/s390x-linux-gnu/libc.so.6

/opt/wl/workload
  samples   20 (8.47%), 20 of them (8.47%) without a name
  object    an ELF file, recorded without a build-id
  names     nothing
  why       it was recorded without a build-id, so it is searched by name only, in folders of --objects or --symfs (a kernel: --vmlinux, --kallsyms)
  get it    of the recorded machine: /opt/wl/workload

/usr/lib/s390x-linux-gnu/ld64.so.1
  samples   12 (5.08%), 12 of them (5.08%) without a name
  object    an ELF file, recorded without a build-id
  names     nothing
  why       it was recorded without a build-id, so it is searched by name only, in folders of --objects or --symfs (a kernel: --vmlinux, --kallsyms)
  get it    of the recorded machine: /usr/lib/s390x-linux-gnu/ld64.so.1

/usr/bin/dash
  samples   3 (1.27%), 3 of them (1.27%) without a name
  object    an ELF file, recorded without a build-id
  names     nothing
  why       it was recorded without a build-id, so it is searched by name only, in folders of --objects or --symfs (a kernel: --vmlinux, --kallsyms)
  get it    of the recorded machine: /usr/bin/dash

$ mkdir -p $T/cache/.build-id/f9 $T/cache/.build-id/fb $T/cache/.build-id/93; cd fixtures/amd64/debug/opt/wl; cp workload-stripped/*/elf $T/cache/.build-id/f9/d85ecaf846033ac5333a74e14f2e78c9996db9; cp workload-stripped/*/elf $T/cache/.build-id/fb/563abe2e17ee1384c7c9e6dd377b30174fb8ce; echo text >$T/cache/.build-id/93/ac61ec5a8eb1396f9fbd350e3169a558528a40; printf '%s\n' 'ffffffff81000000 T _text' 'ffffffff81000010 t all_of_it' >$T/kallsyms; cp $OLDPWD/fixtures/amd64/fp.data $T/fp.data; cd $T; perfolio doctor -i fp.data --isolated --objects cache --kallsyms kallsyms
verdict   incomplete: 100.00% of the samples have no name, 44.03% in /usr/lib/x86_64-linux-gnu/libc.so.6; the recording has 3 faults
machine   x86_64, kernel 6.1.0-50-amd64 (Debian)
samples   1542, 0 of them (0.00%) with a name
nameless  1542 (100.00%) = 1542 (100.00%) in objects + 0 (0.00%) outside of every mapping

/usr/lib/x86_64-linux-gnu/libc.so.6
  samples   679 (44.03%), 679 of them (44.03%) without a name
  object    an ELF file, build-id 93ac61ec5a8eb1396f9fbd350e3169a558528a40
  names     nothing
  why       the file that was found cannot be used
            unusable cache/.build-id/93/ac61ec5a8eb1396f9fbd350e3169a558528a40: of no known format
  had none  file kallsyms, build-id cache cache/.debug, folder cache, any file below cache (2 files looked at, 2 with a build-id)
  get it    https://debuginfod.debian.net/buildid/93ac61ec5a8eb1396f9fbd350e3169a558528a40/debuginfo
            apt install PACKAGE-dbgsym (from debian-debug; there, find-dbgsym-packages /usr/lib/x86_64-linux-gnu/libc.so.6 names it)
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

/opt/wl/workload
  samples   648 (42.02%), 648 of them (42.02%) without a name
  object    an ELF file, build-id f9d85ecaf846033ac5333a74e14f2e78c9996db9
  names     cache/.build-id/f9/d85ecaf846033ac5333a74e14f2e78c9996db9: dynamic symbols only (.dynsym)
  why       the file is stripped: .dynsym has only exported symbols, so internal functions get the name of the symbol before them, or none
  had none  file kallsyms, build-id cache cache/.debug, folder cache
  get it    debuginfod-find debuginfo f9d85ecaf846033ac5333a74e14f2e78c9996db9
            of the recorded machine: /opt/wl/workload

[kernel.kallsyms]
  samples   154 (9.99%), 154 of them (9.99%) without a name
  object    a kernel, build-id 06f8bde30046985060c60820f7a11515a33afb06
  names     kallsyms: listing of the kernel's symbols
  why       the kernel's symbol list has nothing at these addresses: it is of another boot or kernel, or incomplete
            file kallsyms, listing: found kallsyms: a kallsyms listing carries no build-id, 06f8bde30046985060c60820f7a11515a33afb06 was recorded, taken
  had none  file kallsyms
  get it    https://debuginfod.debian.net/buildid/06f8bde30046985060c60820f7a11515a33afb06/debuginfo
            apt install linux-image-6.1.0-50-amd64-dbg: /usr/lib/debug/boot/vmlinux-6.1.0-50-amd64
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

/opt/wl/libwork.so
  samples   50 (3.24%), 50 of them (3.24%) without a name
  object    an ELF file, build-id fb563abe2e17ee1384c7c9e6dd377b30174fb8ce
  names     nothing
  why       the file that was found is not the recorded one: the build-ids differ
            build-id cache cache, ELF file: refused cache/.build-id/fb/563abe2e17ee1384c7c9e6dd377b30174fb8ce: its build-id is f9d85ecaf846033ac5333a74e14f2e78c9996db9, fb563abe2e17ee1384c7c9e6dd377b30174fb8ce was recorded
  had none  file kallsyms, build-id cache cache/.debug, folder cache, any file below cache (2 files looked at, 2 with a build-id)
  get it    debuginfod-find debuginfo fb563abe2e17ee1384c7c9e6dd377b30174fb8ce
            of the recorded machine: /opt/wl/libwork.so

/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
  samples   11 (0.71%), 11 of them (0.71%) without a name
  object    an ELF file, build-id 7ebc65e52f2bbea498b4040fa92f7238377aaba9
  names     nothing
  why       no searched source has it
  had none  file kallsyms, build-id cache cache, build-id cache cache/.debug, folder cache, any file below cache (2 files looked at, 2 with a build-id)
  get it    https://debuginfod.debian.net/buildid/7ebc65e52f2bbea498b4040fa92f7238377aaba9/debuginfo
            apt install PACKAGE-dbgsym (from debian-debug; there, find-dbgsym-packages /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 names it)
            of the recorded machine: /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2

the recording
  1 object was matched by name only: no build-id proves that it is the recorded one (first: kallsyms for [kernel.kallsyms]: a kallsyms listing carries no build-id, 06f8bde30046985060c60820f7a11515a33afb06 was recorded)
    use files that carry a build-id; record build-ids (--buildid-mmap, or no -B and no -N)
  1 object was found but could not be used (first: cache/.build-id/93/ac61ec5a8eb1396f9fbd350e3169a558528a40: of no known format)
  at least 3.31% of the samples' period has call chains that lead outside of every mapping
    code without frame pointers: record with --call-graph dwarf, or build with -fno-omit-frame-pointer
$ for r in 6.6.8-200.fc39.x86_64 5.14.0-362.el9.x86_64 5.15.0-91-generic 6.6.8-arch1-1 6.4.0-150600-default 6.12.9+deb13-amd64 7.0.0-rc1-own; do echo "= $r"; R=$r perl -pe 's/6\.1\.0-50-amd64\0{7}/$ENV{R} . "\0" x (21 - length $ENV{R})/e' fixtures/amd64/fp.data | perfolio doctor -i - --isolated | sed -n -e 's/^machine //p' -e '/^\/usr.*libc/,/^$/{/get it/,/^$/p}' -e '/^.kernel/,/^$/{/get it/,/^$/p}'; done
= 6.6.8-200.fc39.x86_64
  x86_64, kernel 6.6.8-200.fc39.x86_64 (Fedora)
  get it    https://debuginfod.fedoraproject.org/buildid/93ac61ec5a8eb1396f9fbd350e3169a558528a40/debuginfo
            dnf --enablerepo='*debug*' install /usr/lib/debug/.build-id/93/ac61ec5a8eb1396f9fbd350e3169a558528a40.debug
            dnf debuginfo-install PACKAGE (there, rpm -qf /usr/lib/x86_64-linux-gnu/libc.so.6 names it)
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

  get it    https://debuginfod.fedoraproject.org/buildid/06f8bde30046985060c60820f7a11515a33afb06/debuginfo
            dnf --enablerepo='*debug*' install kernel-debuginfo-6.6.8-200.fc39.x86_64: /usr/lib/debug/lib/modules/6.6.8-200.fc39.x86_64/vmlinux
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

= 5.14.0-362.el9.x86_64
  x86_64, kernel 5.14.0-362.el9.x86_64 (RHEL)
  get it    dnf --enablerepo='*debug*' install /usr/lib/debug/.build-id/93/ac61ec5a8eb1396f9fbd350e3169a558528a40.debug
            dnf debuginfo-install PACKAGE (there, rpm -qf /usr/lib/x86_64-linux-gnu/libc.so.6 names it)
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

  get it    dnf --enablerepo='*debug*' install kernel-debuginfo-5.14.0-362.el9.x86_64: /usr/lib/debug/lib/modules/5.14.0-362.el9.x86_64/vmlinux
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

= 5.15.0-91-generic
  x86_64, kernel 5.15.0-91-generic (Ubuntu)
  get it    https://debuginfod.ubuntu.com/buildid/93ac61ec5a8eb1396f9fbd350e3169a558528a40/debuginfo
            apt install PACKAGE-dbgsym (from ddebs.ubuntu.com; there, find-dbgsym-packages /usr/lib/x86_64-linux-gnu/libc.so.6 names it)
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

  get it    https://debuginfod.ubuntu.com/buildid/06f8bde30046985060c60820f7a11515a33afb06/debuginfo
            apt install linux-image-5.15.0-91-generic-dbgsym (from ddebs.ubuntu.com): /usr/lib/debug/boot/vmlinux-5.15.0-91-generic
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

= 6.6.8-arch1-1
  x86_64, kernel 6.6.8-arch1-1 (Arch)
  get it    https://debuginfod.archlinux.org/buildid/93ac61ec5a8eb1396f9fbd350e3169a558528a40/debuginfo
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

  get it    https://debuginfod.archlinux.org/buildid/06f8bde30046985060c60820f7a11515a33afb06/debuginfo
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

= 6.4.0-150600-default
  x86_64, kernel 6.4.0-150600-default (openSUSE)
  get it    https://debuginfod.opensuse.org/buildid/93ac61ec5a8eb1396f9fbd350e3169a558528a40/debuginfo
            zypper install -C 'debuginfo(build-id)=93ac61ec5a8eb1396f9fbd350e3169a558528a40'
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

  get it    https://debuginfod.opensuse.org/buildid/06f8bde30046985060c60820f7a11515a33afb06/debuginfo
            zypper install kernel-default-debuginfo: /usr/lib/debug/boot/vmlinux-6.4.0-150600-default.debug
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

= 6.12.9+deb13-amd64
  x86_64, kernel 6.12.9+deb13-amd64 (Debian)
  get it    https://debuginfod.debian.net/buildid/93ac61ec5a8eb1396f9fbd350e3169a558528a40/debuginfo
            apt install PACKAGE-dbgsym (from debian-debug; there, find-dbgsym-packages /usr/lib/x86_64-linux-gnu/libc.so.6 names it)
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

  get it    https://debuginfod.debian.net/buildid/06f8bde30046985060c60820f7a11515a33afb06/debuginfo
            apt install linux-image-6.12.9+deb13-amd64-dbg: /usr/lib/debug/boot/vmlinux-6.12.9+deb13-amd64
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

= 7.0.0-rc1-own
  x86_64, kernel 7.0.0-rc1-own
  get it    debuginfod-find debuginfo 93ac61ec5a8eb1396f9fbd350e3169a558528a40
            of the recorded machine: /usr/lib/x86_64-linux-gnu/libc.so.6

  get it    debuginfod-find debuginfo 06f8bde30046985060c60820f7a11515a33afb06
            of the recorded machine: ~/.debug/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms
            of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms

$ perl -pe 's,/lib/libc\.so\.6,/lib/l`id`.so.,g' fixtures/hppa/user.data | perfolio doctor -i - --isolated | grep -A9 'l`id'
/lib/l`id`.so.
  samples   4 (1.20%), 4 of them (1.20%) without a name
  object    an ELF file, build-id 2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
  names     nothing
  why       no source was searched for it: name one with --objects
  get it    debuginfod-find debuginfo 2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094

/lib/ld.so.1
  samples   2 (0.60%), 2 of them (0.60%) without a name
  object    an ELF file, build-id ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
$ perl -0777 -pe 's/(\x00{2}\x60\xb9\xff{4}.{8})\x00{2}\x60\xb9\xff{4}(?=\[kernel)/$1 . "\0" x 8/se' fixtures/amd64/multi.data | perfolio doctor -i - --isolated | sed -n '/^the rec/,$p'
the recording
  16 samples lie in a kernel whose reference symbol was recorded as 0 (kptr_restrict): its address is unknown
    record as root, or after sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=-1
$ perl -0777 -pe 's/\x01(\x00{3})\x01(\x00.{2}\xff{4}\x00{4}.{24}\[kernel)/\x01$1\x02$2/s' fixtures/amd64/multi.data | perfolio doctor -i - --isolated | sed -n -e 3,4p -e '/^outside/,$p'
samples   47, 0 of them (0.00%) with a name
nameless  47 (100.00%) = 31 (65.96%) in objects + 16 (34.04%) outside of every mapping
outside of every mapping
  16 (34.04%) in kernel mode

the recording
  16 samples lie in a kernel whose addresses the recorder could not see (kptr_restrict)
    record as root, or after sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=-1
$ for a in amd64 arm64; do perfolio doctor -i fixtures/$a/dwarf.folio | sed -n '/^the rec/,$p'; perfolio report -i fixtures/$a/dwarf.folio 2>&1 >/dev/null | grep dump; done
the recording has no faults
the recording
  1 stack dump is too short to lead to the outermost frame (first: 0x15837 in /usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1, frame 8 of process 160, thread 160)
    record larger stack dumps: --call-graph dwarf,32768 (up to 65528)
perfolio: 1 stack dump is too short to lead to the outermost frame (first: 0x15837 in /usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1, frame 8 of process 160, thread 160)
$ perfolio dump -i fixtures/hppa/jit.data | sed -n 's/.*SAMPLE.* ip 0x\([0-9a-f]*\) .*perf-67.map.*/\1 4 here/p' | sort -u >$T/perf-67.map; perfolio doctor -i fixtures/hppa/jit.data --isolated --objects $T/perf-67.map | sed "s,$T,T,g" | sed -n -e 3,4p -e '/^nothing/,/^$/p'
samples   170, 95 of them (55.88%) with a name
nameless  75 (44.12%) = 74 (43.53%) in objects + 1 (0.59%) outside of every mapping
nothing is missing for
   55.88%  95 samples, /tmp/perf-67.map: T/perf-67.map: the list that the process wrote; matched by name only: the capture has no build-id for it

$ perfolio doctor -i fixtures/amd64/sysg.data --isolated | grep -A99 '^$' | grep -c '^  samples'; perfolio doctor -i fixtures/amd64/sysg.data --isolated | grep more; perfolio doctor --all -i fixtures/amd64/sysg.data --isolated | grep -c '^  samples'
10
2 more objects with 2 samples (1.01%), 2 of them (1.01%) without a name: --all
12
$ for f in fixtures/hppa/user.data fixtures/amd64/hw.data; do perfolio doctor -i $f --isolated --objects fixtures/hppa/debug --objects fixtures/amd64/debug | head -1; done
verdict   usable: 1.81% of the samples have no name, 1.20% in /lib/libc.so.6
verdict   incomplete: 57.62% of the samples have no name, 47.56% in /usr/lib/x86_64-linux-gnu/libc.so.6; the recording has 1 fault
$ perfolio unpack fixtures/armhf/dwarf.folio -d $T/d >/dev/null; perfolio doctor --isolated -i $T/d/dwarf.data | sed -n '/^the recording/,$p'
the recording
  at least 3.12% of the samples' period has call chains that lead outside of every mapping
    unwinding of stack dumps stopped in objects that were not found: name their place with --objects
$ perfolio doctor --isolated fixtures/armhf/dwarf.folio | sed -n '/^the recording/,$p'
the recording
  at least 3.12% of the samples' period has call chains that lead outside of every mapping
$ perfolio doctor --isolated --objects fixtures -i fixtures/synthetic/kcore.data | head -1
verdict   good: every sample has a name; the recording has 1 fault
$ mkdir $T/unread; perl -0777 -pe 's/\x05\0\x01\x08/\x63\0\x01\x08/g' fixtures/amd64/annotate/first >$T/unread/first; perfolio doctor -i fixtures/amd64/annotate.data --isolated --objects $T/unread | sed -e "s,$T,T,g" -e '1,/^$/d'
/tmp/an/fx/first
  samples   1022 (100.00%), 0 of them (0.00%) without a name
  object    an ELF file, build-id 9675c09164dec4458fdddeaa76a728f35390f1e8
  names     T/unread/first: full symbol table
  why       its debug information cannot be read, so source lines and inlined calls are missing
            unusable T/unread/first: its DWARF: invalid DWARF version
  had none  build-id cache T/unread, build-id cache T/unread/.debug, packages
  get it    debuginfod-find debuginfo 9675c09164dec4458fdddeaa76a728f35390f1e8
            of the recorded machine: /tmp/an/fx/first

the recording
  1 object was found but could not be used (first: T/unread/first: its DWARF: invalid DWARF version)
