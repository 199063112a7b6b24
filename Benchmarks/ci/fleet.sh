# GNU parallel, for machines on which ssh finds the program in its path. On one machine, omit the second line.
# Each shard is measured in its own folder, which is removed once the shard has been copied:
parallel --jobs 1 \
  --sshlogin a,b,c --workdir ... --return part-{} --cleanup \
  bench run --quiet --budget 60s --shard {}/3 --output part-{} ::: 1 2 3 &&
  bench merge part-1 part-2 part-3 --output whole

# A Slurm array, in a folder that all nodes share; the merge waits for all shards:
array=$(sbatch --parsable --array=1-3 --exclusive \
  --wrap 'bench run --quiet --budget 60s --shard $SLURM_ARRAY_TASK_ID/3 --output part-$SLURM_ARRAY_TASK_ID')
sbatch --dependency=afterok:$array --wrap 'bench merge part-1 part-2 part-3 --output whole'
