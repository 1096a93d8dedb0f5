# A capture to give away: what becomes of what, for whom; the same key gives the same names.
$ perfolio scrub fixtures/hppa/user.data --key fixtures/synthetic/scrub.key -o $T/a | sed "s,$T,T,"; perfolio script $T/a --isolated --show-task-events --show-mmap-events 2>/dev/null | head -12; perfolio info $T/a 2>/dev/null | head -12
for public:
        11 words of command lines         dropped
         1 names of hosts                 renamed
         8 facts about the machine        kept
         4 paths of the system's files    kept
         4 names of threads               renamed
         8 files and namespaces           dropped
       332 addresses of code              rebased
T/a: 17832 bytes, 332 of 332 samples, 33 of 33 other records
 cmd-ta7zizfgewh     0     0.000000: PERF_RECORD_COMM: cmd-ta7zizfgewh:178/178
          wl-dyn   178   111.984512: PERF_RECORD_COMM exec: wl-dyn:178/178
          wl-dyn   178   111.985440: PERF_RECORD_MMAP2 178/178: [0x40010000(0x22000) @ 0xffeff000 00:00 0 0]: rwxp [stack]
          wl-dyn   178   111.985886: PERF_RECORD_MMAP2 178/178: [0x10000(0x2000) @ 0 00:00 0 0]: r-xp /bin/wl-dyn
          wl-dyn   178   111.985981: PERF_RECORD_MMAP2 178/178: [0x12000(0x1000) @ 0x2000 00:00 0 0]: rwxp /bin/wl-dyn
          wl-dyn   178   111.986270: PERF_RECORD_MMAP2 178/178: [0x40040000(0x3000) @ 0x13000 00:00 0 0]: rwxp //anon
          wl-dyn   178   111.986419: PERF_RECORD_MMAP2 178/178: [0x40050000(0x35000) @ 0 00:00 0 0]: r-xp /lib/ld.so.1
          wl-dyn   178   111.986673: PERF_RECORD_MMAP2 178/178: [0x40080000(0x5000) @ 0x30000 00:00 0 0]: rwxp /lib/ld.so.1
          wl-dyn   178   111.986891: PERF_RECORD_MMAP2 178/178: [0x40090000(0x1000) @ 0 00:00 0 0]: r-xp [vdso]
          wl-dyn   178   111.999692:    4000000 cpu-clock:u:          40072d60 [unknown] (/lib/ld.so.1)
          wl-dyn   178   112.004507: PERF_RECORD_MMAP2 178/178: [0x40000000(0x2000) @ 0 00:00 0 0]: r-xp /lib/libspin.so
          wl-dyn   178   112.007541: PERF_RECORD_MMAP2 178/178: [0x40001000(0x1000) @ 0x1000 00:00 0 0]: rwxp /lib/libspin.so
container    file, big-endian, 15648 bytes of records
host         host-e4a2nul6jjo
arch         parisc
kernel       6.1.192-hppatest
perf         6.1.192
cpu          PA-RISC 1.1e
cpus         2 online of 2, 500 MiB of memory
command      perfolio scrub --for public
time         111.999692 to 113.849466 of the recording clock, 1.849 s
date         not recorded: use perf record -k mono, or -k with another clock
event        cpu-clock:u: 332 samples, period 1328000000
objects      6 mapped, 5 of them with a build-id; 4 have samples, 4 of them with a build-id
$ perfolio scrub fixtures/amd64/fp.data --for vendor --key fixtures/synthetic/scrub.key -o $T/b | sed "s,$T,T,"; perfolio buildid-list -i $T/b
for vendor:
         2 code of programs               dropped
        13 words of command lines         dropped
         1 names of hosts                 renamed
        11 facts about the machine        kept
         2 paths of users' files          folder renamed
        15 paths of the system's files    kept
         4 names of threads               kept
         4 files and namespaces           kept
      1542 addresses of code              kept
