# A folio in a page: written, read as any capture, and kept from what would lose something.
$ cd $T; printf '<!doctype html>\n<p>before</p>\n<!-- folio -->\n<p>after</p>\n' >page.html; printf '<html>no place</html>\n' >other.html
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug --html --page $T/page.html -o $T/bug.html | sed 's,'$T'/,,; s/[0-9]* bytes/N bytes/' | sed -n 1p
bug.html: 1 capture, 2 objects, level code, N bytes
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
$ sed 's/>f0VMRg[A-Za-z0-9+/]*=*</>f0VMRg...</' $T/bug.html
<!doctype html>
<p>before</p>
<script type="application/octet-stream;base64" id="folio" data-name="bug.folio">f0VMRg...</script>
<p>after</p>
$ perfolio report -q --stdio --sort dso,sym -i $T/bug.html | sed -n 1,4p
    34.04%  wl-dyn         [.] leaf_hot
    32.83%  libspin.so     [.] dso_inner
    15.06%  wl-dyn         [.] sorter
    14.76%  wl-dyn         [.] leaf_cold
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ perfolio pack fixtures/hppa/user.data --objects fixtures/hppa/debug -o $T/bug.folio >$T/said; perfolio unpack $T/bug.html -d $T/out >$T/said; cmp $T/out/user.data fixtures/hppa/user.data; perfolio verify $T/bug.html | sed 's,'$T'/,,' | tail -2
holds 4 names of threads: wl-dyn, wl-alpha, ...
holds 2 objects with the names of their source files: /bin/wl-dyn, /lib/libspin.so
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
$ perfolio pack $T/bug.html --html --page $T/page.html -o $T/bug.html | sed 's,'$T'/,,; s/[0-9]* bytes/N bytes/' | sed -n 1p; perfolio report -q --stdio --sort dso -i $T/bug.html | sed -n 1,3p
bug.html: 1 capture, 2 objects, level code, N bytes
    64.46%  wl-dyn
    33.73%  libspin.so
     1.20%  libc.so.6
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
! perfolio pack: user.data: 2 objects are missing, with 1.81% of the samples:
!     1.20%  /lib/libc.so.6  2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094
!     0.60%  /lib/ld.so.1  ff9070a6c35c6f07f31dc57b694b6333cdfcc91f
! perfolio: 6 samples lie in objects that were not found, 1.81% of all (first: 0x22d60 in /lib/ld.so.1)
$ cd $T; perfolio pack $OLDPWD/fixtures/hppa/user.data --html --page page.html -o other.html
! perfolio pack: other.html exists and is not a folio, so it is not replaced
? 1
$ cd $T; perfolio pack $OLDPWD/fixtures/hppa/user.data --html --page bug.html -o new.html
! perfolio pack: bug.html: the page has a folio already
? 1
$ cd $T; perfolio pack $OLDPWD/fixtures/hppa/user.data --html --page other.html -o new.html
! perfolio pack: other.html: the page has no line <!-- folio -->, where a folio could stand
? 1
$ cd $T; perfolio pack $OLDPWD/fixtures/hppa/user.data --html --page absent.html -o new.html
! perfolio pack: absent.html: cannot open: No such file or directory
? 1
$ cd $T; perfolio pack $OLDPWD/fixtures/hppa/user.data --html --append -o new.html; perfolio pack $OLDPWD/fixtures/hppa/user.data --page page.html -o new.folio
! perfolio pack: --append adds to a folio, not to a page
! perfolio pack: --page needs --html
? 1
$ cd $T; perfolio pack $OLDPWD/fixtures/hppa/user.data --append -o bug.html
! perfolio pack: bug.html is a page with a folio in it: --append adds to folios
? 1
$ cd $T; cp $OLDPWD/docs/page.md page.md; perfolio pack $OLDPWD/fixtures/hppa/user.data -o page.md; head -c 3000 bug.html >cut.html; perfolio report -i cut.html
! perfolio pack: page.md exists and is not a folio, so it is not replaced
! perfolio: cut.html: the page was cut off: it ends inside its folio
? 1
$ cd $T; sed s/f0VMRg/AAAAAA/ bug.html >not.html; perfolio pack $OLDPWD/fixtures/hppa/user.data -o not.html
! perfolio pack: not.html exists and is not a folio, so it is not replaced
? 1
$ ls $T
bug.folio
bug.html
cut.html
not.html
other.html
out
page.html
page.md
perfolio
said
$ cd $T; sed s/f0VMRg/f0-MRg/ bug.html >bad.html; perfolio report -i bad.html
! perfolio: bad.html: the folio in the page: byte 0x2d is not Base64
? 1
