# partition.awk - deal lines to n files, folder/0 to folder/(n - 1), by the last two
# characters of their key, the first column.  The last digits of an id are
# uniform, the first ones are those of the least of eight numbers.
BEGIN {
	FS = "\t"
	for (i = 1; i < 256; i++)
		code[sprintf("%c", i)] = i
	for (i = 0; i < 10; i++)
		code[i ""] = i
	for (i = 0; i < 6; i++)
		code[substr("ABCDEF", i + 1, 1)] = 10 + i
	for (i = 0; i < n; i++)
		printf "" >(folder "/" i)
}

{
	at = length($1)
	part = $1 ~ /^!/ ? 0 : 16 * code[substr($1, at - 1, 1)] + code[substr($1, at)]
	print >(folder "/" part % n)
}
