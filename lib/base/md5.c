/* md5.c - the MD5 digest for puzzle ids; the only use of libmd. */
#include <md5.h>

#include "base/md5.h"
#include "tools.h"

const bool digest_is_md5 = true;

uint64_t
sok_digest(struct sok_str bytes)
{
	uint8_t digest[MD5_DIGEST_LENGTH];
	uint64_t first = 0;
	MD5_CTX md5;

	MD5Init(&md5);
	MD5Update(&md5, (const uint8_t *)bytes.s, bytes.len);
	MD5Final(digest, &md5);
	for (int i = 0; i < 8; i++)
		first = first << 8 | digest[i];
	return first;
}
