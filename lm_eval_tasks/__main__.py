"""``python -m lm_eval_tasks``."""

from lm_eval_tasks.cli import main

if __name__ == "__main__":
    main()
