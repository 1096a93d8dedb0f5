# What is at the place of a folio decides whether it may be written: a folio or nothing gives way, the rest stays. What is appended
# to keeps all its captures.
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug -o $T/a.folio >/dev/null 2>&1; perfolio pack fixtures/hppa/threads.data --isolated -o $T/b.folio >/dev/null 2>&1; cp $T/a.folio $T/c.folio; echo 's,'$T'/,,; s/, [0-9]+ bytes//' >$T/short
$ perfolio pack $T/b.folio --append --capture 1 --isolated -o $T/a.folio 2>/dev/null | sed -Ef $T/short; perfolio pack $T/a.folio --append --capture threads.data --isolated -o $T/b.folio 2>/dev/null | sed -Ef $T/short; perfolio info $T/b.folio | grep -o '^capture *[^:]*'
a.folio: 2 captures, 2 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
b.folio: 2 captures, 0 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 1 command line: /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 3 paths of files that were mapped: /bin/busybox, /bin/perf, ...
holds 39 names of threads: init, kthreadd, ...
capture      threads.data
capture      threads.data-2
$ cd $T; perfolio merge a.folio c.folio -o a.folio 2>/dev/null | sed -Ef $T/short; perfolio verify a.folio | grep -c ^capture; ls
a.folio: 3 captures, 2 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
3
a.folio
b.folio
c.folio
perfolio
short
$ cd $T; ln -s c.folio link; perfolio pack b.folio --append --isolated -o link 2>/dev/null | sed -Ef $T/short; readlink link; ls -l c.folio | cut -c1-10,13
link: 3 captures, 2 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
c.folio
-rw------- 
$ cd $T; mkdir dir; ln -s nowhere dangling; mkfifo fifo; echo text >text; : >empty; for i in dir dangling fifo text empty -; do perfolio pack b.folio --append --isolated -o $i 2>&1 | grep -v missing | sed -Ef $T/short | grep "$i"; done; readlink dangling; cat text
perfolio pack: dir: cannot open: Is a directory
perfolio pack: dangling: is a symbolic link that leads nowhere
perfolio pack: fifo has no captures to keep: it is not a regular file
perfolio pack: text exists and is not a folio, so it is not replaced
empty: 2 captures, 0 objects, level code
perfolio pack: - has no captures to keep: it is not a regular file
nowhere
text
$ cd $T; for i in dir text; do perfolio pack b.folio --isolated -o $i 2>&1 | grep "$i"; perfolio merge b.folio c.folio -o $i 2>&1 | grep "$i"; done; perfolio pack b.folio --isolated -o dangling >/dev/null 2>&1; test -L dangling; echo $?
perfolio pack: cannot write to dir: it is a directory
perfolio merge: cannot write to dir: it is a directory
perfolio pack: text exists and is not a folio, so it is not replaced
perfolio merge: text exists and is not a folio, so it is not replaced
0
$ cd $T; cp c.folio d.folio; perfolio pack b.folio --append --isolated -o /dev/stdout 2>&1 >>d.folio; cmp c.folio d.folio; perfolio pack b.folio --append --isolated -o /dev/stdout 2>&1 | cat; perfolio pack b.folio --isolated -o /dev/stdout 2>/dev/null | perfolio info - | grep -c ^capture
perfolio pack: /dev/stdout has no captures to keep: it is not a regular file
perfolio pack: /dev/stdout has no captures to keep: it is not a regular file
2
$ cd $T; perfolio pack b.folio --append --dry-run --isolated -o c.folio 2>/dev/null | grep -c capture; ls -A | grep perfolio
13
perfolio
$ cd $T; cp c.folio d.folio; perfolio pack b.folio --append --isolated -o d.folio 2>&- | sed -Ef $T/short; perfolio merge d.folio c.folio -o d.folio 2>&- <&- | sed -Ef $T/short; perfolio verify d.folio | grep -c ^capture; cp d.folio e.folio; perfolio pack none.data --append --isolated -o d.folio 2>&- <&-; echo $?; cmp d.folio e.folio
d.folio: 5 captures, 2 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
d.folio: 8 captures, 2 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
8
1
$ cd $T; perfolio pack b.folio --append --isolated -o d.folio 2>&1 >&- <&- | grep cannot; perfolio verify d.folio | grep -c ^capture; perfolio pack b.folio --isolated -o - 2>&1 >&- | grep cannot
perfolio: cannot write the result: Bad file descriptor
10
perfolio pack: cannot write to standard output at offset 0: Bad file descriptor
$ cd $T; perfolio info d.folio >&-
! perfolio: cannot write the result: Bad file descriptor
? 1
$ perfolio info - <&-
! perfolio: -: cannot read from the pipe after 0 bytes: Bad file descriptor
? 1
$ cd $T; chmod 640 c.folio; perfolio pack b.folio --append --isolated -o c.folio >/dev/null 2>&1; stat -c %a c.folio; perfolio merge c.folio b.folio -o c.folio >/dev/null 2>&1; stat -c %a c.folio; perfolio pack b.folio --isolated -o c.folio >/dev/null 2>&1; stat -c %a c.folio
640
640
600
$ cd $T; perfolio pack $OLDPWD/fixtures/hppa/user.data --isolated -o w.folio >/dev/null 2>&1; perfolio pack $OLDPWD/fixtures/hppa/threads.data --append --isolated -o w.folio 2>&1 | sed -Ef $T/short; perfolio pack $OLDPWD/fixtures/hppa/threads.data --append --isolated -o w.folio --json | grep -o '"capture": "[^"]*"' | uniq -c
perfolio: threads.data: 408 samples lie in objects that were not found, 100.00% of all (first: 0x10297c38 in [kernel.kallsyms])
perfolio pack: threads.data: 3 objects are missing, with 100.00% of the samples:
   64.46%  /bin/wl-static  7f81f35e4cd3116de7f66fcbdf072b7b0fa235ee
   35.29%  [kernel.kallsyms]  54d327440ced3712d89bf9cffe084755e458bee5
    0.25%  /bin/perf  5c7daad3f444836a279339a87f7f599fc396808f
w.folio: 2 captures, 0 objects, level code
holds 1 name of a host: hppaguest
holds 1 release of a kernel: 6.1.192-hppatest
holds 2 command lines: /bin/perf record -e cpu-clock:u -F 250 -o user.data -- wl-dyn 1.5, /bin/perf record -e cpu-clock -F 250 -a --threads -o threads.data -- wl-static 0.7
holds 7 paths of files that were mapped: /bin/wl-dyn, /lib/ld.so.1, ...
holds 40 names of threads: wl-dyn, wl-alpha, ...
      3 "capture": "threads.data-2"
