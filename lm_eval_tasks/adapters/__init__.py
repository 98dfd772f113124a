"""The pack inside other programs: rewards of trainers, a drop-in registry, batches."""
