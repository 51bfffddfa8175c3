; expect: RTE memory=256MiB reason~"stack overflow"
(defun dive (depth) (+ 1 (dive (+ depth 1))))
(format t "~d~%" (dive 0))
