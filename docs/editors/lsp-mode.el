(with-eval-after-load 'lsp-mode
  (lsp-register-client (make-lsp-client :new-connection (lsp-stdio-connection '("grundy" "editor"))
                                        :major-modes '(c++-mode python-mode) :server-id 'grundy :add-on? t)))
