# Code that runs in memory which no file of a disk has is code that a process made, whatever the memory is called: a
# perf map names what .NET writes into a memfd. Names of a jitdump hold from their time on, in a folio, too. Memory over an
# object's code, as who puts it into huge pages maps it, is taken for that code, and that is said. Names may be mangled. A list
# under another number, which a process in a PID namespace gives itself, is not taken; where one fits doctor says what to do.
$ perfolio report --isolated --stdio -q --no-children -g none -s dso,sym --objects fixtures/amd64/memfd/perf-8005.map -i fixtures/amd64/memfd.data
    66.67%  [JIT] tid 8005  [.] [Optimized] instance void Program::Hot()
    33.33%  [JIT] tid 8005  [.] Cold(int32)


! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/memfd/perf-8005.map for /tmp/perf-8005.map: the capture has no build-id for it)
$ d=tmp/h/strangers/jit/m5; mkdir -p $T/root/$d; cp fixtures/amd64/replaced/jit-31093.dump $T/root/$d; cp fixtures/amd64/replaced.data $T/perf.data; for where in objects symfs; do perfolio report --isolated --stdio -q --no-children -g none -s dso,sym --$where $T/root -i $T/perf.data 2>$T/err; done
    42.11%  [JIT] tid 31093  [.] fn_replaced
    39.47%  [JIT] tid 31093  [.] fn_first
    18.42%  [JIT] tid 31093  [.] fn_second


    42.11%  [JIT] tid 31093  [.] fn_replaced
    39.47%  [JIT] tid 31093  [.] fn_first
    18.42%  [JIT] tid 31093  [.] fn_second


$ perfolio report --isolated --stdio -q --no-children -g none -s dso,sym --objects fixtures/amd64/remapped -i fixtures/amd64/remapped.data
    56.52%  libhot.so          [.] hot_two
    39.13%  libhot.so          [.] hot_one
     4.35%  [kernel.kallsyms]  [k] 0xffffffff8226dbf9


! perfolio: 1 sample lies in an object that was not found, 4.35% of all (first: 0xffffffff8226dbf9 in [kernel.kallsyms])
! perfolio: 2 anonymous mappings over objects' code are assumed to hold the same code, as with huge pages (first: 0x7faf82540000-0x7faf82541000: /tmp/h/strangers/odd/libhot.so)
$ perfolio doctor --isolated --objects fixtures/amd64/remapped -i fixtures/amd64/remapped.data | sed -n '/^the recording/,$p'
the recording
  2 anonymous mappings over objects' code are assumed to hold the same code, as with huge pages (first: 0x7faf82540000-0x7faf82541000: /tmp/h/strangers/odd/libhot.so)
  at least 95.65% of the samples' period has call chains that lead outside of every mapping
    code without frame pointers: record with --call-graph dwarf, or build with -fno-omit-frame-pointer
$ perfolio explain --isolated --objects fixtures/amd64/remapped -i fixtures/amd64/remapped.data 0x7faf82540100 | grep -E '^ *(map|object)'
  map       0x7faf82540000-0x7faf82541000, offset 0x1000, r-xp, anonymous memory, assumed to hold the code of the object below it
  object    /tmp/h/strangers/odd/libhot.so, an ELF file, build-id f0e8b8430dc4194f897b68111a19777eafdc7de8
! perfolio: 2 anonymous mappings over objects' code are assumed to hold the same code, as with huge pages (first: 0x7faf82540000-0x7faf82541000: /tmp/h/strangers/odd/libhot.so)
$ perfolio pack --isolated --objects fixtures/amd64/remapped -o $T/remapped.folio fixtures/amd64/remapped.data >/dev/null 2>&1; perfolio report --isolated --stdio -q --no-children -g none -s dso,sym -i $T/remapped.folio
    56.52%  libhot.so          [.] hot_two
    39.13%  libhot.so          [.] hot_one
     4.35%  [kernel.kallsyms]  [k] 0xffffffff8226dbf9


! perfolio: 1 sample lies in an object that was not found, 4.35% of all (first: 0xffffffff8226dbf9 in [kernel.kallsyms])
! perfolio: 2 anonymous mappings over objects' code are assumed to hold the same code, as with huge pages (first: 0x7faf82540000-0x7faf82541000: /tmp/h/strangers/odd/libhot.so)
$ printf '7f84ded53000 9 camlStdlib__$2b$2b_88\n7f84ded54000 9 Lcom/example/Foo;.bar(ILjava/lang/String;)V\n' >$T/perf-8005.map; perfolio report --isolated --stdio -q --no-children -g none -s sym --objects $T/perf-8005.map -i fixtures/amd64/memfd.data 2>&1 | grep %; perfolio report --isolated --no-demangle --stdio -q --no-children -g none -s sym --objects $T/perf-8005.map -i fixtures/amd64/memfd.data 2>&1 | grep %
    66.67%  [.] Stdlib.++_88
    33.33%  [.] com.example.Foo.bar(int, java.lang.String)
    66.67%  [.] camlStdlib__$2b$2b_88
    33.33%  [.] Lcom/example/Foo;.bar(ILjava/lang/String;)V
