0 sokreplay -p --rewrite
