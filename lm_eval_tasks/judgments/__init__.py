"""Answers judged by a model: records of judgments and the numbers made from them."""
