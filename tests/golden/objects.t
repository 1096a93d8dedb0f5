# Objects are what their build-id says: one that is filed under the id of another, or lies where the other lay, is
# refused, and told; the right one is taken from wherever it is. Where the capture has no build-id, only what the user
# named is matched by name, and that is told, too; this host's own cache holds its own kernel.
$ own=$PWD/fixtures/hppa/debug; mkdir -p $T/cache/.build-id/8a $T/sys/bin; cd $T; cp $own/lib/libspin.so/*/elf cache/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32; perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i $own/../user.data --isolated --objects cache
    32.83%  libspin.so     [.] dso_inner
    18.67%  wl-dyn         [.] 0x00000914
    15.06%  wl-dyn         [.] 0x000008dc
     9.64%  wl-dyn         [.] 0x00000958
     8.73%  wl-dyn         [.] 0x00000bfc


! perfolio: 220 samples lie in objects that were not found, 66.27% of all (first: 0x958 in /bin/wl-dyn)
! perfolio: 1 object was refused: its build-id differs from the recorded one (first: cache/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32: its build-id is bdf6cedc1c96b63a16661eda245d21a01d757b60, 8a828d2b86ec66a80c3f105081f62623b28b5a32 was recorded)
$ own=$PWD/fixtures/hppa/debug; cd $T; cp $own/lib/libspin.so/*/elf sys/bin/wl-dyn; perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i $own/../user.data --isolated --symfs sys
    19.28%  libspin.so     [.] 0x00000534
    18.67%  wl-dyn         [.] 0x00000914
    15.06%  wl-dyn         [.] 0x000008dc
    11.45%  libspin.so     [.] 0x00000548
     9.64%  wl-dyn         [.] 0x00000958
     8.73%  wl-dyn         [.] 0x00000bfc


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio: 1 object was refused: its build-id differs from the recorded one (first: sys/bin/wl-dyn: its build-id is bdf6cedc1c96b63a16661eda245d21a01d757b60, 8a828d2b86ec66a80c3f105081f62623b28b5a32 was recorded)
$ own=$PWD/fixtures/hppa/debug; cd $T; cp $own/bin/wl-dyn/*/elf sys/bin/wl-dyn; perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i $own/../user.data --isolated --symfs sys
    34.04%  wl-dyn         [.] leaf_hot
    19.28%  libspin.so     [.] 0x00000534
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold
    11.45%  libspin.so     [.] 0x00000548


! perfolio: 118 samples lie in objects that were not found, 35.54% of all (first: 0x548 in /lib/libspin.so)
$ own=$PWD/fixtures/hppa/debug; cd $T; perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i $own/../user.data --isolated --objects cache --objects $own
    34.04%  wl-dyn         [.] leaf_hot
    32.83%  libspin.so     [.] dso_inner
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug/lib/libspin.so/*/elf
    32.83%  libspin.so     [.] dso_inner
    18.67%  wl-dyn         [.] 0x00000914
    15.06%  wl-dyn         [.] 0x000008dc
     9.64%  wl-dyn         [.] 0x00000958
     8.73%  wl-dyn         [.] 0x00000bfc


