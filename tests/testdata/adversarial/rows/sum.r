cat(sum(scan(file("stdin"), quiet = TRUE)), "\n")
