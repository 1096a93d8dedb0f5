# Runs before and after a change: verdicts, limits, what was accepted, and the forms of the answer.
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data
# 2 runs before, 2 after; 1% of the named changes may be chance
# A mean run has 234 samples in 0.792 seconds before, 184 in 0.592 after: 0.78 times the samples, 0.75 times the time
# The sides differ: architecture: s390x before, i686 after
# The sides differ: CPU: IBM/S390 before, QEMU TCG CPU version 2.5+ after
# The sides differ: kernel: 6.1.0-50-s390x before, 6.1.0-50-686-pae after
# The sides differ: recorded with: 'record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 218 >/dev/null'; 'record -q -e cpu-clock -F 250 -g -z -- workload 218' before, 'record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 1035 >/dev/null'; 'record -q -e cpu-clock -F 250 -g -z -- workload 1035' after
#
# total, seconds per run:
# these runs can show changes of the total above 114.7%; for 10% record 129 runs a side
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.938000     0.736000    -21.52%    -41.82%     +5.87%  100.00%  100.00%        837  total
#
# commands, seconds per run: runs of one side differ by 15.6% beyond sampling noise
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.642000     0.144000    -77.32%    -87.02%    -60.38%   68.43%   19.59%        393  workload
  cannot tell     0.246000     0.520000   +115.65%    -16.82%   +459.11%   26.26%   70.69%        383  wl-fib
# 2 with fewer than 50 samples are not judged
#
# objects, seconds per run: runs of one side differ by 0.0% beyond sampling noise
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  better          0.430000     0.082000    -80.60%    -86.86%    -71.35%   45.85%   11.17%        256  [kernel.kallsyms]
  worse           0.090000     0.288000   +216.98%   +114.18%   +369.12%    9.60%   39.19%        189  workload
  cannot tell     0.366000     0.274000    -25.15%    -42.30%     -2.90%   39.01%   37.17%        320  libc.so
# 5 with fewer than 50 samples are not judged
#
# functions, seconds per run: runs of one side differ by 0.0% beyond sampling noise
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  better          0.430000     0.082000    -80.60%    -86.86%    -71.35%   45.85%   11.17%        256  [unknown] in [kernel.kallsyms]
  worse           0.090000     0.288000   +216.98%   +114.18%   +369.12%    9.60%   39.19%        189  [unknown] in workload
  cannot tell     0.366000     0.274000    -25.15%    -42.30%     -2.90%   39.01%   37.17%        320  [unknown] in libc.so
# 5 with fewer than 50 samples are not judged
#
# whether functions were called more often is unknown: the runs have neither probes on them (perf probe) nor branch stacks (perf record -b)
? 2
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/armhf/pipe.data fixtures/armhf/zstd.data --fail-over +300% --fail-over 'comm=work*:+1%' --on-unknown pass --markdown
### Performance: passed

2 runs before, 2 after. Of the functions 0 got worse, 0 better, 0 stayed the same, of 3 these runs cannot tell.

A mean run has 234 samples in 0.792 seconds before, 182 in 0.459 after: 0.78 times the samples, 0.58 times the time.

> The sides differ: `architecture: s390x before, armv7l after`

> The sides differ: `CPU: IBM/S390 before, ARMv7 Processor rev 0 (v7l) after`

> The sides differ: `kernel: 6.1.0-50-s390x before, 6.1.0-50-armmp after`

> The sides differ: `recorded with: 'record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 218 >/dev/null'; 'record -q -e cpu-clock -F 250 -g -z -- workload 218' before, 'record -q -e cpu-clock -F 250 -- sh -c /opt/wl/w`

- `+300%: kept: total -22.60% (-45.76% to +10.44%)`
- `comm=work*:+1%: kept: workload -38.90% (-58.62% to -9.78%)`

#### total, seconds per run

No change was found.

<details><summary>0 did not change, 1 cannot be judged by these runs</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `total` | -22.60% | -45.76% to +10.44% | 0.938 | 0.728 | 100.00% | 100.00% |

</details>

#### commands, seconds per run

No change was found.

<details><summary>0 did not change, 2 cannot be judged by these runs</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `workload` | -38.90% | -58.62% to -9.78% | 0.642 | 0.392 | 68.43% | 53.94% |
| cannot tell | `wl-fib` | +19.71% | -54.56% to +215.35% | 0.246 | 0.288 | 26.26% | 39.69% |

