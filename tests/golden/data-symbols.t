# Samples and callers in a data symbol are one row, which shows how far into it the first of them was, as in perf: here
# the kernel's listing has nothing but data from 0x10160000 on. What names each address tells them apart.
$ printf '%s\n' '10150000 T _stext' '10150000 T _text' '10160000 D some_data' '1052c000 D _etext' > $T/list
$ perfolio report -n --sort sym --percent-limit 10 -i fixtures/hppa/pipe.data --isolated --kallsyms $T/list 2>/dev/null | sed -n '/^ /p'
    46.96%           255  [k] some_data+0x162ad0
    16.57%            90  [.] 0x00000680
    15.47%            84  [.] 0x000006b8
$ perfolio report -n --sort dso,sym --percent-limit 10 -i fixtures/hppa/pipe.data --isolated --kallsyms $T/list 2>/dev/null | sed -n '/some_data/p'
    46.96%           255  [kernel.kallsyms]  [k] some_data+0x162ad0
$ perfolio report -n --hierarchy --sort dso,sym --percent-limit 10 -i fixtures/hppa/pipe.data --isolated --kallsyms $T/list 2>/dev/null | sed -n '/some_data/p'
       46.96%           255     [k] some_data+0x162ad0
$ perfolio script -F ip,sym,symoff -i fixtures/hppa/pipe.data --isolated --kallsyms $T/list 2>/dev/null | grep -m3 some_data
         102c2ad0 some_data+0x162ad0
         10521ed4 some_data+0x3c1ed4
         10521ed4 some_data+0x3c1ed4
