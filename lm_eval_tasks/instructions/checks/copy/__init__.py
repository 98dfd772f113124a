"""The request copied, and a phrase repeated with a change."""
