# Notes of people in a folio: pinned, shown, counted, kept and left out; the capture stays as it was.
$ mkdir -p $T/n
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug -o $T/n/a.folio --note 'leaf_hot: slow' --note 'leaf_hot+0x1c: a miss' --note 'wl.c:12: hoist' --note '112.5,113: cold' --note 'the old board' >$T/said 2>$T/said; perfolio info $T/n/a.folio | grep ^note; perfolio info --capture=1 $T/n/a.folio 2>$T/said | grep -c ^note
note         leaf_hot: slow
note         leaf_hot+0x1c: a miss
note         wl.c:12: hoist
note         112.500000000,113.000000000: cold
note         the old board
5
$ perfolio report --stdio --sort dso -i $T/n/a.folio 2>$T/said | head -5
#
# Total Lost Samples: 0
#
# Notes: 5 (perfolio info shows them)
#
$ perfolio report -q --stdio --sort dso -i $T/n/a.folio 2>$T/said | head -2
    64.46%  wl-dyn
    33.73%  libspin.so
$ python3 tests/folio/reader.py $T/n/a.folio | grep ^note
note function=b'leaf_hot' text=b'slow'
note function=b'leaf_hot' offset=28 text=b'a miss'
note file=b'wl.c' line=12 text=b'hoist'
note from=112500000000 to=113000000000 text=b'cold'
note text=b'the old board'
$ perfolio unpack $T/n/a.folio -d $T/n/out >$T/said; cmp $T/n/out/user.data fixtures/hppa/user.data; perfolio merge $T/n/a.folio -o $T/n/b.folio >$T/said 2>$T/said; cmp $T/n/a.folio $T/n/b.folio
$ perfolio merge $T/n/a.folio --drop-notes --note "$(printf 'f\033[1m\342\200\256: one\ntwo')" -o $T/n/b.folio >$T/said 2>$T/said; perfolio info $T/n/b.folio | grep -a ^note
note         f\x1b[1m\xe2\x80\xae: one\x0atwo
$ perfolio pack fixtures/hppa/threads.data --append -o $T/n/a.folio --isolated --note-capture=threads.data --note 'second: here' >$T/said 2>$T/said; perfolio info $T/n/a.folio | grep ^note | tail -2
note         user.data: the old board
note         second of threads.data: here
$ perfolio merge $T/n/a.folio --drop-notes --note-capture=user.data -o $T/n/b.folio >$T/said 2>$T/said; perfolio info $T/n/b.folio | grep ^note
note         second of threads.data: here
$ perfolio merge $T/n/a.folio --note-capture=nobody --note x -o $T/n/b.folio 2>&1 | tail -1
perfolio merge: --note-capture nobody: no capture that is packed has this name
$ perfolio merge $T/n/a.folio --note '2,1: x' -o $T/n/b.folio 2>&1 | tail -1
perfolio merge: --note 2,1: x: the time of a note ends before it begins
$ perfolio merge $T/n/a.folio --note '0,0: x' -o $T/n/b.folio 2>&1 | tail -1; perfolio merge $T/n/a.folio --drop-notes --note 'weird\\: text' -o $T/n/d.folio 2>$T/said >$T/said; perfolio info $T/n/d.folio --json | grep -A1 '"notes"'
perfolio merge: --note 0,0: x: the time of a note ends at 0, where no recording is
  "notes": [
    {"capture": "user.data", "text": "text", "function": "weird\\", "offset": null, "file": null, "line": null, "from": null, "to": null},
$ sed 's/text=slow/text=slew/' $T/n/a.folio >$T/n/bad.folio; perfolio verify $T/n/bad.folio 2>&1 | sed 's,'$T'/,,g; s/[0-9]* bytes at offset [0-9]*/N bytes at offset N/' | head -3
damaged: section 17 (.notes, N bytes at offset N) is damaged: its checksum differs
damaged: n/bad.folio: section 17 (.notes, N bytes at offset N) is damaged: its checksum differs
capture user.data: 2 objects are missing, with 1.81% of its samples
$ perfolio info $T/n/bad.folio 2>$T/said | tail -1; perfolio info $T/n/bad.folio >$T/said 2>$T/said; echo $?
holds 2 objects with the names of their source files: /bin/wl-dyn, /lib/libspin.so
1
$ perfolio report --stdio -q --sort dso --capture=1 -i $T/n/bad.folio 2>&1 | sed 's,'$T'/,,g; s/[0-9]* bytes at offset [0-9]*/N bytes at offset N/' | head -4
    64.46%  wl-dyn
    33.73%  libspin.so
     1.20%  libc.so.6
     0.60%  ld.so.1
$ perfolio report --stdio --sort dso --capture=1 -i $T/n/bad.folio 2>$T/said | sed 's,'$T'/,,g; s/[0-9]* bytes at offset [0-9]*/N bytes at offset N/' | sed -n 4p; perfolio merge $T/n/bad.folio -o $T/n/c.folio 2>&1 | sed 's,'$T'/,,g; s/[0-9]* bytes at offset [0-9]*/N bytes at offset N/' | tail -1; ls $T/n/c.folio 2>$T/said; perfolio merge $T/n/bad.folio --drop-notes -o $T/n/c.folio >$T/said 2>$T/said; echo $?
# Notes: n/bad.folio: section 17 (.notes, N bytes at offset N) is damaged: its checksum differs
perfolio merge: n/bad.folio: section 17 (.notes, N bytes at offset N) is damaged: its checksum differs
0