</details>

2 with too few samples are not judged.

#### objects, seconds per run

No change was found.

<details><summary>0 did not change, 3 cannot be judged by these runs</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `[kernel.kallsyms]` | -35.63% | -49.94% to -17.23% | 0.43 | 0.278 | 45.85% | 38.06% |
| cannot tell | `libc.so` | -16.29% | -34.95% to +7.71% | 0.366 | 0.306 | 39.01% | 42.16% |
| cannot tell | `workload` | +15.82% | -27.34% to +84.63% | 0.09 | 0.104 | 9.60% | 14.43% |

</details>

4 with too few samples are not judged.

#### functions, seconds per run

No change was found.

<details><summary>0 did not change, 3 cannot be judged by these runs</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `[unknown] in [kernel.kallsyms]` | -35.63% | -49.94% to -17.23% | 0.43 | 0.278 | 45.85% | 38.06% |
| cannot tell | `[unknown] in libc.so` | -16.29% | -34.95% to +7.71% | 0.366 | 0.306 | 39.01% | 42.16% |
| cannot tell | `[unknown] in workload` | +15.82% | -27.34% to +84.63% | 0.09 | 0.104 | 9.60% | 14.43% |

</details>

4 with too few samples are not judged.
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/armhf/pipe.data fixtures/armhf/zstd.data --fail-over +1% --junit
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="perfolio diff" tests="1" failures="1" skipped="0">
  <testcase classname="limits" name="+1%"><failure message="+1%: cannot tell: total -22.60% (-45.76% to +10.44%); these runs can show changes above 147.9%"/></testcase>
</testsuite>
? 2
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --csv --min-samples 60 | tr -d '\r'
section,event,verdict,before,after,change,low,high,share_before,share_after,share_change,p,shows_from,samples,function,object,command,only
total,cpu-clock,cannot tell,0.938000,0.736000,-21.52,-41.82,5.87,100.00,100.00,0.00,0.073476260,114.74,837,,,,
commands,cpu-clock,cannot tell,0.642000,0.144000,-77.32,-87.02,-60.38,68.43,19.59,-71.16,0.007551566,613.27,393,,,workload,
commands,cpu-clock,cannot tell,0.246000,0.520000,115.65,-16.82,459.11,26.26,70.69,174.42,0.073924572,2762.85,383,,,wl-fib,
objects,cpu-clock,better,0.430000,0.082000,-80.60,-86.86,-71.35,45.85,11.17,-75.37,0.000010641,133.26,256,,[kernel.kallsyms],,
objects,cpu-clock,worse,0.090000,0.288000,216.98,114.18,369.12,9.60,39.19,302.10,0.000139792,134.42,189,,workload,,
objects,cpu-clock,cannot tell,0.366000,0.274000,-25.15,-42.30,-2.90,39.01,37.17,-4.72,0.033317426,76.06,320,,libc.so,,
functions,cpu-clock,better,0.430000,0.082000,-80.60,-86.86,-71.35,45.85,11.17,-75.37,0.000010641,133.26,256,[unknown],[kernel.kallsyms],,
functions,cpu-clock,worse,0.090000,0.288000,216.98,114.18,369.12,9.60,39.19,302.10,0.000139792,134.42,189,[unknown],workload,,
functions,cpu-clock,cannot tell,0.366000,0.274000,-25.15,-42.30,-2.90,39.01,37.17,-4.72,0.033317426,76.06,320,[unknown],libc.so,,
$ printf 'dso=workload:+300%%  until=2027-01-01  # it checks its input now\n' >$T/accepted
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --fail-over 'dso=workload:+1%' --baseline-file $T/accepted --date 2026-12-01 --junit
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="perfolio diff" tests="1" failures="0" skipped="1">
  <testcase classname="limits" name="dso=workload:+1%"><skipped message="dso=workload:+1%: accepted: workload +216.98% (+114.18% to +369.12%); accepted up to dso=workload:+300%, because: it checks its input now"/></testcase>
  <system-out>got worse, but do not fail the gate: functions (1); only the limits decide</system-out>
</testsuite>
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --fail-over 'dso=workload:+1%' --baseline-file $T/accepted --date 2027-02-01 --junit
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="perfolio diff" tests="1" failures="1" skipped="0">
  <testcase classname="limits" name="dso=workload:+1%"><failure message="dso=workload:+1%: broken: workload +216.98% (+114.18% to +369.12%)"/></testcase>
