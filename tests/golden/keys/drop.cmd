0 sokfmt --drop=keys
