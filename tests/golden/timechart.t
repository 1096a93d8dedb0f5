# The schedule as SVG: whole or not at all, well-formed, of a size that its width and rows give.
$ perfolio timechart --isolated -i fixtures/amd64/sched.data -o $T/a.svg 2>&1 | sed "s:$T:T:"
perfolio timechart: wrote 59.002 ms of the recording to T/a.svg
$ python3 -c "import sys, xml.dom.minidom as x; d = x.parse(sys.argv[1]); print(d.documentElement.getAttribute('viewBox')); print(*[t.firstChild.data for t in d.getElementsByTagName('title')], sep='\n')" $T/a.svg
0 0 1200 290
CPU 0, busy 43.466 ms
workload:271 on CPU 0 from 38.866916 for 32.725 ms
workload:271 on CPU 0 from 38.899713 for 4.418 ms
wl-lib:274 on CPU 0 from 38.904131 for 1.925 ms
workload:271 on CPU 0 from 38.919724 for 3.589 ms
CPU 1, busy 25.525 ms
wl-fib:273 on CPU 1 from 38.895741 for 23.966 ms
ksoftirqd/0:14 of process 14, ran 62.853 us in 1 run, waited for a CPU 26.610 us, was blocked 0 ns
rcu_preempt:15 of process 15, ran 386.605 us in 10 runs, waited for a CPU 605.462 us, was blocked 0 ns
migration/0:16 of process 16, ran 150.062 us in 1 run, waited for a CPU 29.354 us, was blocked 0 ns
migration/1:20 of process 20, ran 105.046 us in 1 run, waited for a CPU 27.611 us, was blocked 0 ns
perf:270 of process 270, ran 1.304 ms in 2 runs, waited for a CPU 258.980 us, was blocked 0 ns
workload:271 of process 271, ran 40.732 ms in 3 runs, waited for a CPU 517.211 us, was blocked 0 ns
wl-fib:273 of process 271, ran 24.324 ms in 2 runs, waited for a CPU 67.979 us, was blocked 173.497 us
wl-lib:274 of process 271, ran 1.925 ms in 1 run, waited for a CPU 7.981 ms, was blocked 0 ns
$ head -c 250 $T/a.svg; grep -c . $T/a.svg; grep -A4 '>workload:271<' $T/a.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="290" viewBox="0 0 1200 290" shape-rendering="crispEdges">
<style>text{font:11px sans-serif;fill:#222}.n{text-anchor:end}.l{font-size:10px;fill:#fff}.h{font-size:13px;font-weight:bold}.t{tex66
<g><text class="n" x="182" y="215">workload:271</text><title>workload:271 of process 271, ran 40.732 ms in 3 runs, waited for a CPU 517.211 us, was blocked 0 ns</title>
<path class="a" d="M206 218h959"/>
<path class="r" d="M208 214h1v4h-1zM209 204h554v14h-554zM763 213h1v5h-1zM764 212h1v6h-1zM765 204h74v14h-74zM839 211h1v7h-1zM1103 214h1v4h-1zM1104 204h60v14h-60zM1164 210h1v8h-1z"/>
<path class="w" d="M206 213h1v5h-1zM207 204h1v14h-1zM208 204h1v10h-1zM763 204h1v9h-1zM764 204h1v8h-1zM1098 208h1v10h-1zM1099 204h4v14h-4zM1103 204h1v10h-1z"/>
</g>
$ perfolio timechart --isolated -i fixtures/amd64/sched.data -o - -n 2 --time 38.9,38.905 -w 400 --highlight workload
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="182" viewBox="0 0 400 182" shape-rendering="crispEdges">
<style>text{font:11px sans-serif;fill:#222}.n{text-anchor:end}.l{font-size:10px;fill:#fff}.h{font-size:13px;font-weight:bold}.t{text-anchor:middle;fill:#666;font-size:10px}.g{stroke:#ddd;fill:none}.a{stroke:#bbb;fill:none}.f{stroke:#a02020;fill:none}.r{fill:#3b7dd8}.i0{fill:#d7e3d4}.m{fill:#c2379f}.i1{fill:#a9cba4}.w{fill:#f0a030}.i2{fill:#6fae6c}.b{fill:#d04040}.i3{fill:#3c8c40}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text class="h" x="10" y="18">sched.data: 5 ms from 38.900000</text>
<rect class="r" x="10" y="28" width="10" height="10"/><text x="24" y="37">runs</text>
<rect class="m" x="68" y="28" width="10" height="10"/><text x="82" y="37">runs (highlighted)</text>
<rect class="w" x="210" y="28" width="10" height="10"/><text x="224" y="37">waits for a CPU</text>
<rect class="b" x="334" y="28" width="10" height="10"/><text x="348" y="37">blocked (uninterruptible)</text>
<path class="g" d="M190 58V150"/><text class="t" x="190" y="55">0 ns</text>
<g><text class="n" x="182" y="75">CPU 0</text><title>CPU 0, busy 5 ms</title>
<path class="r" d="M355 68h1v10h-1zM356 64h34v14h-34z"/>
<path class="m" d="M190 64h165v14h-165zM355 64h1v4h-1z"/>
<text class="l" x="193" y="74">workload<title>workload:271 on CPU 0 from 38.900000 for 4.131 ms</title></text>
<text class="l" x="358" y="74">wl-li<title>wl-lib:274 on CPU 0 from 38.904131 for 868.346 us</title></text>
</g>
<g><text class="n" x="182" y="93">CPU 1</text><title>CPU 1, busy 5 ms</title>
<path class="r" d="M190 82h200v14h-200z"/>
<text class="l" x="193" y="92">wl-fib<title>wl-fib:273 on CPU 1 from 38.900000 for 5 ms</title></text>
</g>
<g><text class="n" x="182" y="125">workload:271</text><title>workload:271 of process 271, ran 4.131 ms in 1 run, waited for a CPU 0 ns, was blocked 0 ns</title>
<path class="a" d="M190 128h200"/>
<path class="m" d="M190 114h165v14h-165zM355 124h1v4h-1z"/>
</g>
<g><text class="n" x="182" y="143">wl-fib:273</text><title>wl-fib:273 of process 271, ran 5 ms in 1 run, waited for a CPU 0 ns, was blocked 0 ns</title>
<path class="a" d="M190 146h200"/>
<path class="r" d="M190 132h200v14h-200z"/>
</g>
<text x="190" y="164">1 more thread ran 868.346 us in all</text>
</svg>
! perfolio timechart: wrote 5 ms of the recording to standard output
$ perfolio timechart --isolated --json -i fixtures/hppa/pipetp.data -n 2 -o $T/b.svg | sed "s:$T:T:"
{
  "perfolio": 2,
  "command": "timechart",
  "path": "T/b.svg",
  "start": "250.769572076",
  "end": "251.737912236",
  "cpus": [
    {"cpu": 0, "busy": "0.939714384"},
    {"cpu": 1, "busy": "0.951755736"}
  ],
  "tasks": [
    {"comm": "perf", "pid": 305, "tid": 305, "runs": 31, "run": "0.703312816", "wait": "0.249422436", "blocked": "0.005187972"},
    {"comm": "wl-dyn", "pid": 306, "tid": 306, "runs": 31, "run": "0.603318860", "wait": "0.116808712", "blocked": "0.000000000"}
  ],
  "more_cpus": 0,
  "more_tasks": 10,
  "more_run": "0.584838444",
  "problems": [
    {"key": "late", "count": 2, "sentence": "records are out of time order in the file, and count at the time of the later records before them", "first": "at offset 169240, 367124 ns"}
  ]
}
$ perfolio timechart --isolated -i fixtures/amd64/sched.data -p wl-fib -p 271 -o - | grep -o '>[^<>]*:[0-9]*<'
>workload:271<
>wl-fib:273<
>wl-lib:274<
! perfolio timechart: wrote 59.002 ms of the recording to standard output
$ perfolio timechart --isolated -i fixtures/hppa/lost.data -o $T/nowhere/c.svg 2>&1 | sed "s:$T:T:"
perfolio: fixtures/hppa/lost.data: cannot create a file beside T/nowhere/c.svg: No such file or directory
$ perfolio timechart --isolated -i fixtures/amd64/fp.data -o $T/d.svg; ls $T | grep svg
a.svg
b.svg
! perfolio: fixtures/amd64/fp.data: the capture has no context switches; perf sched record, perf record -e sched:sched_switch and perf record --switch-events record them
$ perfolio timechart -w 20 -i fixtures/amd64/sched.data
! perfolio timechart: --width: '20' is not a number from 400 to 20000
? 1
$ perfolio timechart -n x -i fixtures/amd64/sched.data
! perfolio timechart: --proc-num: 'x' is not a number up to 10000
? 1
$ perfolio timechart -PT -i fixtures/amd64/sched.data
! perfolio timechart: -P and -T leave nothing to draw
? 1
$ perfolio timechart --json -o - -i fixtures/amd64/sched.data
! perfolio timechart: standard output cannot have both the picture and the JSON
? 1
$ perfolio timechart --topology -i fixtures/amd64/sched.data
! perfolio timechart: --topology (-t): perf has it, Perfolio does not
? 1
$ cp fixtures/amd64/sched.data $T/x.data; perfolio timechart --isolated -i $T/x.data -o $T/../$(basename $T)/x.data 2>&1 | sed "s:$T:T:g; s:T/.*/x.data is:T/x.data is:"; cmp $T/x.data fixtures/amd64/sched.data
perfolio: T/x.data is the capture itself
$ (umask 022; perfolio timechart -i fixtures/amd64/sched.data -o $T/mode.svg; umask 077; perfolio timechart -i fixtures/amd64/sched.data -o $T/mode.svg; perfolio timechart -i fixtures/amd64/sched.data -o $T/closed.svg) 2>/dev/null; stat -c '%a %n' $T/mode.svg $T/closed.svg | sed 's,/.*/,,'
644 mode.svg
600 closed.svg
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/make.py $T be-file-64-attr128 >/dev/null; ln -s chained/be-file-64-attr128.data $T/power.data
$ perfolio timechart -o - --isolated -i $T/power.data
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="200" viewBox="0 0 1200 200" shape-rendering="crispEdges">
<style>text{font:11px sans-serif;fill:#222}.n{text-anchor:end}.l{font-size:10px;fill:#fff}.h{font-size:13px;font-weight:bold}.t{text-anchor:middle;fill:#666;font-size:10px}.g{stroke:#ddd;fill:none}.a{stroke:#bbb;fill:none}.f{stroke:#a02020;fill:none}.r{fill:#3b7dd8}.i0{fill:#d7e3d4}.m{fill:#c2379f}.i1{fill:#a9cba4}.w{fill:#f0a030}.i2{fill:#6fae6c}.b{fill:#d04040}.i3{fill:#3c8c40}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text class="h" x="10" y="18">power.data: 27.060 ms from 0.001000</text>
<rect class="r" x="10" y="28" width="10" height="10"/><text x="24" y="37">runs</text>
<rect class="w" x="68" y="28" width="10" height="10"/><text x="82" y="37">waits for a CPU</text>
<rect class="b" x="192" y="28" width="10" height="10"/><text x="206" y="37">blocked (uninterruptible)</text>
<rect class="i2" x="376" y="28" width="10" height="10"/><text x="390" y="37">idle state, the darker the deeper; line: frequency</text>
<path class="g" d="M190 58V168"/><text class="t" x="190" y="55">0 ns</text>
<path class="g" d="M374 58V168"/><text class="t" x="374" y="55">5 ms</text>
<path class="g" d="M559 58V168"/><text class="t" x="559" y="55">10 ms</text>
<path class="g" d="M744 58V168"/><text class="t" x="744" y="55">15 ms</text>
<path class="g" d="M929 58V168"/><text class="t" x="929" y="55">20 ms</text>
<path class="g" d="M1113 58V168"/><text class="t" x="1113" y="55">25 ms</text>
<g><text class="n" x="182" y="75">CPU 0</text><title>CPU 0, busy 3.041 ms</title>
<path class="r" d="M412 67h1v11h-1zM413 64h18v14h-18zM431 76h1v2h-1zM652 77h1v1h-1zM653 64h37v14h-37zM690 73h1v5h-1zM912 67h1v11h-1zM913 64h55v14h-55zM968 77h1v1h-1zM1189 77h1v1h-1z"/>
<text class="l" x="655" y="74">workl<title>workload:30 on CPU 0 from 0.013528 for 1.013 ms</title></text>
<text class="l" x="915" y="74">workload<title>workload:30 on CPU 0 from 0.020543 for 1.513 ms</title></text>
</g>
<g><text class="n" x="182" y="93">power</text><title>CPU 0: idle states; frequency, 2.000 GHz at most</title>
<path class="i0" d="M190 88h1v8h-1zM191 82h184v14h-184zM375 93h1v3h-1z"/>
<path class="i1" d="M431 85h1v11h-1zM432 82h183v14h-183zM615 83h1v13h-1z"/>
<path class="i2" d="M690 88h1v8h-1zM691 82h184v14h-184zM875 93h1v3h-1z"/>
<path class="i3" d="M968 84h1v12h-1zM969 82h183v14h-183zM1152 83h1v13h-1z"/>
<path class="f" d="M190 91H652V89H912V86H1189V83H1190"/>
</g>
<g><text class="n" x="182" y="111">CPU 1</text><title>CPU 1, busy 0 ns</title>
</g>
<g><text class="n" x="182" y="129">power</text><title>CPU 1: idle states; frequency, 2.400 GHz at most</title>
<path class="i0" d="M968 120h1v12h-1zM969 118h220v14h-220zM1189 120h1v12h-1z"/>
<path class="i1" d="M690 124h1v8h-1zM691 118h221v14h-221zM912 130h1v2h-1z"/>
<path class="i2" d="M431 121h1v11h-1zM432 118h220v14h-220zM652 119h1v13h-1z"/>
<path class="i3" d="M190 124h1v8h-1zM191 118h221v14h-221zM412 130h1v2h-1z"/>
<path class="f" d="M190 119H1190"/>
</g>
<g><text class="n" x="182" y="161">workload:30</text><title>workload:30 of process 30, ran 3.041 ms in 4 runs, waited for a CPU 0 ns, was blocked 0 ns</title>
<path class="a" d="M190 164h1000"/>
<path class="r" d="M412 153h1v11h-1zM413 150h18v14h-18zM431 162h1v2h-1zM652 163h1v1h-1zM653 150h37v14h-37zM690 159h1v5h-1zM912 153h1v11h-1zM913 150h55v14h-55zM968 163h1v1h-1zM1189 163h1v1h-1z"/>
</g>
</svg>
! perfolio timechart: wrote 27.060 ms of the recording to standard output
$ perfolio timechart -o - -P -w 600 --isolated -i $T/power.data | sed -n '4,$p'
<text class="h" x="10" y="18">power.data: 27.060 ms from 0.001000</text>
<rect class="r" x="10" y="28" width="10" height="10"/><text x="24" y="37">runs</text>
<rect class="w" x="68" y="28" width="10" height="10"/><text x="82" y="37">waits for a CPU</text>
<rect class="b" x="192" y="28" width="10" height="10"/><text x="206" y="37">blocked (uninterruptible)</text>
<rect class="i2" x="376" y="28" width="10" height="10"/><text x="390" y="37">idle state, the darker the deeper; line: frequency</text>
<path class="g" d="M190 58V150"/><text class="t" x="190" y="55">0 ns</text>
<path class="g" d="M337 58V150"/><text class="t" x="337" y="55">10 ms</text>
<path class="g" d="M485 58V150"/><text class="t" x="485" y="55">20 ms</text>
<g><text class="n" x="182" y="75">CPU 0</text><title>CPU 0, busy 3.041 ms</title>
<path class="r" d="M278 76h1v2h-1zM279 64h7v14h-7zM286 71h1v7h-1zM375 67h1v11h-1zM376 64h14v14h-14zM390 76h1v2h-1zM478 76h1v2h-1zM479 64h22v14h-22zM501 75h1v3h-1zM589 77h1v1h-1z"/>
</g>
<g><text class="n" x="182" y="93">power</text><title>CPU 0: idle states; frequency, 2.000 GHz at most</title>
<path class="i0" d="M190 84h1v12h-1zM191 82h73v14h-73zM264 95h1v1h-1z"/>
<path class="i1" d="M286 89h1v7h-1zM287 82h73v14h-73zM360 91h1v5h-1z"/>
<path class="i2" d="M390 84h1v12h-1zM391 82h73v14h-73zM464 95h1v1h-1z"/>
<path class="i3" d="M501 86h1v10h-1zM502 82h73v14h-73zM575 94h1v2h-1z"/>
<path class="f" d="M190 91H375V89H478V86H589V83H590"/>
</g>
<g><text class="n" x="182" y="111">CPU 1</text><title>CPU 1, busy 0 ns</title>
</g>
<g><text class="n" x="182" y="129">power</text><title>CPU 1: idle states; frequency, 2.400 GHz at most</title>
<path class="i0" d="M501 122h1v10h-1zM502 118h87v14h-87zM589 119h1v13h-1z"/>
<path class="i1" d="M390 120h1v12h-1zM391 118h87v14h-87zM478 120h1v12h-1z"/>
<path class="i2" d="M286 125h1v7h-1zM287 118h88v14h-88zM375 130h1v2h-1z"/>
<path class="i3" d="M190 120h1v12h-1zM191 118h87v14h-87zM278 120h1v12h-1z"/>
<path class="f" d="M190 119H590"/>
</g>
<text x="190" y="164">1 more thread ran 3.041 ms in all</text>
</svg>
! perfolio timechart: wrote 27.060 ms of the recording to standard output
$ perfolio timechart -o - -T --highlight 1000 --isolated -i $T/power.data | sed -n '4,$p'
<text class="h" x="10" y="18">power.data: 27.060 ms from 0.001000</text>
<rect class="r" x="10" y="28" width="10" height="10"/><text x="24" y="37">runs</text>
<rect class="m" x="68" y="28" width="10" height="10"/><text x="82" y="37">runs (highlighted)</text>
<rect class="w" x="210" y="28" width="10" height="10"/><text x="224" y="37">waits for a CPU</text>
<rect class="b" x="334" y="28" width="10" height="10"/><text x="348" y="37">blocked (uninterruptible)</text>
<path class="g" d="M190 58V132"/><text class="t" x="190" y="55">0 ns</text>
<path class="g" d="M374 58V132"/><text class="t" x="374" y="55">5 ms</text>
<path class="g" d="M559 58V132"/><text class="t" x="559" y="55">10 ms</text>
<path class="g" d="M744 58V132"/><text class="t" x="744" y="55">15 ms</text>
<path class="g" d="M929 58V132"/><text class="t" x="929" y="55">20 ms</text>
<path class="g" d="M1113 58V132"/><text class="t" x="1113" y="55">25 ms</text>
<g><text class="n" x="182" y="75">CPU 0</text><title>CPU 0, busy 3.041 ms</title>
<path class="m" d="M412 67h1v11h-1zM413 64h18v14h-18zM431 76h1v2h-1zM652 77h1v1h-1zM653 64h37v14h-37zM690 73h1v5h-1zM912 67h1v11h-1zM913 64h55v14h-55zM968 77h1v1h-1zM1189 77h1v1h-1z"/>
<text class="l" x="655" y="74">workl<title>workload:30 on CPU 0 from 0.013528 for 1.013 ms</title></text>
<text class="l" x="915" y="74">workload<title>workload:30 on CPU 0 from 0.020543 for 1.513 ms</title></text>
</g>
<g><text class="n" x="182" y="93">CPU 1</text><title>CPU 1, busy 0 ns</title>
</g>
<g><text class="n" x="182" y="125">workload:30</text><title>workload:30 of process 30, ran 3.041 ms in 4 runs, waited for a CPU 0 ns, was blocked 0 ns</title>
<path class="a" d="M190 128h1000"/>
<path class="m" d="M412 117h1v11h-1zM413 114h18v14h-18zM431 126h1v2h-1zM652 127h1v1h-1zM653 114h37v14h-37zM690 123h1v5h-1zM912 117h1v11h-1zM913 114h55v14h-55zM968 127h1v1h-1zM1189 127h1v1h-1z"/>
</g>
</svg>
! perfolio timechart: wrote 27.060 ms of the recording to standard output
$ cp fixtures/amd64/fp.data $T/v; perfolio timechart --isolated -o $T/v -i fixtures/amd64/sched.data 2>&1 | sed "s,$T,T,"; cmp $T/v fixtures/amd64/fp.data && echo kept
perfolio: fixtures/amd64/sched.data: T/v exists and is a capture or folio, so it is not replaced
kept
