0 sokfmt --squares-apart
