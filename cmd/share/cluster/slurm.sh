#!/bin/sh
# slurm.sh JOB FOLDER SHARD ... - a job of map.sh and reduce.sh as two arrays of
# Slurm, over files that all nodes see: a task for each shard, then one for each
# of REDUCES parts (16).  FOLDER/result has the result.
#
# Called again after a failure, it submits only the tasks whose output is not
# there.  SBATCH has further options, such as a partition or a time:
#
#	SBATCH='--partition=long --time=60' slurm.sh verify out shards/*
#SBATCH --requeue
#SBATCH --job-name=soktools
set -eu
usage='usage: slurm.sh check|verify|count|duplicates FOLDER SHARD ...'

# Put a folder or a file in place when it is complete: a task that was killed
# has no output, and one that ran twice has the same.
done_with() {
	mv -T "$1" "$2" 2>/dev/null || rm -rf "$1"
}

if [ -n "${SLURM_ARRAY_TASK_ID-}" ]; then
	stage=$1 job=$2 folder=$3 reduces=$4 id=$SLURM_ARRAY_TASK_ID
	new=$folder/$stage.$id.$$.${SLURM_RESTART_COUNT-0}
	if [ "$stage" = map ]; then
		shard=$(sed -n "${id}p" "$folder/shards")
		mkdir "$new"
		"$CLUSTER/map.sh" "$job" "$shard" >"$new/all"
		awk -v n="$reduces" -v folder="$new" \
		    -f "$CLUSTER/partition.awk" "$new/all"
		rm "$new/all"
		done_with "$new" "$folder/map/$id"
	else
		cat "$folder"/map/*/"$id" | "$CLUSTER/reduce.sh" "$job" >"$new"
		done_with "$new" "$folder/result/$id"
	fi
	exit
fi

job=${1:?"$usage"} folder=${2:?"$usage"} reduces=${REDUCES-16}
shift 2
mkdir -p "$folder/map" "$folder/result" "$folder/log"
folder=$(cd "$folder" && pwd)
CLUSTER=$(cd "$(dirname "$0")" && pwd)
export CLUSTER
[ $# -eq 0 ] || printf '%s\n' "$@" >"$folder/shards"
last=$(wc -l <"$folder/shards")

# missing FOLDER FIRST LAST: the tasks without output, as --array takes them.
missing() {
	i=$2
	while [ "$i" -le "$3" ]; do
		[ -e "$1/$i" ] || printf '%d,' "$i"
		i=$((i + 1))
	done
}
# submit STEP TASKS OPTION ...
submit() {
	step=$1 tasks=${2%,}
	shift 2
	# shellcheck disable=SC2086 # options, one a word
	sbatch --parsable --array="$tasks" --output="$folder/log/$step-%a" \
	    ${SBATCH-} "$@" "$CLUSTER/slurm.sh" "$step" "$job" "$folder" "$reduces"
}

maps=$(missing "$folder/map" 1 "$last")
after=
if [ -n "$maps" ]; then
	rm -rf "$folder/result" && mkdir "$folder/result"
	id=$(submit map "$maps")
	after="--dependency=afterok:$id --kill-on-invalid-dep=yes"
fi
parts=$(missing "$folder/result" 0 $((reduces - 1)))
# shellcheck disable=SC2086 # two options or none
[ -z "$parts" ] || submit reduce "$parts" $after