</testsuite>
! perfolio diff: 'dso=workload:+300%' was accepted until 2027-01-01
? 2
$ perfolio diff --isolated --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over +50% --on-unknown pass | head -13
# 1 run before, 1 after; 1% of the named changes may be chance
# A run has 233 samples in 0.684 seconds before, 236 in 0.900 after: 1.01 times the samples, 1.31 times the time
# One run on a side does not show how much runs differ. The assumed difference is 10% (--run-noise);
# slices of time show further noise. To see smaller changes, record 5 runs a side.
# The sides differ: recorded with: 'record -q -e cpu-clock -F 250 -g -z -- workload 218' before, 'record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 218 >/dev/null' after
#
# total, seconds per run:
# these runs can show changes of the total above 98.1%
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.932000     0.944000     +1.29%    -31.44%    +49.64%  100.00%  100.00%        469  total
$ perfolio pack --isolated fixtures/s390x/zstd.data fixtures/s390x/pipe.data --label side=a -o $T/runs.folio >$T/out 2>&1
$ perfolio pack --isolated --append fixtures/i386/zstd.data fixtures/i386/pipe.data --label side=b -o $T/runs.folio >$T/out 2>&1
$ perfolio info $T/runs.folio | grep -E '^(capture|label)'
capture      zstd.data: 7937 bytes, 233 samples in 0.684 s
label        side=a
capture      pipe.data: 17344 bytes, 236 samples in 0.899 s
label        side=a
capture      zstd.data-2: 10150 bytes, 179 samples in 0.545 s
label        side=b
capture      pipe.data-2: 15580 bytes, 189 samples in 0.637 s
label        side=b
$ perfolio report --stdio -i $T/runs.folio --sort label,comm --no-children 2>/dev/null | grep side=
    38.35%  side=a  workload
    31.06%  side=b  wl-fib
    14.70%  side=a  wl-fib
     8.60%  side=b  workload
     3.46%  side=b  wl-lib
     2.39%  side=a  sh
     0.84%  side=b  sh
     0.60%  side=a  wl-lib
$ perfolio diff $T/runs.folio --before side=a --after side=b --fail-over +3% | tail -2
#
+3%: cannot tell: total -21.52% (-41.82% to +5.87%); these runs can show changes above 114.7%
$ perfolio diff $T/runs.folio --before side=a --after side=c
! perfolio diff: --after: there is no file 'side=c', and no capture with that label in the named folios; there: side=a, side=b
? 1
$ perfolio diff --before fixtures/s390x/zstd.data
! perfolio diff: --after: the runs of the other side are missing
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after 'fixtures/none*'
! perfolio diff: --after: there is no file 'fixtures/none*'
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over +3%
# 1 run before, 1 after; 1% of the named changes may be chance
# A run has 233 samples in 0.684 seconds before, 236 in 0.900 after: 1.01 times the samples, 1.31 times the time
# One run on a side does not show how much runs differ. The assumed difference is 10% (--run-noise);
# slices of time show further noise. To see smaller changes, record 5 runs a side.
# The sides differ: recorded with: 'record -q -e cpu-clock -F 250 -g -z -- workload 218' before, 'record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 218 >/dev/null' after
#
# total, seconds per run:
# these runs can show changes of the total above 98.1%
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.932000     0.944000     +1.29%    -31.44%    +49.64%  100.00%  100.00%        469  total
#
# commands, seconds per run: slices of one side differ by 80.4% beyond sampling noise
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.620000     0.664000     +7.10%    -36.23%    +79.86%   72.32%   74.56%        321  workload
  cannot tell     0.300000     0.192000    -36.00%    -86.72%   +208.50%   26.48%   15.16%        123  wl-fib
# 2 with fewer than 50 samples are not judged
#
# objects, seconds per run: slices of one side differ by 59.9% beyond sampling noise
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.444000     0.416000     -6.31%    -37.91%    +41.37%   47.81%   47.67%        215  [kernel.kallsyms]
  cannot tell     0.348000     0.384000    +10.34%    -60.54%   +208.55%   34.99%   36.64%        183  libc.so
