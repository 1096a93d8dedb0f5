# A folio as files again. What is in the way is left as it is; what is refused is told.
$ perfolio pack fixtures/hppa/user.data fixtures/hppa/threads.data -o $T/x.folio --objects fixtures/hppa/debug >/dev/null 2>&1; perfolio unpack $T/x.folio | sed "s,$T,T,g"; find $T/x.d/.debug | sed "s,$T,T,g" | sort
capture T/x.d/user.data, 18632 bytes
capture T/x.d/threads.data, 34980 bytes
objects T/x.d/.debug, 2 files
perf --buildid-dir T/x.d/.debug report -i T/x.d/user.data
perf --buildid-dir T/x.d/.debug report -i T/x.d/threads.data
T/x.d/.debug
T/x.d/.debug/.build-id
T/x.d/.debug/.build-id/8a
T/x.d/.debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32
T/x.d/.debug/.build-id/bd
T/x.d/.debug/.build-id/bd/f6cedc1c96b63a16661eda245d21a01d757b60
T/x.d/.debug/bin
T/x.d/.debug/bin/wl-dyn
T/x.d/.debug/bin/wl-dyn/8a828d2b86ec66a80c3f105081f62623b28b5a32
T/x.d/.debug/bin/wl-dyn/8a828d2b86ec66a80c3f105081f62623b28b5a32/elf
T/x.d/.debug/lib
T/x.d/.debug/lib/libspin.so
T/x.d/.debug/lib/libspin.so/bdf6cedc1c96b63a16661eda245d21a01d757b60
T/x.d/.debug/lib/libspin.so/bdf6cedc1c96b63a16661eda245d21a01d757b60/elf
$ cmp $T/x.d/user.data fixtures/hppa/user.data && diff -r $T/x.d/threads.data fixtures/hppa/threads.data && readlink $T/x.d/.debug/.build-id/8a/*
../../bin/wl-dyn/8a828d2b86ec66a80c3f105081f62623b28b5a32
$ perfolio unpack $T/x.folio -d "$T/a b" --capture 1 | sed "s,$T,T,g"
capture T/a b/user.data, 18632 bytes
objects T/a b/.debug, 2 files
perf --buildid-dir 'T/a b/.debug' report -i 'T/a b/user.data'
$ perfolio unpack $T/x.folio -d $T/x.d --capture user.data --json | sed "s,$T,T,g" | sed 's|elf", "bytes": [0-9]*|elf", "bytes": N|'
{
  "perfolio": 2,
  "command": "unpack",
  "directory": "T/x.d",
  "captures": [
    {"name": "user.data", "path": "T/x.d/user.data", "bytes": 18632}
  ],
  "objects": [
    {"name": "/bin/wl-dyn", "path": "T/x.d/.debug/bin/wl-dyn/8a828d2b86ec66a80c3f105081f62623b28b5a32/elf", "bytes": N, "build_id": "8a828d2b86ec66a80c3f105081f62623b28b5a32"},
    {"name": "/lib/libspin.so", "path": "T/x.d/.debug/lib/libspin.so/bdf6cedc1c96b63a16661eda245d21a01d757b60/elf", "bytes": N, "build_id": "bdf6cedc1c96b63a16661eda245d21a01d757b60"}
  ],
  "perf_maps": [],
  "without_build_id": 0,
  "refused": [],
  "problems": []
}
$ echo other >$T/x.d/user.data; perfolio unpack $T/x.folio 2>&1 >/dev/null | sed "s,$T,T,g"; cat $T/x.d/user.data
perfolio unpack: user.data: T/x.d/user.data already exists with other contents; it was not changed
other
$ perfolio unpack $T/x.folio --json | grep -A2 refused | sed "s,$T,T,g"
  "refused": [
    {"name": "user.data", "why": "T/x.d/user.data already exists with other contents; it was not changed"}
  ],
$ perfolio unpack $T/x.folio -d $T/x.d/user.data 2>&1 | sed "s,$T,T,g"
perfolio unpack: T/x.d/user.data is not a folder
$ perfolio unpack $T/x.folio --capture 3 2>&1 | sed "s,$T,T,g"
perfolio unpack: T/x.folio has no capture '3', by number or name; it has 1 user.data, 2 threads.data
$ perfolio unpack $T/x.folio -o $T/y
! perfolio unpack: -o: unknown option: use -d DIR
? 1
$ perfolio unpack $T/x.folio -o$T/y 2>&1 | sed "s,$T,T,g"
perfolio unpack: -oT/y: unknown option: use -d DIR
$ perfolio unpack $T/x.folio --output=y
! perfolio unpack: --output=y: unknown option: use -d DIR
? 1
$ perfolio unpack $T/x.folio -C $T/y
! perfolio unpack: -C: unknown option: use -d DIR
? 1
$ perfolio unpack $T/x.folio --outputs
! perfolio unpack: --outputs: unknown option
? 1
$ perfolio verify -o $T/y $T/x.folio
! perfolio verify: -o: unknown option
? 1
$ perfolio verify fixtures/hppa/user.data
! perfolio verify: fixtures/hppa/user.data: a capture, not a folio: perfolio pack makes one of it
? 1
$ perfolio merge fixtures/s390x/pipe.data -o $T/merged.folio
! perfolio merge: fixtures/s390x/pipe.data: a capture, not a folio: perfolio pack makes one of it
? 1
$ printf 'PERFILE' >$T/short; perfolio verify $T/short 2>&1 | sed "s,$T,T,g"
perfolio verify: T/short: not a folio: it does not begin with the ELF header of one
$ perfolio unpack fixtures/hppa/user.data -d $T/y
! perfolio unpack: fixtures/hppa/user.data: a capture, not a folio: perfolio pack makes one of it
? 1
$ perfolio unpack - <$T/x.folio
! perfolio unpack: no output folder is named: use -d DIR
? 1
$ cp fixtures/hppa/user.data $T/g.data; cd $T; perfolio pack g.data --isolated -o g.data.folio >/dev/null 2>&1; perfolio unpack g.data.folio | head -1; mv g.data.folio g; perfolio unpack g | head -1
capture g.data.d/g.data, 18632 bytes
capture g.d/g.data, 18632 bytes
$ (umask 022; perfolio unpack $T/x.folio -d $T/modes >/dev/null); cd $T/modes; stat -c '%a %n' user.data threads.data/data .debug/bin/*/*/elf
600 user.data
600 threads.data/data
644 .debug/bin/wl-dyn/8a828d2b86ec66a80c3f105081f62623b28b5a32/elf
$ mkdir $T/closed $T/full; chmod 555 $T/closed; s=; [ $(id -u) = 0 ] && s="setpriv --bounding-set=-dac_override,-dac_read_search"; for d in closed closed/x; do $s perfolio unpack $T/x.folio -d $T/$d 2>&1 | sed "s,$T,T,g"; done; $s perfolio unpack $T/x.folio -d $T/closed 2>/dev/null; echo "? $?"; perfolio unpack $T/x.folio -d $T/full >$T/a; chmod 555 $T/full $T/full/.debug; $s perfolio unpack $T/x.folio -d $T/full | cmp - $T/a; chmod -R u+w $T/closed $T/full
perfolio unpack: user.data and 5 more: the folder T/closed may not be written to: Permission denied
perfolio unpack: cannot create the folder T/closed/x: Permission denied
? 1
