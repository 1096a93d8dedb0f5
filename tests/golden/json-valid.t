# Every answer to every capture is JSON, with nothing on standard error; what cannot be answered is no document at all.
# Names out of the file may hold any bytes: control characters, quotes, what is no UTF-8.
$ for f in $CAPTURES; do for c in "report --header --sort tid,comm,time,symbol" "report --stats" "report --mmaps" "diff $f" "report --header-only -I" "buildid-list -H" buildid-list evlist info doctor dump "script --show-task-events --show-mmap-events" "script --header-only"; do perfolio $c --json --isolated -i $f || echo "$c fails"; done; done >$T/all; python3 -c 'import json, sys; s = sys.stdin.buffer.read().decode(); d = json.JSONDecoder(); at = 0; exec("while at < len(s): at = d.raw_decode(s, at)[1] + 1")' <$T/all && echo good
good
$ for f in $CAPTURES; do for x in 0x10000 0x400010 ffffffffb9600010 main _text; do perfolio explain $x --json --isolated -i $f; done; done >$T/all; python3 -c 'import json, sys; s = sys.stdin.buffer.read().decode(); d = json.JSONDecoder(); at = 0; exec("while at < len(s): at = d.raw_decode(s, at)[1] + 1")' <$T/all && echo good
good
$ perfolio info --json -i fixtures/bad/text.data
! perfolio: fixtures/bad/text.data: not a perf.data file: it begins with 7468697320697320, not with PERFILE2
? 1
$ perl -pe 's/wl-alpha/wl-\xff"\x1b\xc2\x85/g' fixtures/hppa/user.data | perfolio report --json --sort comm --isolated -i - | grep -a '"comm":'
        {"percent": 83.13, "samples": 276, "period": 1104000000, "comm": "wl-�\"\u001b\u0085"},
        {"percent": 15.06, "samples": 50, "period": 200000000, "comm": "wl-beta"},
        {"percent": 1.81, "samples": 6, "period": 24000000, "comm": "wl-dyn"}
$ perl -pe 's/wl-alpha/\xc3\xa4\xed\xa0\x80\xc0\xafx/g' fixtures/hppa/user.data | perfolio report --json --sort comm --isolated -i - | grep -a '"comm":'
        {"percent": 83.13, "samples": 276, "period": 1104000000, "comm": "ä�����x"},
        {"percent": 15.06, "samples": 50, "period": 200000000, "comm": "wl-beta"},
        {"percent": 1.81, "samples": 6, "period": 24000000, "comm": "wl-dyn"}