# 4 with fewer than 50 samples are not judged
#
# functions, seconds per run: slices of one side differ by 59.9% beyond sampling noise
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.444000     0.416000     -6.31%    -37.91%    +41.37%   47.81%   47.67%        215  [unknown] in [kernel.kallsyms]
  cannot tell     0.348000     0.384000    +10.34%    -60.54%   +208.55%   34.99%   36.64%        183  [unknown] in libc.so
# 4 with fewer than 50 samples are not judged
#
+3%: cannot tell: total +1.29% (-31.44% to +49.64%); these runs can show changes above 98.1%
? 2
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over 10
! perfolio diff: --fail-over: '10' is not a limit such as +3% or -5%
? 1
$ perfolio diff --isolated --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over event=cpu-clok:+3% --fail-over children=main:+3% --on-unknown pass | tail -2
event=cpu-clok:+3%: no such row: there is no event of this name; all runs have cpu-clock
children=main:+3%: no such row: not all runs have call chains
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over 'function=x:+3%'
! perfolio diff: --fail-over: 'function=x' is not one of comm=NAME, dso=NAME, sym=NAME, children=NAME, path=NAME;NAME, event=NAME
? 1
$ perfolio pack --label x -o $T/x.folio fixtures/s390x/zstd.data
! perfolio pack: --label takes KEY=VALUE, on one line
? 1
$ perfolio diff --fail-over +3% fixtures/s390x/zstd.data fixtures/s390x/pipe.data
! perfolio diff: limits and verdicts need runs: --before RUN... --after RUN... are missing
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --threshold 3
! perfolio diff: --threshold is for two files; for runs use --fail-over
? 1
$ perfolio diff --isolated --before fixtures/s390x/zstd.data fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data
! perfolio diff: fixtures/s390x/zstd.data (before) and fixtures/s390x/zstd.data (before) are the same recording
? 1
$ head -c 4000 fixtures/s390x/zstd.data >$T/cut; perfolio diff --isolated --before $T/cut --after fixtures/s390x/pipe.data 2>&1 | sed s,$T/,,
perfolio diff: cut is cut off: an incomplete run cannot be compared
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --fail-over sym=nothing:+3% --on-unknown pass | tail -1
sym=nothing:+3%: no such row: no row has this name and enough samples (--min-samples)
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --date ''
! perfolio diff: --date: '' is not a date YYYY-MM-DD
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --per 1e-320
! perfolio diff: --per takes a number between 1e-100 and 1e100, or an event
? 1
$ perfolio diff --isolated --before fixtures/hppa/perthread.data --after fixtures/hppa/perthread.data
! perfolio: fixtures/hppa/perthread.data: its samples have no times, so a single run cannot be sliced: give at least two runs a side
? 1
$ for n in 100ms '' 1,5 0x10; do perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --per "$n"; done
! perfolio diff: --per takes a number between 1e-100 and 1e100, or an event
! perfolio diff: --per takes a number between 1e-100 and 1e100, or an event
! perfolio diff: --per takes a number between 1e-100 and 1e100, or an event
! perfolio diff: --per takes a number between 1e-100 and 1e100, or an event
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --per 2 --by share
! perfolio diff: --per divides costs; --by share does not judge costs
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --per 0
! perfolio diff: --per takes a number between 1e-100 and 1e100, or an event
? 1
$ head -c 134900 fixtures/amd64/fp.data >$T/short; perfolio diff --isolated --before $T/short --after fixtures/amd64/zstd.data 2>&1 >$T/out | sed s,$T/,,
perfolio diff: short lacks 7 of its header features, as if it was cut off after its samples: machine and command of the recording may be unknown
$ printf '%s\n' 'sym="[unknown]",dso="workload":+1000%   # "quoted" or not, a comment' 'sym="a, b# c":+3%' >$T/limits
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --fail-over file://$T/limits --on-unknown pass | tail -2
sym="[unknown]",dso="workload":+1000%: kept: [unknown] in workload +216.98% (+114.18% to +369.12%)
sym="a, b# c":+3%: no such row: no row has this name and enough samples (--min-samples)
$ printf '%s\n' 'sym="[unknown]",dso="workload":+300%  until=2027-01-01  # "now"' >$T/accepted
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --fail-over 'sym="[[]unk?own[]]",dso=work*:+1%' --baseline-file $T/accepted --date 2026-12-01 | tail -1
sym="[[]unk?own[]]",dso=work*:+1%: accepted: [unknown] in workload +216.98% (+114.18% to +369.12%); accepted up to sym="[unknown]",dso="workload":+300%, because: "now"
$ perfolio diff --isolated --before fixtures/s390x/pipe.data --after fixtures/i386/pipe.data --fail-over 'sym="a:+1%'
! perfolio diff: --fail-over: 'sym="a': its name needs quotation marks at both ends
? 1
$ perfolio pack --isolated $T/runs.folio --label kept=yes -o $T/again.folio >$T/out 2>&1; perfolio pack --isolated --append fixtures/armhf/pipe.data --label side=c -o $T/again.folio >$T/out 2>&1; perfolio info $T/again.folio | grep -E '^(capture|label)'
capture      zstd.data: 7937 bytes, 233 samples in 0.684 s
label        side=a
label        kept=yes
capture      pipe.data: 17344 bytes, 236 samples in 0.899 s
label        side=a
label        kept=yes
capture      zstd.data-2: 10150 bytes, 179 samples in 0.545 s
label        side=b
label        kept=yes
capture      pipe.data-2: 15580 bytes, 189 samples in 0.637 s
label        side=b
label        kept=yes
capture      pipe.data-3: 15648 bytes, 197 samples in 0.491 s
label        side=c
$ perfolio pack --isolated $T/runs.folio --label side=a -o $T/again.folio 2>&1 >$T/out | tail -1
perfolio pack: --label side=a: zstd.data-2 has the label side=b
$ perfolio pack --isolated fixtures/amd64/annotate.data -o $T/later.folio --label side=a 2>$T/err >$T/out; perfolio diff --isolated $T/runs.folio $T/later.folio --before side=a --after side=a
! perfolio diff: zstd.data (before) and zstd.data (after) are the same recording
? 1
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data | tail -2
#
# to see the instructions of the function that grew most: perfolio annotate added --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --isolated
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --markdown | tail -4

