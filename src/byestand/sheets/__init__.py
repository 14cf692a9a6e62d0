"""PRINT: the words first, as plain data that can be tested; the ink last."""
