# Why an address has its name: who maps it, what object that is, who was asked and said what, and by which rule the
# symbol won. Then the other way: where the symbols of a name are, and what falls on them. A kernel's listing has no
# sizes, and of aliases shows the last; one that was linked elsewhere than it ran is moved by the reference symbol; of
# symbols that cover an address the one that starts last has it. Names may hold anything.
$ perfolio explain 0x10914 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
0x10914 at the end of the recording

178 (wl-dyn) since 111.985886620
  map       0x10000-0x12000, offset 0x0, r-xp
  object    /bin/wl-dyn, an ELF file, build-id 8a828d2b86ec66a80c3f105081f62623b28b5a32
  address   0x10914 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x914
  asked     build-id cache fixtures/hppa/debug, ELF file: found fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf, taken
  asked     build-id cache fixtures/hppa/debug/.debug, ELF file: has none
  asked     folder fixtures/hppa/debug, ELF file: has none
  table     fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf: full symbol table, 31 symbols
  evidence  build-id agrees, segment agrees, machine agrees in part
  symbol    leaf_hot+0x4c, 0x8c8-0x91c, global
  because   it is the only symbol that covers 0x914
  source    /tmp/hppa/guest/workload.c:23:21 in leaf_hot
  code      none: its code needs an objdump; perfolio annotate runs one
$ perfolio explain 108c5 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
0x108c5 at the end of the recording

178 (wl-dyn) since 111.985886620
  map       0x10000-0x12000, offset 0x0, r-xp
  object    /bin/wl-dyn, an ELF file, build-id 8a828d2b86ec66a80c3f105081f62623b28b5a32
  address   0x108c5 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x8c5
  asked     build-id cache fixtures/hppa/debug, ELF file: found fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf, taken
  asked     build-id cache fixtures/hppa/debug/.debug, ELF file: has none
  asked     folder fixtures/hppa/debug, ELF file: has none
  table     fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf: full symbol table, 31 symbols
  evidence  build-id agrees, segment agrees, machine agrees in part
  symbol    frame_dummy+0x11, 0x8b4-0x8c8, local
  because   it is the only symbol that covers 0x8c5
  source    none: its DWARF does not cover the address
  code      none: its code needs an objdump; perfolio annotate runs one
$ perfolio explain 0x10914 --pid=178 --time=111.985 -i fixtures/hppa/user.data --isolated
0x10914 at 111.985000000: neither the process nor the kernel maps it
at another time: 178 (wl-dyn), /bin/wl-dyn since 111.985886620
? 2
$ perfolio explain 0x10914 --time=111.985886620 --isolated fixtures/hppa/user.data | sed -n 1,3p
0x10914 at 111.985886620

178 (wl-dyn) since 111.985886620
$ perfolio explain 10914 --pid 17 -i fixtures/hppa/user.data --isolated
0x10914 at the end of the recording: neither the process nor the kernel maps it
for an address of a file, name the file: OBJECT+0x10914
? 2
$ perfolio explain leaf_hot -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
leaf_hot
  symbol    0x8c8-0x91c, global
  object    /bin/wl-dyn, an ELF file, build-id 8a828d2b86ec66a80c3f105081f62623b28b5a32
  table     fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf: full symbol table, 31 symbols
  mapped    0x108c8-0x1091c in 178 (wl-dyn)
  samples   113 of 332 (34.04%)
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio explain printf@plt -i fixtures/amd64/fp.data --isolated --objects fixtures/amd64/debug | sed -n 1,3p
printf@plt
  symbol    0x1070-0x1080, a slot of the procedure linkage table, in the file as printf
  object    /opt/wl/workload, an ELF file, build-id f9d85ecaf846033ac5333a74e14f2e78c9996db9
