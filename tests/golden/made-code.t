# Code that runs in memory which no file of a disk has is code that a process made, whatever the memory is called: a
# perf map names what .NET writes into a memfd.
$ perfolio report --isolated --stdio -q --no-children -g none -s dso,sym --objects fixtures/amd64/memfd/perf-8005.map -i fixtures/amd64/memfd.data
    66.67%  [JIT] tid 8005  [.] [Optimized] instance void Program::Hot()
    33.33%  [JIT] tid 8005  [.] Cold(int32)


! perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/memfd/perf-8005.map for /tmp/perf-8005.map: the capture has no build-id for it)
$ d=tmp/h/strangers/jit/m5; mkdir -p $T/root/$d; cp fixtures/amd64/replaced/jit-31093.dump $T/root/$d; cp fixtures/amd64/replaced.data $T/perf.data; for where in objects symfs; do perfolio report --isolated --stdio -q --no-children -g none -s dso,sym --$where $T/root -i $T/perf.data 2>$T/err; done
    81.58%  [JIT] tid 31093  [.] fn_replaced
    18.42%  [JIT] tid 31093  [.] fn_second


    81.58%  [JIT] tid 31093  [.] fn_replaced
    18.42%  [JIT] tid 31093  [.] fn_second


