"""assay inside other packages, one module each; none is imported unless it is asked for.

reasoning_gym  registers every task as assay_scan, assay_cfq, ...
trl            reward functions for GRPO and the like
verl           compute_score and rows in verl's form
gymnasium      environments for gSCAN and ReaSCAN, also vectorised
verifiers      an endless task set
torch          map-style and endless data sets for data loaders
huggingface    rows as a Dataset or an IterableDataset
"""
