"""Random and damaged inputs for everything that reads."""