T/b: 135736 bytes, 1542 of 1542 samples, 35 of 35 other records
06f8bde30046985060c60820f7a11515a33afb06 [kernel.kallsyms]
f9d85ecaf846033ac5333a74e14f2e78c9996db9 /path-ophb5fwrvup/workload
7ebc65e52f2bbea498b4040fa92f7238377aaba9 /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
cdb64c654153c2b65f7a5cd0bdf93391494a420f [vdso]
93ac61ec5a8eb1396f9fbd350e3169a558528a40 /usr/lib/x86_64-linux-gnu/libc.so.6
fb563abe2e17ee1384c7c9e6dd377b30174fb8ce /path-ophb5fwrvup/libwork.so
$ perfolio scrub fixtures/amd64/sched.data --for nothing --json --key fixtures/synthetic/scrub.key -o $T/c | sed "s,$T,T,"; perfolio evlist $T/c; perfolio script $T/c --isolated 2>/dev/null | head -2
{
  "perfolio": 2,
  "command": "scrub",
  "for": "nothing",
  "kinds": [
    {"kind": "raw", "count": 110, "act": "dropped"},
    {"kind": "code", "count": 2, "act": "dropped"},
    {"kind": "command_line", "count": 8, "act": "dropped"},
    {"kind": "host", "count": 1, "act": "renamed"},
    {"kind": "machine", "count": 11, "act": "dropped"},
    {"kind": "user_path", "count": 2, "act": "renamed"},
    {"kind": "system_path", "count": 44, "act": "renamed"},
    {"kind": "command", "count": 61, "act": "renamed"},
    {"kind": "number", "count": 71, "act": "dropped"},
    {"kind": "address", "count": 109, "act": "rebased"}
  ],
  "leaks": 0,
  "output": "T/c",
  "bytes": 30760,
  "samples": 109,
  "samples_before": 109,
  "records": 225,
  "records_before": 225,
  "problems": []
}
sched:sched_switch
sched:sched_stat_runtime
sched:sched_process_fork
sched:sched_wakeup_new
sched:sched_migrate_task
sched:sched_waking
sched:sched_stat_wait
sched:sched_stat_sleep
sched:sched_stat_iowait
dummy:HG
 cmd-3hwvvj7amgh   270 [000]    38.865752:     789088 sched:sched_stat_runtime:  ffffffff810ec65a [unknown] ([kernel.kallsyms])
 cmd-3hwvvj7amgh   270 [000]    38.865810:          1       sched:sched_waking:  ffffffff810e1742 [unknown] ([kernel.kallsyms])
$ perfolio scrub fixtures/amd64/dwarf.folio --preview --isolated; perfolio scrub fixtures/amd64/dwarf.folio --isolated --key fixtures/synthetic/scrub.key -o $T/d >/dev/null; perfolio script $T/d --isolated 2>/dev/null | head -7
for public:
        32 stack dumps and registers      dropped
         2 code of programs               dropped
        14 words of command lines         dropped
         1 names of hosts                 renamed
        11 facts about the machine        kept
         2 paths of users' files          renamed
        15 paths of the system's files    kept
         4 names of threads               renamed
        20 files and namespaces           dropped
        30 names of functions             kept
        32 addresses of code              rebased
         1 notes, labels and names        dropped
cmd-2ls3ma4fqse   166    11.810412:    6711409 cpu-clock: 
	      10000ffbf4 [unknown] (/usr/lib/x86_64-linux-gnu/libc.so.6)
	      10000ff9c0 [unknown] (/usr/lib/x86_64-linux-gnu/libc.so.6)
	      10000ff9c0 [unknown] (/usr/lib/x86_64-linux-gnu/libc.so.6)
	      10000ff9c0 [unknown] (/usr/lib/x86_64-linux-gnu/libc.so.6)
	      10000ff9a3 [unknown] (/usr/lib/x86_64-linux-gnu/libc.so.6)
	      10000ffd35 qsort_r+0xb5 (/usr/lib/x86_64-linux-gnu/libc.so.6)
! perfolio: 15 samples lie in objects that have no symbol at their address, 46.88% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6); perfolio doctor says where to get symbols
! perfolio: 15 samples lie in objects that have no symbol at their address, 46.88% of all (first: 0x3fbf4 in /usr/lib/x86_64-linux-gnu/libc.so.6); perfolio doctor says where to get symbols
$ perfolio scrub fixtures/hppa/user.data --pid 178 --write-key $T/key -o $T/a >/dev/null; wc -l <$T/key; ls -l $T/key $T/a | cut -c1-10; perfolio unscrub $T/a --key $T/key -o $T/b | sed "s,$T,T,"; perfolio report --stdio --sort comm,dso $T/b --isolated 2>/dev/null | grep -v '^#'; perfolio unscrub fixtures/hppa/user.data --key $T/key -o $T/c | sed "s,$T,T,"
6
-rw-------
-rw-------
T/b: 17776 bytes, 332 of 332 samples, 32 of 32 other records
    49.40%  wl-alpha  wl-dyn
    33.73%  wl-alpha  libspin.so
    15.06%  wl-beta   wl-dyn
     1.20%  wl-dyn    libc.so.6
     0.60%  wl-dyn    ld.so.1