```sh
perfolio annotate added --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --isolated
```
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --json | grep '"instructions"'
  "instructions": "perfolio annotate added --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --isolated"
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --per task-clock | sed -n '9,15p'
# total, seconds of cpu-clock:u per 1e9 task-clock:
# these runs can show changes of the total above 162.2%
#
# Verdict           Before        After     Change   95% from         to    Share       to    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.996094     1.001845     +0.58%    -41.80%    +73.82%  100.00%  100.00%       1053  total
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --per nothing
! perfolio diff: --per: fixtures/amd64/annotate.data has no samples of an event 'nothing'
? 1
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --per 2 --per-file $T/work
! perfolio diff: --per and --per-file exclude each other
? 1
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --junit | grep -vE '"(choose|leaf|mixed|tail|unrolled)'
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="perfolio diff" tests="15" failures="1" skipped="14">
  <testcase classname="total by cpu-clock:u" name="total"><skipped message="cannot tell: +6.47% (-38.40% to +84.02%)"/></testcase>
  <testcase classname="functions by cpu-clock:u" name="fold&lt;16&gt; in first, second"><skipped message="cannot tell: +8.49% (-39.02% to +93.01%)"/></testcase>
  <testcase classname="functions by cpu-clock:u" name="fold&lt;13&gt; in first, second"><skipped message="cannot tell: -29.58% (-61.94% to +30.29%)"/></testcase>
  <testcase classname="functions by cpu-clock:u" name="added in first, second"><failure message="worse: new"/></testcase>
  <testcase classname="total by task-clock:u" name="total"><skipped message="cannot tell: +5.86% (-38.70% to +82.80%)"/></testcase>
  <testcase classname="functions by task-clock:u" name="fold&lt;16&gt; in first, second"><skipped message="cannot tell: +1.80% (-42.92% to +81.56%)"/></testcase>
  <testcase classname="functions by task-clock:u" name="fold&lt;13&gt; in first, second"><skipped message="cannot tell: +7.14% (-42.58% to +99.91%)"/></testcase>
  <system-out>One run on a side: runs are assumed to differ by 10% (--run-noise); to see smaller changes, record 5 runs a side</system-out>
