"""Tests of the parts around every page: limits and deadlines."""
