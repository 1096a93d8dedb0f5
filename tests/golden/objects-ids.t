# A folder is searched by build-id, whatever the files are called and however they got there: an entry of a build-id cache,
# its index, a folder of files that were copied together, a build tree with links that lead round in circles.
$ mkdir -p $T/build/a/b; cp fixtures/hppa/debug/bin/wl-dyn/*/elf "$T/build/a/b/the program.old"; cp fixtures/hppa/debug/lib/libspin.so/*/elf $T/build/1; ln -s ../.. $T/build/a/b/up; cd $T; perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i $OLDPWD/fixtures/hppa/user.data --isolated --objects build
    34.04%  wl-dyn         [.] leaf_hot
    32.83%  libspin.so     [.] dso_inner
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32
    34.04%  wl-dyn         [.] leaf_hot
    19.28%  libspin.so     [.] 0x00000534
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold
    11.45%  libspin.so     [.] 0x00000548


! perfolio: 118 samples lie in objects that were not found, 35.54% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug/.build-id/8a/828d2b86ec66a80c3f105081f62623b28b5a32/elf
    34.04%  wl-dyn         [.] leaf_hot
    19.28%  libspin.so     [.] 0x00000534
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold
    11.45%  libspin.so     [.] 0x00000548


! perfolio: 118 samples lie in objects that were not found, 35.54% of all (first: 0x548 in /lib/libspin.so)
$ perfolio report --stdio -q --sort dso,sym --percent-limit 5 -i fixtures/hppa/user.data --isolated --objects fixtures/hppa/debug/.build-id
    34.04%  wl-dyn         [.] leaf_hot
    32.83%  libspin.so     [.] dso_inner
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold


! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ # what has another build-id is not looked for by its name, and how many files were looked at is said
$ mkdir -p $T/x/y; cp fixtures/hppa/debug/lib/libspin.so/*/elf $T/x/y/wl-dyn; cd $T; perfolio explain 0x10914 -i $OLDPWD/fixtures/hppa/user.data --isolated --objects x
0x10914 at the end of the recording

178 (wl-dyn) since 111.985886620
  map       0x10000-0x12000, offset 0x0, r-xp
  object    /bin/wl-dyn, an ELF file, build-id 8a828d2b86ec66a80c3f105081f62623b28b5a32
  address   0x10914 - 0x10000 (the map) + 0x0 (its offset in the file) = 0x914
  asked     build-id cache x, ELF file: has none
  asked     build-id cache x/.debug, ELF file: has none
  asked     folder x, ELF file: has none
  asked     any file below x, ELF file: has none: 1 file looked at, 1 with a build-id
  table     nothing
  symbol    none: no file was found for the object
$ # a listing in a folder that a build-id names is of that kernel; filed under another one it is refused
$ e=$T/c/.build-id/06/f8bde30046985060c60820f7a11515a33afb06; mkdir -p $e; printf '%s\n' 'ffffffffb98d0530 T told_by_its_place' 'ffffffffb98d0600 T and_the_next' 'ffffffffb98d0700 T last_one' >$e/kallsyms; perfolio script -F sym,ip -i fixtures/amd64/buildid-mmap.data --isolated --objects $e 2>&1 | grep -m1 told_by
	ffffffffb98d053b told_by_its_place
$ perfolio script -F sym,ip -i fixtures/amd64/buildid-mmap.data --isolated --objects $T/c/.build-id/06/f8bde30046985060c60820f7a11515a33afb06/kallsyms 2>&1 | grep -m1 told_by
	ffffffffb98d053b told_by_its_place
$ perfolio script -F sym,ip -i fixtures/amd64/buildid-mmap.data --isolated --objects $T/c 2>&1 | grep -c 'told_by\|name only'
1
$ e=$T/c/.build-id; mkdir $e/07; mv $e/06/f8bde30046985060c60820f7a11515a33afb06 $e/07; perfolio script -F sym,ip -i fixtures/amd64/buildid-mmap.data --isolated --objects $e/07/f8bde30046985060c60820f7a11515a33afb06 2>&1 | sed "s|$T|T|g" | grep 'told_by\|refused'
perfolio: 1 object was refused: its build-id differs from the recorded one (first: T/c/.build-id/07/f8bde30046985060c60820f7a11515a33afb06/kallsyms: its build-id is 07f8bde30046985060c60820f7a11515a33afb06, 06f8bde30046985060c60820f7a11515a33afb06 was recorded)
