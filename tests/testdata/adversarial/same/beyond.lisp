; expect: MLE memory=128MiB
(let ((hoard '()))
  (dotimes (i 1024) (push (make-array (ash 1 20) :element-type '(unsigned-byte 8) :initial-element 1) hoard))
  (format t "~d~%" (length hoard)))
