(* expect: MLE memory=64MiB *)
let () =
  let hoard = List.init 256 (fun i -> Bytes.make (1 lsl 20) (Char.chr (i land 127))) in
  print_int (List.length hoard)
