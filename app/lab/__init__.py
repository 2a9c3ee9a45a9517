"""The live lab: trainings that run in Python while a reader watches; and `train` for notebooks."""
