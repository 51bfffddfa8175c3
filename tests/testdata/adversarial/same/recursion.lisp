; expect: AC memory=256MiB
(defun dive (depth) (if (= depth 0) 0 (+ 1 (dive (- depth 1)))))
(format t "~d~%" (if (= (dive 1000000) 1000000) 585987 0))
