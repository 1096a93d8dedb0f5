# Runs before and after a change: verdicts, limits, what was accepted, and the forms of the answer.
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data
# 2 runs before, 2 after; of the changes that are named 1% may be chance
# The sides differ: architecture: s390x before, i686 after
# The sides differ: CPU: IBM/S390 before, QEMU TCG CPU version 2.5+ after
# The sides differ: kernel: 6.1.0-50-s390x before, 6.1.0-50-686-pae after
# The sides differ: recorded with: record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 218 >/dev/null; record -q -e cpu-clock -F 250 -g -z -- /opt/wl/workload 218 before, record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 1035 >/dev/null; record -q -e cpu-clock -F 250 -g -z -- /opt/wl/workload 1035 after
#
# total, seconds per run:
# these runs show changes of the total from 114.7% on; for 10% record 129 runs a side
#
# Verdict           Before        After     Change       From         To    Share    After    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.938000     0.736000    -21.52%    -41.82%     +5.87%  100.00%  100.00%        837  total
#
# commands, seconds per run: beside the chance of sampling runs of one side differ by 15.6%
#
# Verdict           Before        After     Change       From         To    Share    After    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.642000     0.144000    -77.32%    -87.02%    -60.38%   68.43%   19.59%        393  workload
  cannot tell     0.246000     0.520000   +115.65%    -16.82%   +459.11%   26.26%   70.69%        383  wl-fib
# 2 with fewer than 50 samples are not judged
#
# objects, seconds per run: beside the chance of sampling runs of one side differ by 0.0%
#
# Verdict           Before        After     Change       From         To    Share    After    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  better          0.430000     0.082000    -80.60%    -86.86%    -71.35%   45.85%   11.17%        256  [kernel.kallsyms]
  worse           0.090000     0.288000   +216.98%   +114.18%   +369.12%    9.60%   39.19%        189  workload
  cannot tell     0.366000     0.274000    -25.15%    -42.30%     -2.90%   39.01%   37.17%        320  libc.so
# 5 with fewer than 50 samples are not judged
#
# functions, seconds per run: beside the chance of sampling runs of one side differ by 0.0%
#
# Verdict           Before        After     Change       From         To    Share    After    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  better          0.430000     0.082000    -80.60%    -86.86%    -71.35%   45.85%   11.17%        256  [unknown] in [kernel.kallsyms]
  worse           0.090000     0.288000   +216.98%   +114.18%   +369.12%    9.60%   39.19%        189  [unknown] in workload
  cannot tell     0.366000     0.274000    -25.15%    -42.30%     -2.90%   39.01%   37.17%        320  [unknown] in libc.so
# 5 with fewer than 50 samples are not judged
? 2
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data fixtures/s390x/zstd.data --fail-over +300% --fail-over 'comm=work*:+1%' --on-unknown pass --markdown
### Performance: passed

2 runs before, 2 after. Of the functions 0 got worse, 0 better, 0 stayed the same, of 3 these runs cannot tell.

- `+300%: kept: total +0.00% (-24.47% to +32.40%)`
- `comm=work*:+1%: cannot tell: workload +0.00% (-28.77% to +40.40%); these runs show changes from 230.2% on`

#### total, seconds per run

No change.

<details><summary>what did not change</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `total` | +0.00% | -24.47% to +32.40% | 0.938 | 0.938 | 100.00% | 100.00% |

0 more, 0 with too few samples.
</details>

#### commands, seconds per run

No change.

<details><summary>what did not change</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `workload` | +0.00% | -28.77% to +40.40% | 0.642 | 0.642 | 68.43% | 68.43% |
| cannot tell | `wl-fib` | +0.00% | -73.98% to +284.39% | 0.246 | 0.246 | 26.26% | 26.26% |

0 more, 2 with too few samples.
</details>

#### objects, seconds per run

No change.

<details><summary>what did not change</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `[kernel.kallsyms]` | +0.00% | -19.91% to +24.86% | 0.43 | 0.43 | 45.85% | 45.85% |
| cannot tell | `libc.so` | +0.00% | -21.39% to +27.21% | 0.366 | 0.366 | 39.01% | 39.01% |
| cannot tell | `workload` | +0.00% | -38.35% to +62.21% | 0.09 | 0.09 | 9.60% | 9.60% |

0 more, 3 with too few samples.
</details>

#### functions, seconds per run

No change.

<details><summary>what did not change</summary>

| | | change | 95% interval | before | after | share | after |
|---|---|--:|:-:|--:|--:|--:|--:|
| cannot tell | `[unknown] in [kernel.kallsyms]` | +0.00% | -19.91% to +24.86% | 0.43 | 0.43 | 45.85% | 45.85% |
| cannot tell | `[unknown] in libc.so` | +0.00% | -21.39% to +27.21% | 0.366 | 0.366 | 39.01% | 39.01% |
| cannot tell | `[unknown] in workload` | +0.00% | -38.35% to +62.21% | 0.09 | 0.09 | 9.60% | 9.60% |

0 more, 3 with too few samples.
</details>
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data fixtures/s390x/zstd.data --fail-over +1% --junit
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="perfolio diff" tests="1" failures="1" skipped="0">
  <testcase classname="limits" name="+1%"><failure message="+1%: cannot tell: total +0.00% (-24.47% to +32.40%); these runs show changes from 104.8% on"/></testcase>
