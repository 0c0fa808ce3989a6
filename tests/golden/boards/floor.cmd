0 sokfmt --floor=dash
