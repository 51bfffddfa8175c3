(* expect: RTE memory=64MiB exit=2 reason~"ran out of memory: Fatal error: exception Out of memory" *)
let () = print_int (Bytes.length (Bytes.create (1 lsl 50)))
