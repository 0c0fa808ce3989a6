0 sokfmt --title=key
