# Chains of PowerPC hold what the link register held, which is a caller in some functions alone. Where tables know of the
# address: saves+0xc and by_fp have saved it, frames has a frame without it, _start has none; silent is in no table. A
# machine of the other byte order runs link32 and not link64, this one the other way round. A folio says what its capture does. Without objects nobody knows, and all entries stay.
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T le-file-64-attr128 be-file-32-attr128 >/dev/null; cp $T/linked/le-file-64-attr128.data $T/le.data; perl -pe 's/ppc64le\0/ppc64\0\0\0/' $T/linked/be-file-32-attr128.data >$T/be.data
$ perfolio script -F ip,sym,symoff --isolated --objects fixtures/ppc64le/link64 --objects fixtures/ppc64le/link32 -i $T/le.data >$T/le.txt; cat $T/le.txt

	        10000200 saves+0x0
	        10000248 _start+0x4
	        10000250 _start+0xc


	        10000204 saves+0x4
	        10000248 _start+0x4
	        10000250 _start+0xc


	        10000208 saves+0x8
	        10000248 _start+0x4
	        10000250 _start+0xc


	        1000020c saves+0xc
	        10000248 _start+0x4
	        10000250 _start+0xc


	        10000220 leaf+0x4
	        10000210 saves+0x10
	        10000248 _start+0x4
	        10000250 _start+0xc


	        10000228 frames+0x4
	        10000248 _start+0x4
	        10000250 _start+0xc


	        10000238 by_fp+0x4
	        10000248 _start+0x4


	        1000023c silent+0x0
	        10000210 saves+0x10
	        10000248 _start+0x4


	        10000248 _start+0x4


	        1000020c saves+0xc


	        1000020c saves+0xc
	        10000220 leaf+0x4
	        10000248 _start+0x4


	c000000000000100 [unknown]
	c000000000000200 [unknown]
	        1000020c saves+0xc
	        10000210 saves+0x10
	        10000248 _start+0x4


	        20000200 [unknown]
	        20000248 [unknown]
	        20000250 [unknown]


	        20000204 [unknown]
	        20000248 [unknown]
	        20000250 [unknown]


	        20000208 [unknown]
	        20000248 [unknown]
	        20000250 [unknown]


	        2000020c [unknown]
	        20000210 [unknown]
	        20000248 [unknown]
	        20000250 [unknown]


	        20000220 [unknown]
	        20000210 [unknown]
	        20000248 [unknown]
	        20000250 [unknown]


	        20000228 [unknown]
	        20000248 [unknown]
	        20000210 [unknown]
	        20000250 [unknown]


	        20000238 [unknown]
	        20000210 [unknown]
	        20000248 [unknown]


	        2000023c [unknown]
	        20000210 [unknown]
	        20000248 [unknown]


	        20000248 [unknown]
	        20000210 [unknown]


	        2000020c [unknown]


	        2000020c [unknown]
	        20000220 [unknown]
	        20000248 [unknown]


	c000000000000100 [unknown]
	c000000000000200 [unknown]
	        2000020c [unknown]
	        20000210 [unknown]
	        20000248 [unknown]

