1 sokfmt