</testsuite>
? 2
$ perfolio diff --isolated --before fixtures/s390x/zstd.data fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data fixtures/s390x/pipe.data --csv --min-samples 60 | tr -d '\r'
section,event,verdict,before,after,change,low,high,share_before,share_after,share_change,p,shows_from,samples,function,object,command
total,cpu-clock,cannot tell,0.932000,0.944000,1.28,-23.50,34.10,100.00,100.00,0.00,0.862927415,104.75,938,,,
commands,cpu-clock,cannot tell,0.620000,0.664000,7.07,-23.73,50.33,66.52,70.34,5.72,0.477448168,230.24,642,,,workload
commands,cpu-clock,cannot tell,0.300000,0.192000,-35.76,-63.30,12.45,32.19,20.34,-36.57,0.076639582,618.01,246,,,wl-fib
objects,cpu-clock,cannot tell,0.444000,0.416000,-6.28,-38.06,41.82,47.64,44.07,-7.46,0.570054807,484.44,430,,[kernel.kallsyms],
objects,cpu-clock,cannot tell,0.348000,0.384000,10.29,-29.62,72.81,37.34,40.68,8.89,0.447287694,578.11,366,,libc.so,
objects,cpu-clock,cannot tell,0.100000,0.080000,-19.61,-67.40,98.23,10.73,8.47,-20.61,0.407371958,4582.86,90,,workload,
functions,cpu-clock,cannot tell,0.444000,0.416000,-6.28,-38.06,41.82,47.64,44.07,-7.46,0.570054807,484.44,430,[unknown],[kernel.kallsyms],
functions,cpu-clock,cannot tell,0.348000,0.384000,10.29,-29.62,72.81,37.34,40.68,8.89,0.447287694,578.11,366,[unknown],libc.so,
functions,cpu-clock,cannot tell,0.100000,0.080000,-19.61,-67.40,98.23,10.73,8.47,-20.61,0.407371958,4582.86,90,[unknown],workload,
$ printf 'dso=workload:+300%%  until=2027-01-01  # it checks its input now\n' >$T/accepted
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --fail-over 'dso=workload:+1%' --baseline-file $T/accepted --date 2026-12-01 --junit
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="perfolio diff" tests="1" failures="0" skipped="1">
  <testcase classname="limits" name="dso=workload:+1%"><skipped message="dso=workload:+1%: accepted: workload +216.98% (+114.18% to +369.12%); accepted up to dso=workload:+300%: it checks its input now"/></testcase>
</testsuite>
$ perfolio diff --isolated --before fixtures/s390x/pipe.data fixtures/s390x/zstd.data --after fixtures/i386/pipe.data fixtures/i386/zstd.data --fail-over 'dso=workload:+1%' --baseline-file $T/accepted --date 2027-02-01 --junit
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="perfolio diff" tests="1" failures="1" skipped="0">
  <testcase classname="limits" name="dso=workload:+1%"><failure message="dso=workload:+1%: broken: workload +216.98% (+114.18% to +369.12%)"/></testcase>
</testsuite>
! perfolio diff: 'dso=workload:+300%' was accepted until 2027-01-01
? 2
$ perfolio diff --isolated --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over +50% --on-unknown pass | head -12
# 1 run before, 1 after; of the changes that are named 1% may be chance
# One run does not tell what runs differ by: its slices of time stand for runs, which differ by
# less. What is named here may be no more than another run. Record 5 a side.
# The sides differ: recorded with: record -q -e cpu-clock -F 250 -g -z -- /opt/wl/workload 218 before, record -q -e cpu-clock -F 250 -- sh -c /opt/wl/workload 218 >/dev/null after
#
# total, seconds per run:
# these runs show changes of the total from 66.2% on
#
# Verdict           Before        After     Change       From         To    Share    After    Samples  Row
# ...........  ...........  ...........  .........  .........  .........  .......  .......  .........  ...
#
  cannot tell     0.932000     0.944000     +3.24%    -22.38%    +37.32%  100.00%  100.00%        469  total
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
+3%: cannot tell: total -21.52% (-41.82% to +5.87%); these runs show changes from 114.7% on
$ perfolio diff $T/runs.folio --before side=a --after side=c
! perfolio diff: --after: there is no file 'side=c', nor a capture with that label in the folios that are named
? 1
$ perfolio diff --before fixtures/s390x/zstd.data
! perfolio diff: --after: runs of the other side are missing
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after 'fixtures/none*'
! perfolio diff: --after: there is no file 'fixtures/none*'
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over 3
! perfolio diff: --fail-over: '3' is no limit such as +3%
? 1
$ perfolio diff --before fixtures/s390x/zstd.data --after fixtures/s390x/pipe.data --fail-over 'function=x:+3%'
! perfolio diff: --fail-over: 'function=x' is none of comm=NAME, dso=NAME, sym=NAME, event=NAME
? 1
$ perfolio pack --label x -o $T/x.folio fixtures/s390x/zstd.data
! perfolio pack: --label takes a line KEY=VALUE
? 1
