;;; sok-mode.el --- edit files of Sokoban puzzles  -*- lexical-binding: t -*-

;; Copyright (c) 2026 The soktools authors
;; SPDX-License-Identifier: ISC
;; Version: 1.0.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: games, languages

;;; Commentary:

;; Colours for boards, moves, keys and comments.  M-x compile runs sokcheck on
;; the file, and next-error goes from finding to finding.  C-c C-f formats the
;; buffer with sokfmt, C-c C-r replays its solutions.

;;; Code:

(require 'compile)

(defgroup sok nil
  "Files of Sokoban puzzles."
  :group 'games)

(defcustom sok-check-command "sokcheck --severity=note --color=never --"
  "What `compile' proposes, followed by the name of the file."
  :type 'string)

(defface sok-wall '((t :inherit shadow)) "Walls.")
(defface sok-box '((t :inherit font-lock-constant-face)) "Boxes off goal.")
(defface sok-placed '((t :inherit font-lock-string-face)) "Boxes on goals.")
(defface sok-goal '((t :inherit font-lock-builtin-face)) "Goals.")
(defface sok-player '((t :inherit font-lock-function-name-face)) "Players.")

(defconst sok-font-lock-keywords
  (let ((row "^[-_ ]*[#*][-_ #@+$*.]*$"))
    `(("^::.*$" . 'font-lock-comment-face)
      ("^\\(?:<<<<<<<\\|=======\\|>>>>>>>\\||||||||\\).*$"
       . 'font-lock-warning-face)
      ;; Each part of a row is looked for on the row's own line.
      (,row ("#+" (progn (beginning-of-line) nil) nil (0 'sok-wall)))
      (,row ("\\$" (progn (beginning-of-line) nil) nil (0 'sok-box)))
      (,row ("\\*" (progn (beginning-of-line) nil) nil (0 'sok-placed)))
      (,row ("\\." (progn (beginning-of-line) nil) nil (0 'sok-goal)))
      (,row ("[@+]" (progn (beginning-of-line) nil) nil (0 'sok-player)))
      ("^\\(?:Solution\\|Snapshot\\|SaveGame\\|Reverse Mode\\)\\b.*$"
       . 'font-lock-function-name-face)
      ("^[][udlrnsewUDLRNSEW0-9(){}* ]*[udlrUDLR][][udlrnsewUDLRNSEW0-9(){}* ]*$"
       . 'font-lock-type-face)
      ("^[A-Za-z][-A-Za-z ]*:\\(?:[ \t]\\|$\\)" . 'font-lock-keyword-face)))
  "What is coloured in `sok-mode'.")

(defun sok-format-buffer ()
  "Format the buffer with sokfmt; it stays as it is if sokfmt fails."
  (interactive)
  (let ((source (current-buffer)))
    (with-temp-buffer
      (let ((result (current-buffer)))
        (with-current-buffer source
          (let ((status (call-process-region nil nil "sokfmt" nil
                                             (list result nil) nil "-q")))
            (if (eq status 0)
                (replace-buffer-contents result)
              (user-error "The sokfmt command failed with status %s" status))))))))

(defun sok-replay ()
  "Replay the solutions of the file, and list those that fail."
  (interactive)
  (compile (concat "sokreplay --failures -- "
                   (shell-quote-argument (file-relative-name buffer-file-name)))))

(defvar sok-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-f") #'sok-format-buffer)
    (define-key map (kbd "C-c C-r") #'sok-replay)
    map)
  "Keys of `sok-mode'.")

;;;###autoload
(define-derived-mode sok-mode text-mode "Sokoban"
  "Major mode for collections of Sokoban puzzles in text."
  (setq-local font-lock-defaults '(sok-font-lock-keywords t))
  (setq-local comment-start ":: ")
  (setq-local comment-start-skip "^:: *")
  (setq-local indent-tabs-mode nil)
  (setq-local truncate-lines t)
  (auto-fill-mode -1)
  (when buffer-file-name
    (setq-local compile-command
                (concat sok-check-command " "
                        (shell-quote-argument
                         (file-name-nondirectory buffer-file-name))))))

;;;###autoload
(add-to-list 'auto-mode-alist
             '("\\.\\(?:sok\\|xsb\\|skb\\|xsokoban\\|[hto]sb\\)\\'" . sok-mode))

(provide 'sok-mode)
;;; sok-mode.el ends here