$ perfolio pack --isolated --objects $T/perf-8005.map -o $T/mangled.folio fixtures/amd64/memfd.data >/dev/null 2>&1; perfolio report --isolated --stdio -q --no-children -g none -s sym -i $T/mangled.folio 2>&1 | grep %
    66.67%  [.] Stdlib.++_88
    33.33%  [.] com.example.Foo.bar(int, java.lang.String)
$ mkdir $T/mangled; sed 's/fn_replaced/camlA__bc_1/' fixtures/amd64/replaced/jit-31093.dump >$T/mangled/jit-31093.dump; perfolio report --isolated --stdio -q --no-children -g none -s sym --objects $T/mangled -i fixtures/amd64/replaced.data 2>&1 | grep %
    42.11%  [.] A.bc_1
    39.47%  [.] fn_first
    18.42%  [.] fn_second
$ mkdir $T/inner; printf '1000 9 f\n2000 9 g\n' >$T/inner/perf-9.map; cp fixtures/amd64/memfd/perf-8005.map $T/inner/perf-7.map; cd $T; perfolio report --isolated --stdio -q --no-children -g none -s sym --objects inner -i $OLDPWD/fixtures/amd64/memfd.data | grep %; perfolio doctor --isolated --objects inner -i $OLDPWD/fixtures/amd64/memfd.data | grep -A9 '8005.map$'; cp inner/perf-7.map inner/perf-8005.map; perfolio report --isolated --stdio -q --no-children -g none -s sym --objects inner -i $OLDPWD/fixtures/amd64/memfd.data | grep %
    66.67%  [.] 0x00007f84ded53003
    33.33%  [.] 0x00007f84ded54003
/tmp/perf-8005.map
  samples   15 (100.00%), 15 of them (100.00%) without a name
  object    code that the process made at run time, recorded without a build-id
  names     nothing
  why       the process generated this code: only a perf map or jitdump has its names
  had none  build-id cache inner, build-id cache inner/.debug, folder inner, packages
  get it    of the recorded machine, to be put beside the capture: /tmp/perf-8005.map, if its runtime was told to write one
  may fit   inner/perf-7.map: 2 of its 2 functions lie where this process generated code; if the process had pid 7 in its PID namespace, copy the file to perf-8005.map

the recording
  at least 100.00% of the samples' period has call chains that lead outside of every mapping
    code without frame pointers: record with --call-graph dwarf, or build with -fno-omit-frame-pointer
    66.67%  [.] [Optimized] instance void Program::Hot()
    33.33%  [.] Cold(int32)
! perfolio: 15 samples lie in objects that were not found, 100.00% of all (first: 0x7f84ded53003 in /tmp/perf-8005.map)
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: inner/perf-8005.map for /tmp/perf-8005.map: the capture has no build-id for it)
$ perfolio pack --isolated --objects fixtures/amd64/replaced -o $T/replaced.folio fixtures/amd64/replaced.data >/dev/null 2>&1; perfolio report --isolated --stdio -q --no-children -g none -s dso,sym -i $T/replaced.folio 2>/dev/null; perfolio verify $T/replaced.folio | tail -1 | sed 's,.*/,,'; python3 tests/folio/reader.py $T/replaced.folio check >/dev/null && echo sound
    42.11%  [JIT] tid 31093  [.] fn_replaced
    39.47%  [JIT] tid 31093  [.] fn_first
    18.42%  [JIT] tid 31093  [.] fn_second


holds 2 names of threads: j, perf-exec
sound
$ perfolio script --isolated --objects fixtures/amd64/replaced -i fixtures/amd64/replaced.data -F ip,sym -G | uniq -c
     15      7f0f79581003 fn_first
      7      7f0f79581403 fn_second
     16      7f0f79581003 fn_replaced
! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/replaced/jit-31093.dump for /tmp/perf-31093.map: the capture has no build-id for it)
$ perfolio annotate --isolated --stdio -i $T/replaced.folio -s fn_first 2>/dev/null | grep -v '^# code'
 Percent |	Source code & Disassembly of perf-31093.map for cpu-clock (15 samples, percent: local period)
-------------------------------------------------------------------------------------------------------------
         :
         :
         :
         :              00007f0f79581000 <fn_first>:
         :              fn_first():
    0.00 :   7f0f79581000:   movq   %rdi, %rax
  100.00 :   7f0f79581003:   decq   %rax
    0.00 :   7f0f79581006:   jne    0x7f0f79581003 <fn_first+0x3>
    0.00 :   7f0f79581008:   retq
$ perfolio unpack -d $T/out $T/replaced.folio >/dev/null 2>&1; cat $(find $T/out -name "*.map")
7f0f79581000 9 fn_replaced
7f0f79581400 9 fn_second
