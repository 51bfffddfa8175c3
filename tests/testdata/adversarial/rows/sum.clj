(println (reduce + (map #(Long/parseLong %) (.split (read-line) " "))))