</testsuite>
$ printf '%s\n' 'sym=added:+1000000% # new' >$T/accepted
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --baseline-file $T/accepted --junit | grep -E '"added|testsuite n'
<testsuite name="perfolio diff" tests="15" failures="0" skipped="15">
  <testcase classname="functions by cpu-clock:u" name="added in first, second"><skipped message="worse: new; accepted up to sym=added:+1000000%, because: new"/></testcase>
$ perfolio diff --isolated --objects fixtures/amd64/annotate/first --objects fixtures/amd64/annotate/second --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data --fail-over sym=unroled:+3% --fail-over comm=fist:+3% --fail-over sym=fold:+3% --on-unknown pass | sed '/^#/d;/^  /d'
sym=unroled:+3%: no such row: no row has this name and enough samples (--min-samples); near it: unrolled
comm=fist:+3%: no such row: no row has this name and enough samples (--min-samples); near it: first
sym=fold:+3%: no such row: no row has this name and enough samples (--min-samples); near it: fold<13>, fold<16>
$ for n in '5 0x10' '5 nan' '5 0' '5 1,5' '5' '5 6 7'; do printf '%s' "$n" | tr ' ' '\n' >$T/work; perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --per-file $T/work 2>&1 | sed s,$T/,,; done
perfolio diff: --per-file: work, line 2: '0x10' is not a decimal number above 0
perfolio diff: --per-file: work, line 2: 'nan' is not a decimal number above 0
perfolio diff: --per-file: work, line 2: '0' is not a decimal number above 0
perfolio diff: --per-file: work, line 2: '1,5' is not a decimal number above 0
perfolio diff: --per-file: work has to hold a number for each of the 2 runs, those before first; it has 1
perfolio diff: --per-file: work has to hold a number for each of the 2 runs, those before first; it has 3
$ perfolio diff fixtures/amd64/fp.data $T/runs.folio --before side=a --after side=b
! perfolio diff: 'fixtures/amd64/fp.data' is on no side: put runs after --before and --after, and folios with labelled captures before them
? 1
$ perfolio pack --isolated fixtures/armhf/zstd.data -o $T/plain.folio >$T/out 2>&1; perfolio diff $T/runs.folio $T/plain.folio --before side=a --after side=b | head -1
# 2 runs before, 2 after; 1% of the named changes may be chance
$ perfolio diff --isolated --before fixtures/s390x/zstd.data --after fixtures/i386/zstd.data --run-noise 1 | grep -E 'assumed|total$'
# One run on a side does not show how much runs differ. The assumed difference is 1% (--run-noise);
  cannot tell     0.932000     0.716000    -23.18%    -45.66%     +8.61%  100.00%  100.00%        412  total
$ perfolio diff --isolated --before fixtures/s390x/zstd.data --after fixtures/i386/zstd.data --run-noise 100
! perfolio diff: --run-noise takes percents below 100
? 1
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --run-noise 10
! perfolio diff: --run-noise is for one run on a side: with several runs the noise is measured
? 1
$ perfolio diff --isolated --before fixtures/s390x/zstd.data --after fixtures/i386/zstd.data --json | grep -E '"(slices|run_noise)"'
  "slices": true,
  "run_noise": 10.00,
