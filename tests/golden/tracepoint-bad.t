# A tracepoint whose print format cannot be used is shown by its fields, of which it may have none.
$ perfolio script -i fixtures/bad/tracepoint-without-fields.data
               x     1 [000]     0.000000: foo:bar: [FAILED TO PARSE]
               x     1 [000]     0.000000: foo:bar: [FAILED TO PARSE]
               x     1 [000]     0.000000: foo:bar: [FAILED TO PARSE]
$ perfolio report --stdio -q -s trace -i fixtures/bad/tracepoint-without-fields.data
   100.00%  [FAILED TO PARSE]


$ perfolio report --stdio -q -s foo:bar.common_pid,trace --raw-trace -i fixtures/bad/tracepoint-without-fields.data
   100.00%           1  


$ perfolio script --json -i fixtures/bad/tracepoint-without-fields.data | grep -o '"trace.*'
"trace": "[FAILED TO PARSE]", "fields": {"common_type": 7, "common_flags": 0, "common_preempt_count": 0, "common_pid": 1}}
"trace": "[FAILED TO PARSE]", "fields": {"common_type": 7, "common_flags": 0, "common_preempt_count": 0, "common_pid": 1}}
"trace": "[FAILED TO PARSE]", "fields": {"common_type": 7, "common_flags": 0, "common_preempt_count": 0, "common_pid": 1}}
