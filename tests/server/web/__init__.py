"""Tests of what surrounds every page: limits and deadlines."""
