# GNU parallel, on machines that have the program on the path of their ssh (on one machine: without the
# second line). Each part is measured in a folder of its own, which is gone when the part is here:
parallel --jobs 1 \
  --sshlogin a,b,c --workdir ... --return part-{} --cleanup \
  bench run --quiet --budget 60s --shard {}/3 --output part-{} ::: 1 2 3 &&
  bench merge part-1 part-2 part-3 --output whole

# A Slurm array, from a folder that all nodes see; the merge waits for its parts:
array=$(sbatch --parsable --array=1-3 --exclusive \
  --wrap 'bench run --quiet --budget 60s --shard $SLURM_ARRAY_TASK_ID/3 --output part-$SLURM_ARRAY_TASK_ID')
sbatch --dependency=afterok:$array --wrap 'bench merge part-1 part-2 part-3 --output whole'