! perfolio: 220 samples lie in objects that were not found, 66.27% of all (first: 0x958 in /bin/wl-dyn)
$ perfolio report --stdio -q --sort dso -i fixtures/hppa/user.data --objects /nonexistent
! perfolio: cannot open /nonexistent: No such file or directory
? 1
$ perfolio report --stdio -q --sort dso -i fixtures/hppa/user.data --objects fixtures/bad/text.data
! perfolio: fixtures/bad/text.data is neither an ELF file nor a listing of symbols nor a package
? 1
$ mkdir -p $T/.debug/bin/wl-dyn/00 "$T/.debug/[kernel.kallsyms]/00"; echo 10150000 T not_that_kernel >"$T/.debug/[kernel.kallsyms]/00/kallsyms"; cp fixtures/hppa/debug/bin/wl-dyn/*/elf $T/.debug/bin/wl-dyn/00; HOME=$T perfolio report --stdio -q --sort dso,sym --percent-limit 14 -i fixtures/hppa/nobid.data
    26.61%  [kernel.kallsyms]  [k] 0x10529ee8


! perfolio: 218 samples lie in objects that were not found, 100.00% of all (first: 0x2f7690 in /bin/perf, recorded without a build-id: --symfs would find it by its path)
$ mkdir $T/.debug/.build-id; perfolio report --stdio -q --sort dso,sym --percent-limit 14 -i fixtures/hppa/nobid.data --isolated --objects $T/.debug 2>&1 >$T/out | sed "s|$T|HOME|"; cat $T/out
perfolio: 20 samples lie in objects that were not found, 9.17% of all (first: 0x2f7690 in /bin/perf, recorded without a build-id: --symfs would find it by its path)
perfolio: 164 samples lie in objects that have no symbol at their address, 75.23% of all (first: 0x1021560c in [kernel.kallsyms]); perfolio doctor says where to get symbols
perfolio: 2 objects were matched by name only: no build-id proves that they are the recorded ones (first: HOME/.debug/[kernel.kallsyms]/00/kallsyms for [kernel.kallsyms]: the capture has no build-id for it)
    26.61%  [kernel.kallsyms]  [k] 0x10529ee8


$ own=$PWD/fixtures/hppa/debug; mkdir $T/a $T/b; cd $T; cp $own/bin/wl-dyn/*/elf a/wl-dyn; perl -pe 's/\x8a\x82\x8d\x2b/\x8a\x82\x8d\x2c/' a/wl-dyn >b/wl-dyn; perfolio report --stdio -q --sort dso,sym --percent-limit 14 -i $own/../nobid.data --isolated --objects a
    26.61%  [kernel.kallsyms]  [k] 0x10529ee8


! perfolio: 187 samples lie in objects that were not found, 85.78% of all (first: 0x2f7690 in /bin/perf, recorded without a build-id: --symfs would find it by its path)
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: a/wl-dyn for /bin/wl-dyn: the capture has no build-id for it)
$ cd $T; perfolio report --stdio -q --sort dso,sym --percent-limit 14 -i $OLDPWD/fixtures/hppa/nobid.data --isolated --objects a --objects b
    26.61%  [kernel.kallsyms]  [k] 0x10529ee8


! perfolio: 218 samples lie in objects that were not found, 100.00% of all (first: 0x2f7690 in /bin/perf, recorded without a build-id: --symfs would find it by its path)
! perfolio: 2 objects were found but could not be used (first: b/wl-dyn: two different files have that name: neither is used)
$ cd $T; perfolio report --stdio -q --sort dso,sym --percent-limit 14 -i $OLDPWD/fixtures/hppa/nobid.data --isolated --objects b --objects a
    26.61%  [kernel.kallsyms]  [k] 0x10529ee8


! perfolio: 218 samples lie in objects that were not found, 100.00% of all (first: 0x2f7690 in /bin/perf, recorded without a build-id: --symfs would find it by its path)
! perfolio: 2 objects were found but could not be used (first: a/wl-dyn: two different files have that name: neither is used)
$ cd $T; perfolio report --stdio -q --sort dso,sym --percent-limit 18 -i $OLDPWD/fixtures/hppa/user.data --isolated --objects b/wl-dyn
    19.28%  libspin.so     [.] 0x00000534
    18.67%  wl-dyn         [.] 0x00000914


! perfolio: 332 samples lie in objects that were not found, 100.00% of all (first: 0x548 in /lib/libspin.so)
! perfolio: 1 object was refused: its build-id differs from the recorded one (first: b/wl-dyn: its build-id is 8a828d2c86ec66a80c3f105081f62623b28b5a32, 8a828d2b86ec66a80c3f105081f62623b28b5a32 was recorded)
$ # what the kernel makes while it is read has no size, but text
$ perfolio report -q --stdio --sort sym --isolated --kallsyms /proc/version -i fixtures/hppa/user.data
! perfolio: /proc/version is neither an ELF file nor a listing of symbols
? 1
$ touch $T/empty; perfolio report -q --stdio --sort sym --isolated --kallsyms $T/empty -i fixtures/hppa/user.data 2>&1 | sed "s,$T,T,"
perfolio: T/empty is empty
$ perfolio report --isolated --symfs /nonexistent -i fixtures/hppa/user.data
! perfolio: cannot open /nonexistent: No such file or directory
? 1
$ perfolio report --isolated --symfs README.md -i fixtures/hppa/user.data
! perfolio: --symfs: README.md is not a folder
? 1