! perfolio: 844 samples lie in objects that were not found, 54.73% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
$ perfolio explain no_such -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
no_such: no table has a symbol of that name; 4 of 6 objects have no table (doctor says why)
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
? 2
$ perfolio explain 0x10914 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug --json
{
  "perfolio": 2,
  "command": "explain",
  "address": "0x10914",
  "time": null,
  "mappings": [
    {
      "holders": [
        {"pid": 178, "comm": "wl-dyn", "guest": null, "since": "111.985886620"}
      ],
      "map": {"start": "0x10000", "end": "0x12000", "reference_symbol": null, "reference_address": null, "offset": "0x0", "prot": 5, "assumed": false},
      "object": {"path": "/bin/wl-dyn", "kind": "user", "build_id": "8a828d2b86ec66a80c3f105081f62623b28b5a32"},
      "table_address": "0x914",
      "arithmetic": "0x10914 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x914",
      "asked": [
        {"source": "build-id cache", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "found", "file": "fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf", "why": null, "taken": true},
        {"source": "build-id cache", "where": "fixtures/hppa/debug/.debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false},
        {"source": "folder", "where": "fixtures/hppa/debug", "wanted": "elf", "answer": "absent", "file": null, "why": null, "taken": false}
      ],
      "table": {"file": "fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf", "kind": "full", "symbols": 31},
      "found": {"symbol": "leaf_hot", "in_file": "leaf_hot", "start": "0x8c8", "end": "0x91c", "binding": "global", "plt": false, "data": false, "offset": "0x4c"},
      "because": "it is the only symbol that covers 0x914",
      "covering": [],
      "aliases": [],
      "source": [
        {"file": "/tmp/hppa/guest/workload.c", "line": 23, "column": 21, "function": "leaf_hot", "in_file": "leaf_hot", "text": null}
      ],
      "no_source": null,
      "code": [],
      "no_code": "its code needs an objdump; perfolio annotate runs one"
    }
  ],
  "at_other_times": [],
  "problems": []
}
$ perfolio explain leaf_hot --pid=178 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug --json
{
  "perfolio": 2,
  "command": "explain",
  "name": "leaf_hot",
  "samples": 332,
  "objects": 6,
  "objects_without_table": 4,
  "symbols": [
    {
      "found": {"symbol": "leaf_hot", "in_file": "leaf_hot", "start": "0x8c8", "end": "0x91c", "binding": "global", "plt": false, "data": false},
      "counts_as": null,
      "object": {"path": "/bin/wl-dyn", "kind": "user", "build_id": "8a828d2b86ec66a80c3f105081f62623b28b5a32"},
      "table": {"file": "fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf", "kind": "full", "symbols": 31},
      "mapped": [
        {
          "start": "0x108c8",
          "end": "0x1091c",
          "holders": [
            {"pid": 178, "comm": "wl-dyn", "guest": null, "since": "111.985886620"}
          ]
        }
      ],
      "samples": 113,
      "percent": 34.04
    }
  ],
  "near": [],
  "more_near": 0,
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
$ printf '%s\n' '0000000000100000 T _text' '0000000000427700 T before' '0000000000427760 t weaker' '0000000000427760 W __much_weaker' '0000000000427760 T shown' '0000000000427900 T after' >$T/s390x; f=$PWD/fixtures; cd $T; perfolio explain 0x4278a0 -i $f/s390x/multi.data --isolated --kallsyms s390x
0x4278a0 at the end of the recording

the kernel since the beginning
  map       0x100000-0x429000, _text at 0x100000, r-xp
  object    [kernel.kallsyms], a kernel, build-id 64191809e7272da77af306133aa6c566be0be242
  address   0x4278a0 - (0x100000 recorded of _text - 0x100000 in the table) = 0x4278a0
  asked     file s390x, ELF file: has none
  asked     file s390x, listing: found s390x: a kallsyms listing carries no build-id, 64191809e7272da77af306133aa6c566be0be242 was recorded, taken
  table     s390x: listing of the kernel's symbols, 4 symbols
  evidence  kernel layout agrees in part
  symbol    shown+0x140, 0x427760-0x427900, global
  because   it is the only symbol that covers 0x4278a0; its end is unknown: it is assumed to reach to the next symbol, or to the end of the page after its own
  not       __much_weaker 0x427760-0x427760, weak: starts there, too, but was not chosen: the other one has a size
  not       weaker 0x427760-0x427760, local: starts there, too, but was not chosen: the other one has a size
  source    none: its names do not come from a file with code
  code      none: its names come from a symbol list; the file with its code (vmlinux, or the module's .ko) is missing
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: s390x for [kernel.kallsyms]: a kallsyms listing carries no build-id, 64191809e7272da77af306133aa6c566be0be242 was recorded)
$ f=$PWD/fixtures; cd $T; perfolio explain weaker -i $f/s390x/multi.data --isolated --kallsyms s390x
weaker
  symbol    0x427760-0x427760, local
  alias     not chosen; samples count as shown: the other one has a size
  object    [kernel.kallsyms], a kernel, build-id 64191809e7272da77af306133aa6c566be0be242
  table     s390x: listing of the kernel's symbols, 4 symbols
  mapped    0x427760-0x427760 in the kernel
  samples   2 of 154 (1.30%)
! perfolio: 78 samples lie in objects that were not found, 50.65% of all (first: 0x19828 in /usr/lib/s390x-linux-gnu/ld64.so.1)
! perfolio: 43 samples lie outside of every mapping, 27.92% of all (first: 0xa224c4 of process 215, thread 215)
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: s390x for [kernel.kallsyms]: a kallsyms listing carries no build-id, 64191809e7272da77af306133aa6c566be0be242 was recorded)
$ printf '%b\n' 'ffffffff81000000 T _text' 'ffffffff810c8d50 t a_function' 'ffffffff810c8e00 t the_next' 'ffffffffc0700000 t mount\t[ext4]' 'ffffffffc049e000 t commit\t[jbd2]' >$T/kallsyms; f=$PWD/fixtures; cd $T; perfolio explain ffffffffb96c8d54 -i $f/amd64/buildid-mmap.data --isolated --kallsyms kallsyms
0xffffffffb96c8d54 at the end of the recording

the kernel since the beginning
  map       0xffffffffb9600000-0xffffffffba401d32, _text at 0xffffffffb9600000, r-xp
  object    [kernel.kallsyms], a kernel, build-id 06f8bde30046985060c60820f7a11515a33afb06
  address   0xffffffffb96c8d54 - (0xffffffffb9600000 recorded of _text - 0xffffffff81000000 in the table) = 0xffffffff810c8d54
  asked     file kallsyms, ELF file: has none
  asked     file kallsyms, listing: found kallsyms: a kallsyms listing carries no build-id, 06f8bde30046985060c60820f7a11515a33afb06 was recorded, taken
  table     kallsyms: listing of the kernel's symbols, 3 symbols
  evidence  kernel layout agrees in part
  symbol    a_function+0x4, 0xffffffff810c8d50-0xffffffff810c8e00, local
  because   it is the only symbol that covers 0xffffffff810c8d54; its end is unknown: it is assumed to reach to the next symbol, or to the end of the page after its own
  source    none: its names do not come from a file with code
  code      none: its names come from a symbol list; the file with its code (vmlinux, or the module's .ko) is missing
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: kallsyms for [kernel.kallsyms]: a kallsyms listing carries no build-id, 06f8bde30046985060c60820f7a11515a33afb06 was recorded)
$ f=$PWD/fixtures; cd $T; for at in 0xffffffffc04dc010 0xffffffffc049e004; do perfolio explain $at -i $f/amd64/buildid-mmap.data --isolated --kallsyms kallsyms 2>/dev/null; done
0xffffffffc04dc010 at the end of the recording

the kernel since the beginning
  map       0xffffffffc04dc000-0xffffffffc05ce000, offset 0x0, r-xp
  object    /lib/modules/6.1.0-50-amd64/kernel/fs/ext4/ext4.ko, a kernel module, build-id ce7dbf3f68c91174e56ad79d3ccff3231f25c10c
  address   0xffffffffc04dc010 - 0xffffffffc04dc000 (the map) + 0x0 (.text in the file) = 0x10
  asked     file kallsyms, ELF file: has none
  asked     unusable kallsyms: [ext4] begins at 0xffffffffc0700000, the recorded one at 0xffffffffc04dc000
  asked     file kallsyms, listing: found kallsyms: a kallsyms listing carries no build-id, 06f8bde30046985060c60820f7a11515a33afb06 was recorded, not taken
  table     nothing
  symbol    none: no file was found for the object
0xffffffffc049e004 at the end of the recording

the kernel since the beginning
  map       0xffffffffc049e000-0xffffffffc04c7000, offset 0x0, r-xp
  object    /lib/modules/6.1.0-50-amd64/kernel/fs/jbd2/jbd2.ko, a kernel module, build-id a01a41dd49f5e279ba4a6bb3a9193601a4ba25b9
  address   0xffffffffc049e004, as mapped: the list has addresses as mapped
  asked     file kallsyms, ELF file: has none
  asked     file kallsyms, listing: found kallsyms: a kallsyms listing carries no build-id, 06f8bde30046985060c60820f7a11515a33afb06 was recorded, taken
  table     kallsyms: listing of the kernel's symbols, 1 symbol
  evidence  kernel layout agrees in part
  symbol    commit+0x4, 0xffffffffc049e000-0xffffffffc0700000, local
  because   it is the only symbol that covers 0xffffffffc049e004; its end is unknown: it is assumed to reach to the next symbol, or to the end of the page after its own
  source    none: its names do not come from a file with code
  code      none: its names come from a symbol list; the file with its code (vmlinux, or the module's .ko) is missing
$ mkdir -p $T/sys/bin; cp fixtures/hppa/debug/lib/libspin.so/*/elf $T/sys/bin/wl-dyn; cd $T; perfolio explain 0x10914 --isolated -i $OLDPWD/fixtures/hppa/user.data --symfs sys
0x10914 at the end of the recording

178 (wl-dyn) since 111.985886620
  map       0x10000-0x12000, offset 0x0, r-xp
  object    /bin/wl-dyn, an ELF file, build-id 8a828d2b86ec66a80c3f105081f62623b28b5a32
  address   0x10914 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x914
  asked     folder sys, ELF file: refused sys/bin/wl-dyn: its build-id is bdf6cedc1c96b63a16661eda245d21a01d757b60, 8a828d2b86ec66a80c3f105081f62623b28b5a32 was recorded
  table     nothing
  symbol    none: no file was found for the object
! perfolio: 1 object was refused: its build-id differs from the recorded one (first: sys/bin/wl-dyn: its build-id is bdf6cedc1c96b63a16661eda245d21a01d757b60, 8a828d2b86ec66a80c3f105081f62623b28b5a32 was recorded)
$ perfolio explain 0x13000 -i fixtures/hppa/user.data --isolated
0x13000 at the end of the recording

178 (wl-dyn) since 111.986270548
  map       0x13000-0x16000, offset 0x13000, rwxp
  object    /tmp/perf-178.map, code that the process made at run time, recorded without a build-id
  address   0x13000, as mapped
  table     nothing
  symbol    none: no file was found for the object
$ perfolio explain 0x10148 -i fixtures/hppa/zstd.data --isolated
0x10148 at the end of the recording

1 (init) since the beginning, 47 (sh) since the beginning, 345 (sh) since 320.762340716, 348 (dd) since 321.246795040, 353 (cat) since 323.482897100, 354 (rm) since 323.578787060, 355 (dd) since 323.653153760, 356 (cat) since 323.790548748 and 25 more
  map       0x10000-0x142000, offset 0x0, r-xp
  object    /bin/busybox, an ELF file, recorded without a build-id
  address   0x10148 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x148
  table     nothing
  symbol    none: no file was found for the object

344 (perf) since the beginning
  map       0x10000-0x44b000, offset 0x0, r-xp
  object    /bin/perf, an ELF file, recorded without a build-id
  address   0x10148 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x148
  table     nothing
  symbol    none: no file was found for the object

347 (wl-static) since 320.987019192
  map       0x10000-0xa3000, offset 0x0, r-xp
  object    /bin/wl-static, an ELF file, recorded without a build-id
  address   0x10148 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x148
  table     nothing
  symbol    none: no file was found for the object

346 (wl-dyn) since 321.029782248
  map       0x10000-0x12000, offset 0x0, r-xp
  object    /bin/wl-dyn, an ELF file, recorded without a build-id
  address   0x10148 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x148
  table     nothing
  symbol    none: no file was found for the object
$ perl -0777 -pe 's/\x00\x01\x09\x1c\x00\x00\x00\x44/\x00\x01\x09\x1c\x00\x00\x04\x00/g' fixtures/hppa/debug/bin/wl-dyn/*/elf >$T/overlaps; cp fixtures/hppa/user.data $T; cd $T; perfolio explain 0x10970 -i user.data --isolated --objects overlaps
0x10970 at the end of the recording

178 (wl-dyn) since 111.985886620
  map       0x10000-0x12000, offset 0x0, r-xp
  object    /bin/wl-dyn, an ELF file, build-id 8a828d2b86ec66a80c3f105081f62623b28b5a32
  address   0x10970 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x970
  asked     file overlaps, ELF file: found overlaps, taken
  table     overlaps: full symbol table, 31 symbols
  evidence  build-id agrees, segment agrees, machine agrees in part
  symbol    middle+0x10, 0x960-0x9a8, global
  because   it starts last of the 2 symbols that cover 0x970
  not       leaf_cold 0x91c-0xd1c, global: covers it too, but starts earlier
  source    /tmp/hppa/guest/workload.c:32:16 in middle
  code      none: its code needs an objdump; perfolio annotate runs one
$ ip=$(perfolio dump -i fixtures/hppa/jit.data | sed -n 's/.*SAMPLE.* ip 0x\([0-9a-f]*\) .*perf-67.map.*/\1/p' | sort -u | head -1); page=${ip%???}; printf '%s\n' "${page}000 1000 whole page" "${ip} 4 hit" "${ip} 4 _hit" >$T/perf-67.map; perfolio explain 0x$ip --pid=67 -i fixtures/hppa/jit.data --isolated --objects $T/perf-67.map 2>/dev/null | sed "s,$T,T,g"; perfolio explain 'whole page' -i fixtures/hppa/jit.data --isolated --objects $T/perf-67.map 2>/dev/null | sed "s,$T,T,g"
0xf7aff050 at the end of the recording

67 (jit-main) since 15.395003324
  map       0xf7aff000-0xf7b01000, offset 0xf7aff000, rwxp
  object    /tmp/perf-67.map, code that the process made at run time, recorded without a build-id
  address   0xf7aff050, as mapped: the list has addresses as mapped
  asked     file T/perf-67.map, perf map or jitdump: found T/perf-67.map: the capture has no build-id for it, taken
  table     T/perf-67.map: the list that the process wrote, 3 symbols
  symbol    _hit+0x0, 0xf7aff050-0xf7aff054, local
  because   it is the latest code generated there
  source    none: its names do not come from a file with code
  code      none: its code was generated at run time, and a perf map has only names; a jitdump has names and code
whole page
  symbol    0xf7aff000-0xf7aff050, local
  object    /tmp/perf-67.map, code that the process made at run time, recorded without a build-id
  table     T/perf-67.map: the list that the process wrote, 3 symbols
  mapped    0xf7aff000-0xf7aff050 in 67 (jit-main)
  samples   0 of 170 (0.00%)

whole page
  symbol    0xf7aff054-0xf7b00000, local
  object    /tmp/perf-67.map, code that the process made at run time, recorded without a build-id
  table     T/perf-67.map: the list that the process wrote, 3 symbols
  mapped    0xf7aff054-0xf7b00000 in 67 (jit-main)
  samples   21 of 170 (12.35%)
$ perl -pe 's/wl-dyn/wl\x1b\x01yn/g' fixtures/hppa/user.data | perfolio explain 0x10914 --isolated -i - | sed -n '3,5p'
178 (wl\x1b\x01yn) since 111.985886620
  map       0x10000-0x12000, offset 0x0, r-xp
  object    /bin/wl\x1b\x01yn, an ELF file, build-id 8a828d2b86ec66a80c3f105081f62623b28b5a32
$ perfolio explain
! perfolio explain: name an address or a symbol
? 1
$ perfolio explain 0xg -i fixtures/hppa/user.data
! perfolio explain: '0xg' is not an address: expected hex digits of up to 64 bits
? 1
$ perfolio explain 11112222333344445 -i fixtures/hppa/user.data
! perfolio explain: '11112222333344445' is not an address: expected hex digits of up to 64 bits
? 1
$ perfolio explain 0x10 --time=soon -i fixtures/hppa/user.data
! perfolio explain: --time: 'soon' is not a time: expected seconds
? 1
$ perfolio explain 0x10 a.data b.data
! perfolio explain: reads one capture at a time: 'b.data' is too many
? 1
$ perfolio explain workload+0x14b6 --isolated -i fixtures/amd64/fp.data --objects fixtures/amd64/debug
0x56182a56a4b6 at the end of the recording

158 (workload) since 8.254671186
  map       0x56182a56a000-0x56182a56b000, offset 0x1000, r-xp
  object    /opt/wl/workload, an ELF file, build-id f9d85ecaf846033ac5333a74e14f2e78c9996db9
  address   0x56182a56a4b6 - 0x56182a56a000 (the map) + 0x1000 (its offset in the file) = 0x14b6
  asked     build-id cache fixtures/amd64/debug, ELF file: found fixtures/amd64/debug/.build-id/f9/d85ecaf846033ac5333a74e14f2e78c9996db9/elf, taken
  asked     build-id cache fixtures/amd64/debug/.debug, ELF file: has none
  asked     folder fixtures/amd64/debug, ELF file: has none
  table     fixtures/amd64/debug/.build-id/f9/d85ecaf846033ac5333a74e14f2e78c9996db9/elf: full symbol table, 47 symbols
  evidence  build-id agrees, segment agrees, machine agrees in part
  symbol    fib+0x16, 0x14a0-0x14de, global
  because   it is the only symbol that covers 0x14b6
  source    /opt/wl/workload.c:52:15 in fib
  code        14ac: jbe 0x14d7
              14ae: leal -1(%rdi), %edi
              14b1: callq 0x14a0
            > 14b6: leal -2(%rbx), %edi
              14b9: movl %eax, %r12d
              14bc: callq 0x14a0
              14c1: movq 0x2be8(%rip), %rdx
$ perfolio explain libc.so.6+0x3fbf4 --isolated -i fixtures/amd64/fp.data | head -6
0x7fc3cf785bf4 at the end of the recording

158 (workload) since 8.265030935
  map       0x7fc3cf76c000-0x7fc3cf8c2000, offset 0x26000, r-xp
  object    /usr/lib/x86_64-linux-gnu/libc.so.6, an ELF file, build-id 93ac61ec5a8eb1396f9fbd350e3169a558528a40
  address   0x7fc3cf785bf4 - 0x7fc3cf76c000 (the map) + 0x26000 (its offset in the file) = 0x3fbf4
$ perfolio explain workload+0x99999 --isolated -i fixtures/amd64/fp.data
workload+0x99999: no table has a symbol of that name; 19 of 19 objects have no table (doctor says why)
! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
? 2
$ perfolio explain leaf -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
leaf: no table has a symbol of that name; 4 of 6 objects have no table (doctor says why)
  near      leaf_cold in /bin/wl-dyn
            leaf_hot in /bin/wl-dyn
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
? 2
$ perfolio explain leaf_hott -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
leaf_hott: no table has a symbol of that name; 4 of 6 objects have no table (doctor says why)
  near      leaf_hot in /bin/wl-dyn
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
? 2
$ perfolio explain LEAF_HOT -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
LEAF_HOT: no table has a symbol of that name; 4 of 6 objects have no table (doctor says why)
  near      leaf_hot in /bin/wl-dyn
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
? 2
$ perfolio explain --json leaf_hut -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug
{
  "perfolio": 2,
  "command": "explain",
  "name": "leaf_hut",
  "samples": 332,
  "objects": 6,
  "objects_without_table": 4,
  "symbols": [],
  "near": [
    {"symbol": "leaf_hot", "object": "/bin/wl-dyn"}
  ],
  "more_near": 0,
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
? 2
$ perfolio explain 0x26290 -i fixtures/hppa/user.data --isolated
0x26290 at the end of the recording: no process maps it, nor the kernel
for an address of a file, name the file: OBJECT+0x26290
? 2
