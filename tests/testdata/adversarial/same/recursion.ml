(* expect: AC memory=256MiB *)
let rec dive depth = if depth = 0 then 0 else 1 + dive (depth - 1)
let () = print_int (if dive 1000000 = 1000000 then 585987 else 0)
