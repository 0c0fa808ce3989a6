#!/bin/sh
# parallel.sh JOB FOLDER HOSTS SHARD ... - a job of map.sh and reduce.sh by GNU
# parallel, on the machines of HOSTS, a list for --sshlogin (`4/ann@a,b,:`).
# They need ssh, rsync and awk.  The scripts, the programs, which are better static
# ones, and the shards go there and are removed again, so paths must be relative.
# FOLDER/result has the result.
#
# A task is tried on another machine if it fails, three times.  Called again after a
# failure, it runs only the tasks that did not succeed.
set -eu
usage='usage: parallel.sh check|verify|count|duplicates FOLDER HOSTS SHARD ...'
job=${1:?"$usage"} folder=${2:?"$usage"} hosts=${3:?"$usage"}
shift 3
here=$(cd "$(dirname "$0")" && pwd)
reduces=${REDUCES-16}
# What is removed from a machine must not be the original.
for path in "$folder" "$@"; do
	case $path in
	/* | ../* | */../*)
		echo "parallel.sh: $path: a path must be below this folder" >&2
		exit 2
		;;
	esac
done
bin=$folder/bin
rm -rf "$bin" "$folder/part" "$folder/reduce" "$folder/result"
mkdir -p "$bin" "$folder/part" "$folder/result"
PATH=$here:$PATH
for program in sokfmt sokcheck sokreplay sokconv; do
	cp "$(command -v $program)" "$bin"
done
cp "$here/map.sh" "$here/reduce.sh" "$here/picture.awk" "$bin"

# over NAME COMMAND FILE ...: run it for each file on some machine; what the run
# before did is not done again.
over() {
	name=$1 command=$2
	shift 2
	printf '%s\n' "$@" >"$folder/$name.list"
	set --
	for file in "$bin"/*; do
		set -- "$@" --basefile "$file"
	done
	parallel --sshlogin "$hosts" --workdir "soktools.$$" --cleanup "$@" \
	    --transferfile {} --retries 4 --joblog "$folder/$name.log" \
	    --resume-failed --results "$folder/$name/{#}/" "$command" \
	    <"$folder/$name.list" >/dev/null
}

over map "$bin/map.sh $job {}" "$@"
cat "$folder"/map/*/stdout |
    awk -v n="$reduces" -v folder="$folder/part" -f "$here/partition.awk"
rm -f "$folder/reduce.log"
over reduce "$bin/reduce.sh $job <{}" "$folder"/part/*
for part in "$folder"/reduce/*; do
	mv "$part/stdout" "$folder/result/${part##*/}"
done
