#!/usr/bin/env python3
"""spark.py - a job of map.sh and reduce.sh on Apache Spark.

usage: spark-submit spark.py JOB FOLDER SHARD ...
       spark-submit spark.py --lines JOB FOLDER PATH ...

The shards are files that all workers see, in any format; with --lines, records
that Spark reads and divides, for instance from HDFS.  FOLDER, which must not be
there, gets the result.  REDUCES=N: the number of its parts (16).

Lines are bytes in every step, because text may be in any encoding.  A script that
was killed raises, and Spark repeats the task."""

import os
import subprocess
import sys
import threading

from pyspark import SparkContext

HERE = os.path.dirname(os.path.abspath(__file__))
_DIGITS = b"0123456789ABCDEF"


def run(command, lines=()):
    """What a command makes of lines, without line ends."""
    def feed():
        try:
            for line in lines:
                process.stdin.write(line + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass
        except Exception as error:  # of what makes the lines
            failed.append(error)
            process.kill()

    failed = []
    with subprocess.Popen(command, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        thread = threading.Thread(target=feed)
        thread.start()
        for line in process.stdout:
            yield line[:-1]
        thread.join()
    if failed:
        raise failed[0]
    if process.returncode != 0:
        raise RuntimeError(f"{command[0]}: status {process.returncode}")


def key(line):
    """The first column."""
    return line.split(b"\t", 1)[0]


def part(name):
    """A number by the last digits of a key."""
    if name.startswith(b"!"):
        return 0
    number = 0
    for c in name[-4:]:
        digit = _DIGITS.find(c)
        number = 16 * number + (digit if digit >= 0 else c)
    return number


def main(args):
    """Run a job."""
    lines = args[:1] == ["--lines"]
    if lines:
        args = args[1:]
    if len(args) < 3:
        sys.exit(__doc__)
    job, folder, shards = args[0], args[1], args[2:]
    mapper, reducer = HERE + "/map.sh", HERE + "/reduce.sh"
    reduces = int(os.environ.get("REDUCES", 16))
    context = SparkContext(appName="soktools " + job)
    if lines:
        text = context.textFile(",".join(shards), use_unicode=False)
        mapped = text.mapPartitions(lambda some: run([mapper, job], some))
    else:
        mapped = context.parallelize(shards, len(shards)).flatMap(
            lambda shard: run([mapper, job, shard]))
    (mapped.map(lambda line: (key(line), line))
     .partitionBy(reduces, part)
     .values()
     .mapPartitions(lambda some: run([reducer, job], some))
     .saveAsTextFile(folder))
    context.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
