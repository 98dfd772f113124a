"""Pure numbers: shares, intervals, clusters and paired tests. Knows no instruction."""
