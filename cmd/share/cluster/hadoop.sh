#!/bin/sh
# hadoop.sh JOB INPUT OUTPUT - a job of map.sh and reduce.sh by Hadoop streaming.
# INPUT is records, which Hadoop divides where it likes; OUTPUT must not be there.
#
# The programs are those beside this script, else those in PATH; they go with the
# job, and are better static ones.  STREAMING is the command of Hadoop, `mapred
# streaming` by itself, OPTIONS further options for it, REDUCES the number of parts
# of the output (16).
set -eu
usage='usage: hadoop.sh check|verify|count|duplicates INPUT OUTPUT'
job=${1:?"$usage"} input=${2:?"$usage"} output=${3:?"$usage"}
here=$(cd "$(dirname "$0")" && pwd)
PATH=$here:$PATH
files=$here/map.sh,$here/reduce.sh,$here/picture.awk
for program in sokfmt sokcheck sokreplay sokconv; do
	files=$files,$(command -v $program)
done
# shellcheck disable=SC2086 # a command and its options
exec ${STREAMING-mapred streaming} ${OPTIONS-} \
    -D mapreduce.job.name="soktools $job" \
    -D mapreduce.job.reduces="${REDUCES-16}" -files "$files" \
    -input "$input" -output "$output" \
    -mapper "map.sh $job" -reducer "reduce.sh $job"
