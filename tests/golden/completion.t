# The shell completes every command, every option that --help names, and what may stand behind some of them.
# The manual has a word on each.
$ for s in bash=completion/perfolio.bash zsh=completion/_perfolio fish=completion/perfolio.fish; do ! command -v ${s%=*} >/dev/null || ${s%=*} -n ${s#*=} || echo ${s#*=} is damaged; done; echo read
read
$ perfolio complete report --sort tr; perfolio complete script -F ip,sr; perfolio complete trace --summary-mode=; perfolio complete kmem st; perfolio complete report --max-stack ''
trace	
ip,srcline	
--summary-mode=thread	
--summary-mode=total	
--summary-mode=cgroup	
stat	
$ echo 'source completion/perfolio.bash; try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _perfolio; echo "${COMPREPLY[@]}"; }' >$T/try; bash -c '. $T/try; try perfolio ""; try perfolio bu; try perfolio report --sort comm,d; try perfolio report --percentage r; try perfolio report --dso; try perfolio dump --stage t; try perfolio pack --level f; try perfolio sched la; try perfolio sched latency --pi; try perfolio report --percentage = a; try perfolio sched latency -s avg,s; try perfolio lock report -k wait_m; try perfolio export p'
view report annotate diff script sched timechart stat trace export buildid-list evlist info doctor explain pack unpack merge verify cut scrub unscrub repair join kmem lock dump version --help --version
buildid-list
comm,dso comm,dso_size comm,dso_from comm,dso_to
relative
--dsos
timeline
full
latency
--pids
absolute
avg,switch
wait_max wait_min
pprof
$ bash -c '. $T/try; for c in sched kmem lock stat report unpack; do echo "$c: $(try perfolio $c "")"; done; try perfolio lock co; try perfolio stat re; try perfolio lock info --ma'
sched: latency timehist map script --help
kmem: stat --help
lock: report contention info --help
stat: report --help
report: 
unpack: 
contention
report
--map --max-stack --max-unpacked
$ for c in report diff script "export folded" "sched latency" "sched timehist" "sched map" timechart trace "stat report" "kmem stat" "lock report" "lock contention" "lock info" buildid-list evlist info doctor explain pack unpack merge verify cut scrub unscrub dump; do perfolio $c --help | grep -oE '^ +(-., )?--[a-zA-Z-]+' | grep -oE -e '--[a-zA-Z-]+|-[^ -]\b' | sort -u >$T/help; test -s $T/help; bash -c '. $T/try; try perfolio '"$c"' -' | tr ' ' '\n' | sort -u >$T/completed; diff $T/help $T/completed && echo $c: all; done
report: all
diff: all
script: all
export folded: all
sched latency: all
sched timehist: all
sched map: all
timechart: all
trace: all
stat report: all
kmem stat: all
lock report: all
lock contention: all
lock info: all
buildid-list: all
evlist: all
info: all
doctor: all
explain: all
pack: all
unpack: all
merge: all
verify: all
cut: all
scrub: all
unscrub: all
dump: all
$ python3 docs/man.py 1.0 $T/man && ls $T/man
perfolio-annotate.1
perfolio-buildid-list.1
perfolio-ci.1
perfolio-cut.1
perfolio-diff.1
perfolio-doctor.1
perfolio-dump.1
perfolio-evlist.1
perfolio-explain.1
perfolio-export.1
perfolio-guide.1
perfolio-info.1
perfolio-join.1
perfolio-json.1
perfolio-kmem.1
perfolio-limits.1
perfolio-lock.1
perfolio-merge.1
perfolio-pack.1
perfolio-perf.1
perfolio-repair.1
perfolio-report.1
perfolio-sandbox.1
perfolio-sched.1
perfolio-script.1
perfolio-scrub.1
perfolio-stat.1
perfolio-timechart.1
perfolio-trace.1
perfolio-unpack.1
perfolio-unscrub.1
perfolio-verify.1
perfolio-view.1
perfolio.1
