# A listing without a build-id has to fit the capture: another kernel's names nothing, however it was given, and what
# contradicts is told with its numbers. First the reference symbol of a kernel that does not move, then where the code
# ends, then addresses that are hidden. At last the same kernel after another boot, which moved it by 0x400000: its own
# names are right, but its modules lay elsewhere; and the listing of that very boot.
$ printf '%s\n' '00100000 T _stext' '00100000 T _text' '10160000 T another_kernels' 'ffa00000 T _etext' > $T/alien
$ perfolio report --sort sym --percent-limit 10 -i fixtures/hppa/pipe.data --isolated --kallsyms $T/alien 2>&1 | sed -n "s,$T/,,;/^ /p;/refused/p"
    41.07%  [k] 0x10529ee8
    16.57%  [.] 0x00000680
    15.47%  [.] 0x000006b8
perfolio: 1 kernel was refused: its addresses do not fit the recorded one (first: alien: its _text is at 0x100000, the recorded one at 0x10150000)
$ perfolio report --sort sym --percent-limit 10 -i fixtures/hppa/pipe.data --isolated --objects $T/alien 2>&1 | sed -n "s,$T/,,;/^ /p;/refused/p"
    41.07%  [k] 0x10529ee8
    16.57%  [.] 0x00000680
    15.47%  [.] 0x000006b8
perfolio: 1 kernel was refused: its addresses do not fit the recorded one (first: alien: its _text is at 0x100000, the recorded one at 0x10150000)
$ printf '%s\n' '10150000 T _stext' '10150000 T _text' '10160000 T the_same_kernels' '1052c000 D _etext' > $T/same
$ perfolio report --sort sym --percent-limit 10 -i fixtures/hppa/pipe.data --isolated --kallsyms $T/same 2>&1 | sed -n "s,$T/,,;/^ /p;/refused/p"
    46.96%  [k] the_same_kernels
    16.57%  [.] 0x00000680
    15.47%  [.] 0x000006b8
$ printf '%s\n' 'ffffffff81000000 T _stext' 'ffffffff81000000 T _text' 'ffffffff82209000 T _etext' > $T/longer
$ perfolio report --sort sym --percent-limit 10 -i fixtures/amd64/dir.data --isolated --objects $T/longer 2>&1 | sed -n "s,$T/,,;/^ /p;/refused/p"
perfolio: 1 kernel was refused: its addresses do not fit the recorded one (first: longer: the recorded kernel is 0xe01d32 long from _text on, its code 0x1209000)
$ printf '%s\n' '0000000000000000 T _stext' '0000000000000000 T _text' > $T/hidden
$ perfolio report --sort sym --percent-limit 10 -i fixtures/amd64/dir.data --isolated --kallsyms $T/hidden 2>&1 | sed -n "s,$T/,,;/^ /p;/used/p"
perfolio: 1 object was found but could not be used (first: hidden: all addresses are 0: it was copied without the right to see them (kptr_restrict))
$ printf '%s\n' 'ffffffffb9a00000 T _stext' 'ffffffffb9a00000 T _text' 'ffffffffb9a00100 T of_kernel' 'ffffffffba801d32 T _etext' > $T/boot
$ printf 'ffffffffc04a0000 t elsewhere\t[ext4]\nffffffffc0520000 t behind\t[ext4]\n' >> $T/boot
$ perfolio script -F ip,sym,symoff,dso -i fixtures/amd64/dir.data --isolated --kallsyms $T/boot 2>&1 | sed -n "s,$T/,,;/ext4/p"
 ffffffffc051b27c [unknown] (/lib/modules/6.1.0-50-amd64/kernel/fs/ext4/ext4.ko)
perfolio: 1 module's symbols were not used: the listing is of another boot, with the module at another address (first: boot: [ext4] begins at 0xffffffffc04a0000, the recorded one at 0xffffffffc04dc000)
$ perfolio report --sort sym --percent-limit 5 -i fixtures/amd64/dir.data --isolated --kallsyms $T/boot 2>&1 | grep of_kernel
    32.91%  [k] of_kernel
$ sed 's/ffffffffb9a/ffffffffb96/;s/ffffffffba8/ffffffffba4/;s/c04a0000 t elsewhere/c04dc000 t here/' $T/boot > $T/this
$ perfolio script -F ip,sym,symoff,dso -i fixtures/amd64/dir.data --isolated --kallsyms $T/this 2>&1 | sed -n "s,$T/,,;/ext4/p"
 ffffffffc051b27c here+0x3f27c (/lib/modules/6.1.0-50-amd64/kernel/fs/ext4/ext4.ko)