$ d="--isolated --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data"; for forms in "--markdown --junit" "--json --junit" "--csv --markdown" "--junit --junit --no-json"; do perfolio diff $d $forms | head -1; done; perfolio stat report -j --csv -i fixtures/amd64/stat.data
<?xml version="1.0" encoding="UTF-8"?>
! perfolio diff: --markdown and --junit exclude each other
! perfolio diff: --json and --junit exclude each other
! perfolio diff: --csv and --markdown exclude each other
! perfolio stat: --json-output and --csv exclude each other
? 1
$ perfolio diff --isolated -v --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/s390x/fp.data 2>&1 >$T/out
perfolio: fixtures/s390x/pipe.data and 1 more: 469 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms]) (in each: 236, 233)
perfolio: fixtures/s390x/fp.data: 450 samples lie in objects that were not found, 100.00% of all (first: 0x4c584 in /usr/lib/s390x-linux-gnu/libc.so.6)
? 2
$ perfolio pack --isolated fixtures/s390x/pipe.data --label side=old --label rev=1 -o $T/few.folio >$T/out; perfolio diff $T/few.folio --before old --after side=new; perfolio diff $T/few.folio --before side=old --after side=new
! perfolio: 236 samples lie in objects that were not found, 100.00% of all (first: 0xa16f96 in [kernel.kallsyms])
! perfolio pack: pipe.data: 6 objects are missing, with 100.00% of the samples:
!    44.07%  [kernel.kallsyms]  recorded without a build-id
!    40.68%  /usr/lib/s390x-linux-gnu/libc.so.6  recorded without a build-id
!     8.47%  /opt/wl/workload  recorded without a build-id
!     5.08%  /usr/lib/s390x-linux-gnu/ld64.so.1  recorded without a build-id
!     1.27%  /usr/bin/dash  recorded without a build-id
!     0.42%  /opt/wl/libwork.so  recorded without a build-id
! perfolio diff: --before: there is no file 'old', and a label has the form KEY=VALUE; there: side=old, rev=1
! perfolio diff: --after: there is no file 'side=new', and no capture with that label in the named folios; there: side=old, rev=1
? 1
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --by share 2>&1 | grep 'of shares'
# Changes are changes of shares of a run (--by share), not of the columns before and after
$ lengths="--isolated --before fixtures/hppa/pipe.data --after fixtures/armhf/zstd.data"; perfolio diff $lengths | grep -E '^# (A run|The total)|total$'
# A run has 543 samples in 1.311 seconds before, 167 in 0.427 after: 0.31 times the samples, 0.33 times the time
# The total changed: sums are comparable if runs do the same work; if runs are longer or shorter, use --by share (shares of a run) or --per (cost per unit of work)
  better          2.172000     0.668000    -69.24%    -80.51%    -51.46%  100.00%  100.00%        710  total
$ lengths="--isolated --before fixtures/hppa/pipe.data --after fixtures/armhf/zstd.data"; perfolio diff $lengths --by share | grep -E '^# (A run|The total)|total$'
# A run has 543 samples in 1.311 seconds before, 167 in 0.427 after: 0.31 times the samples, 0.33 times the time
  cannot tell     2.172000     0.668000     +0.00%    -28.39%    +39.64%  100.00%  100.00%        710  total
$ lengths="--isolated --before fixtures/hppa/pipe.data --after fixtures/armhf/zstd.data"; perfolio diff $lengths --per 1 | grep -E '^# (A run|The total)|total$'
# A run has 543 samples in 1.311 seconds before, 167 in 0.427 after: 0.31 times the samples, 0.33 times the time
  better          2.172000     0.668000    -69.24%    -80.51%    -51.46%  100.00%  100.00%        710  total
$ lengths="--isolated --before fixtures/hppa/pipe.data --after fixtures/armhf/zstd.data"; perfolio diff $lengths --markdown | grep -E '^(> )?(A run|The total)'
A run has 543 samples in 1.311 seconds before, 167 in 0.427 after: 0.31 times the samples, 0.33 times the time.
> The total changed: sums are comparable if runs do the same work; if runs are longer or shorter, use --by share (shares of a run) or --per (cost per unit of work).
$ lengths="--isolated --before fixtures/hppa/pipe.data --after fixtures/armhf/zstd.data"; perfolio diff $lengths --junit | grep 'The total'
  <system-out>The total changed: sums are comparable if runs do the same work; if runs are longer or shorter, use --by share (shares of a run) or --per (cost per unit of work)</system-out>
$ lengths="--isolated --before fixtures/hppa/pipe.data --after fixtures/armhf/zstd.data"; perfolio diff $lengths --json | grep '"seconds"'
      "seconds": 1.311221,
      "seconds": 0.426831,
$ perfolio diff --isolated --before fixtures/s390x/pipe.data --after fixtures/i386/pipe.data --fail-over file:///dev/zero; perfolio diff --isolated --before fixtures/s390x/pipe.data --after fixtures/i386/pipe.data --fail-over +1% --baseline-file /dev/zero; perfolio diff --isolated --before fixtures/s390x/pipe.data --after fixtures/i386/pipe.data --per-file /dev/zero
! perfolio diff: --fail-over: /dev/zero has more than 1048576 bytes
! perfolio diff: --baseline-file: /dev/zero has more than 1048576 bytes
! perfolio diff: --per-file: /dev/zero has more than 1048576 bytes
? 1
$ printf '+3%%' | perfolio diff --isolated --before fixtures/s390x/pipe.data --after fixtures/s390x/zstd.data --fail-over file:///dev/stdin 2>/dev/null | grep -c '+3%'
1