! perfolio unscrub: fixtures/hppa/user.data: the key knows none of its pseudonyms: nothing was written
$ perfolio scrub fixtures/hppa/user.data -o $T/no --for everybody; perfolio scrub fixtures/hppa/user.data -o $T/no --key fixtures/hppa/user.data; perfolio scrub fixtures/hppa/user.data; perfolio scrub fixtures/hppa/user.data --preview -o $T/no; perfolio unscrub fixtures/hppa/user.data -o $T/no; ls $T/no 2>&1 | grep -c 'No such'
1
! perfolio scrub: --for: 'everybody' is none of team, vendor, public, nothing
! perfolio scrub: --key fixtures/hppa/user.data is the capture that is read
! perfolio scrub: no output is named: use -o FILE
! perfolio scrub: --preview writes nothing: leave out -o
! perfolio unscrub: no key is named: use --key FILE
$ perfolio scrub fixtures/hppa/user.data --key fixtures/synthetic/scrub.key --write-key $T/names -o $T/n >/dev/null; sed 's, wl-alpha$, wl-omega,' $T/names >$T/changed; head -c -2 $T/names >$T/short; for k in changed short; do perfolio unscrub $T/n --key $T/$k -o $T/no 2>&1 | sed "s,$T,T,g"; done
perfolio unscrub: T/n: --key T/changed: line 5: the key does not give this pseudonym to this name
perfolio unscrub: T/n: --key T/short: line 6: it has no end
$ cp fixtures/hppa/user.data $T/own; (perfolio scrub $T/own --write-key $T/own -o $T/no; perfolio scrub $T/own --write-key $T/no -o $T/./no; perfolio scrub $T/own --write-key $T/once -o $T/s; perfolio scrub $T/own --write-key $T/once -o $T/no; perfolio scrub $T/own --key $T/once --write-key $T/once -o $T/s; perfolio unscrub $T/s --key $T/once -o $T/once; perfolio unscrub $T/own --key $T/once -o $T/no) 2>&1 | grep -v '^ ' | sed "s,$T,T,g"; ls $T/no 2>&1 | grep -c 'No such'; cmp $T/own fixtures/hppa/user.data
perfolio scrub: --write-key T/own is the capture that is read
perfolio scrub: -o and --write-key name the same file
for public:
T/s: 17832 bytes, 332 of 332 samples, 33 of 33 other records
perfolio scrub: --write-key T/once: the file exists and is not replaced; --key T/once adds to it if it is a key
for public:
T/s: 17832 bytes, 332 of 332 samples, 33 of 33 other records
perfolio unscrub: -o and --key name the same file
perfolio unscrub: T/own: the key knows none of its pseudonyms: nothing was written
1
$ perfolio cut --time 0,1 fixtures/hppa/perthread.data -o $T/no; perfolio report --time 10%-60% fixtures/hppa/perthread.data
! perfolio cut: fixtures/hppa/perthread.data: --time: no event of this capture recorded the time
! perfolio: fixtures/hppa/perthread.data: --time: no event of this capture recorded the time
? 1
$ echo mine >$T/text; : >$T/empty; cp fixtures/amd64/fp.data $T/old; for o in text empty old; do for c in cut scrub "export folded"; do perfolio $c fixtures/hppa/user.data --isolated -o $T/$o 2>&1 >/dev/null | grep replaced | sed "s,$T,T,"; done; done; grep -c wl-alpha $T/text
perfolio cut: fixtures/hppa/user.data: T/text exists and is not a capture, so it is not replaced
perfolio scrub: fixtures/hppa/user.data: T/text exists and is not a capture, so it is not replaced
perfolio: fixtures/hppa/user.data: T/empty exists and is a capture or folio, so it is not replaced
perfolio: fixtures/hppa/user.data: T/old exists and is a capture or folio, so it is not replaced
2
$ cp fixtures/amd64/fp.data $T/w; gzip -nc $T/w >$T/w.gz; xz -c $T/w >$T/w.xz; zstd -qc $T/w >$T/w.zst; tar -cf $T/w.tar -C $T text w; tar -czf $T/w.tgz -C $T w; gzip -nc $T/text >$T/text.gz; for o in w.gz w.xz w.zst w.tar w.tgz text.gz; do for c in cut "export folded"; do perfolio $c fixtures/hppa/user.data --isolated -o $T/$o 2>&1 >/dev/null | grep replaced | sed "s,$T,T,"; done; done
perfolio cut: fixtures/hppa/user.data: T/w.gz exists and is not a capture, so it is not replaced
perfolio: fixtures/hppa/user.data: T/w.gz exists and is a capture or folio, so it is not replaced
perfolio cut: fixtures/hppa/user.data: T/w.xz exists and is not a capture, so it is not replaced
perfolio: fixtures/hppa/user.data: T/w.xz exists and is a capture or folio, so it is not replaced
perfolio cut: fixtures/hppa/user.data: T/w.zst exists and is not a capture, so it is not replaced
perfolio: fixtures/hppa/user.data: T/w.zst exists and is a capture or folio, so it is not replaced
perfolio cut: fixtures/hppa/user.data: T/w.tar exists and is not a capture, so it is not replaced
perfolio: fixtures/hppa/user.data: T/w.tar exists and is a capture or folio, so it is not replaced
perfolio cut: fixtures/hppa/user.data: T/w.tgz exists and is not a capture, so it is not replaced
perfolio: fixtures/hppa/user.data: T/w.tgz exists and is a capture or folio, so it is not replaced
perfolio cut: fixtures/hppa/user.data: T/text.gz exists and is not a capture, so it is not replaced
$ ln -s nowhere $T/lost; for c in cut scrub "export folded" pack; do perfolio $c fixtures/hppa/user.data --isolated -o $T/lost 2>&1 >/dev/null | grep nowhere | sed "s,$T,T,"; done; readlink $T/lost
perfolio cut: fixtures/hppa/user.data: cannot write to T/lost: it is a symbolic link that leads nowhere
perfolio scrub: fixtures/hppa/user.data: cannot write to T/lost: it is a symbolic link that leads nowhere
perfolio: fixtures/hppa/user.data: cannot write to T/lost: it is a symbolic link that leads nowhere
perfolio pack: cannot write to T/lost: it is a symbolic link that leads nowhere
nowhere
