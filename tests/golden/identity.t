# Two files had one path: the build-id of the header is of one of them, and both were mapped alike, so it names neither; nor does a
# file that only its path speaks for.
$ for f in host container; do mkdir -p $T/$f/opt/ct; cp fixtures/amd64/containers/busy.$f $T/$f/opt/ct/busy; done; for o in fixtures/amd64/containers/busy.host $T/host $T/container; do perfolio report --stdio -q --no-children -g none --sort sym --comm busy --isolated --objects $o -i fixtures/amd64/containers/perf.data 2>&1 | grep -E '_fini|main|new_|old_'; done
? 1
$ perfolio doctor --isolated --objects $T/host -i fixtures/amd64/containers/perf.data | sed -n "s,$T/,,g;/^.opt/,/^  had/p;/^the recording/,\$p"
/opt/ct/busy
  samples   46 (56.10%), 46 of them (56.10%) without a name
  object    an ELF file, recorded with an unreliable build-id: 2f7fe817d5516ca3ec5603414344eb52bdb5f8c1
  names     nothing
  why       several files had this path during the recording, and the recorded build-id belongs to one of them: nothing tells which
            folder host, ELF file: refused host/opt/ct/busy: several files had this path during the recording, and nothing tells which one this is

/opt/ct/busy
  samples   35 (42.68%), 35 of them (42.68%) without a name
  object    an ELF file, recorded with an unreliable build-id: 2f7fe817d5516ca3ec5603414344eb52bdb5f8c1
  names     nothing
  why       several files had this path during the recording, and the recorded build-id belongs to one of them: nothing tells which
            folder host, ELF file: refused host/opt/ct/busy: several files had this path during the recording, and nothing tells which one this is

[kernel.kallsyms]
  samples   1 (1.22%), 1 of them (1.22%) without a name
  object    a kernel, build-id abf9ec0ec5946600c90641cf5db998472fac410b
  names     nothing
  why       no searched source has it
  had none  build-id cache host, build-id cache host/.debug, folder host, any file below host (1 file looked at, 1 with a build-id)
the recording
  81 samples lie in files that had the same path at different times or in different containers; the recorded build-id belongs to one of them, and nothing tells which
    record with --buildid-mmap
$ perfolio doctor --isolated -i fixtures/i386/one-build-id.data | sed -n '/^the recording/,$p'
the recording
  17 samples lie in kernel modules that were all recorded with the build-id of one of them
    perf of Linux 6.17 to 7.0-rc has this defect: record with another version
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/mapped.py $T; for f in another-process-maps-all another-process-maps-parts head-alone tail-alone middle-alone pieces read-implies-exec first-spans-all i686; do echo $f; perfolio report --stdio -q --no-children --sort dso,sym --isolated --objects $T/prog --objects $T/vmlinux -i $T/$f.data | sed '/^$/d'; done
another-process-maps-all
   100.00%  prog           [.] right
another-process-maps-parts
   100.00%  prog           [.] right
head-alone
   100.00%  prog           [.] right
tail-alone
   100.00%  prog           [.] right
middle-alone
   100.00%  prog           [.] right
pieces
   100.00%  prog           [.] right
read-implies-exec
   100.00%  prog           [.] right
first-spans-all
   100.00%  prog           [.] right
i686
    50.00%  [kernel.kallsyms]  [k] of_kernel
    50.00%  prog               [.] right
$ for f in shorter-from-the-start elsewhere all-of-another; do perfolio report --stdio -q --no-children --sort dso,sym --isolated --objects $T/prog -i $T/$f.data 2>&1 | sed "/^\$/d;/not found/d;s,$T/,,"; done
   100.00%  prog              [.] 0x0000000000004100
perfolio: 1 object was refused: it is not the one that was mapped (first: prog: its code is at file offsets 0x1000-0x9000, but 0x1000-0x5000 was mapped)
   100.00%  prog              [.] 0x0000000000004100
perfolio: 1 object was refused: it is not the one that was mapped (first: prog: its code is at file offsets 0x1000-0x9000, but 0x2000-0xb000 was mapped)
   100.00%  prog              [.] 0x0000000000004100