! perfolio: 13 samples lie in objects that were not found, 54.17% of all (first: 0xc000000000000100 in [kernel.kallsyms])
! perfolio: 1 object was refused: it is not the one that was mapped (first: fixtures/ppc64le/link32: it is code for ppc, but the recording is from ppc64le)
$ perfolio script -F ip,sym,symoff --isolated --objects fixtures/ppc64le/link64 --objects fixtures/ppc64le/link32 -i $T/be.data 2>/dev/null

	        10000200 [unknown]
	        10000248 [unknown]
	        10000250 [unknown]


	        10000204 [unknown]
	        10000248 [unknown]
	        10000250 [unknown]


	        10000208 [unknown]
	        10000248 [unknown]
	        10000250 [unknown]


	        1000020c [unknown]
	        10000210 [unknown]
	        10000248 [unknown]
	        10000250 [unknown]


	        10000220 [unknown]
	        10000210 [unknown]
	        10000248 [unknown]
	        10000250 [unknown]


	        10000228 [unknown]
	        10000248 [unknown]
	        10000210 [unknown]
	        10000250 [unknown]


	        10000238 [unknown]
	        10000210 [unknown]
	        10000248 [unknown]


	        1000023c [unknown]
	        10000210 [unknown]
	        10000248 [unknown]


	        10000248 [unknown]
	        10000210 [unknown]


	        1000020c [unknown]


	        1000020c [unknown]
	        10000220 [unknown]
	        10000248 [unknown]


	c000000000000100 [unknown]
	c000000000000200 [unknown]
	        1000020c [unknown]
	        10000210 [unknown]
	        10000248 [unknown]


	        20000200 saves+0x0
	        20000248 _start+0x4
	        20000250 _start+0xc


	        20000204 saves+0x4
	        20000248 _start+0x4
	        20000250 _start+0xc


	        20000208 saves+0x8
	        20000248 _start+0x4
	        20000250 _start+0xc


	        2000020c saves+0xc
	        20000248 _start+0x4
	        20000250 _start+0xc


	        20000220 leaf+0x4
	        20000210 saves+0x10
	        20000248 _start+0x4
	        20000250 _start+0xc


	        20000228 frames+0x4
	        20000248 _start+0x4
	        20000250 _start+0xc


	        20000238 by_fp+0x4
	        20000248 _start+0x4


	        2000023c silent+0x0
	        20000210 saves+0x10
	        20000248 _start+0x4


	        20000248 _start+0x4


	        2000020c saves+0xc


	        2000020c saves+0xc
	        20000220 leaf+0x4
	        20000248 _start+0x4


	c000000000000100 [unknown]
	c000000000000200 [unknown]
	        2000020c saves+0xc
	        20000210 saves+0x10
	        20000248 _start+0x4

$ perfolio pack -o $T/le.folio --isolated --objects fixtures/ppc64le/link64 --objects fixtures/ppc64le/link32 $T/le.data >/dev/null 2>&1; perfolio script -F ip,sym,symoff --isolated -i $T/le.folio 2>/dev/null | cmp - $T/le.txt
$ perfolio report --stdio --children -g none -q --sort dso -i $T/le.data --isolated
    50.00%    45.83%  link32
    50.00%    45.83%  link64
     8.33%     8.33%  [kernel.kallsyms]


! perfolio: 24 samples lie in objects that were not found, 100.00% of all (first: 0x200 in /opt/link64)
! perfolio: 52 callers lie in objects that were not found (first: 0x250 in /opt/link64)
$ perfolio report --stdio --no-children -g caller --max-stack 2 --sort sym -q --isolated --objects fixtures/ppc64le/link64 --objects fixtures/ppc64le/link32 -i $T/le.data
    25.00%  [.] saves
            |          
            |--20.83%--_start
            |          |          
            |          |--16.67%--_start
            |          |          
            |           --4.17%--leaf
            |          
             --4.17%--saves

    12.50%  [.] 0x000000000000020c
            |          
            |--4.17%--0x20000250
            |          0x20000248
            |          
            |--4.17%--0x20000248
            |          0x20000220
            |          
             --4.17%--0x2000020c

     8.33%  [k] 0xc000000000000100
            |          
            |--4.17%--0x20000248
            |          0x20000210
            |          
             --4.17%--_start
                       saves

     4.17%  [.] _start
     4.17%  [.] by_fp
            |
            ---by_fp

     4.17%  [.] frames
            |
            ---_start

     4.17%  [.] leaf
            |
            ---_start

     4.17%  [.] silent
            |
            ---saves

     4.17%  [.] 0x0000000000000200
            |
            ---0x20000248

     4.17%  [.] 0x0000000000000204
            |
            ---0x20000248

     4.17%  [.] 0x0000000000000208
            |
            ---0x20000248

     4.17%  [.] 0x0000000000000220
            |
            ---0x20000248

     4.17%  [.] 0x0000000000000228
            |
            ---0x20000210

     4.17%  [.] 0x0000000000000238
            |
            ---0x20000210

     4.17%  [.] 0x000000000000023c
            |
            ---0x20000210

     4.17%  [.] 0x0000000000000248
            |
            ---0x20000248



! perfolio: 13 samples lie in objects that were not found, 54.17% of all (first: 0xc000000000000100 in [kernel.kallsyms])
! perfolio: 11 callers lie in objects that were not found (first: 0x250 in /opt/link32)
! perfolio: 1 object was refused: it is not the one that was mapped (first: fixtures/ppc64le/link32: it is code for ppc, but the recording is from ppc64le)
