; expect: AC memory=512MiB
(mapc #'sb-thread:join-thread (loop repeat 16 collect (sb-thread:make-thread (lambda () (sleep 0.05)))))
(format t "585987~%")
