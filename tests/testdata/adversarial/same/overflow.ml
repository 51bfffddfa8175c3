(* expect: RTE memory=64MiB reason~"stack overflow" *)
let rec dive depth = 1 + dive (depth + 1)
let () = print_int (dive 0)
