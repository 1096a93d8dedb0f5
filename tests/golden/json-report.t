# The rows of a report as JSON: one table per event, names and addresses apart, problems in the document.
$ perfolio report --json --isolated --objects fixtures/hppa/debug -i fixtures/hppa/user.data
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "name": "cpu-clock:u",
      "samples": 332,
      "period": 1328000000,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 34.04, "samples": 113, "period": 452000000, "comm": "wl-alpha", "dso": "wl-dyn", "symbol": "leaf_hot", "address": null, "level": "."},
        {"percent": 32.83, "samples": 109, "period": 436000000, "comm": "wl-alpha", "dso": "libspin.so", "symbol": "dso_inner", "address": null, "level": "."},
        {"percent": 15.06, "samples": 50, "period": 200000000, "comm": "wl-beta", "dso": "wl-dyn", "symbol": "sorter", "address": null, "level": "."},
        {"percent": 14.76, "samples": 49, "period": 196000000, "comm": "wl-alpha", "dso": "wl-dyn", "symbol": "leaf_cold", "address": null, "level": "."},
        {"percent": 0.90, "samples": 3, "period": 12000000, "comm": "wl-alpha", "dso": "libspin.so", "symbol": "dso_spin", "address": null, "level": "."},
        {"percent": 0.60, "samples": 2, "period": 8000000, "comm": "wl-alpha", "dso": "wl-dyn", "symbol": "alpha", "address": null, "level": "."},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "ld.so.1", "symbol": null, "address": "0x7098", "level": "."},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "ld.so.1", "symbol": null, "address": "0x22d60", "level": "."},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": null, "address": "0x4f748", "level": "."},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": null, "address": "0x8e380", "level": "."},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": null, "address": "0x10dcd0", "level": "."},
        {"percent": 0.30, "samples": 1, "period": 4000000, "comm": "wl-dyn", "dso": "libc.so.6", "symbol": null, "address": "0x1808e8", "level": "."}
      ]
    }
  ],
  "problems": [
    {"key": "no-object", "count": 6, "sentence": "samples lie in objects that were not found", "first": "0x22d60 in /lib/ld.so.1"}
  ]
}
$ perfolio report --json --isolated --sort tid --percent-limit 40 -i fixtures/hppa/group.data
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "name": "cpu-clock",
      "samples": 27,
      "period": 144974036,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 100.00, "samples": 27, "period": 144974036, "tid": {"tid": 223, "comm": "wl-static"}}
      ]
    },
    {
      "name": "page-faults",
      "samples": 20,
      "period": 40,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 100.00, "samples": 20, "period": 40, "tid": {"tid": 223, "comm": "wl-static"}}
      ]
    },
    {
      "name": "context-switches",
      "samples": 5,
      "period": 6,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 100.00, "samples": 5, "period": 6, "tid": {"tid": 223, "comm": "wl-static"}}
      ]
    }
  ],
  "problems": []
}
$ perfolio report --json --isolated --sort dso --comms dd --percent-limit 1 -i fixtures/hppa/lost.data
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 11840,
  "events": [
    {
      "name": "sched:sched_switch",
      "samples": 120,
      "period": 120,
      "hidden_samples": 118,
      "hidden_period": 118,
      "rows": [
        {"percent": 1.67, "samples": 2, "period": 2, "dso": null}
      ]
    },
    {
      "name": "raw_syscalls:sys_enter",
      "samples": 1911,
      "period": 1911,
      "hidden_samples": 1730,
      "hidden_period": 1730,
      "rows": [
        {"percent": 9.47, "samples": 181, "period": 181, "dso": null}
      ]
    },
    {
      "name": "dummy:HG",
      "samples": 0,
      "period": 0,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": []
    }
  ],
  "problems": [
    {"key": "lost-events", "count": 11840, "sentence": "events were lost while recording (LOST records)", "first": "at offset 166288"},
    {"key": "no-map", "count": 2031, "sentence": "samples lie outside of every mapping", "first": "0x0 of 548/548"}
  ]
}
$ perfolio report --json --isolated --no-children -g caller,10 --sort comm,sym --percent-limit 12 -i fixtures/armhf/dwarf.folio
{
  "perfolio": 2,
  "command": "report",
  "lost_samples": 0,
  "events": [
    {
      "name": "cpu-clock",
      "samples": 32,
      "period": 405063264,
      "hidden_samples": 0,
      "hidden_period": 0,
      "rows": [
        {"percent": 12.50, "samples": 4, "period": 50632908, "comm": "wl-fib", "symbol": null, "address": "0x3011a", "level": ".", "stacks": []},
        {"percent": 12.50, "samples": 4, "period": 50632908, "comm": "workload", "symbol": null, "address": "0x1e656", "level": ".", "stacks": []}
      ]
    }
  ],
  "problems": [
    {"key": "no-symbol", "count": 12, "sentence": "samples lie in objects that name nothing at their address", "first": "0x1e656 in /usr/lib/arm-linux-gnueabihf/libc.so.6"}
  ]
}