perfolio: 1 object was refused: it is not the one that was mapped (first: prog: its code is at file offsets 0x1000-0x9000, but 0x0-0x20000 was mapped)
$ ln $T/prog $T/again; perfolio report --stdio -q --no-children --sort dso --isolated --objects $T/prog --objects $T/again -i $T/elsewhere.data 2>&1 | sed "/^\$/d;/not found/d;s,$T/,,"
   100.00%  prog
perfolio: 1 object was refused: it is not the one that was mapped (first: prog: its code is at file offsets 0x1000-0x9000, but 0x2000-0xb000 was mapped)
$ for f in two-files-alike two-files-in-many-pieces; do perfolio report --stdio -q --no-children --sort dso,sym --isolated --objects $T/prog -i $T/$f.data 2>/dev/null | sed '/^$/d'; perfolio doctor --isolated -i $T/$f.data | sed -n '/^the recording/,+1p'; done
   100.00%  prog              [.] 0x0000000000004100
the recording
  2 samples lie in files that had the same path at different times or in different containers; the recorded build-id belongs to one of them, and nothing tells which
   100.00%  prog              [.] 0x0000000000004100
the recording
  2 samples lie in files that had the same path at different times or in different containers; the recorded build-id belongs to one of them, and nothing tells which
$ perfolio report --stdio -q --no-children --sort sym --isolated --objects $T/ends -i $T/behind-code.data 2>&1 | sed "/^\$/d;s,$T/,,"; perfolio pack $T/behind-code.data --isolated --objects $T/ends -o $T/x.folio >/dev/null 2>&1; perfolio report --stdio -q --no-children --sort sym -i $T/x.folio 2>/dev/null | sed '/^$/d'; for a in 0x7f0000008c80 0x7f0000009100; do perfolio explain $a --isolated --objects $T/ends -i $T/behind-code.data 2>/dev/null | grep none; done
    33.33%  [.] last
    33.33%  [.] 0x0000000000008c80
    33.33%  [.] 0x0000000000009100
perfolio: 2 samples lie in objects that have no symbol at their address, 66.67% of all (first: 0x8c80 in /opt/prog); perfolio doctor says where to get symbols
    33.33%  [.] last
    33.33%  [.] 0x0000000000008c80
    33.33%  [.] 0x0000000000009100
  symbol    none: no symbol covers 0x8c80, last ends at 0x8c34, constants starts at 0x9000
  source    none: no file with DWARF was found
  symbol    none: no segment of the file has code there; the symbol there is constants
  source    none: no file with DWARF was found
$ for n in prog bolted twin; do mkdir -p $T/at/$n/opt $T/by/$n; cp $T/$n $T/at/$n/opt/prog; cp $T/$n $T/by/$n/x; done; for c in 'one-text by/prog by/bolted' 'one-text by/bolted by/prog' 'two-texts by/prog by/bolted' 'two-texts by/bolted by/prog' 'one-text at/prog at/bolted' 'two-texts at/prog by/bolted' 'one-text at/prog by/twin' 'one-text by/twin at/prog' 'one-text at/twin by/prog' 'one-text by/prog at/twin'; do set -- $c; echo $c: $(perfolio report --stdio -q --no-children --sort sym --isolated --objects $T/$2 --objects $T/$3 -i $T/$1.data 2>&1); done
one-text by/prog by/bolted: 100.00% [.] right
one-text by/bolted by/prog: 100.00% [.] right
two-texts by/prog by/bolted: 100.00% [.] of_bolt
two-texts by/bolted by/prog: 100.00% [.] of_bolt
one-text at/prog at/bolted: 100.00% [.] right
two-texts at/prog by/bolted: 100.00% [.] of_bolt
one-text at/prog by/twin: 100.00% [.] right
one-text by/twin at/prog: 100.00% [.] right
one-text at/twin by/prog: 100.00% [.] of_twin
one-text by/prog at/twin: 100.00% [.] of_twin
