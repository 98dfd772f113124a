"""A stored run as a value: records, store, signature, workers, comparison."""
