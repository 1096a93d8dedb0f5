# Captures and what they need in one file, and reading it as if it were the capture. Sizes are left out: they are zstd's.
$ echo 's,'$T'/,,; s/[0-9]+ bytes( at offset [0-9]+)?/N bytes/' >$T/short
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug -o $T/user.folio | sed -Ef $T/short
user.folio: 1 capture, 2 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 4 names of threads: wl-dyn, wl-alpha, ...
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
$ perfolio report -q --stdio --sort dso,sym -i $T/user.folio
    34.04%  wl-dyn         [.] leaf_hot
    32.83%  libspin.so     [.] dso_inner
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold
     0.90%  libspin.so     [.] dso_spin
     0.60%  wl-dyn         [.] alpha
     0.30%  ld.so.1        [.] 0x00007098
     0.30%  ld.so.1        [.] 0x00022d60
     0.30%  libc.so.6      [.] 0x0004f748
     0.30%  libc.so.6      [.] 0x0008e380
     0.30%  libc.so.6      [.] 0x0010dcd0
     0.30%  libc.so.6      [.] 0x001808e8


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio buildid-list -H -i $T/user.folio
8a828d2b86ec66a80c3f105081f62623b28b5a32 /bin/wl-dyn
ff9070a6c35c6f07f31dc57b694b6333cdfcc91f /lib/ld.so.1
bdf6cedc1c96b63a16661eda245d21a01d757b60 /lib/libspin.so
2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094 /lib/libc.so.6
$ perfolio pack --json fixtures/hppa/user.data --level min --objects fixtures/hppa/debug -o $T/min.folio | sed -Ef $T/short
{
  "perfolio": 2,
  "command": "pack",
  "folio": "min.folio",
  "level": "min",
  "captures": 1,
  "samples": 332,
  "files": [],
  "sources": [],
  "scrubbed": [],
  "holds": [
    {
      "kind": "host",
      "count": 1,
      "examples": [
        "hppaguest"
      ]
    },
    {
      "kind": "kernel",
      "count": 1,
      "examples": [
        "6.1.192-hppatest"
      ]
    },
    {
      "kind": "command",
      "count": 1,
      "examples": [
        "/bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5"
      ]
    },
    {
      "kind": "path",
      "count": 4,
      "examples": [
        "/bin/wl-dyn",
        "/lib/ld.so.1"
      ]
    },
    {
      "kind": "thread",
      "count": 4,
      "examples": [
        "wl-dyn",
        "wl-alpha"
      ]
    }
  ],
  "missing": [
    {"capture": "user.data", "path": "/lib/libc.so.6", "build_id": "2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094", "samples": 4},
    {"capture": "user.data", "path": "/lib/ld.so.1", "build_id": "ff9070a6c35c6f07f31dc57b694b6333cdfcc91f", "samples": 2}
  ],
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
$ for i in user min; do perfolio report --stdio --sort comm,dso,sym -i $T/$i.folio >$T/$i.txt 2>&1; done; perfolio report --stdio --sort comm,dso,sym -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug >$T/plain.txt 2>&1; cmp $T/user.txt $T/plain.txt && cmp $T/min.txt $T/plain.txt && wc -l <$T/plain.txt
24
$ perfolio pack --dry-run fixtures/hppa/user.data --objects fixtures/hppa/debug | sed -E 's/^( +[0-9]+)+ /N /; s/[0-9]+ bytes/N bytes/'
         min      symbols         code         full  samples  of
N           capture user.data
N   64.46%  /bin/wl-dyn
N   33.73%  /lib/libspin.so
N           all, without names and headers
of code and full N bytes are source lines of whole functions (--annotate-limit 0.05)
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 4 names of threads: wl-dyn, wl-alpha, ...
holds 2 objects with the names of their source files: /bin/wl-dyn, /lib/libspin.so
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
$ perfolio pack --dry-run --json --level full fixtures/hppa/user.data --objects fixtures/hppa/debug -o $T/none.folio | sed -E 's/("(min|symbols|code|full|annotate)": )[0-9]+/\1N/g;/"holds"/,/^  \],/d'; test -e $T/none.folio
{
  "perfolio": 2,
  "command": "pack",
  "folio": null,
  "level": "full",
  "captures": 1,
  "samples": 332,
  "forecast": [
    {"name": "user.data", "kind": "capture", "min": N, "symbols": N, "code": N, "full": N},
    {"name": "/bin/wl-dyn", "kind": "object", "samples": 214, "annotate": N, "min": N, "symbols": N, "code": N, "full": N},
    {"name": "/lib/libspin.so", "kind": "object", "samples": 112, "annotate": N, "min": N, "symbols": N, "code": N, "full": N}
  ],
  "files": [],
  "sources": [],
  "scrubbed": [],
  "missing": [
    {"capture": "user.data", "path": "/lib/libc.so.6", "build_id": "2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094", "samples": 4},
    {"capture": "user.data", "path": "/lib/ld.so.1", "build_id": "ff9070a6c35c6f07f31dc57b694b6333cdfcc91f", "samples": 2}
  ],
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
? 1
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug -o - | cmp - $T/user.folio
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
! holds 1 name of a host: hppaguest
! holds 1 release of a kernel: 6.1.192-hppatest
! holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
! holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
! holds 4 names of threads: wl-dyn, wl-alpha, ...
$ cat fixtures/hppa/pipe.data | perfolio pack - --isolated -o $T/pipe.folio | sed -Ef $T/short; perfolio report -q --stdio --sort comm --percent-limit 20 -i $T/pipe.folio
pipe.folio: 1 capture, 0 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock -F 250 -a -o - -- wl-static 1
holds 3 paths of files that were mapped: /bin/busybox, /bin/perf, ...
holds 41 names of threads: init, kthreadd, ...
    45.12%  wl-alpha
    41.62%  swapper


! perfolio: 543 samples lie in objects that were not found, 100.00% of all (first: 0x10157774 in [kernel.kallsyms])
! perfolio pack: perf.data: 3 objects are missing, with 100.00% of the samples:
!    51.93%  [kernel.kallsyms]  recorded without a build-id
!    47.70%  /bin/wl-static  recorded without a build-id
!     0.37%  /bin/perf  recorded without a build-id
$ cat fixtures/hppa/pipe.data | perfolio pack --isolated -o $T/again.folio | sed -Ef $T/short; cmp $T/again.folio $T/pipe.folio
again.folio: 1 capture, 0 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock -F 250 -a -o - -- wl-static 1
holds 3 paths of files that were mapped: /bin/busybox, /bin/perf, ...
holds 41 names of threads: init, kthreadd, ...
! perfolio: 543 samples lie in objects that were not found, 100.00% of all (first: 0x10157774 in [kernel.kallsyms])
! perfolio pack: perf.data: 3 objects are missing, with 100.00% of the samples:
!    51.93%  [kernel.kallsyms]  recorded without a build-id
!    47.70%  /bin/wl-static  recorded without a build-id
!     0.37%  /bin/perf  recorded without a build-id
$ here=$PWD; cd $T && perfolio pack $here/fixtures/hppa/user.data --objects $here/fixtures/hppa/debug 2>/dev/null | sed -Ef $T/short; cmp user.data.folio user.folio
user.data.folio: 1 capture, 2 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 4 names of threads: wl-dyn, wl-alpha, ...
$ perfolio info -i $T/user.folio | sed -E 's/[0-9]+ bytes in/N bytes in/'; perfolio info --json -i $T/min.folio | sed -Ef $T/short -e 's/("bytes": )[0-9]+,$/\1N,/'
folio        level code, N bytes in 17 sections
capture      user.data: 18632 bytes, 332 samples in 1.849 s
objects       98.19% of the samples lie in these objects; perfolio verify lists the others
object        64.46%  /bin/wl-dyn  8a828d2b86ec66a80c3f105081f62623b28b5a32, 31 symbols, lines, parts of the file
object        33.73%  /lib/libspin.so  bdf6cedc1c96b63a16661eda245d21a01d757b60, 17 symbols, lines, parts of the file
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 4 names of threads: wl-dyn, wl-alpha, ...
holds 2 objects with the names of their source files: /bin/wl-dyn, /lib/libspin.so
{
  "perfolio": 2,
  "command": "info",
  "folio": "min.folio",
  "level": "min",
  "bytes": N,
  "captures": [
    {
      "name": "user.data",
      "bytes": N,
      "samples": 332,
      "first_time": "111.999692160",
      "last_time": "113.849466424",
      "labels": []
    }
  ],
  "objects": [
    {"path": "/bin/wl-dyn", "build_id": "8a828d2b86ec66a80c3f105081f62623b28b5a32", "samples": 214, "symbols": 4, "partial": true, "lines": false, "image": false, "whole": false},
    {"path": "/lib/libspin.so", "build_id": "bdf6cedc1c96b63a16661eda245d21a01d757b60", "samples": 112, "symbols": 2, "partial": true, "lines": false, "image": false, "whole": false}
  ],
  "scrubbed": [],
  "holds": [
    {
      "kind": "host",
      "count": 1,
      "examples": [
        "hppaguest"
      ]
    },
    {
      "kind": "kernel",
      "count": 1,
      "examples": [
        "6.1.192-hppatest"
      ]
    },
    {
      "kind": "command",
      "count": 1,
      "examples": [
        "/bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5"
      ]
    },
    {
      "kind": "path",
      "count": 4,
      "examples": [
        "/bin/wl-dyn",
        "/lib/ld.so.1"
      ]
    },
    {
      "kind": "thread",
      "count": 4,
      "examples": [
        "wl-dyn",
        "wl-alpha"
      ]
    }
  ],
  "problems": []
}
$ # several
$ perfolio pack fixtures/hppa/user.data fixtures/hppa/threads.data --isolated -o $T/two.folio 2>/dev/null | sed -Ef $T/short; perfolio pack fixtures/hppa/threads.data $T/user.folio -o $T/two.folio --append --isolated 2>/dev/null | sed -Ef $T/short; readelf -p .perfolio $T/two.folio | grep -oE '(capture|file|object) .*=.*' | sed -E 's/ (size|build-id|[a-z]*-section)=[^ ]*//g'
two.folio: 2 captures, 0 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
two.folio: 4 captures, 2 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
capture name=user.data samples=332 first-time=111999692160 last-time=113849466424
capture name=threads.data directory=1 samples=408 first-time=389731377824 last-time=390555662256
capture name=threads.data-2 directory=1 samples=408 first-time=389731377824 last-time=390555662256
capture name=user.data-2 samples=332 first-time=111999692160 last-time=113849466424
file section=1
file capture=1 section=2 path=data
file capture=1 section=3 path=data.0
file capture=1 section=4 path=data.1
file capture=2 section=5 path=data
file capture=2 section=6 path=data.0
file capture=2 section=7 path=data.1
file capture=3 section=8
object kind=user name=/bin/wl-dyn space=file mangled=1 full=105 runtime=1 dwarf=2388 elf-bits=32 elf-data=2 elf-machine=15 symbols=31
object kind=user name=/lib/libspin.so space=file mangled=1 full=73 runtime=1 dwarf=303 elf-bits=32 elf-data=2 elf-machine=15 symbols=17
$ perfolio report -q --stdio --sort comm --percent-limit 30 -i $T/two.folio 2>&1 | sed -Ef $T/short
# Capture: user.data
    83.13%  wl-alpha



# Capture: threads.data
    42.65%  wl-alpha



# Capture: threads.data-2
    42.65%  wl-alpha



# Capture: user.data-2
    83.13%  wl-alpha


$ perfolio report -i $T/two.folio --capture nobody 2>&1 | sed -Ef $T/short
perfolio: two.folio has no capture 'nobody', by number or name; it has 1 user.data, 2 threads.data, 3 threads.data-2, 4 user.data-2
$ perfolio report -i fixtures/hppa/user.data --capture 1
! perfolio: fixtures/hppa/user.data is not a folio: --capture chooses a capture of a folio
? 1
$ perfolio report -q --stdio --sort sym --percent-limit 15 -i $T/two.folio --capture user.data-2
    34.04%  [.] leaf_hot
    32.83%  [.] dso_inner
    15.06%  [.] sorter


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report -q --stdio --sort sym --percent-limit 15 -i $T/two.folio --capture 4
    34.04%  [.] leaf_hot
    32.83%  [.] dso_inner
    15.06%  [.] sorter


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio pack $T/two.folio --capture user.data-2 -o $T/one.folio | sed -Ef $T/short; readelf -p .perfolio $T/one.folio | grep -oE 'capture name=\S*'
one.folio: 1 capture, 2 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 4 names of threads: wl-dyn, wl-alpha, ...
capture name=user.data-2
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data-2: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
$ cp $T/pipe.folio $T/more.folio; for i in 1 2; do perfolio pack fixtures/hppa/user.data --isolated --append -o $T/more.folio 2>/dev/null; done | sed -Ef $T/short; readelf -p .perfolio $T/more.folio | grep -oE 'capture name=\S*'
more.folio: 2 captures, 0 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock -F 250 -a -o - -- wl-static 1, /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 7 paths of files that were mapped: /bin/busybox, /bin/perf, ...
holds 42 names of threads: init, kthreadd, ...
more.folio: 3 captures, 0 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock -F 250 -a -o - -- wl-static 1, /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 7 paths of files that were mapped: /bin/busybox, /bin/perf, ...
holds 42 names of threads: init, kthreadd, ...
capture name=perf.data
capture name=user.data
capture name=user.data-2
$ # a folio as a place of symbols: whole tables, by build-id
$ perfolio report -q --stdio --sort sym --percent-limit 15 -i fixtures/hppa/user.data --isolated --objects $T/user.folio
    34.04%  [.] leaf_hot
    32.83%  [.] dso_inner
    15.06%  [.] sorter


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report -q --stdio --sort sym --percent-limit 15 -i fixtures/hppa/user.data --isolated --objects $T/min.folio
    19.28%  [.] 0x00000534
    18.67%  [.] 0x00000914
    15.06%  [.] 0x000008dc


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
$ perfolio pack fixtures/hppa/user.data --objects $T/user.folio -o $T/copy.folio | sed -Ef $T/short; cmp $T/copy.folio $T/user.folio
copy.folio: 1 capture, 2 objects, level code, N bytes
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 4 names of threads: wl-dyn, wl-alpha, ...
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
$ # what goes wrong
$ perfolio pack fixtures/hppa/user.data --level all -o $T/x.folio
! perfolio pack: --level: 'all' is none of min, symbols, code, full
? 1
$ perfolio pack fixtures/hppa/user.data fixtures/hppa/pipe.data
! perfolio pack: no output is named: use -o FOLIO
? 1
$ perfolio pack -o $T/x.folio
! perfolio pack: perf.data: cannot open: No such file or directory
? 1
$ perfolio pack fixtures/hppa/user.data --isolated -o /nonexistent/x.folio
! perfolio pack: cannot create a file beside /nonexistent/x.folio: No such file or directory
? 1
$ mkdir $T/folder; perfolio pack fixtures/hppa/user.data --isolated -o $T/folder 2>&1 | sed -Ef $T/short
perfolio pack: cannot write to folder: it is a directory
$ perfolio pack fixtures/hppa/user.data --isolated -o /dev/full
! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio pack: user.data: 4 objects are missing, with 100.00% of the samples:
!    64.46%  /bin/wl-dyn  8a828d2b86ec66a80c3f105081f62623b28b5a32
!    33.73%  /lib/libspin.so  bdf6cedc1c96b63a16661eda245d21a01d757b60
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
! perfolio pack: cannot write to /dev/full at offset 0: No space left on device
? 1
$ perfolio pack fixtures/bad/text.data --isolated -o $T/x.folio
! perfolio pack: fixtures/bad/text.data: not a perf.data file: it begins with 7468697320697320, not with PERFILE2
? 1
$ perfolio pack fixtures/hppa/user.data fixtures/bad/magic.data --isolated -o $T/x.folio
! perfolio: user.data: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio pack: user.data: 4 objects are missing, with 100.00% of the samples:
!    64.46%  /bin/wl-dyn  8a828d2b86ec66a80c3f105081f62623b28b5a32
!    33.73%  /lib/libspin.so  bdf6cedc1c96b63a16661eda245d21a01d757b60
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
! perfolio pack: fixtures/bad/magic.data: not a perf.data file: 8 bytes are less than its smallest header (16)
? 1
$ perfolio pack fixtures/hppa/user.data --objects fixtures/bad/text.data -o $T/x.folio
! perfolio: fixtures/bad/text.data is neither an ELF file nor a listing of symbols nor a package
? 1
$ perfolio pack /nonexistent --isolated -o $T/x.folio
! perfolio pack: /nonexistent: cannot open: No such file or directory
? 1
$ perfolio pack fixtures/hppa/user.data --append --isolated -o $T/min.txt 2>&1 | sed -Ef $T/short
perfolio pack: min.txt exists and is not a folio, so it is not replaced
$ head -c 3000 $T/user.folio >$T/cut.folio; perfolio pack $T/cut.folio -o $T/x.folio 2>&1 | sed -Ef $T/short
perfolio pack: cut.folio: it is cut off: it ends at 3000, but its section headers take N bytes
$ ls $T
again.folio
copy.folio
cut.folio
folder
min.folio
min.txt
more.folio
one.folio
perfolio
pipe.folio
plain.txt
short
two.folio
user.data.folio
user.folio
user.txt
$ cp fixtures/hppa/user.data $T/u.data; cp fixtures/hppa/pipe.data $T/p.data; cd $T; perfolio pack u.data -o u.data; perfolio pack p.data --append -o u.data; perfolio info -i u.data | grep command
command      /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
! perfolio pack: u.data exists and is not a folio, so it is not replaced
! perfolio pack: u.data exists and is not a folio, so it is not replaced
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug --level full -o $T/full.folio >/dev/null 2>&1; perfolio pack fixtures/hppa/user.data --append --level min -o $T/full.folio 2>&1 | sed "s,.*/full,full,"
full.folio has the level full; appending at the lower level min would lose data
$ perfolio pack fixtures/hppa/pipe.data --isolated --append -o $T/full.folio 2>/dev/null | grep -o 'level [a-z]*'; perfolio merge $T/user.folio $T/full.folio -o $T/both.folio 2>/dev/null | grep -o 'level [a-z]*'; perfolio info $T/both.folio | grep -o 'the file$'; stat -c %a $T/both.folio
level full
level full
the file
the file
600
$ perfolio pack fixtures/hppa/user.data --json -o -
! perfolio pack: the folio and --json cannot both go to standard output
? 1
$ perfolio pack fixtures/hppa/user.data --source --level min -o $T/s.folio
! perfolio pack: --source needs the level code or full
? 1
$ # one recording twice
$ perfolio merge $T/user.folio $T/user.folio -o $T/twice.folio 2>&1 | grep same; perfolio merge --json $T/user.folio $T/user.folio -o $T/twice.folio | grep same
perfolio: user.data-2: 1 capture is the same recording as another one: sums count it twice (first: user.data-2 is user.data)
    {"key": "same-recording", "count": 1, "sentence": "capture is the same recording as another one: sums count it twice", "first": "user.data-2 is user.data"},
$ # several folios
$ perfolio verify $T/user.folio $T/nobody.folio 2>&1 | sed -Ef $T/short; perfolio verify --json $T/user.folio $T/min.folio | sed -Ef $T/short | grep -E 'folio|complete'
# Folio: user.folio
intact: N bytes, 17 sections, 1 capture, 2 objects, level code
capture user.data: 2 objects are missing, with 1.81% of its samples
    1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
    0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5
holds 4 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 4 names of threads: wl-dyn, wl-alpha, ...
holds 2 objects with the names of their source files: /bin/wl-dyn, /lib/libspin.so

# Folio: nobody.folio
perfolio verify: nobody.folio: cannot open: No such file or directory
  "perfolio": 2,
  "folios": [
      "folio": "user.folio",
      "complete": false,
      "folio": "min.folio",
      "complete": false,
$ for c in "pack fixtures/hppa/user.data --isolated" "merge $T/t.folio"; do perfolio pack fixtures/hppa/user.data --isolated -o $T/t.folio >/dev/null 2>&1; script -qec "perfolio $c -o -" /dev/null | tr -d '\r'; done
perfolio pack: a folio is binary, and is not written to a terminal: use -o FILE or a pipe
perfolio merge: a folio is binary, and is not written to a terminal: use -o FILE or a pipe
$ perfolio pack fixtures/amd64/annotate.data --level code --isolated --objects fixtures/amd64/annotate -o $T/lines.folio >/dev/null; perfolio report -g none --sort sym,srcline --stdio -i $T/lines.folio | grep -m6 %; perfolio report --sort srcline -g none --stdio -i $T/lines.folio >$T/kept; perfolio report --sort srcline -g none --stdio -i fixtures/amd64/annotate.data --isolated --objects fixtures/amd64/annotate | cmp - $T/kept && echo the same
    26.47%  20.51%  [.] mixed     annotate.cc:13
    13.53%  12.89%  [.] leaf      annotate.cc:55
     9.41%   9.57%  [.] choose    annotate.cc:69
     7.45%  10.35%  [.] mixed     annotate.cc:11
     4.31%   5.08%  [.] unrolled  annotate.cc:32
     3.73%   4.88%  [.] leaf      annotate.cc:58
the same
$ mkdir $T/linked.data && cp fixtures/amd64/dir.data/data fixtures/amd64/dir.data/data.1 $T/linked.data && ln -s $PWD/fixtures/amd64/dir.data/data.0 $T/linked.data && perfolio pack $T/linked.data -o $T/linked.folio 2>&1 | sed "s,$T/,,"; ls $T/linked.folio 2>/dev/null
perfolio pack: linked.data/data.0 is a symbolic link, which is not followed: replace it with its target
? 2
$ F=$PWD/fixtures; K="--isolated --key $F/synthetic/scrub.key"; n() { sed 's/[0-9]* bytes/N bytes/'; }; cd $T; perfolio pack $F/hppa/user.data $K --for public 2>/dev/null | grep 'folio:\|holds 1' | n; perfolio pack $F/hppa/user.data --isolated --for-issue 2>/dev/null | grep folio: | n; ls user.data.*folio; perfolio pack $F/hppa/user.data $K --for public -o - 2>&1 >user.public.folio | grep '^for\|stack\|holds 1'; perfolio verify user.public.folio | head -1 | n
user.data.public.folio: 1 capture, 0 objects, level code, N bytes
holds 1 name of a host: host-e4a2nul6jjo
holds 1 release of a kernel: 6.1.192-hppatest
user.data.public.folio: 1 capture, 0 objects, level code, N bytes
user.data.folio
user.data.public.folio
for public:
holds 1 name of a host: host-e4a2nul6jjo
holds 1 release of a kernel: 6.1.192-hppatest
intact: N bytes, 6 sections, 1 capture, 0 objects, level code
$ n() { sed "s,$T,T,; s/[0-9]* bytes$/N bytes/; s/[0-9.]*% of the time/N% of the time/"; }; perfolio pack fixtures/amd64/fp.data --isolated --for-issue=20KB --key fixtures/synthetic/scrub.key -o $T/issue.folio | n; perfolio pack fixtures/amd64/fp.data --isolated --for-issue=12KB --key fixtures/synthetic/scrub.key -o $T/issue.folio 2>/dev/null | n | grep -v '^holds\|^ '; perfolio pack fixtures/hppa/user.data --isolated --for-issue=1KB -o $T/none.folio 2>&1 | n; for s in 0MB 25mb 2.5MB; do perfolio pack fixtures/hppa/user.data --for-issue=$s; done; perfolio pack fixtures/hppa/user.data --for-issue --level min; perfolio pack - --for-issue </dev/null; perfolio pack fixtures/hppa/user.data --keep /dev/null -o $T/none.folio; perfolio pack fixtures/hppa/user.data --for vendor --append -o $T/none.folio; ls $T/none.folio 2>&1 | grep -c 'No such'
for public:
         2 code of programs               dropped
        13 words of command lines         dropped
         1 names of hosts                 renamed
        11 facts about the machine        kept
         2 paths of users' files          renamed
        15 paths of the system's files    kept
         4 names of threads               renamed
         4 files and namespaces           dropped
      1542 addresses of code              rebased
         1 notes, labels and names        dropped
T/issue.folio: 1 capture, 0 objects, level code, N bytes
scrubbed for public: capture
holds 1 name of a host: host-p57foyguu73
holds 1 release of a kernel: 6.1.0-50-amd64
holds 17 paths of files that were mapped: /path-vmwi4vy2kpn, /path-t5p4d2s32zb, ...
holds 4 names of threads: cmd-pjkhbn72bwt, cmd-2ls3ma4fqse, ...
for public:
T/issue.folio: 1 capture, 0 objects, level min, N bytes
left out: source lines, inlined functions, and symbols that no sample touches
left out: N% of the time: 64 stretches of the same length stay
scrubbed for public: capture
perfolio pack: it does not fit in 1000 bytes, even with N% of the time
1
! perfolio: 1542 samples lie in objects that were not found, 100.00% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 3391 callers lie in objects that were not found (first: 0x891f5 in /usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio pack: capture: 5 objects are missing, with 100.00% of the samples:
!    44.03%  /usr/lib/x86_64-linux-gnu/libc.so.6  93ac61ec5a8eb1396f9fbd350e3169a558528a40
!    42.02%  /path-vmwi4vy2kpn  f9d85ecaf846033ac5333a74e14f2e78c9996db9
!     9.99%  [kernel.kallsyms]  06f8bde30046985060c60820f7a11515a33afb06
!     3.24%  /path-t5p4d2s32zb  fb563abe2e17ee1384c7c9e6dd377b30174fb8ce
!     0.71%  /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2  7ebc65e52f2bbea498b4040fa92f7238377aaba9
! perfolio pack: --for-issue: '0MB' is not a size such as 500M, 2G or 25MB
! perfolio pack: --for-issue: '25mb' is not a size such as 500M, 2G or 25MB
! perfolio pack: --for-issue: '2.5MB' is not a size such as 500M, 2G or 25MB
! perfolio pack: --for-issue chooses by itself: it goes without --for, --level, --source, --append, --html and --dry-run
! perfolio pack: --for-issue reads its input several times: store what comes from a pipe first
! perfolio pack: --key, --write-key and --keep need --for
! perfolio pack: --append keeps the captures of the folio as they are: scrub them together, or pack them without --for
